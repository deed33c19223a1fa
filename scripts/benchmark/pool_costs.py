"""What work costs in a pool: tasks, bytes, and the seconds in which its workers do not work.

The functions that workers call are in this module, because they must be able to import them.
"""

from __future__ import annotations

import os
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median
from typing import Any, NamedTuple
from unittest.mock import patch

from senet_gp.arena.messages import Packer
from senet_gp.arena.pool import Pending, Pool, Shared
from senet_gp.benchmark.generation import descendants_of
from senet_gp.evolution.config import Config
from senet_gp.evolution.loop import Evolution
from senet_gp.trees.individual import Individual

#: The size of the shared value whose way to all workers is timed.
MEGABYTE = 1_000_000
#: How long a worker is busy with a shared value, so that the next task goes to another worker.
_SECONDS_BUSY = 0.05
#: After this many tasks for each worker, one that has done none will not do one.
_MAX_ROUNDS = 20


@dataclass(eq=False)
class Traffic:
    """What went through a pool since this was made.

    Attributes:
        tasks: how many tasks were submitted.
        sent: the bytes of their messages, and of each new shared value once for each worker.
        received: the bytes of their results.
        work: the seconds that the workers were busy with them.
    """

    tasks: int = 0
    sent: int = 0
    received: int = 0
    work: float = 0.0


def timed(function: Callable[..., Any], *arguments: Any) -> tuple[float, bytes]:
    """The seconds that a function takes in a worker, and its result, pickled."""
    begin = time.perf_counter()
    result = function(*arguments)
    seconds = time.perf_counter() - begin
    return seconds, pickle.dumps(result, pickle.HIGHEST_PROTOCOL)


@dataclass(eq=False)
class _Measured:
    """A task of a pool that measures (see :class:`~senet_gp.arena.pool.Pending`)."""

    task: Pending
    pool: MeasuringPool
    value: list[Any] = field(default_factory=list)

    def done(self) -> bool:
        """Whether there is a result."""
        return self.task.done()

    def result(self) -> Any:
        """Wait for the result of the task's function."""
        if not self.value:
            seconds, packed = self.task.result()
            self.pool.traffic.work += seconds
            self.pool.traffic.received += len(packed)
            self.value.append(pickle.loads(packed))  # noqa: S301 - of our own workers
        return self.value[0]

    def cancel(self) -> None:
        """Give the task up."""
        self.task.cancel()


class MeasuringPool(Pool):
    """A pool that measures what goes through another one.

    Args:
        inner: the pool that does the tasks.
    """

    def __init__(self, inner: Pool) -> None:
        self._inner = inner
        self._sent: set[bytes] = set()
        self.traffic = Traffic()

    @property
    def workers(self) -> int:
        """The workers of the other pool."""
        return self._inner.workers

    @property
    def alone(self) -> bool:
        """As the other pool says."""
        return self._inner.alone

    @property
    def batch_seconds(self) -> float:
        """As the other pool says."""
        return self._inner.batch_seconds

    def prepare(self, function: Callable[..., Any], /, *arguments: Any) -> None:
        """Let the other pool prepare its workers."""
        self._inner.prepare(function, *arguments)

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> _Measured:
        """Submit a task, which is timed."""
        with self._counted():
            task = self._inner.submit(timed, function, *arguments)
        self.traffic.tasks += 1
        return _Measured(task, self)

    def wait_for_any(self, tasks: Sequence[Pending]) -> None:
        """Wait until one of the tasks is done."""
        self._inner.wait_for_any(tasks)

    def close(self) -> None:
        """Do nothing: the other pool has an owner."""

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """Count the bytes of a message as it is packed, which is done once."""
        original = Packer.packed

        def packed(
            packer: Packer, function: Callable[..., Any], arguments: tuple[Any, ...]
        ) -> tuple[bytes, list[Shared[Any]]]:
            message, shared = original(packer, function, arguments)
            new = [one for one in shared if one.digest not in self._sent]
            self._sent.update(one.digest for one in new)
            self.traffic.sent += len(message) + self.workers * sum(len(one.content) for one in new)
            return message, shared

        with patch.object(Packer, "packed", packed):
            yield


class GenerationCosts(NamedTuple):
    """What a generation costs in a pool; medians over several.

    Attributes:
        tasks: its number of tasks.
        sent: the bytes of these and of what they share.
        received: the bytes of their results.
        seconds: how long it takes.
        work: the seconds in which workers are busy.
        overhead: the seconds in which they are not: those of the generation, times the workers, less the
            work. They wait for the parent, for messages and for each other.
    """

    tasks: float
    sent: float
    received: float
    seconds: float
    work: float
    overhead: float


def measure_pools(
    pools: Sequence[Pool], config: Config, trees: Sequence[Individual], *, repeats: int
) -> list[GenerationCosts]:
    """Measure the same generations in several pools, in turns.

    Args:
        pools: the pools.
        config: the configuration of the run; its population is set.
        trees: the parents of every generation.
        repeats: the number of measured generations.

    Raises:
        ValueError: if the generations differ.
    """
    measuring = [MeasuringPool(pool) for pool in pools]
    evolutions = [Evolution(config, pool) for pool in measuring]
    found: list[list[GenerationCosts]] = [[] for _ in pools]
    for repeat in range(repeats + 1):  # in the first, workers start and load what they need
        winners = set()
        for pool, evolution, own in zip(measuring, evolutions, found, strict=True):
            traffic = pool.traffic = Traffic()
            begin = time.perf_counter()
            generation = descendants_of(evolution, trees)
            seconds = time.perf_counter() - begin
            winners.add(str(generation.record["winner"]))
            overhead = seconds * pool.workers - traffic.work
            sizes = (traffic.tasks, traffic.sent, traffic.received)
            if repeat:
                own.append(GenerationCosts(*sizes, seconds, traffic.work, overhead))
        if len(winners) > 1:
            raise ValueError(f"the pools play different runs: {winners}")
    return [GenerationCosts(*map(median, zip(*own, strict=True))) for own in found]


def empty_tasks_a_second(pool: Pool, tasks: int) -> float:
    """How many tasks that do nothing a pool does in a second.

    Args:
        pool: the pool, whose workers have started.
        tasks: how many are done.
    """
    begin = time.perf_counter()
    pool.map(abs, range(tasks))
    return tasks / (time.perf_counter() - begin)


def received(shared: Shared[bytes]) -> tuple[int, float]:
    """The process that has a shared value, and when, on a clock that all processes of a machine share."""
    assert shared.value
    now = time.monotonic()
    time.sleep(_SECONDS_BUSY)
    return os.getpid(), now


def seconds_to_share(pool: Pool, size: int = MEGABYTE) -> float:
    """The seconds until a worker has a shared value that it needs, of the worker that waits longest.

    The time counts from the submission of the first task that brings the worker to need it: Dask prefers
    workers that have the value already. All workers are on this machine.

    Args:
        pool: the pool, whose workers have started.
        size: its bytes.

    Raises:
        RuntimeError: if a worker does nothing.
    """
    shared = pool.share(os.urandom(size))
    first: dict[int, float] = {}
    for _ in range(_MAX_ROUNDS):
        begin = time.monotonic()
        for process, seconds in pool.map(received, [shared] * pool.workers):
            first.setdefault(process, seconds - begin)
        if len(first) == pool.workers:
            return max(first.values())
    raise RuntimeError(f"only {len(first)} of {pool.workers} workers do tasks")
