"""Worker processes as their pool sees them: how they are started, given tasks, heard, and why they died.

How workers are started does not change a result. A forked worker is ready at once and shares the parent's
compiled code, but a process with threads must not fork, because their locks would be copied in whatever state
they are; a spawned worker is a new Python, which takes a second or two to be ready.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import multiprocess
from multiprocess import connection as connections

from senet_gp.arena.pool import Shared, WorkerError
from senet_gp.arena.worker import OUT_OF_MEMORY, Answer, Kind, value_of, work
from senet_gp.arena.workers import FORK
from senet_gp.runtime import compiling_notice, interruption

#: The exit code of a worker that was about to start workers itself, because it runs the parent's program.
_WITHOUT_GUARD = 78
#: That of a Python that ended with an exception.
_FAILED = 1
#: A busy worker is given a second task, so that it need not wait, if the task certainly fits into the pipe.
_MAX_BYTES_AHEAD = 1 << 16 if sys.platform == "linux" else 0


@dataclass(eq=False)
class Task:
    """A submitted task and its result (see :class:`~senet_gp.arena.pool.Pending`)."""

    go_on: Callable[[], None]  # waits until the pool has made some progress
    message: bytes  # function and arguments, pickled
    shared: Sequence[Shared[Any]]  # the shared values that a worker needs to read it
    deaths: int = 0  # of workers that were busy with it
    cancelled: bool = False
    answer: Answer | None = None

    def done(self) -> bool:
        """Whether there is a result, or an exception in its place."""
        return self.answer is not None

    def result(self) -> Any:
        """Wait for the result; an exception of the task is raised here."""
        while self.answer is None:
            self.go_on()
        return value_of(self.answer)

    def cancel(self) -> None:
        """Drop the task: if no worker has it yet, none gets it."""
        self.cancelled = True


@dataclass(eq=False)
class WorkerProcess:
    """A worker process, with the pipe to it, as its pool sees it."""

    process: Any
    connection: Any
    tasks: deque[Task] = field(default_factory=deque)  # the task it is busy with, and the next one
    has: set[bytes] = field(default_factory=set)  # the digests of the shared values that were sent to it
    begun: bool = False  # whether it has said that it is ready for tasks

    def takes_ahead(self, task: Task) -> bool:
        """Whether a second task, with the shared values it needs, fits into the pipe without blocking."""
        lacking = sum(len(shared.content) for shared in task.shared if shared.digest not in self.has)
        return len(task.message) + lacking <= _MAX_BYTES_AHEAD

    def give(self, task: Task) -> None:
        """Send it a task, after the shared values that the task needs."""
        self.tasks.append(task)
        # If it is dead, the pool notices that when it waits for answers.
        with contextlib.suppress(OSError):
            for shared in task.shared:
                if shared.digest not in self.has:
                    self.has.add(shared.digest)
                    self.connection.send_bytes(bytes([Kind.CONTENT]) + shared.digest + shared.content)
            self.connection.send_bytes(task.message)

    def forget(self, digests: set[bytes]) -> None:
        """Tell it to free the memory of shared values; it must be idle."""
        self.has -= digests
        with contextlib.suppress(OSError):
            for digest in digests:
                self.connection.send_bytes(bytes([Kind.FORGET]) + digest)

    def kill(self) -> None:
        """End it at once, if it has not ended yet, and close the pipe."""
        self.connection.close()
        self.process.kill()
        self.process.join()

    @property
    def without_guard(self) -> bool:
        """Whether it ended because it ran the parent's program up to the line that starts workers."""
        return bool(self.process.exitcode == _WITHOUT_GUARD)

    @property
    def could_not_begin(self) -> bool:
        """Whether it ended because the parent's program failed in it, before it was ready."""
        return not self.begun and bool(self.process.exitcode == _FAILED)

    @property
    def cause_of_death(self) -> str:
        """Why it ended, in a few words."""
        code = self.process.exitcode
        if code == OUT_OF_MEMORY:
            return "memory ran out"
        if code is not None and code < 0:
            return f"killed by signal {-code}"
        return f"exit code {code}"


class Listener:
    """The workers that are waited for, registered with the system once instead of at every wait.

    ``multiprocess.connection.wait`` registers all pipes and processes each time, which with 64 workers takes
    longer than everything else about an answer.
    """

    def __init__(self) -> None:
        self._workers: list[WorkerProcess] = []
        self._selector: selectors.BaseSelector | None = None

    def add(self, worker: WorkerProcess) -> None:
        """Listen to another worker."""
        self._workers.append(worker)
        # Waiting for pipes works differently on Windows.
        if sys.platform != "win32":
            if self._selector is None:
                self._selector = selectors.DefaultSelector()
            for source in (worker.connection, worker.process.sentinel):
                self._selector.register(source, selectors.EVENT_READ, worker)

    def remove(self, worker: WorkerProcess) -> None:
        """Stop listening to a worker, whose pipe must still be open."""
        self._workers.remove(worker)
        if self._selector is not None:
            self._selector.unregister(worker.connection)
            self._selector.unregister(worker.process.sentinel)
            if not self._workers:
                self._selector.close()
                self._selector = None

    def wait(self) -> list[WorkerProcess]:
        """Wait until workers have sent something or died, or a signal has come; returns those workers.

        Raises:
            KeyboardInterrupt: if the user interrupts the program.
        """
        with interruption.heard_at_once():
            return self._wait_here() if self._selector is None else self._selected(self._selector)

    def _selected(self, selector: selectors.BaseSelector) -> list[WorkerProcess]:
        for wakeup in interruption.wakeups():
            if wakeup not in selector.get_map():
                selector.register(wakeup, selectors.EVENT_READ)
        found = [key.data for key, _ in selector.select()]
        return list(dict.fromkeys(worker for worker in found if worker is not None))

    def _wait_here(self) -> list[WorkerProcess]:
        owners = {}
        for worker in self._workers:
            owners[worker.connection] = owners[worker.process.sentinel] = worker
        sources = connections.wait([*owners, *interruption.wakeups()])
        return list(dict.fromkeys(owners[source] for source in sources if source in owners))


def started(method: str, others: Sequence[WorkerProcess]) -> WorkerProcess:
    """Start a worker.

    Args:
        method: how to start it, as in :mod:`multiprocessing`.
        others: the pool's other workers. A forked worker closes the ends of their pipes that it inherits.

    Raises:
        OSError: if the system refuses another process.
        WorkerError: if it would be spawned, but the program cannot be run again.
    """
    if method != FORK:
        _check_can_run_again()
    if getattr(multiprocess.current_process(), "_inheriting", False):
        # This process is itself a spawned worker, which imports a program without a guard.
        os._exit(_WITHOUT_GUARD)
    context = multiprocess.get_context(method)
    ours, theirs = context.Pipe()
    inherited = [worker.connection for worker in others if not worker.connection.closed]
    process = context.Process(
        target=work,
        args=(theirs, [*inherited, ours] if method == FORK else [], os.getpid()),
        kwargs={
            "by_main_thread": threading.current_thread() is threading.main_thread(),
            # Of several workers that compile the same kernels, one says so.
            "silent": bool(others) or compiling_notice.is_silent(),
        },
        daemon=True,
    )
    try:
        with interruption.held_back():
            process.start()
    except OSError:
        ours.close()
        raise
    finally:
        theirs.close()
    return WorkerProcess(process, ours)


def _check_can_run_again() -> None:
    """Check that the program is in a file, or in none that spawned workers would look for.

    Raises:
        WorkerError: if it is not.
    """
    file = getattr(sys.modules["__main__"], "__file__", None)
    # Workers find a module of a package, as python -m runs it, by its name.
    if file is None or getattr(sys.modules["__main__"], "__spec__", None) is not None:
        return
    if not Path(getattr(multiprocess.process, "ORIGINAL_DIR", None) or "", file).exists():
        raise WorkerError(
            f"spawned workers run the program again, but it is in no file ({file}): write it into a file, or "
            f"use one worker, or forked ones ({FORK}:2)"
        )
