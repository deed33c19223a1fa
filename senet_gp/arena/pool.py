"""Where work is done: a protocol of two methods, and the pool that does everything itself.

A task is a plain function of plain arguments, so where and when it is done does not change its result.
Whoever has workers elsewhere derives a class from :class:`Pool` and writes ``workers`` and ``submit``: the
futures of ``concurrent.futures``, Dask and mpi4py are :class:`Pending` as they are.
"""

from __future__ import annotations

import hashlib
import pickle
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

from senet_gp import interruption
from senet_gp.errors import SenetGpError

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

#: A process keeps so many shared values that came with their tasks.
_MAX_KEPT = 16


class WorkerError(SenetGpError):
    """Workers die again and again, as when memory runs out."""


class Pending(Protocol):
    """A task that was handed in, as a future of ``concurrent.futures`` is one."""

    def done(self) -> bool:
        """Whether its result is there, so that it need not be waited for."""

    def result(self) -> Any:
        """What the task's function has returned; it is waited for.

        Raises:
            Exception: whatever the function has raised.
        """

    def cancel(self) -> Any:
        """Give it up: nobody will ask for its result."""


class Shared(Generic[T_co]):
    """A value that many tasks have in common, as it stands among their arguments.

    A worker makes it once, from its content, which is known by its digest, however many tasks ask for it.

    Args:
        value: it must pickle, and is not to be changed.
    """

    def __init__(self, value: T_co) -> None:
        self._value = value

    @property
    def value(self) -> T_co:
        """The value, the same object for all tasks of a worker."""
        return self._value

    @cached_property
    def content(self) -> bytes:
        """The value, pickled."""
        return pickle.dumps(self._value, pickle.HIGHEST_PROTOCOL)

    @cached_property
    def digest(self) -> bytes:
        """The SHA-256 of its content."""
        return hashlib.sha256(self.content).digest()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the content with its digest: to whoever knows no better it goes with every task."""
        return _shared, (_Content(self.digest, self.content),)


class _Content:
    """The pickled content of a shared value; of two with the same digest one is as good as the other."""

    def __init__(self, digest: bytes, content: bytes) -> None:
        self.digest, self.content = digest, content

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Content) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)


@lru_cache(_MAX_KEPT)
def _shared(packed: _Content) -> Shared[Any]:
    return Shared(pickle.loads(packed.content))  # noqa: S301 - it came within what was unpickled already


class Pool(Protocol):
    """Does tasks, somewhere; to be used in a ``with`` statement, which ends it.

    Derive from it and write ``workers`` and ``submit``; the rest is made of these, and can be replaced where
    something better is known. A pool holds to this:

    - The death of a worker does not lose a task. It is done again, by another worker, or its ``result``
      raises :class:`WorkerError`.
    - ``submit`` and ``result`` hear when a person interrupts (``KeyboardInterrupt``).

    ``tests/arena/test_other_pools.py`` shows one over ``concurrent.futures``.
    """

    @property
    @abstractmethod
    def workers(self) -> int:
        """How many tasks are done at a time: work is cut into batches for so many; with 1 hardly at all."""

    @abstractmethod
    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Pending:
        """Hand in a task; this may wait until there is room for it.

        Args:
            function: a function at module level.
            arguments: its arguments, which must pickle.

        Raises:
            WorkerError: if there is nobody any more who could do it.
        """

    def share(self, value: T) -> Shared[T]:
        """A value for the arguments of many tasks, of which each worker is to have one copy.

        Workers may let go of it once it is let go of here.
        """
        return Shared(value)

    def map(
        self,
        function: Callable[..., Any],
        tasks: Iterable[tuple[Any, ...]],
        *,
        here: bool = False,
    ) -> list[Any]:
        """``[function(*task) for task in tasks]``, the results in the order of the tasks.

        Args:
            function: a function at module level.
            tasks: its arguments, which must pickle; they are asked for as they can be handed in.
            here: do it in this process: less work than handing it out.

        Raises:
            WorkerError: if workers die again and again over the same task, or the last one cannot be
                replaced.
            KeyboardInterrupt: if the person has asked for it; it is heard between tasks.
            Exception: whatever the function raises, of the first task in their order that raises anything.
        """
        if here or self.workers == 1:
            return [_done_here(function, task) for task in tasks]
        pending: deque[Pending] = deque()
        results = []
        try:
            for task in tasks:
                pending.append(self.submit(function, *task))
                # What one of them has raised is told soon, and memory is not filled with what is done.
                while pending and pending[0].done():
                    results.append(pending.popleft().result())
            while pending:
                results.append(pending[0].result())
                pending.popleft()
        finally:
            for task_left in pending:
                task_left.cancel()
        return results

    def wait_for_any(self, tasks: Sequence[Pending]) -> None:
        """Wait until one of the tasks is done; here until the first is, for want of a better way.

        Args:
            tasks: some that were handed in here, at least one.

        Raises:
            WorkerError: as ``result`` does.
            KeyboardInterrupt: if the person has asked for it.
            Exception: what the task that is waited for has raised.
        """
        if not any(task.done() for task in tasks):
            tasks[0].result()

    def close(self) -> None:
        """End all workers; nobody waits for what they are doing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def work_through(
    pool: Pool,
    ready: Iterable[T],
    begin: Callable[[T], Pending],
    end: Callable[[T, Any], Iterable[T]],
) -> None:
    """Do work whose parts wait for each other: whatever is ready is begun, and what ends makes others ready.

    Args:
        pool: where tasks are done.
        ready: what can be begun at once.
        begin: hands in a task of the pool.
        end: takes its result, and tells what can be begun after it; these are begun before others.

    Raises:
        WorkerError: as the pool does.
        KeyboardInterrupt: if the person has asked for it.
        Exception: what a task has raised.
    """
    waiting = deque(ready)
    running: list[tuple[T, Pending]] = []
    try:
        while waiting or running:
            if waiting:
                which = waiting.popleft()
                running.append((which, begin(which)))
            else:
                pool.wait_for_any([task for _, task in running])
            done = [(which, task) for which, task in running if task.done()]
            if done:
                running = [(which, task) for which, task in running if not task.done()]
            for which, task in done:
                waiting.extendleft(end(which, task.result()))
    finally:
        for _, task in running:
            task.cancel()


def _done_here(function: Callable[..., Any], task: tuple[Any, ...]) -> Any:
    interruption.check()
    return function(*task)


class Finished:
    """A task that was done, in this process, when it was handed in.

    Args:
        function: it is called at once; what it raises is kept for :meth:`result`.
        arguments: its arguments.

    Raises:
        KeyboardInterrupt: if the person has asked for it.
    """

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self._value: Any = None
        self._error: Exception | None = None
        try:
            self._value = _done_here(function, arguments)
        except Exception as error:  # noqa: BLE001 - whoever asks for the result is to have it
            self._error = error

    def done(self) -> bool:
        """It is."""
        return True

    def result(self) -> Any:
        """What the function has returned, or else raises what it has raised."""
        if self._error is not None:
            raise self._error
        return self._value

    def cancel(self) -> None:
        """It is done already."""


class SerialPool(Pool):
    """Does every task in this process, when it is handed in."""

    @property
    def workers(self) -> int:
        """This process alone."""
        return 1

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Finished:
        """Do a task."""
        return Finished(function, arguments)
