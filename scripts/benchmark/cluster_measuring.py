"""The costs from which a cluster is simulated, measured on this machine with two workers of each pool."""

from __future__ import annotations

import dataclasses
import random
import time
from collections.abc import Sequence
from statistics import mean, median
from tempfile import TemporaryDirectory

import numpy as np

from benchmark.cluster_simulation import ClusterCosts
from benchmark.overheads import measure_overheads, measured_costs
from benchmark.pool_costs import measure_pools
from benchmark.simulation import Costs
from benchmark.trees import bred_population
from senet_gp.arena.batches import WORK_OF_THE_RULES
from senet_gp.arena.engines import pool_of
from senet_gp.arena.pool import SerialPool
from senet_gp.benchmark.generation import descendants_of, measure_generation
from senet_gp.evolution.config import Config
from senet_gp.evolution.loop import Evolution
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.trees.individual import Individual

#: How many quantiles of measured times are kept, from which those of tasks are drawn.
_QUANTILES = 20
#: The individuals and the generations of the runs that are compared.
RUN = (64, 15)


def measure_costs(
    nodes: int, count: int, *, repeats: int, runs: int, workers: str = "dask:2"
) -> ClusterCosts:
    """Measure all costs.

    Args:
        nodes: the approximate number of nodes of a tree.
        count: the number of trees, a power of two.
        repeats: how often most costs are measured; the median counts.
        runs: how many runs are compared that differ in their seeds.
        workers: the two workers of Dask, as ``--workers``.
    """
    trees = bred_population(nodes, count, random.Random(nodes))
    generation = measure_generation(trees, repeats=repeats)
    here = measure_overheads(trees, repeats=repeats)
    local = measured_costs(trees, generation, here).by_workers
    there = measure_overheads(trees, repeats=repeats, workers=workers)
    with pool_of(workers) as pool:
        config = Config(population=count, generations=repeats + 1)
        (sent,) = measure_pools([pool], config, trees, repeats=repeats)
        batch_seconds = pool.batch_seconds
    duels = _quantiles(local.duels)
    work = 2 * round(WORK_OF_THE_RULES / 2 + mean(map(len, trees)))
    local = dataclasses.replace(_rounded(local), duels=duels, work=work)
    dask = dataclasses.replace(
        local,
        batch=_short(there.batch),
        latency=_short(max(0.0, there.latency - there.batch)),
        individual_in_parent=_short(there.individual),
        batch_seconds=batch_seconds,
    )
    saving, checkpoint = _seconds_of_saving(trees, repeats=repeats)
    return ClusterCosts(
        local=local,
        dask=dask,
        bytes=round((sent.sent + sent.received) / count),
        saving=_short(saving / count),
        checkpoint=_short(checkpoint / count),
        runs=_spread_of_runs(runs),
    )


def _short(seconds: float) -> float:
    """Two digits are as many as can be measured."""
    return float(f"{seconds:.2g}")


def _quantiles(seconds: Sequence[float]) -> tuple[float, ...]:
    shares = (np.arange(_QUANTILES) + 0.5) / _QUANTILES
    return tuple(_short(found) for found in np.quantile(seconds, shares).tolist())


def _rounded(costs: Costs) -> Costs:
    return dataclasses.replace(
        costs,
        batch=_short(costs.batch),
        latency=_short(costs.latency),
        individual_alone=_short(costs.individual_alone),
        individual_in_parent=_short(costs.individual_in_parent),
        individual_in_worker=_short(costs.individual_in_worker),
    )


def _seconds_of_saving(trees: Sequence[Individual], *, repeats: int) -> tuple[float, float]:
    """The median processor seconds of writing the logs of a generation, and of its checkpoint."""
    config = Config(population=len(trees), generations=repeats + 1)
    logs, checkpoints = [], []
    with TemporaryDirectory() as directory:
        run = RunDirectory.create(f"{directory}/run", config)
        evolution = Evolution(config, SerialPool())
        for _ in range(repeats):
            generation = descendants_of(evolution, trees)
            begin = time.process_time()
            run.logs.append(generation)
            run.checkpoints.keep(evolution.state)
            written = time.process_time()
            run.write_checkpoint()
            logs.append(written - begin)
            checkpoints.append(time.process_time() - written)
    return median(logs), median(checkpoints)


def _spread_of_runs(count: int) -> tuple[float, ...]:
    """The processor seconds of short runs with different seeds, as shares of their mean."""
    found = []
    population, generations = RUN
    for seed in range(1, count + 1):
        begin = time.process_time()
        for _ in Evolution(Config(population=population, generations=generations, seed=seed), SerialPool()):
            pass
        found.append(time.process_time() - begin)
    return tuple(_short(seconds / mean(found)) for seconds in sorted(found))
