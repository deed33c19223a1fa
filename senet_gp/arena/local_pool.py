"""Worker processes on this machine, which notice when one of them dies.

``multiprocess.Pool`` waits for ever when a worker is killed. Here each worker has a pipe of its own,
and the parent waits on pipes and processes together; the task of a dead worker is done again by a new
one.

A worker in which memory runs out dies too. One that is stopped (SIGSTOP) or hangs is waited for: it cannot be
told from one that is busy.

How workers are started does not change a result either. A forked one is ready at once and shares the
parent's compiled code, but must not be made by a process that has threads, whose locks it would copy in
whatever state they are; a spawned one is a new Python, which takes a second or two to be ready.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakValueDictionary

import multiprocess

from senet_gp import interruption
from senet_gp.arena.listener import Listener
from senet_gp.arena.messages import Packer
from senet_gp.arena.pool import Finished, Pending, Pool, Shared, WorkerError
from senet_gp.arena.worker import OUT_OF_MEMORY, Answer, Kind, work
from senet_gp.arena.workers import FORK, Workers

#: After the deaths of so many workers that were busy with the same task the pool gives up.
MAX_DEATHS = 5
#: The exit code of a worker that was about to start workers itself, for it runs the parent's program again.
_WITHOUT_GUARD = 78
_SECONDS_TO_END = 2.0
#: A busy worker is given a second task, so that it need not wait for it, if that fits into the pipe for sure.
_MAX_BYTES_AHEAD = 1 << 16 if sys.platform == "linux" else 0
#: So many tasks are ready to be handed out. The last ones are given to whoever is idle first.
_TASKS_READY = 3


@dataclass(eq=False)
class _Task:
    """A task on its way, and what became of it (see :class:`~senet_gp.arena.pool.Pending`)."""

    pool: WorkerPool
    message: bytes  # function and arguments, pickled
    shared: Sequence[Shared[Any]]  # what a worker must have to read it
    deaths: int = 0  # of workers that were busy with it
    cancelled: bool = False
    answer: Answer | None = None

    def done(self) -> bool:
        return self.answer is not None

    def result(self) -> Any:
        while self.answer is None:
            self.pool.go_on()
        done, value = self.answer
        if not done:
            raise value
        return value

    def cancel(self) -> None:
        self.cancelled = True


@dataclass(eq=False)
class _Worker:
    process: Any
    connection: Any
    tasks: deque[_Task] = field(default_factory=deque)  # what it is busy with, and what it does next
    has: set[bytes] = field(default_factory=set)  # the digests of the shared values that were sent to it

    def takes_ahead(self, task: _Task) -> bool:
        """Whether a second task, with what it needs, fits into the pipe, so that it is not waited for."""
        lacking = sum(len(shared.content) for shared in task.shared if shared.digest not in self.has)
        return len(task.message) + lacking <= _MAX_BYTES_AHEAD

    def give(self, task: _Task) -> None:
        """Send it a task, and before that what it needs for it."""
        self.tasks.append(task)
        # If it is dead, that is noticed when answers are waited for.
        with contextlib.suppress(OSError):
            for shared in task.shared:
                if shared.digest not in self.has:
                    self.has.add(shared.digest)
                    self.connection.send_bytes(bytes([Kind.CONTENT]) + shared.digest + shared.content)
            self.connection.send_bytes(task.message)

    def forget(self, digests: set[bytes]) -> None:
        """Let it free the memory of shared values; it must be idle."""
        self.has -= digests
        with contextlib.suppress(OSError):
            for digest in digests:
                self.connection.send_bytes(bytes([Kind.FORGET]) + digest)


def _cause_of_death(process: Any) -> str:
    code = process.exitcode
    if code == OUT_OF_MEMORY:
        return "memory ran out"
    if code is not None and code < 0:
        return f"killed by signal {-code}"
    return f"exit code {code}"


class WorkerPool(Pool):
    """Does tasks in so many worker processes; with one worker, in this process.

    To be used in a ``with`` statement, which ends the workers however it is left. A program that spawns
    workers keeps what it does under ``if __name__ == "__main__":``, for each worker imports the program.

    Args:
        workers: how many workers, and how they are started: a number, a text such as ``"spawn:4"``, or None
            for one worker a core (see :class:`~senet_gp.arena.workers.Workers`).

    Raises:
        UsageError: if there is to be no worker at all, or the text means nothing.
    """

    def __init__(self, workers: int | str | Workers | None = None) -> None:
        self._wanted = Workers.of(workers)
        self._count = self._wanted.count
        self._pool: list[_Worker] = []
        self._waiting: deque[_Task] = deque()
        self._heard: Listener[_Worker] = Listener()
        self._packer = Packer()
        # What is shared, as long as somebody here keeps it: what nobody does workers need not keep either.
        self._shared: WeakValueDictionary[bytes, Shared[Any]] = WeakValueDictionary()

    @property
    def workers(self) -> int:
        """How many there are at the most; fewer where the system gives no more processes."""
        return self._count

    def map(
        self,
        function: Callable[..., Any],
        tasks: Iterable[tuple[Any, ...]],
        *,
        here: bool = False,
    ) -> list[Any]:
        """``[function(*task) for task in tasks]``, computed by the workers (see :meth:`Pool.map`)."""
        if self.workers > 1 and not here:
            # There may be no more than one, which is told apart only then.
            self._start_workers()
        return super().map(function, tasks, here=here)

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Pending:
        """Hand in a task; where enough of them wait already this waits, so that memory is not filled.

        Raises:
            SenetGpError: if it cannot be sent to a worker.
            WorkerError: if workers die again and again over the same task, or the last one cannot be
                replaced.
            KeyboardInterrupt: if the person has asked for it.
        """
        if self.workers > 1:
            self._start_workers()
        if self.workers == 1 and not self._busy():
            return Finished(function, arguments)
        message, shared = self._packer.packed(function, arguments)
        self._shared.update((one.digest, one) for one in shared)
        task = _Task(self, message, shared)
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
        """Whether somebody waits for a task."""
        tasks = [*self._waiting, *(task for worker in self._pool for task in worker.tasks)]
        return not all(task.cancelled for task in tasks)

    def go_on(self) -> None:
        """Wait until a worker has done a task or died, and see to it that all are busy.

        Raises:
            WorkerError: if workers die again and again over the same task, or the last one cannot be
                replaced.
            KeyboardInterrupt: if the person has asked for it.
        """
        # After an interruption they may all be idle.
        self._hand_out()
        dead = []
        for worker, answer in self._next_answers():
            if answer is None:
                dead.append(worker)
            else:
                worker.tasks.popleft().answer = answer
        for worker in dead:
            self._replace(worker)
            lost = [task for task in worker.tasks if not task.cancelled]
            self._waiting.extendleft(reversed(lost))
            self._count_death(worker, lost)
        self._hand_out()

    def wait_for_any(self, tasks: Sequence[Pending]) -> None:
        """Wait until one of the tasks is done (see :meth:`Pool.wait_for_any`)."""
        while not any(task.done() for task in tasks):
            self.go_on()

    def _hand_out(self) -> None:
        """Give tasks to idle workers, and while there are enough also to busy ones."""
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
        """End all workers; those in the middle of a task are not waited for."""
        self._waiting.clear()
        for worker in self._pool:
            self._heard.remove(worker)
            worker.connection.close()
            if worker.tasks:
                worker.process.terminate()
        for worker in self._pool:
            worker.process.join(_SECONDS_TO_END)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
        self._pool.clear()

    def _next_answers(self) -> list[tuple[_Worker, Answer | None]]:
        """Wait until a worker answers or dies: its answer, or None if it is dead."""
        answers: list[tuple[_Worker, Answer | None]] = []
        for worker in self._heard.wait():
            try:
                # An answer that was sent before its sender died still counts.
                answer = pickle.loads(worker.connection.recv_bytes()) if worker.connection.poll() else None  # noqa: S301
            except (EOFError, OSError):
                answer = None
            answers.append((worker, answer))
        return answers

    def _replace(self, worker: _Worker) -> None:
        self._heard.remove(worker)
        worker.connection.close()
        worker.process.kill()
        worker.process.join()
        self._pool.remove(worker)
        self._start_workers()

    def _count_death(self, worker: _Worker, lost: Sequence[_Task]) -> None:
        """Give up if it was not the first death over this task, nor the second …, or nobody is left.

        Raises:
            WorkerError: if so.
        """
        if worker.process.exitcode == _WITHOUT_GUARD:
            raise WorkerError(
                "workers are spawned here, and each runs this program again up to where it starts workers: "
                "put what it does under if __name__ == '__main__':"
            )
        cause = _cause_of_death(worker.process)
        if not self._pool:
            raise WorkerError(
                f"the last worker process died ({cause}) and the system gives no other: "
                "free some memory, or use one worker, which needs no process of its own (--workers 1)"
            )
        if lost:
            lost[0].deaths += 1
            if lost[0].deaths >= MAX_DEATHS:
                raise WorkerError(
                    f"{MAX_DEATHS} worker processes died over the same work (the last: {cause}); there may "
                    "be too little memory: try fewer workers (--workers) or a smaller population"
                )

    def _start_workers(self) -> None:
        """Start the workers that are missing; where the system gives no more, go on with fewer."""
        while len(self._pool) < self._count:
            try:
                worker = self._new_worker()
            except OSError as error:
                wanted, self._count = self._count, max(1, len(self._pool))
                sys.stderr.write(
                    f"senet-gp: there can be only {self._count} of {wanted} workers "
                    f"({error.strerror or error}); this goes on with {self._count}, with the same result.\n"
                )
                return
            self._pool.append(worker)
            self._heard.add(worker)

    def _new_worker(self) -> _Worker:
        if getattr(multiprocess.current_process(), "_inheriting", False):
            # We are a spawned worker that imports a program without a guard.
            os._exit(_WITHOUT_GUARD)
        method = self._wanted.start_method()
        context = multiprocess.get_context(method)
        ours, theirs = context.Pipe()
        inherited = [worker.connection for worker in self._pool if not worker.connection.closed]
        process = context.Process(
            target=work,
            args=(theirs, [*inherited, ours] if method == FORK else [], os.getpid()),
            kwargs={"by_main_thread": threading.current_thread() is threading.main_thread()},
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
        return _Worker(process, ours)
