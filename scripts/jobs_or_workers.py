"""Compare runs of an experiment side by side (--jobs) with several workers in each run (--workers).

    python scripts/jobs_or_workers.py [--repeats 5] [--runs 6] [--only NAME]
    python scripts/jobs_or_workers.py --simulate [--nodes 150] [--repeats 5]

Without --simulate, experiments are played with one process, with two jobs and with two workers, in turns, so
that a disturbance affects all of them. A line for each experiment has the median seconds with one process,
and the median of the ratios, repetition by repetition, to the seconds with two. Two cores should be idle. The
tables of all ways must be the same.

With --simulate, the costs of a generation of Senet are measured as scripts/simulate_cores.py does, and the
speed with 16 and 64 cores is simulated: with workers it is that of a generation, which favours them, since
the rest of a run takes one core; with jobs, each run takes a core as soon as one is idle.
"""

from __future__ import annotations

import argparse
import heapq
import random
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from benchmark.overheads import measure_overheads, measured_costs
from benchmark.simulation import Costs, simulated
from benchmark.trees import bred_population

from senet_gp.arena.batches import warm_up
from senet_gp.benchmark.generation import measure_generation
from senet_gp.experiments.experiment import collected
from senet_gp.experiments.plan import Plan
from senet_gp.experiments.plan_file import begin_or_go_on
from senet_gp.experiments.running import Processes, play_experiment
from senet_gp.games.senet import Senet

EXPERIMENTS: dict[str, Mapping[str, Any]] = {
    "hexapawn, short runs": {"game": "hexapawn", "population": 60, "generations": 20},
    "tictactoe, positions": {"game": "tictactoe", "population": 60, "generations": 10},
    "senet, short runs": {"game": "senet", "population": 128, "generations": 5},
    "senet, long runs": {"game": "senet", "population": 1024, "generations": 20},
}
#: The ways to play, by name: how many jobs and how many workers.
WAYS = {"one process": (1, 1), "two jobs": (2, 1), "two workers": (1, 2)}
TABLES = ("runs.csv", "opponents.csv", "curves.csv")
#: The simulated experiments: their numbers of runs, the sizes of populations, and the numbers of cores.
RUNS, POPULATIONS, CORES = (10, 20, 30, 90), (512, 8192), (16, 64)
#: The number of trees that are measured.
COUNT = 512
#: Runs differ in their seconds, from this share of the mean less to so much more.
SPREAD = 0.5


def seconds_of(plan: Plan, way: tuple[int, int]) -> tuple[float, list[bytes]]:
    """The seconds in which an experiment is played in a way, and its tables."""
    with tempfile.TemporaryDirectory() as parent:
        directory = Path(parent, "out")
        begin_or_go_on(directory, plan)
        jobs, workers = way
        begin = time.perf_counter()
        play_experiment(directory, plan, list(plan.tasks()), Processes.of(jobs, workers))
        seconds = time.perf_counter() - begin
        collected(directory, plan)
        return seconds, [(directory / table).read_bytes() for table in TABLES]


def print_measured(name: str, plan: Plan, repeats: int) -> None:
    """Print the line of an experiment."""
    found: dict[str, list[float]] = {way: [] for way in WAYS}
    tables: list[list[bytes]] = []
    warm_up(next(iter(plan.variants.values())).game_value)
    for number in range(repeats):
        turn = number % len(WAYS)
        for way in [*WAYS][turn:] + [*WAYS][:turn]:
            seconds, written = seconds_of(plan, WAYS[way])
            found[way].append(seconds)
            tables.append(written)
    if any(written != tables[0] for written in tables):
        sys.exit(f"{name}: the tables differ")
    one = found["one process"]
    ratios = [median(a / b for a, b in zip(one, found[way], strict=True)) for way in [*WAYS][1:]]
    print(f"| {name} | {median(one):.1f} | {ratios[0]:.2f} | {ratios[1]:.2f} |", flush=True)


def makespan(durations: Sequence[float], cores: int) -> float:
    """When the last of some runs ends, if each takes a core as soon as one is idle."""
    idle_from = [0.0] * cores
    for duration in durations:
        heapq.heappush(idle_from, heapq.heappop(idle_from) + duration)
    return max(idle_from)


def print_simulated(costs: Costs) -> None:
    """Print how many times faster than one core whole experiments are."""
    rng = random.Random(1)
    print("Simulated: times faster than on one core\n")
    print(f"| cores | runs | jobs | {' | '.join(f'workers, {size:,} individuals' for size in POPULATIONS)} |")
    print(f"| ---: | ---: | ---: |{' ---: |' * len(POPULATIONS)}")
    by_workers = [simulated(size, costs, most_cores=max(CORES)).speedup for size in POPULATIONS]
    for cores in CORES:
        for runs in RUNS:
            durations = [rng.uniform(1 - SPREAD, 1 + SPREAD) for _ in range(runs)]
            jobs = sum(durations) / makespan(durations, cores)
            workers = " | ".join(f"{speedup[cores]:.1f}" for speedup in by_workers)
            print(f"| {cores} | {runs} | {jobs:.1f} | {workers} |")


def main() -> None:
    """Measure or simulate, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--runs", type=int, default=6, help="the runs of a measured experiment")
    parser.add_argument("--only", default="", help="measure only those whose names contain this")
    parser.add_argument("--simulate", action="store_true", help="simulate 16 and 64 cores instead")
    parser.add_argument("--nodes", type=int, default=150, help="the approximate nodes of a simulated tree")
    options = parser.parse_args()
    if options.simulate:
        warm_up(Senet())
        rng = random.Random(options.nodes)
        trees = bred_population(options.nodes, COUNT, rng)
        generation = measure_generation(trees, repeats=options.repeats)
        overheads = measure_overheads(trees, repeats=options.repeats)
        print_simulated(measured_costs(trees, generation, overheads).by_workers)
        return
    print("| experiment | seconds, one process | times faster with 2 jobs | with 2 workers |")
    print("| --- | ---: | ---: | ---: |")
    for name, values in EXPERIMENTS.items():
        if options.only in name:
            plan = Plan.of({**values, "variants": {"a": {}}}, seeds=options.runs)
            print_measured(name, plan, options.repeats)


if __name__ == "__main__":
    main()
