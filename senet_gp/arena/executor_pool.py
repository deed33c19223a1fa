"""A pool over an executor of ``concurrent.futures``, or of any library with that interface, such as MPI's."""

from __future__ import annotations

import pickle
import queue
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor
from typing import Any

from senet_gp.arena import tasks
from senet_gp.arena.pool import Pending, WorkerError
from senet_gp.arena.tasks import MAX_DEATHS, MessagePool, Task
from senet_gp.runtime import interruption
from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.errors import SenetGpError, UsageError

#: How many tasks are submitted for each worker: one that it does, and one that is on its way.
_TASKS_A_WORKER = 2
#: How long a wait lasts, in seconds, before the pool looks whether the user has interrupted it.
_SECONDS_A_WAIT = 0.1


class ExecutorPool(MessagePool):
    """Does tasks in an executor, such as that of ``concurrent.futures``, Dask or ``mpi4py.futures``.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(1) as executor, ExecutorPool(executor) as pool:
    ...     pool.map(pow, [(2, 3), (2, 4)])
    [8, 16]

    Its workers may be processes on other machines, which need the same version of this package. Every task
    checks that. If the executor loses a worker and does not replace it, as that of ``concurrent.futures``,
    the pool raises :class:`WorkerError`.

    Args:
        executor: the executor.
        workers: how many tasks it does at the same time; by default what the executor says.
        closes: whether the pool ends the executor; by default it leaves yours as it is.

    Raises:
        UsageError: if that number is neither given nor known.
    """

    def __init__(self, executor: Executor, workers: int | None = None, *, closes: bool = False) -> None:
        known = getattr(executor, "num_workers", None) or getattr(executor, "_max_workers", None)
        self._count = (known or 0) if workers is None else whole_number("workers", workers, 1)
        if self._count < 1:
            raise UsageError("say how many workers the executor has: ExecutorPool(executor, workers=4)")
        self._executor, self._closes = executor, closes
        self._begin()

    def _begin(self) -> None:
        """What every pool of this kind keeps."""
        super().__init__()
        self._head = tasks.head()
        self._running: set[Task] = set()
        #: What was called in workers whose machines are not known, or by its machine in front.
        self._prepared: set[tuple[Any, ...]] = set()
        #: The tasks whose futures have ended, each with its future, as other threads note them.
        self._ended: queue.SimpleQueue[tuple[Task, Any]] = queue.SimpleQueue()

    @property
    def workers(self) -> int:
        """How many tasks are done at the same time."""
        return self._count

    #: Also a single worker is another process.
    alone = False
    #: So long that the way to another machine and back does not count.
    batch_seconds = 1.0

    def prepare(self, function: Callable[..., Any], /, *arguments: Any) -> None:
        """Call a function in one worker, before others need what it leaves, unless that was done before.

        An executor does not say on which machines its workers are; those of another machine call it when they
        need it.
        """
        with self.lock:
            if (function, *arguments) not in self._prepared:
                self.submit(function, *arguments).result()
                self._prepared.add((function, *arguments))

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Pending:
        """Submit a task. If two for each worker are running, this call waits for one of them.

        Raises:
            SenetGpError: if the task cannot be sent, or the workers cannot do the tasks of this program.
            WorkerError: if the workers are lost.
            KeyboardInterrupt: if the user interrupts the program.
        """
        interruption.check()
        with self.lock:
            while len(self._running) >= _TASKS_A_WORKER * self.workers:
                self.go_on()
            task = self._task(function, arguments)
            self._running.add(task)
            self._submit(task)
        return task

    def _submit(self, task: Task) -> None:
        """Hand a task to the executor."""
        try:
            task.future = self._future_of(task)
        except (RuntimeError, BrokenExecutor) as error:
            raise WorkerError(f"the executor takes no more tasks ({error})") from None
        task.future.add_done_callback(lambda future: self._ended.put((task, future)))

    def _future_of(self, task: Task) -> Any:
        """The future of a task that is handed to the executor now."""
        contents = (shared.content for shared in task.shared)
        return self._executor.submit(tasks.done, self._head, task.message, task.digests, *contents)

    def go_on(self) -> None:
        """Wait until a task has ended.

        Raises:
            SenetGpError: if the workers cannot do the tasks of this program.
            WorkerError: if workers die repeatedly over the same task, or are lost.
            KeyboardInterrupt: if the user interrupts the program.
        """
        interruption.check()
        try:
            task, future = self._ended.get(timeout=_SECONDS_A_WAIT)
        except queue.Empty:
            self._look()
        else:
            self._end(task, future)
        self.take_ended()

    def take_ended(self) -> None:
        """Take note of all tasks that have ended, without waiting."""
        while True:
            try:
                task, future = self._ended.get_nowait()
            except queue.Empty:
                return
            self._end(task, future)

    def drop(self, task: Task) -> None:
        """Forget a task whose result will not be asked for."""
        self._running.discard(task)
        if task.future is not None:
            task.future.cancel()

    def close(self) -> None:
        """Cancel what has not begun, and end the executor if it is the pool's own, without waiting."""
        with self.lock:
            for task in self._running:
                if task.future is not None:
                    task.future.cancel()
            self._running.clear()
        if self._closes:
            self._executor.shutdown(wait=False, cancel_futures=True)

    def _look(self) -> None:
        """Called repeatedly while no task ends."""

    def _end(self, task: Task, future: Any) -> None:
        """Take note of a task whose future has ended."""
        if task.cancelled or task.answer is not None or future is not task.future:
            return
        try:
            packed = self._packed_answer(task)
        except MemoryError:
            self.count_death(task, "memory ran out", 1)
        except (ImportError, AttributeError, pickle.UnpicklingError) as error:
            raise SenetGpError(
                f"the workers cannot do the tasks of this program ({error}): install the same version of "
                "senet-gp on all machines, with all that your plugins need, and start the workers again"
            ) from None
        else:
            if packed is not None:
                task.answer = pickle.loads(packed)  # noqa: S301 - of our own workers
                self._running.discard(task)

    def _packed_answer(self, task: Task) -> bytes | None:
        """The answer of a task whose future has ended, pickled; None if the task was submitted again.

        Raises:
            WorkerError: if the workers are lost.
            Exception: what the executor says instead of an answer.
        """
        try:
            answer: bytes = task.future.result()
        except (BrokenExecutor, CancelledError) as error:
            raise WorkerError(
                f"the workers of the executor are lost: {error or type(error).__name__}"
            ) from None
        return answer

    def count_death(self, task: Task, cause: str, deaths: int) -> None:
        """Submit a task again whose workers died.

        Raises:
            WorkerError: if too many died over it.
        """
        task.deaths += deaths
        if task.deaths >= MAX_DEATHS:
            raise WorkerError(
                f"{task.deaths} workers died over the same task (the last: {cause}); there may be too little "
                "memory: give each worker more, or try a smaller population"
            )
        self._submit(task)


def over_mpi(where: str) -> ExecutorPool:
    """A pool of all processes but the first of a program that ``python -m mpi4py.futures`` runs under MPI.

    Args:
        where: nothing.

    Raises:
        UsageError: if mpi4py is not installed, or there is no second process.
    """
    if where:
        raise UsageError(
            f"--workers mpi takes nothing behind it, not {where[:40]!r}: mpiexec says how many there are"
        )
    try:
        from mpi4py import MPI
        from mpi4py.futures import MPIPoolExecutor
    except (ImportError, RuntimeError) as error:
        raise UsageError(f"--workers mpi needs mpi4py and an MPI library ({error})") from None
    others = MPI.COMM_WORLD.Get_size() - 1
    if others < 1:
        raise UsageError(
            "MPI has started one process alone: for four workers begin with "
            "mpiexec -n 5 python -m mpi4py.futures -m senet_gp"
        )
    return ExecutorPool(MPIPoolExecutor(), others, closes=True)
