"""A pool of worker processes on this machine, which survives the death of a worker.

``multiprocess.Pool`` waits for ever when a worker is killed. Here each worker has a pipe of its own, and the
parent waits for pipes and processes together; a new worker does the task of a dead one again.

A worker that runs out of memory dies too. The pool waits for a worker that is stopped (SIGSTOP) or hangs,
because it looks the same as a busy one.

How workers are started does not change a result. A forked worker is ready at once and shares the parent's
compiled code, but a process with threads must not fork, because their locks would be copied in whatever state
they are; a spawned worker is a new Python, which takes a second or two to be ready.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import selectors
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import multiprocess
from multiprocess import connection as connections

from senet_gp.arena.pool import Finished, Pending, Pool, Shared, WorkerError
from senet_gp.arena.tasks import (
    BEGUN,
    OUT_OF_MEMORY,
    Answer,
    MessageKind,
    MessagePool,
    Task,
    work,
)
from senet_gp.arena.workers import ENGINES, FORK, Workers, tell_memory
from senet_gp.runtime import compiling_notice, interruption, origins
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.registries import resolved

#: The exit code of a worker that was about to start workers itself, because it runs the parent's program.
_WITHOUT_GUARD = 78
#: That of a Python that ended with an exception.
_FAILED = 1
#: The signal by which a system without memory ends a process.
_KILLED = 9
#: A busy worker is given a second task, so that it need not wait, if the task certainly fits into the pipe.
_MAX_BYTES_AHEAD = 1 << 16 if sys.platform == "linux" else 0
_SECONDS_TO_END = 2.0
#: A task is given up after the deaths of this many workers that were busy with the same task.
MAX_DEATHS = 5
#: How many tasks are kept ready to be sent. The last ones go to the workers that are idle first.
_TASKS_READY = 3


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
                    self.connection.send_bytes(bytes([MessageKind.CONTENT]) + shared.digest + shared.content)
            self.connection.send_bytes(task.message)

    def forget(self, digests: set[bytes]) -> None:
        """Tell it to free the memory of shared values; it must be idle."""
        self.has -= digests
        with contextlib.suppress(OSError):
            for digest in digests:
                self.connection.send_bytes(bytes([MessageKind.FORGET]) + digest)

    def kill(self) -> None:
        """End it at once, if it has not ended yet, and close the pipe."""
        self.connection.close()
        self.process.kill()
        self.process.join()

    @property
    def could_not_begin(self) -> bool:
        """Whether it ended before it was ready, because it ran the parent's program, or failed in it."""
        return not self.begun and self.process.exitcode in {_WITHOUT_GUARD, _FAILED}

    @property
    def cause_of_death(self) -> str:
        """Why it ended, in a few words."""
        code = self.process.exitcode
        if code == OUT_OF_MEMORY:
            return "memory ran out"
        if code is not None and code < 0:
            return f"killed by signal {-code}"
        return f"exit code {code}"

    @property
    def remedy(self) -> str:
        """What helps if a task ends every worker so, as the end of a sentence."""
        code = self.process.exitcode
        if code in {OUT_OF_MEMORY, -_KILLED}:
            return "there may be too little memory: try fewer workers (--workers) or a smaller population"
        where = f" in {', '.join(origins.plugins())}" if origins.plugins() else ""
        if code is not None and code < 0:
            return f"compiled code, or a library, crashes: look for an index that does not exist{where}"
        return f"look for what ends the process, such as os._exit,{where}".rstrip(",")


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


_NONE_LEFT = (
    "{}, and the system refuses to start another: free some memory, or use one worker, which needs no "
    "process of its own (--workers 1)"
)


class WorkerPool(MessagePool):
    """Does tasks in worker processes; with one worker, in this process.

    Use it in a ``with`` statement, which always ends the workers. A program that spawns workers needs the
    guard ``if __name__ == "__main__":``, because each worker imports the program.

    >>> with WorkerPool(1) as pool:
    ...     pool.map(pow, [(2, 3), (2, 4)])
    [8, 16]

    Args:
        workers: the number of workers, and how they are started: a number, a text such as ``"spawn:4"``, or
            None for one worker per core (see :class:`~senet_gp.arena.workers.Workers`).

    Raises:
        UsageError: if the number of workers is impossible, or the text is malformed, or means workers
            elsewhere.
    """

    def __init__(self, workers: int | str | Workers | None = None) -> None:
        super().__init__()
        self._wanted = Workers.of(workers)
        if self._wanted.engine:
            raise UsageError(
                f"{self._wanted} are workers elsewhere: open them by pool_of({str(self._wanted)!r})"
            )
        self._count = self._wanted.count
        self._pool: list[WorkerProcess] = []
        self._told = False  # what memory the workers take
        self._waiting: deque[Task] = deque()
        self._heard = Listener()
        # Shared values, as long as they are referenced here; workers need not keep the others either.
        self._shared: WeakValueDictionary[bytes, Shared[Any]] = WeakValueDictionary()

    @property
    def workers(self) -> int:
        """The largest number of workers; there are fewer if the system refuses more processes."""
        return self._count

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Pending:
        """Submit a task. If many tasks are waiting, this call waits too, so that memory is not filled.

        Raises:
            SenetGpError: if the task cannot be sent to a worker.
            WorkerError: if no worker is left, or the program cannot be run again.
            KeyboardInterrupt: if the user interrupts the program.
        """
        with self.lock:
            if self.workers > 1:
                self._start_workers()
            if self.workers > 1 or self._busy():
                return self._submitted(self._task(function, arguments))
        return Finished(function, arguments)

    def _submitted(self, task: Task) -> Task:
        """A task that waits for a worker, or has one."""
        self._shared.update((shared.digest, shared) for shared in task.shared)
        self._waiting.append(task)
        try:
            self._hand_out()
            while len(self._waiting) >= _TASKS_READY:
                self.go_on()
        except BaseException:
            task.cancel()
            raise
        return task

    def _busy(self) -> bool:
        """Whether tasks are waiting or being done."""
        return not all(task.cancelled for task in self._tasks())

    def _tasks(self) -> list[Task]:
        return [*self._waiting, *(task for worker in self._pool for task in worker.tasks)]

    def go_on(self) -> None:
        """Wait until a worker has done a task or died, and give tasks to idle workers.

        Raises:
            WorkerError: if no worker is left, or the program cannot be run again.
            KeyboardInterrupt: if the user interrupts the program.
        """
        # After an interruption all workers may be idle.
        self._hand_out()
        if not self._pool:
            raise WorkerError(_NONE_LEFT.format("no worker process is left"))
        dead = []
        for worker, answer in self._next_answers():
            if answer is None:
                dead.append(worker)
            else:
                worker.tasks.popleft().answer = answer
        for worker in dead:
            lost = [task for task in worker.tasks if not task.cancelled]
            self._waiting.extendleft(reversed(lost))
            self._replace(worker)
            self._count_death(worker, lost)
        self._hand_out()

    def _hand_out(self) -> None:
        """Give tasks to idle workers, and if there are enough, to busy ones too."""
        waiting = self._waiting
        if any(task.cancelled for task in waiting):
            waiting = self._waiting = deque(task for task in waiting if not task.cancelled)
        for most in (1, 2):
            for worker in self._pool:
                if not waiting:
                    return
                if len(worker.tasks) >= most:
                    continue
                if not worker.tasks:
                    worker.forget({digest for digest in worker.has if digest not in self._shared})
                elif len(waiting) < _TASKS_READY or not worker.takes_ahead(waiting[0]):
                    continue
                worker.give(waiting.popleft())

    def close(self) -> None:
        """End all workers without waiting for tasks that are being done."""
        with self.lock:
            # Another thread may wait for one of them.
            for task in self._tasks():
                task.answer = False, WorkerError("the pool was closed before it had done this task")
            self._waiting.clear()
            for worker in self._pool:
                self._heard.remove(worker)
                worker.connection.close()
                if worker.tasks:
                    worker.process.terminate()
            # Idle workers end at once, unless those of a younger pool hold their connections.
            ends = time.monotonic() + _SECONDS_TO_END
            for worker in self._pool:
                worker.process.join(max(0.0, ends - time.monotonic()))
                if worker.process.is_alive():
                    worker.process.kill()
                    worker.process.join()
            self._pool.clear()

    def _next_answers(self) -> list[tuple[WorkerProcess, Answer | None]]:
        """Wait until workers answer or die; returns their answers, or None for the dead."""
        answers: list[tuple[WorkerProcess, Answer | None]] = []
        for worker in self._heard.wait():
            try:
                # An answer that a worker sent before it died still counts.
                said = worker.connection.recv_bytes() if worker.connection.poll() else None
            except (EOFError, OSError):
                said = None
            if said == BEGUN:
                worker.begun = True
            else:
                answers.append((worker, said and pickle.loads(said)))  # noqa: S301 - our own worker's
        return answers

    def _replace(self, worker: WorkerProcess) -> None:
        self._heard.remove(worker)
        worker.kill()
        self._pool.remove(worker)
        self._start_workers()

    def _count_death(self, worker: WorkerProcess, lost: Sequence[Task]) -> None:
        """Count the death of a worker.

        A task over which too many have died is done no more: its result is that error.

        Args:
            worker: the worker.
            lost: the tasks that it had, which wait again, before all others.

        Raises:
            WorkerError: if no worker is left, or the program cannot be run again.
        """
        if worker.could_not_begin:
            failed = ", and that failed as told above" if worker.process.exitcode == _FAILED else ""
            raise WorkerError(
                f"each spawned worker runs this program again, up to the line that starts workers{failed}: "
                "put the program's actions under if __name__ == '__main__':, or use one worker"
            )
        cause = worker.cause_of_death
        if not self._pool:
            raise WorkerError(_NONE_LEFT.format(f"the last worker process died ({cause})"))
        if lost:
            lost[0].deaths += 1
            if lost[0].deaths >= MAX_DEATHS:
                told = f"{MAX_DEATHS} worker processes died over the same task (the last: {cause}); "
                self._waiting.popleft().answer = False, WorkerError(told + worker.remedy)

    def _start_workers(self) -> None:
        """Start the missing workers; if the system refuses more processes, go on with fewer."""
        if not self._told and len(self._pool) < self._count:
            self._told = True
            tell_memory(self._count, self._wanted.start_method())
        while len(self._pool) < self._count:
            try:
                worker = started(self._wanted.start_method(), self._pool)
            except OSError as error:
                wanted, self._count = self._count, max(1, len(self._pool))
                sys.stderr.write(
                    f"senet-gp: only {self._count} of {wanted} workers can be started "
                    f"({error.strerror or error}); going on with {self._count}, with the same result.\n"
                )
                return
            self._pool.append(worker)
            self._heard.add(worker)


def pool_of(workers: int | str | Workers | None = None) -> Pool:
    """The pool that a number or a text means, for a ``with`` statement, which closes it.

    >>> with pool_of("1") as pool:
    ...     pool
    <WorkerPool: 1 worker>

    Args:
        workers: as ``--workers``: a number of processes on this machine, such as ``4`` or ``"spawn:4"``;
            workers elsewhere, such as ``"dask://10.0.0.1:8786"``; or None for a process for each core.

    Raises:
        UsageError: if the text is malformed or a package is missing.
        SenetGpError: if the workers cannot be reached.
    """
    wanted = Workers.of(workers)
    if not wanted.engine:
        return WorkerPool(wanted)
    pool: Pool = resolved(ENGINES[wanted.engine], f"the engine {wanted.engine}")(wanted.where)
    return pool
