"""A pool over an executor of ``concurrent.futures``, or of any library with that interface, such as MPI's."""

from __future__ import annotations

import pickle
import queue
from collections.abc import Callable, Collection
from concurrent.futures import CancelledError, Executor
from typing import Any

from senet_gp.arena import tasks
from senet_gp.arena.pool import Pending, Shared, WorkerError
from senet_gp.arena.tasks import LACKING, MAX_KEPT, MessagePool, Task
from senet_gp.runtime import interruption
from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.errors import SenetGpError, UsageError, failure_text, shortened
from senet_gp.runtime.recent import Recent

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
    checks that. If the executor loses a task, as that of ``concurrent.futures`` does when a worker dies, the
    pool raises :class:`WorkerError`.

    An executor does not say which worker does a task. So a shared value goes with the first tasks that name
    it, one for each worker, and once more with a task that comes to a worker without it.

    Args:
        executor: the executor.
        workers: how many tasks it does at the same time; by default what the executor says.
        closes: whether the pool ends the executor; by default it leaves yours as it is.

    Raises:
        UsageError: if that number is neither given nor known.
    """

    def __init__(self, executor: Executor, workers: int | None = None, *, closes: bool = False) -> None:
        super().__init__()
        known = getattr(executor, "num_workers", None) or getattr(executor, "_max_workers", None)
        self._count = (known or 0) if workers is None else whole_number("workers", workers, 1)
        if self._count < 1:
            raise UsageError("say how many workers the executor has: ExecutorPool(executor, workers=4)")
        self._executor, self._closes = executor, closes
        self._head = tasks.head()
        self._running: set[Task] = set()
        #: What was called on which machine, with its arguments.
        self._prepared: set[tuple[Any, ...]] = set()
        #: How often the content of a shared value has gone with a task, by its digest.
        self._sent: Recent[bytes, int] = Recent(MAX_KEPT)
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

    def _machines(self) -> Collection[str]:
        """The machines of the workers, as far as they are known; an empty name stands for any."""
        return [""]

    def prepare(self, function: Callable[..., Any], /, *arguments: Any) -> None:
        """Call a function in one worker of each machine that is known, unless that was done before."""
        with self.lock:
            new = [
                machine
                for machine in self._machines()
                if (machine, function, *arguments) not in self._prepared
            ]
            for task in [self._submitted(self._task(function, arguments), machine) for machine in new]:
                task.result()
            self._prepared.update((machine, function, *arguments) for machine in new)

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
            return self._submitted(self._task(function, arguments))

    def _submitted(self, task: Task, machine: str = "", *, with_all: bool = False) -> Task:
        """Hand a task to the executor, with the contents that its worker may lack, or with all.

        Raises:
            WorkerError: if the executor refuses it.
        """
        contents = {
            shared.digest: shared.content if with_all or self._goes_along(shared) else None
            for shared in task.shared
        }
        where = {"workers": machine, "allow_other_workers": True} if machine else {}
        try:
            task.future = self._executor.submit(tasks.done, self._head, task.message, contents, **where)
        except Exception as error:  # noqa: BLE001 - each library has its own
            raise WorkerError(f"the executor takes no more tasks ({shortened(str(error))})") from None
        task.future.add_done_callback(lambda future: self._ended.put((task, future)))
        self._running.add(task)
        return task

    def _goes_along(self, shared: Shared[Any]) -> bool:
        sent = self._sent.get(shared.digest) or 0
        self._sent.put(shared.digest, sent + 1)
        return sent < self.workers

    def go_on(self) -> None:
        """Wait until a task has ended.

        Raises:
            SenetGpError: if the workers cannot do the tasks of this program.
            WorkerError: if the executor loses a task.
            KeyboardInterrupt: if the user interrupts the program.
        """
        interruption.check()
        try:
            self._end(*self._ended.get(timeout=_SECONDS_A_WAIT))
        except queue.Empty:
            self._look()
        self.take_ended()

    def take_ended(self) -> None:
        """Take note of all tasks that have ended, without waiting."""
        while not self._ended.empty():
            self._end(*self._ended.get())

    def drop(self, task: Task) -> None:
        """Forget a task whose result will not be asked for."""
        self._running.discard(task)
        if task.future is not None:
            task.future.cancel()

    def close(self) -> None:
        """Cancel what has not begun, and end the executor if it is the pool's own, without waiting."""
        with self.lock:
            while self._running:
                self._running.pop().future.cancel()
        if self._closes:
            self._executor.shutdown(wait=False, cancel_futures=True)

    def _look(self) -> None:
        """Called repeatedly while no task ends."""

    def _end(self, task: Task, future: Any) -> None:
        """Take note of a task whose future has ended."""
        if task.cancelled or task.answer is not None or future is not task.future:
            return
        try:
            packed = future.result()
        except CancelledError:
            self._given_up(task)
        except (ImportError, AttributeError, pickle.UnpicklingError) as error:
            raise SenetGpError(
                f"the workers cannot do the tasks of this program ({error}): install the same version of "
                "senet-gp on all machines, with all that your plugins need, and start the workers again"
            ) from None
        except Exception as error:  # noqa: BLE001 - each library has its own; those of tasks are in answers
            raise WorkerError(
                f"the executor has lost a task ({shortened(failure_text(error), 300)}): there may be too "
                "little memory; give each worker more, or try a smaller population"
            ) from None
        else:
            if packed == LACKING:
                self._submitted(task, with_all=True)
            else:
                task.answer = pickle.loads(packed)  # noqa: S301 - of our own workers
                self._running.discard(task)

    def _given_up(self, task: Task) -> None:  # noqa: ARG002 - for pools that submit it again
        """The executor has cancelled a task, which this pool has not asked for.

        Raises:
            WorkerError: if it cannot be submitted again.
        """
        raise WorkerError(f"the executor has given up {len(self._running)} tasks")


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
