"""Compare what work costs in worker processes of this machine and with Dask, side by side.

    python scripts/cluster_costs.py [--populations 512 8192] [--only NAME] [--nodes 30] [--repeats 5]

Prints two tables in Markdown. The first has the empty tasks a second, and the milliseconds in which a shared
value of a megabyte comes to a worker that needs it. The second has, for a generation of each evaluation and
population, its tasks, the bytes that are sent and received, the seconds that it takes, the seconds in which
workers are busy, and the overhead: those in which they are not. The last line has the load of the machine.

Both pools have two workers, and take turns after every generation, so that a disturbance affects both. Two
cores should be idle. Of Dask's bytes, what its own protocol adds is not counted.
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from benchmark.pool_costs import empty_tasks_a_second, measure_pools, seconds_to_share
from benchmark.trees import bred_population

from senet_gp.arena.batches import warm_up
from senet_gp.arena.engines import pool_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import Pool
from senet_gp.arena.workers import available_cores
from senet_gp.evolution.config import Config
from senet_gp.games.senet import Senet

#: What is evaluated: the options that differ from Senet's defaults. With the defaults of from-positions, an
#: individual would play a hundred times as many games as in a knockout.
EVALUATIONS: Mapping[str, Mapping[str, Any]] = {
    "knockout": {},
    "from-positions": {
        "fitness": "from-positions",
        "start_plies": 40,
        "games": 1,
        "opponents": 1,
        "random_games": 6,
    },
}
#: The names of the pools, as ``--workers`` names them.
POOLS = {"local": "2", "Dask": "dask:2"}


def print_tasks(pools: Mapping[str, Pool], tasks: int, repeats: int) -> None:
    """Print the table of what tasks and shared values cost."""
    print("| pool | empty tasks a second | ms for 1 MB to a worker |\n| --- | ---: | ---: |")
    for name, pool in pools.items():
        pool.map(abs, range(2 * pool.workers))  # starts the workers
        rate = median(empty_tasks_a_second(pool, tasks) for _ in range(repeats))
        shared = median(seconds_to_share(pool) for _ in range(repeats))
        print(f"| {name} | {rate:,.0f} | {1000 * shared:.1f} |", flush=True)


def print_generations(
    pools: Mapping[str, Pool], populations: Sequence[int], nodes: int, repeats: int, only: str = ""
) -> None:
    """Print the table of what generations cost."""
    titles = "tasks | KB sent | KB received | seconds | of work | of overhead"
    print(f"\n| evaluation | individuals | pool | {titles} |\n| --- | ---: | --- |{' ---: |' * 6}")
    for name, options in EVALUATIONS.items():
        for population in populations if only in name else ():
            trees = bred_population(nodes, population, random.Random(nodes))
            config = Config.from_values(
                {"game": "senet", "population": population, "generations": repeats + 1, **options}
            )
            found = measure_pools(list(pools.values()), config, trees, repeats=repeats)
            for pool, costs in zip(pools, found, strict=True):
                print(
                    f"| {name} | {population:,} | {pool} | {costs.tasks:.0f} | {costs.sent / 1000:,.0f} | "
                    f"{costs.received / 1000:,.0f} | {costs.seconds:.3f} | {costs.work:.3f} | "
                    f"{costs.overhead:.3f} |",
                    flush=True,
                )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--populations", type=int, nargs="+", default=[512, 8192])
    parser.add_argument("--only", default="", help="measure only evaluations whose names contain this")
    parser.add_argument("--nodes", type=int, default=30, help="the approximate nodes of a tree")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--tasks", type=int, default=500, help="how many empty tasks are timed")
    options = parser.parse_args(arguments)
    warm_up(Senet())
    with WorkerPool(POOLS["local"]) as local:
        # Dask starts threads, after which workers are no longer forked.
        local.map(abs, range(4))
        with pool_of(POOLS["Dask"]) as dask:
            pools = {"local": local, "Dask": dask}
            print_tasks(pools, options.tasks, options.repeats)
            print_generations(pools, options.populations, options.nodes, options.repeats, options.only)
    if hasattr(os, "getloadavg"):  # not on every system
        print(f"\nLoad average at the end: {os.getloadavg()[0]:.1f} on {available_cores()} cores")


if __name__ == "__main__":
    main()
