"""The scaling of a generation to more cores than the machine has, simulated with measured costs.

The knockout is played as the arena plays it: parts of the bracket are handed out by the parent one after
another, each to the worker that is idle first, and a match that parts lead to as soon as both its sides are
known. Children are bred by the parent alone, or where cores are free. Whatever else there is, the parent does
alone.
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

#: The work of a match, on average, in the units in which the arena makes batches.
_WORK = 500
#: More cores pay as long as twice as many make a generation faster by so much.
_PAYS = 1.25


@dataclass(frozen=True, slots=True)
class Costs:
    """What was measured, in seconds.

    Attributes:
        matches: of single matches: what a match takes is drawn from these.
        batch: of handing out one batch and taking its results, for the parent.
        latency: from when a worker is idle until it has its next batch, beside what that costs the parent.
        individual_alone: of an individual on one core: breeding, statistics, logs.
        individual_in_parent: of an individual on more cores, for the parent alone: the same, or where workers
            breed all but breeding, and sending parents and taking children.
        individual_in_worker: of breeding one where a core is free; 0 if the parent breeds.
    """

    matches: Sequence[float]
    batch: float
    latency: float = 0.0
    _: KW_ONLY
    individual_alone: float
    individual_in_parent: float
    individual_in_worker: float = 0.0


@dataclass(frozen=True, slots=True)
class Simulated:
    """A simulated generation.

    Attributes:
        population: how many individuals.
        seconds: of a generation, by the number of cores.
        pays_to: with twice as many cores as that, a generation is less than a quarter faster.
    """

    population: int
    seconds: dict[int, float]
    pays_to: int

    @property
    def speedup(self) -> dict[int, float]:
        """How much faster than on one core, by the number of cores."""
        return {cores: self.seconds[1] / seconds for cores, seconds in self.seconds.items()}


def _knockout(population: int, cores: int, costs: Costs, rng: random.Random) -> float:
    """The seconds of a knockout."""
    bracket = Bracket.drawn(population, 1, rng)
    durations = np.array(rng.choices(costs.matches, k=len(bracket.keys)))
    if cores == 1:
        return float(durations.sum())
    standing = Standing(bracket)
    work = bracket.work([_WORK // 2] * population, 0)
    ready = deque(bracket.parts(work, work_of_a_part(int(work[-1]), cores)))
    idle_from = [0.0] * cores
    running: list[tuple[float, int, Indices]] = []  # when it ends; a number, so that none are alike
    parent, number = 0.0, 0
    while ready or running:
        if ready and (idle_from[0] <= parent or not running):
            matches = ready.popleft()
            parent = max(parent, heapq.heappop(idle_from)) + costs.batch
            end = parent + costs.latency + float(durations[matches].sum())
            heapq.heappush(idle_from, end)
            heapq.heappush(running, (end, number, matches))
            number += 1
        else:
            # The parent waits for the first worker that is done.
            end, _, matches = heapq.heappop(running)
            parent = max(parent, end)
            ready.extendleft(standing.ready_after(matches))
    return parent


def generation_seconds(population: int, cores: int, costs: Costs, rng: random.Random) -> float:
    """The seconds of a generation: breeding, its knockout, and what is outside of both.

    Args:
        population: how many individuals; a power of two.
        cores: how many workers, with a core each.
        costs: what was measured.
        rng: draws how long the matches take.
    """
    if cores == 1:
        seconds = population * costs.individual_alone
    else:
        seconds = population * (costs.individual_in_parent + costs.individual_in_worker / cores)
    return seconds + _knockout(population, cores, costs, rng)


def simulated(population: int, costs: Costs, *, most_cores: int = 64) -> Simulated:
    """Simulate a generation on 1, 2, 4, … cores."""
    seconds = {}
    cores = 1
    while cores <= most_cores:
        seconds[cores] = generation_seconds(population, cores, costs, random.Random(1))
        cores *= 2
    pays_to = 1
    while 2 * pays_to <= most_cores and seconds[pays_to] > _PAYS * seconds[2 * pays_to]:
        pays_to *= 2
    return Simulated(population, seconds, pays_to)
