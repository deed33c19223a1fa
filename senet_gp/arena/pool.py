"""Where work is done: the protocol of pools, and the pool that does everything in this process.

A task is a plain function with plain arguments, so its result does not depend on where and when it is done.
To use workers elsewhere, derive a class from :class:`Pool` and write ``workers`` and ``submit``: the futures
of ``concurrent.futures``, Dask and mpi4py already satisfy :class:`Pending`.
"""

from __future__ import annotations

import hashlib
import io
import pickle
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from types import FunctionType, TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

from senet_gp.runtime import interruption
from senet_gp.runtime.errors import SenetGpError, brief, failure_text
from senet_gp.runtime.module_hashes import note_loaded
from senet_gp.runtime.origins import is_from_outside, told

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class WorkerError(SenetGpError):
    """Workers die repeatedly, for example because memory runs out."""


class Pending(Protocol):
    """A task that was submitted, such as a future of ``concurrent.futures``."""

    def done(self) -> bool:
        """Whether the result is available without waiting."""

    def result(self) -> Any:
        """Wait for the result of the task's function and return it.

        Raises:
            Exception: the exception that the function raised.
        """

    def cancel(self) -> Any:
        """Give the task up: its result will not be asked for."""


class CodePickler(pickle.Pickler):
    """Pickles as usual, and notes the modules from outside whose functions and classes are sent."""

    def reducer_override(self, thing: Any) -> Any:
        """How a thing is pickled: as usual."""
        if isinstance(thing, FunctionType | type) and is_from_outside(thing.__module__):
            note_loaded(thing.__module__)
        return NotImplemented


class Shared(Generic[T_co]):
    """A value that many tasks have among their arguments.

    Each worker gets and unpickles it once for all tasks. It is identified by the digest of its content.

    Args:
        value: the value, which must be picklable and must not be changed.
    """

    def __init__(self, value: T_co) -> None:
        self._value = value

    def __repr__(self) -> str:
        return brief(self, type(self.value).__name__)

    @property
    def value(self) -> T_co:
        """The value; it is the same object for all tasks of a worker."""
        return self._value

    @cached_property
    def content(self) -> bytes:
        """The value, pickled."""
        written = io.BytesIO()
        CodePickler(written, pickle.HIGHEST_PROTOCOL).dump(self._value)
        return written.getvalue()

    @cached_property
    def digest(self) -> bytes:
        """The SHA-256 of its content."""
        return hashlib.sha256(self.content).digest()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the value, for pools that send it with every task."""
        return Shared, (self._value,)


class Pool(Protocol):
    """Does tasks, in this process or elsewhere. Use it in a ``with`` statement, which closes it.

    Derive from it and write ``workers`` and ``submit``; the other methods use these, and can be overridden. A
    pool guarantees:

    - The death of a worker does not lose a task: another worker does it again, or its ``result`` raises
      :class:`WorkerError`.
    - ``submit`` and ``result`` can be interrupted (``KeyboardInterrupt``).
    - Several threads can use it at the same time.

    ``tests/arena/test_other_pools.py`` shows one over ``concurrent.futures``.
    """

    def __repr__(self) -> str:
        return brief(self, f"{self.workers} {'worker' if self.workers == 1 else 'workers'}")

    @property
    @abstractmethod
    def workers(self) -> int:
        """How many tasks are done at the same time; work is divided into batches accordingly."""

    @property
    def alone(self) -> bool:
        """Whether this process does all tasks itself: by default if there is one worker."""
        return self.workers == 1

    @property
    def batch_seconds(self) -> float:
        """How long a batch of work is to take at least, if each worker has one; 0 where sending is cheap."""
        return 0.0

    def prepare(self, function: Callable[..., Any], /, *arguments: Any) -> None:
        """Call a function whose effects workers share, such as compiled code in the cache of a machine.

        By default it is called in this process, if there are workers, which inherit the effects.

        Args:
            function: a function at module level; calling it again with the same arguments must do no harm.
            arguments: its arguments, which must be picklable and hashable.
        """
        if not self.alone:
            function(*arguments)

    @abstractmethod
    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Pending:
        """Submit a task; this may wait until earlier tasks are done.

        Args:
            function: a function at module level.
            arguments: its arguments, which must be picklable.

        Raises:
            WorkerError: if no worker is left.
        """

    def map(
        self,
        function: Callable[..., Any],
        tasks: Iterable[Any],
        *,
        shared: Any = None,
        here: bool = False,
    ) -> list[Any]:
        """``[function(*task) for task in tasks]``, the results in the order of the tasks.

        A task that is not a tuple is the only argument: ``pool.map(abs, [-1, -2])`` is as with Python's
        ``map``.

        >>> SerialPool().map(pow, [(1,), (2,)], shared=3)
        [3, 9]

        Args:
            function: a function at module level.
            tasks: its arguments, which must be picklable; the iterable is read as tasks can be submitted.
            shared: a first argument of all calls, which each worker is sent once; None for none.
            here: whether to do the tasks in this process, for tasks that are less work than sending them.

        Raises:
            WorkerError: if workers die repeatedly over the same task, or the last one cannot be replaced.
            KeyboardInterrupt: if the user interrupts the program; this is checked between tasks.
            Exception: the exception of the first task, in their order, that raises one.
        """
        if shared is not None:
            common = shared if isinstance(shared, Shared) else Shared(shared)
            front = function, common
            tasks = ((*front, *_arguments(task)) for task in tasks)
            function = _with_value
        if here or self.alone:
            return [_done_here(function, _arguments(task)) for task in tasks]
        pending: deque[Pending] = deque()
        results = []
        try:
            for task in tasks:
                pending.append(self.submit(function, *_arguments(task)))
                # So exceptions are raised soon, and finished tasks do not fill the memory.
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
        """Wait until one of the tasks is done; this default waits for the first one.

        Args:
            tasks: at least one task that was submitted to this pool.

        Raises:
            WorkerError: as ``result`` does.
            KeyboardInterrupt: if the user interrupts the program.
            Exception: the exception of the task that it waits for.
        """
        if not any(task.done() for task in tasks):
            tasks[0].result()

    def close(self) -> None:
        """End all workers, without waiting for their tasks."""

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
    """Do work whose parts depend on each other: a part begins when the parts that it needs have ended.

    >>> counts = []
    >>> def begin(number: int) -> Pending:
    ...     return SerialPool().submit(abs, number)
    >>> def end(number: int, result: int) -> list[int]:
    ...     counts.append(result)
    ...     return [number + 1] if number < 0 else []
    >>> work_through(SerialPool(), [-3], begin, end)
    >>> counts
    [3, 2, 1, 0]

    Args:
        pool: where tasks are done.
        ready: the parts that can begin at once.
        begin: submits the task of a part.
        end: takes a part and its result, and returns the parts that can begin now; they begin before others.

    Raises:
        WorkerError: as the pool does.
        KeyboardInterrupt: if the user interrupts the program.
        Exception: the exception of a task.
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


def _arguments(task: Any) -> tuple[Any, ...]:
    return task if isinstance(task, tuple) else (task,)


def _with_value(function: Callable[..., Any], shared: Shared[Any], *arguments: Any) -> Any:
    return function(shared.value, *arguments)


def _done_here(function: Callable[..., Any], task: tuple[Any, ...]) -> Any:
    interruption.check()
    try:
        return function(*task)
    except KeyboardInterrupt as error:
        if interruption.may_be_raised():
            raise
        # The program was not interrupted: code from outside has raised it.
        raise SenetGpError(told(error) or failure_text(error)) from error


class Finished:
    """A task that was done in this process when it was submitted.

    Args:
        function: the function, which is called at once; its exception is kept for :meth:`result`.
        arguments: its arguments.

    Raises:
        KeyboardInterrupt: if the user interrupts the program.
    """

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self._value: Any = None
        self._error: Exception | None = None
        try:
            self._value = _done_here(function, arguments)
        except Exception as error:  # noqa: BLE001 - it is raised by result()
            self._error = error

    def __repr__(self) -> str:
        return brief(self, "failed" if self._error else "done")

    def done(self) -> bool:
        """True."""
        return True

    def result(self) -> Any:
        """Return the result of the function, or raise its exception."""
        if self._error is not None:
            raise self._error
        return self._value

    def cancel(self) -> None:
        """Do nothing: the task is done."""


class SerialPool(Pool):
    """Does every task in this process, when it is submitted."""

    workers = 1

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Finished:
        """Do a task at once."""
        return Finished(function, arguments)

    def close(self) -> None:
        """Do nothing: there are no workers to end."""
