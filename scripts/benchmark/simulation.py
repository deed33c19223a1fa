"""The scaling of a generation to more cores than the machine has, simulated with measured costs.

The knockout is played as the arena plays it: the parent sends parts of the bracket one after another, each to
the first idle worker, and sends a later duel as soon as both its sides are known. Either the parent breeds
all children or the workers do. The parent alone does everything else.
"""

from __future__ import annotations

import heapq
import random
from collections import deque
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

import numpy as np

from senet_gp.arena.bracket import Bracket, Standing
from senet_gp.arena.knockout import work_of_a_part
from senet_gp.engine.results import Indices

#: The smallest speedup for which doubling the number of cores pays.
_PAYS = 1.25


@dataclass(frozen=True, slots=True)
class Costs:
    """Measured costs, in seconds.

    Attributes:
        duels: the times of single duels, from which those of the simulated duels are drawn.
        batch: the parent's time for sending a batch and receiving its results.
        latency: the time until an idle worker has its next batch, in addition to the parent's time.
        individual_alone: the time for an individual on one core: breeding, statistics, logs.
        individual_in_parent: the parent's time for an individual on several cores: the same or, if workers
            breed, everything but breeding, and sending parents and receiving children.
        individual_in_worker: a worker's time for breeding an individual; 0 if the parent breeds.
        work: the mean work of a duel, in the units by which the arena makes batches.
        batch_seconds: how long the pool wants a batch to take at least.
    """

    duels: Sequence[float]
    batch: float
    latency: float = 0.0
    _: KW_ONLY
    individual_alone: float
    individual_in_parent: float
    individual_in_worker: float = 0.0
    work: int = 500
    batch_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Simulated:
    """A simulated generation.

    Attributes:
        population: the number of individuals.
        seconds: the seconds of a generation, by the number of cores.
        pays_to: the largest number of cores that pays: twice as many are less than 1.25 times faster.
    """

    population: int
    seconds: dict[int, float]
    pays_to: int

    @property
    def speedup(self) -> dict[int, float]:
        """The speedup over one core, by the number of cores."""
        return {cores: self.seconds[1] / seconds for cores, seconds in self.seconds.items()}


def _knockout(population: int, cores: int, costs: Costs, rng: random.Random) -> float:
    """The seconds of a knockout."""
    bracket = Bracket.drawn(population, 1, rng)
    durations = np.array(rng.choices(costs.duels, k=len(bracket.keys)))
    if cores == 1:
        return float(durations.sum())
    standing = Standing(bracket)
    work = bracket.work([costs.work // 2] * population, 0)
    ready = deque(bracket.parts(work, work_of_a_part(int(work[-1]), cores, costs.batch_seconds)))
    idle_from = [0.0] * cores
    running: list[tuple[float, int, Indices]] = []  # the end; a number that breaks ties; duels
    parent, number = 0.0, 0
    while ready or running:
        if ready and (idle_from[0] <= parent or not running):
            duels = ready.popleft()
            parent = max(parent, heapq.heappop(idle_from)) + costs.batch
            end = parent + costs.latency + float(durations[duels].sum())
            heapq.heappush(idle_from, end)
            heapq.heappush(running, (end, number, duels))
            number += 1
        else:
            # The parent waits for the worker that finishes first.
            end, _, duels = heapq.heappop(running)
            parent = max(parent, end)
            ready.extendleft(standing.ready_after(duels))
    return parent


def generation_seconds(population: int, cores: int, costs: Costs, rng: random.Random) -> float:
    """The seconds of a generation: breeding, its knockout, and everything else.

    Args:
        population: the number of individuals, a power of two.
        cores: the number of workers, each with a core of its own.
        costs: the measured costs.
        rng: draws the times of the duels.
    """
    if cores == 1:
        seconds = population * costs.individual_alone
    else:
        seconds = population * (costs.individual_in_parent + costs.individual_in_worker / cores)
    return seconds + _knockout(population, cores, costs, rng)


def simulated(population: int, costs: Costs, *, most_cores: int = 64) -> Simulated:
    """Simulate a generation on 1, 2, 4, … cores, up to ``most_cores``."""
    seconds = {}
    cores = 1
    while cores <= most_cores:
        seconds[cores] = generation_seconds(population, cores, costs, random.Random(1))
        cores *= 2
    pays_to = 1
    while 2 * pays_to <= most_cores and seconds[pays_to] > _PAYS * seconds[2 * pays_to]:
        pays_to *= 2
    return Simulated(population, seconds, pays_to)
