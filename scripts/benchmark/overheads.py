"""The cost of sending work to workers, which the simulation of cores uses."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

from benchmark.simulation import Costs
from senet_gp.arena.batches import play_duels
from senet_gp.arena.engines import pool_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import Pool
from senet_gp.benchmark.generation import GenerationFigures
from senet_gp.engine.participants import Source
from senet_gp.engine.program import translate_codes
from senet_gp.engine.results import Pairings
from senet_gp.evolution.config import Config
from senet_gp.evolution.loop import Evolution
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.games.senet import Senet
from senet_gp.streams import key_of, part_keys
from senet_gp.trees.individual import Individual

_KEY = key_of(1)
#: The size of a batch of about fifty trees of 500 nodes.
_BATCH_BYTES = 50_000


@dataclass(frozen=True, slots=True)
class Overheads:
    """The overhead of two workers, in seconds.

    Attributes:
        round: the overhead of the first round of a knockout: sending the trees and receiving the results. It
            is measured with games of one piece a side, in which almost nothing is evaluated.
        batch: the processor time of the parent for sending a batch of trees and receiving its results. (With
            many cores the parent has a core of its own.)
        latency: the time from sending a task that takes no time to receiving its result.
        individual: the processor time of the parent for one individual outside the tournament, if workers
            breed: choosing and sending its parents, receiving it, statistics, logs. Checkpoints are excluded,
            since they take a fixed share of a run's time.
    """

    round: float
    batch: float
    latency: float
    individual: float


def _trivial_round(entrants: Sequence[Source], pool: Pool) -> float:
    """The seconds of a first round in which almost nothing is played."""
    first = np.arange(0, len(entrants) - 1, 2)
    begin = time.perf_counter()
    pairings = Pairings(first, first + 1, part_keys(_KEY, len(first)))
    play_duels(pool, entrants, pairings, 3, Senet(pieces=1))
    return time.perf_counter() - begin


def _handing_out(pool: Pool, tasks: int, clock: Callable[[], float]) -> float:
    """The seconds per task of sending this many tasks that are as large as a batch and do nothing."""
    batch = bytes(_BATCH_BYTES)
    begin = clock()
    pool.map(len, [(batch,)] * tasks)
    return (clock() - begin) / tasks


def _individual(trees: Sequence[Individual], pool: Pool, *, repeats: int) -> float:
    """The median processor seconds of the parent for one individual, without the tournament."""
    config = Config(population=len(trees), generations=repeats + 2)
    found = []
    with TemporaryDirectory() as directory:
        run = RunDirectory.create(f"{directory}/run", config)
        evolution = Evolution(config, pool)
        evaluate = evolution.toolbox.evaluate
        played = [0.0]

        def timed(*arguments: Any) -> Any:
            begin = time.process_time()
            result = evaluate(*arguments)
            played[0] = time.process_time() - begin
            return result

        evolution.toolbox.register("evaluate", timed)
        for _ in range(repeats + 1):
            evolution.state.population = [
                Individual.from_packed(tree.packed, tree.vocabulary) for tree in trees
            ]
            for individual in evolution.state.population:
                individual.fitness.values = (1,)
            begin = time.process_time()
            generation = evolution.next_generation()
            run.save(generation, evolution.state)
            found.append((time.process_time() - begin - played[0]) / len(trees))
    return median(found[1:])  # the first writes a checkpoint


def measure_overheads(trees: Sequence[Individual], *, repeats: int, workers: str = "2") -> Overheads:
    """Measure the overhead of two workers.

    Args:
        trees: a population.
        repeats: the number of measurements; trivial rounds are measured ten times as often.
        workers: which two, as ``--workers``. A local cluster of Dask has its scheduler in this process, whose
            processor time is then that of both.
    """
    entrants = [Source(tree.codes.tobytes(), tree.vocabulary) for tree in trees]
    alone: list[float] = []
    shared: list[float] = []
    with WorkerPool(1) as one, pool_of(workers) as two:
        _trivial_round(entrants, one)
        _trivial_round(entrants, two)  # starts the workers
        for _ in range(10 * repeats):
            alone.append(_trivial_round(entrants, one))
            shared.append(_trivial_round(entrants, two))
        batch = median(_handing_out(two, 100, time.process_time) for _ in range(repeats))
        latency = median(_handing_out(two, 1, time.perf_counter) for _ in range(10 * repeats))
        individual = _individual(trees, two, repeats=repeats)
    return Overheads(
        round=median(shared) - median(alone) / 2,
        batch=batch,
        latency=latency,
        individual=individual,
    )


class BothCosts(NamedTuple):
    """The costs if the parent breeds all children, and if the workers breed them."""

    by_parent: Costs
    by_workers: Costs


def measured_costs(
    trees: Sequence[Individual], generation: GenerationFigures, overheads: Overheads
) -> BothCosts:
    """The costs of trees of this size, which the workers that play them also translate.

    Args:
        trees: a population.
        generation: the figures of a generation with trees of this size, on one core.
        overheads: the overhead of two workers.
    """
    begin = time.perf_counter()
    for tree in trees:
        translate_codes(tree.codes, tree.vocabulary)
    translating = (time.perf_counter() - begin) / len(trees)
    sources = [Source(tree.codes.tobytes(), tree.vocabulary) for tree in trees]
    first = np.arange(0, len(sources) - 1, 2)
    keys = part_keys(_KEY, len(first))
    with WorkerPool(1) as pool:
        begin = time.perf_counter()
        results = play_duels(pool, sources, Pairings(first, first + 1, keys), 3, Senet())
        seconds = time.perf_counter() - begin
    # The time of a duel is in proportion to its turns; both its trees are translated.
    playing = seconds - len(trees) * translating
    duels = (results.turns * (playing / results.turns.sum()) + 2 * translating).tolist()
    breeding = generation.seconds_breeding / len(trees)
    outside = max(breeding, generation.seconds_outside / len(trees) - translating)
    latency = max(0.0, overheads.latency - overheads.batch)
    return BothCosts(
        by_parent=Costs(
            duels,
            overheads.batch,
            latency,
            individual_alone=outside,
            individual_in_parent=outside,
        ),
        by_workers=Costs(
            duels,
            overheads.batch,
            latency,
            individual_alone=outside,
            individual_in_parent=overheads.individual,
            individual_in_worker=breeding,
        ),
    )
