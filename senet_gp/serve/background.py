"""Work that goes on beside requests, in threads: compiled code runs without holding Python's lock."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from senet_gp.arena.pool import Pending, Pool


class Background:
    """Does tasks one after the other in a thread, which lives as long as there are any.

    The end of the server does not wait for it.

    >>> Background("sums").submit(sum, [1, 2]).result()
    3
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._waiting: deque[Callable[[], None]] = deque()
        self._lock = threading.Lock()
        self._works = False

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Let a function be called after all that was submitted before.

        The future can be cancelled until there is a result, also while the function goes on.
        """
        future: Future[Any] = Future()

        def task() -> None:
            if future.done():
                return
            with suppress(InvalidStateError):  # it may be cancelled at the last moment
                try:
                    future.set_result(function(*arguments))
                except BaseException as error:  # noqa: BLE001 - raised again where the result is asked for
                    future.set_exception(error)

        with self._lock:
            self._waiting.append(task)
            if not self._works:
                self._works = True
                threading.Thread(target=self._work, name=self._name, daemon=True).start()
        return future

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._works = False
                    return
                task = self._waiting.popleft()
            task()


class ThreadPool(Pool):
    """Does tasks in threads of this process."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._executor = ThreadPoolExecutor(threads)
        # One task waits beside those that are done, so the submitter knows how far the work is.
        self._places = threading.Semaphore(threads + 1)

    @property
    def workers(self) -> int:
        """How many tasks are done at the same time."""
        return self._threads

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Pending:
        """Submit a task; this waits while a task for each thread, and another one, are not done."""
        self._places.acquire()
        future: Future[Any] = self._executor.submit(function, *arguments)
        future.add_done_callback(lambda _: self._places.release())
        return future

    def close(self) -> None:
        """Do no more tasks."""
        self._executor.shutdown(wait=False, cancel_futures=True)
