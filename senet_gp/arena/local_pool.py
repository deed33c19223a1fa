"""A pool of worker processes on this machine, which survives the death of a worker.

``multiprocess.Pool`` waits for ever when a worker is killed. Here each worker has a pipe of its own, and the
parent waits for pipes and processes together; a new worker does the task of a dead one again.

A worker that runs out of memory dies too. The pool waits for a worker that is stopped (SIGSTOP) or hangs,
because it looks the same as a busy one.
"""

from __future__ import annotations

import pickle
import sys
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any
from weakref import WeakValueDictionary

from senet_gp.arena.pool import Finished, Pending, Pool, Shared, WorkerError
from senet_gp.arena.worker import BEGUN, Answer, Packer
from senet_gp.arena.worker_process import Listener, Task, WorkerProcess, started
from senet_gp.arena.workers import ENGINES, Workers, tell_memory
from senet_gp.runtime.registries import resolved

#: The pool gives up after the deaths of this many workers that were busy with the same task.
MAX_DEATHS = 5
_SECONDS_TO_END = 2.0
#: How many tasks are kept ready to be sent. The last ones go to the workers that are idle first.
_TASKS_READY = 3


class WorkerPool(Pool):
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
        UsageError: if the number of workers is impossible, or the text is malformed.
    """

    def __init__(self, workers: int | str | Workers | None = None) -> None:
        self._wanted = Workers.of(workers)
        self._count = self._wanted.count
        self._pool: list[WorkerProcess] = []
        self._told = False  # what memory the workers take
        self._waiting: deque[Task] = deque()
        self._heard = Listener()
        self._packer = Packer()
        # Shared values, as long as they are referenced here; workers need not keep the others either.
        self._shared: WeakValueDictionary[bytes, Shared[Any]] = WeakValueDictionary()

    @property
    def workers(self) -> int:
        """The largest number of workers; there are fewer if the system refuses more processes."""
        return self._count

    def map(
        self,
        function: Callable[..., Any],
        tasks: Iterable[Any],
        *,
        here: bool = False,
    ) -> list[Any]:
        """``[function(*task) for task in tasks]``, computed by the workers (see :meth:`Pool.map`)."""
        if self.workers > 1 and not here:
            # Only now it is known whether there is more than one task.
            self._start_workers()
        return super().map(function, tasks, here=here)

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Pending:
        """Submit a task. If many tasks are waiting, this call waits too, so that memory is not filled.

        Raises:
            SenetGpError: if the task cannot be sent to a worker.
            WorkerError: if workers die repeatedly over the same task, or the last one cannot be replaced.
            KeyboardInterrupt: if the user interrupts the program.
        """
        if self.workers > 1:
            self._start_workers()
        if self.workers == 1 and not self._busy():
            return Finished(function, arguments)
        message, shared = self._packer.packed(function, arguments)
        self._shared.update((one.digest, one) for one in shared)
        task = Task(self.go_on, message, shared)
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
        tasks = [*self._waiting, *(task for worker in self._pool for task in worker.tasks)]
        return not all(task.cancelled for task in tasks)

    def go_on(self) -> None:
        """Wait until a worker has done a task or died, and give tasks to idle workers.

        Raises:
            WorkerError: if workers die repeatedly over the same task, or the last one cannot be replaced.
            KeyboardInterrupt: if the user interrupts the program.
        """
        # After an interruption all workers may be idle.
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

        Raises:
            WorkerError: if too many workers have died over the same task, or no worker is left.
        """
        if worker.without_guard:
            raise WorkerError(
                "each spawned worker runs this program again, up to the line that starts workers: put the "
                "program's actions under if __name__ == '__main__':"
            )
        if worker.could_not_begin:
            raise WorkerError(
                "each spawned worker runs this program again, up to the line that starts workers, and that "
                "failed as told above: put the program's actions under if __name__ == '__main__':, or use "
                "one worker"
            )
        cause = worker.cause_of_death
        if not self._pool:
            raise WorkerError(
                f"the last worker process died ({cause}) and the system refuses to start another: "
                "free some memory, or use one worker, which needs no process of its own (--workers 1)"
            )
        if lost:
            lost[0].deaths += 1
            if lost[0].deaths >= MAX_DEATHS:
                raise WorkerError(
                    f"{MAX_DEATHS} worker processes died over the same task (the last: {cause}); there may "
                    "be too little memory: try fewer workers (--workers) or a smaller population"
                )

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
