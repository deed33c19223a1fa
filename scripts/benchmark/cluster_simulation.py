"""Many cores of a cluster, simulated with measured costs: for one run, for islands, and for an experiment.

The parent and Dask's scheduler are one server: it sends tasks and takes results one after the other. Each
worker has a core, and has its next task when it ends one, as the pool keeps two tasks for each worker on
their way.
"""

from __future__ import annotations

import dataclasses
import heapq
import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from benchmark.simulation import Costs, generation_seconds

#: How many tasks the pool keeps on their way or in work for each worker.
_TASKS_A_WORKER = 2
#: The fewest and the most children that are bred in one task.
LITTERS = (32, 256)
#: How many generations are drawn from the times of duels; those of islands and runs are drawn from these.
_GENERATIONS_DRAWN = 50


class Network(NamedTuple):
    """What lies between the parent and the workers.

    Attributes:
        latency: the seconds from one machine to another.
        bytes_a_second: how many bytes go through the parent's connection in a second.
    """

    latency: float = 0.0002
    bytes_a_second: float = 117e6


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterCosts:
    """Measured costs of small tasks, of generations and of runs.

    Attributes:
        local: the costs of a generation with worker processes of this machine.
        dask: the same with those of Dask.
        bytes: how many bytes are sent and received in a generation for each individual.
        saving: the parent's seconds for an individual of an island: the logs of a generation.
        checkpoint: the same for its checkpoint.
        runs: the seconds of runs that differ in their seeds alone, with a mean of 1.
    """

    local: Costs
    dask: Costs
    bytes: float
    saving: float
    checkpoint: float
    runs: Sequence[float]

    def over(self, network: Network) -> Costs:
        """The costs of a generation with workers of Dask on other machines."""
        sending = self.bytes / network.bytes_a_second
        return dataclasses.replace(
            self.dask,
            latency=self.dask.latency + 2 * network.latency,
            individual_in_parent=self.dask.individual_in_parent + sending,
        )


class Speedup(NamedTuple):
    """How much faster something is than on one core.

    Attributes:
        alone: the seconds on one core, by one process without a pool.
        seconds: the seconds by the number of cores.
    """

    alone: float
    seconds: dict[int, float]

    def times(self, cores: int) -> float:
        """How many times faster it is with this many cores."""
        return self.alone / self.seconds[cores]

    def efficiency(self, cores: int) -> float:
        """The share of the cores' time that is used for what one core would do."""
        return self.times(cores) / cores


def makespan(
    durations: Sequence[float], cores: int, *, sending: float, latency: float, taking: float = 0.0
) -> float:
    """When the parent has the results of some tasks, which are sent in their order.

    Args:
        durations: the seconds of each task in a worker.
        cores: the number of workers.
        sending: the parent's seconds for sending a task.
        latency: the seconds to a worker and back.
        taking: the parent's seconds for what it does with a result.
    """
    parent = 0.0
    idle_from = [0.0] * cores
    results: list[float] = []  # when each result that the parent has not taken yet reaches it

    def take() -> float:
        return max(parent, heapq.heappop(results)) + taking

    for duration in durations:
        while len(results) >= _TASKS_A_WORKER * cores:
            parent = take()
        parent += sending
        end = max(heapq.heappop(idle_from), parent + latency / 2) + duration
        heapq.heappush(idle_from, end)
        heapq.heappush(results, end + latency / 2)
    while results:
        parent = take()
    return parent


def one_run(population: int, costs: Costs, cores: Sequence[int]) -> Speedup:
    """A generation of one run, whose knockout and breeding are spread over the workers.

    Args:
        population: the number of individuals, a power of two.
        costs: the measured costs.
        cores: the numbers of workers, each more than one.
    """
    free_breeding = dataclasses.replace(costs, individual_in_worker=0.0)
    seconds = {}
    for number in cores:
        litter = min(LITTERS[1], max(LITTERS[0], -(-population // number)))
        ends = [*range(0, population, litter), population]
        litters = [(end - begin) * costs.individual_in_worker for begin, end in pairwise(ends)]
        breeding = makespan(litters, number, sending=costs.batch, latency=costs.latency)
        seconds[number] = breeding + generation_seconds(population, number, free_breeding, random.Random(1))
    return Speedup(generation_seconds(population, 1, costs, random.Random(1)), seconds)


def _durations(population: int, costs: ClusterCosts, generations: int, count: int) -> list[float]:
    """The seconds of some generations of each of some runs, which one process plays."""
    rng = random.Random(1)
    drawn = [generation_seconds(population, 1, costs.dask, rng) for _ in range(_GENERATIONS_DRAWN)]
    factors = rng.choices(costs.runs, k=count)
    return [factor * sum(rng.choices(drawn, k=generations)) for factor in factors]


def islands(
    count: int, population: int, generations: int, costs: ClusterCosts, network: Network, cores: Sequence[int]
) -> Speedup:
    """From one migration of islands to the next, which begins when all islands have come to it.

    Each island is a task. The parent writes its logs and its checkpoint when it has come back.

    Args:
        count: the number of islands.
        population: the individuals of each, a power of two.
        generations: the generations between two migrations.
        costs: the measured costs.
        network: what is between the parent and the workers.
        cores: the numbers of workers, each more than one.
    """
    durations = _durations(population, costs, generations, count)
    saving = population * (generations * costs.saving + costs.checkpoint)
    # The population goes and comes once, whatever the number of generations.
    sending = costs.dask.batch + population * costs.bytes / network.bytes_a_second
    latency = costs.dask.latency + 2 * network.latency
    seconds = {
        number: makespan(durations, number, sending=sending, latency=latency, taking=saving)
        for number in cores
    }
    return Speedup(sum(durations) + count * saving, seconds)


def experiment(
    runs: int, population: int, generations: int, costs: ClusterCosts, network: Network, cores: Sequence[int]
) -> Speedup:
    """An experiment, each run of which is a task that writes its own files.

    Args:
        runs: the number of runs.
        population: the individuals of each, a power of two.
        generations: the generations of each.
        costs: the measured costs.
        network: what is between the parent and the workers.
        cores: the numbers of workers, each more than one.
    """
    saving = population * generations * costs.saving
    durations = [seconds + saving for seconds in _durations(population, costs, generations, runs)]
    latency = costs.dask.latency + 2 * network.latency
    seconds = {
        number: makespan(durations, number, sending=costs.dask.batch, latency=latency) for number in cores
    }
    return Speedup(sum(durations), seconds)
