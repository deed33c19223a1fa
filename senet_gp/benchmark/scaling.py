"""The evaluation phase with more than one worker, and what a round of a knockout costs beside its matches."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from statistics import median

import numpy as np

from senet_gp.arena.batches import play_matches
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import Pool
from senet_gp.engine.participants import Source
from senet_gp.evolution.config import Config
from senet_gp.evolution.fitness.knockout import evaluate_by_knockout
from senet_gp.evolution.loop import no_search_for_cycles
from senet_gp.games.senet import Senet
from senet_gp.streams import key_of, part_keys
from senet_gp.trees.individual import Individual

_KEY = key_of(1)
#: Of some fifty trees of 500 nodes.
_BATCH_BYTES = 50_000


@dataclass(frozen=True, slots=True)
class ScalingFigures:
    """Workers beside one.

    Attributes:
        nodes: of a tree, on average.
        seconds: by the number of workers, for the evaluation of a generation: translating all, and the whole
            knockout; the median.
        speedup: by the number of workers, how much faster than with one: the median of the ratios of
            neighbouring repeats.
        round_overhead: by the number of workers, seconds that a first round of the knockout takes longer than
            its share of the playing: handing out the trees, and taking the results. Measured with games of
            one piece a side, in which next to nothing is evaluated.
        batch: seconds that handing out a batch of trees, and taking its results, costs the parent.
        latency: seconds from handing out to having the result of a task that takes no time.
    """

    nodes: float
    seconds: dict[int, float]
    speedup: dict[int, float]
    round_overhead: dict[int, float]
    batch: float
    latency: float


def _evaluation(trees: Sequence[Individual], pool: Pool) -> float:
    """The seconds of an evaluation phase, as it is in a run."""
    with no_search_for_cycles():
        begin = time.perf_counter()
        evaluate_by_knockout(trees, 1, config=Config(population=len(trees)), rng=random.Random(1), pool=pool)
        return time.perf_counter() - begin


def _trivial_round(entrants: Sequence[Source], pool: Pool) -> float:
    """The seconds of a first round in which next to nothing is to be played."""
    first = np.arange(0, len(entrants) - 1, 2)
    begin = time.perf_counter()
    play_matches(pool, entrants, first, first + 1, part_keys(_KEY, len(first)), 3, Senet(pieces=1))
    return time.perf_counter() - begin


def _handing_out(pool: Pool, tasks: int) -> float:
    """The seconds of a task as large as a batch of trees that does nothing; of so many at a time."""
    batch = bytes(_BATCH_BYTES)
    begin = time.perf_counter()
    pool.map(len, [(batch,)] * tasks)
    return (time.perf_counter() - begin) / tasks


def measure_scaling(
    populations: Sequence[Sequence[Individual]], *, workers: Sequence[int], repeats: int
) -> ScalingFigures:
    """Evaluate populations with one worker and with more, in turns.

    Args:
        populations: evaluated one after the other, so that none is remembered from the time before.
        workers: the numbers of workers beside one.
        repeats: how often; a trivial round ten times as often.
    """
    trees = populations[0]
    entrants = [Source(tree.codes.tobytes(), tree.vocabulary) for tree in trees]
    numbers = [1, *workers]
    seconds: dict[int, list[float]] = {number: [] for number in numbers}
    rounds: dict[int, list[float]] = {number: [] for number in numbers}
    with ExitStack() as stack:
        pools = {number: stack.enter_context(WorkerPool(number)) for number in numbers}
        for pool in pools.values():
            _trivial_round(entrants, pool)  # starts the workers
        for repeat in range(repeats):
            for number, pool in pools.items():
                seconds[number].append(_evaluation(populations[repeat % len(populations)], pool))
        for _ in range(10 * repeats):
            for number, pool in pools.items():
                rounds[number].append(_trivial_round(entrants, pool))
        pool = pools[numbers[1]]
        batch = median(_handing_out(pool, 100) for _ in range(repeats))
        latency = median(_handing_out(pool, 1) for _ in range(10 * repeats))
    alone = median(rounds[1])
    return ScalingFigures(
        nodes=sum(map(len, trees)) / len(trees),
        seconds={number: median(times) for number, times in seconds.items()},
        speedup={
            number: median(a / b for a, b in zip(seconds[1], seconds[number], strict=True))
            for number in workers
        },
        round_overhead={number: median(rounds[number]) - alone / number for number in workers},
        batch=batch,
        latency=latency,
    )
