"""Worker processes that notice when one of them dies.

``multiprocess.Pool`` waits for ever when a worker is killed. Here each worker has a pipe of its own,
and the parent waits on pipes and processes together; the task of a dead worker is done again by a new
one. Tasks are plain functions of plain arguments, so where and when they run does not change a result.

A worker in which memory runs out dies too. One that is stopped (SIGSTOP) or hangs is waited for: it cannot be
told from one that is busy.

How workers are started does not change a result either. A forked one is ready at once and shares the
parent's compiled code, but must not be made by a process that has threads, whose locks it would copy in
whatever state they are; a spawned one is a new Python, which takes a second or two to be ready.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from types import TracebackType
from typing import Any, Self

import multiprocess
from multiprocess import connection as connections

from senet_gp import interruption
from senet_gp.arena.workers import FORK, Workers
from senet_gp.errors import SenetGpError

#: After the deaths of so many workers that were busy with the same task the pool gives up.
MOST_DEATHS = 5
#: The exit code of a worker in which memory ran out.
OUT_OF_MEMORY = 77
#: The exit code of a worker that was about to start workers itself, for it runs the parent's program again.
_WITHOUT_GUARD = 78
_SECONDS_TO_END = 2.0
#: A task's number stands before it, so that what is said of one that cannot be read finds its way.
_NUMBER_BYTES = 8
#: A busy worker is given a second task, so that it need not wait for it, if that fits into the pipe for sure.
_MOST_BYTES_AHEAD = 1 << 16 if sys.platform == "linux" else 0
#: So many tasks are ready to be handed out. The last ones are given to whoever is idle first.
_TASKS_READY = 3


class WorkerError(SenetGpError):
    """Workers die again and again, as when memory runs out."""


# The number of the task, whether it was done, and its result or else the exception that it raised.
_Answer = tuple[int, bool, Any]


@dataclass(eq=False)
class _Task:
    number: int
    message: bytes  # its number, then function and arguments, pickled
    deaths: int = 0  # of workers that were busy with it


@dataclass(eq=False)
class _Worker:
    process: Any
    connection: Any
    tasks: deque[_Task] = field(default_factory=deque)  # what it is busy with, and what it does next


def _that_can_be_sent(error: Exception) -> Exception:
    """The exception, or what it says, if it could not be read by the parent."""
    try:
        pickle.loads(pickle.dumps(error, pickle.HIGHEST_PROTOCOL))  # noqa: S301 - our own
    except Exception:  # noqa: BLE001 - whatever is wrong with it
        return SenetGpError(f"{type(error).__name__}: {error}")
    return error


def _work(connection: Any, inherited: Sequence[Any], parent: int, *, by_main_thread: bool) -> None:
    """Do tasks until the parent closes the pipe or is gone."""
    # Linux takes the end of the thread that has started us for the end of the parent.
    if by_main_thread:
        interruption.end_with_parent()
    interruption.leave_to_parent()
    # What is there already is never looked at again: memory stays shared with the parent.
    gc.freeze()
    # A copy of the parent's end of any pipe would keep that pipe open when the parent is gone.
    for other in inherited:
        other.close()
    try:
        # The parent may have been gone before it could take us with it.
        while os.getppid() == parent:
            _do_task(connection)
    except (EOFError, OSError):
        return
    except MemoryError:
        # Said by the exit code alone; a new worker has more room than one that goes on.
        os._exit(OUT_OF_MEMORY)


def _do_task(connection: Any) -> None:
    message = memoryview(connection.recv_bytes())
    number = int.from_bytes(message[:_NUMBER_BYTES])
    result: _Answer
    try:
        function, arguments = _read_task(message[_NUMBER_BYTES:])
        result = (number, True, function(*arguments))
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the parent is to raise it
        result = (number, False, _that_can_be_sent(error))
    connection.send_bytes(pickle.dumps(result, pickle.HIGHEST_PROTOCOL))


def _packed(function: Callable[..., Any], task: tuple[Any, ...]) -> bytes:
    try:
        return pickle.dumps((function, task), pickle.HIGHEST_PROTOCOL)
    except (AttributeError, TypeError, pickle.PicklingError) as error:
        raise SenetGpError(
            f"what is to be played cannot be sent to a worker ({error}): let players and functions of your "
            "own stand in a module, by names of their own, or play with one worker"
        ) from None


def _read_task(message: memoryview) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    try:
        task: tuple[Callable[..., Any], tuple[Any, ...]] = pickle.loads(message)  # noqa: S301 - our parent's
    except (ImportError, AttributeError) as error:
        raise SenetGpError(
            f"a worker cannot find what it is to play ({error}): a spawned one knows only what it can "
            "import, so players and functions of your own have to stand in a module"
        ) from None
    return task


def _cause_of_death(process: Any) -> str:
    code = process.exitcode
    if code == OUT_OF_MEMORY:
        return "memory ran out"
    if code is not None and code < 0:
        return f"killed by signal {-code}"
    return f"exit code {code}"


class WorkerPool:
    """Runs tasks in so many worker processes; with one worker, in this process.

    To be used in a ``with`` statement, which ends the workers however it is left. A program that spawns
    workers keeps what it does under ``if __name__ == "__main__":``, for each worker imports the program.

    Args:
        workers: how many workers, and how they are started: a number, a text such as ``"spawn:4"``, or None
            for one worker a core (see :class:`~senet_gp.arena.workers.Workers`).

    Attributes:
        workers: how many there are at the most; fewer where the system gives no more processes.

    Raises:
        UsageError: if there is to be no worker at all, or the text means nothing.
    """

    def __init__(self, workers: int | str | Workers | None = None) -> None:
        self._wanted = Workers.of(workers)
        self.workers = self._wanted.count
        self._pool: list[_Worker] = []
        self._tasks_given = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def map(
        self,
        function: Callable[..., Any],
        tasks: Iterable[tuple[Any, ...]],
        *,
        here: bool = False,
    ) -> list[Any]:
        """``[function(*task) for task in tasks]``, computed by the workers.

        Args:
            function: a function at module level.
            tasks: its arguments, which must pickle; they are asked for a few at a time.
            here: compute it in this process: less work than handing it out.

        Raises:
            WorkerError: if workers die again and again over the same task, or the last one cannot be
                replaced.
            KeyboardInterrupt: if the person has asked for it; it is heard between tasks.
            Exception: whatever the function raises.
        """
        if self.workers > 1 and not here:
            self._start_workers()
        if self.workers == 1 or here:
            return [self._here(function, task) for task in tasks]
        first = self._tasks_given
        made = self._made(function, tasks)
        waiting: deque[_Task] = deque()
        results: dict[int, Any] = {}
        while self._hand_out(waiting, made) or len(results) < self._tasks_given - first:
            answers = self._next_answers()
            for worker, answer in answers:
                # Before any of them is taken, which may raise: who has answered is idle.
                if answer is not None:
                    worker.tasks.popleft()
            for worker, answer in answers:
                if answer is not None:
                    self._take(answer, first, results)
                    continue
                self._replace(worker)
                lost = [task for task in worker.tasks if task.number >= first]
                waiting.extendleft(reversed(lost))
                self._count_death(worker, lost)
        return [results[number] for number in sorted(results)]

    def _made(self, function: Callable[..., Any], tasks: Iterable[tuple[Any, ...]]) -> Iterator[_Task]:
        """Tasks as workers take them, numbered from one call to the next."""
        for task in tasks:
            number = self._tasks_given
            self._tasks_given += 1
            head = number.to_bytes(_NUMBER_BYTES)
            yield _Task(number, head + _packed(function, task))

    @staticmethod
    def _here(function: Callable[..., Any], task: tuple[Any, ...]) -> Any:
        interruption.check()
        return function(*task)

    def _hand_out(self, waiting: deque[_Task], made: Iterator[_Task]) -> bool:
        """Give tasks to idle workers, while there are enough also to busy ones; whether any are left."""
        for most in (1, 2):
            for worker in self._pool:
                # The next ones are pickled while the workers are busy.
                waiting.extend(islice(made, max(0, _TASKS_READY - len(waiting))))
                if not waiting or len(worker.tasks) >= most:
                    continue
                if worker.tasks and (
                    len(waiting) < _TASKS_READY or len(waiting[0].message) > _MOST_BYTES_AHEAD
                ):
                    continue
                worker.tasks.append(waiting.popleft())
                # If it is dead, that is noticed when answers are waited for.
                with contextlib.suppress(OSError):
                    worker.connection.send_bytes(worker.tasks[-1].message)
        return bool(waiting)

    @staticmethod
    def _take(answer: _Answer, first: int, results: dict[int, Any]) -> None:
        """Note a result, or raise the exception of the task; of interrupted calls nothing is taken."""
        number, done, value = answer
        if number < first:
            return
        if not done:
            raise value
        results[number] = value

    def close(self) -> None:
        """End all workers; those in the middle of a task are not waited for."""
        for worker in self._pool:
            worker.connection.close()
            if worker.tasks:
                worker.process.terminate()
        for worker in self._pool:
            worker.process.join(_SECONDS_TO_END)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
        self._pool.clear()

    def _next_answers(self) -> list[tuple[_Worker, _Answer | None]]:
        """Wait until a worker answers or dies: its answer, or None if it is dead."""
        owner: dict[Any, _Worker] = {}
        for worker in self._pool:
            owner[worker.connection] = worker
            owner[worker.process.sentinel] = worker
        with interruption.heard_at_once():
            sources = connections.wait([*owner, *interruption.wakeups()])
        ready = {id(owner[source]): owner[source] for source in sources if source in owner}
        answers: list[tuple[_Worker, _Answer | None]] = []
        for worker in ready.values():
            try:
                # An answer that was sent before its sender died still counts.
                answer = pickle.loads(worker.connection.recv_bytes()) if worker.connection.poll() else None  # noqa: S301
            except (EOFError, OSError):
                answer = None
            answers.append((worker, answer))
        return answers

    def _replace(self, worker: _Worker) -> None:
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
            if lost[0].deaths >= MOST_DEATHS:
                raise WorkerError(
                    f"{MOST_DEATHS} worker processes died over the same work (the last: {cause}); there may "
                    "be too little memory: try fewer workers (--workers) or a smaller population"
                )

    def _start_workers(self) -> None:
        """Start the workers that are missing; where the system gives no more, go on with fewer."""
        while len(self._pool) < self.workers:
            try:
                self._pool.append(self._new_worker())
            except OSError as error:
                wanted, self.workers = self.workers, max(1, len(self._pool))
                sys.stderr.write(
                    f"senet-gp: there can be only {self.workers} of {wanted} workers "
                    f"({error.strerror or error}); this goes on with {self.workers}, with the same result.\n"
                )
                return

    def _new_worker(self) -> _Worker:
        if getattr(multiprocess.current_process(), "_inheriting", False):
            # We are a spawned worker that imports a program without a guard.
            os._exit(_WITHOUT_GUARD)
        method = self._wanted.start_method()
        context = multiprocess.get_context(method)
        ours, theirs = context.Pipe()
        inherited = [worker.connection for worker in self._pool if not worker.connection.closed]
        process = context.Process(
            target=_work,
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
