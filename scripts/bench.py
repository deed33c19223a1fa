"""Measure how fast senet-gp is on this machine: games, knockouts, generations, and starts.

    python scripts/bench.py [--full [--workers N]] [--json]

The players are random expressions, the same on every machine: in games, in knockouts of 512, best of three,
and in generations as senet-gp evolve plays and saves them. This takes half a minute on an idle core. --full
also measures several workers (as many as --workers), memory, and a start without compiled code, in some
minutes. It prints every figure, and the target of those that have one; --json prints one object with
everything.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import numba
import numpy as np
from benchmark.games import (
    SIZES,
    KnockoutFigures,
    TreeFigures,
    drawn_population,
    drawn_tree,
    measure_games,
    measure_knockout,
)
from benchmark.generations import (
    GenerationFigures,
    ScalingFigures,
    measure_generation,
    measure_scaling,
    parents_of,
)
from benchmark.memory import measure_memory

from senet_gp import Config, __version__
from senet_gp.arena.games import warm_up
from senet_gp.games.senet import Senet
from senet_gp.runtime.machine import available_cores

#: The approximate numbers of nodes of the trees in the knockouts and in the generations.
KNOCKOUTS = (150, 500)
GENERATIONS = (50, 500)
_SENET_GP = ("-m", "senet_gp")
_TINY_RUN = (
    *(*_SENET_GP, "evolve", "--population", "16", "--generations", "2", "--final-games", "2"),
    *("--workers", "1", "--out"),
)
#: The greatest seconds of a start that are aimed at.
_STARTS = {"help": 0.3, "import": 0.5, "tiny_run": 1, "tiny_run_cold": 60}


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured.

    Attributes:
        seconds: the length of a measurement of a player's games.
        repeats: how often everything is measured.
        counted: the number of games in which boards are counted.
        sizes: the approximate nodes of the trees whose games are measured.
        entrants: the number of trees in a knockout.
        memory: the number of trees that memory is measured with, and the nodes of each.
        cold: whether to measure a start without compiled code.
    """

    seconds: float = 0.15
    repeats: int = 5
    counted: int = 50
    sizes: Sequence[int] = SIZES
    entrants: int = 512
    memory: tuple[int, int] = (512, 20_000)
    cold: bool = True


@dataclass(frozen=True, slots=True)
class Report:
    """The measurements. Those that need ``full`` are empty or None without it.

    Attributes:
        effort: how much was measured.
        random_games_per_second: games per second of two random movers.
        trees: the games of trees against a random mover.
        knockouts: the knockouts, by the approximate nodes of a tree.
        generations: the generations, by the approximate nodes of a tree.
        startup: the seconds of starts, by the name of the start.
        seconds: the seconds that all of it took.
        scaling: several workers compared with one (``full``).
        memory: the memory of a population, in bytes per node (``full``).
    """

    effort: Effort
    random_games_per_second: float
    trees: Sequence[TreeFigures]
    knockouts: dict[int, KnockoutFigures]
    generations: dict[int, GenerationFigures]
    startup: dict[str, float]
    seconds: float
    scaling: ScalingFigures | None = None
    memory: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The report by the keys of ``--json``."""
        # The first trees have about these sizes.
        rates = zip(map(str, SIZES), self.trees, strict=False)
        return {
            "random_games_per_second": self.random_games_per_second,
            "node_evaluations_per_second": {name: tree.node_evaluations_per_second for name, tree in rates},
            "knockout_seconds": {str(nodes): k.seconds for nodes, k in self.knockouts.items()},
            "scaling": self.scaling.speedup if self.scaling else {},
            "outside_matches_share": self.generations[GENERATIONS[-1]].share,
            "trees": [asdict(tree) for tree in self.trees],
            "knockouts": _by_text(self.knockouts),
            "generations": _by_text(self.generations),
            "startup_seconds": self.startup,
            "workers": asdict(self.scaling) if self.scaling else {},
            "memory": self.memory,
            "effort": asdict(self.effort),
            "machine": machine(),
            "seconds": self.seconds,
        }


def _by_text(figures: dict[int, Any]) -> dict[str, Any]:
    return {str(nodes): asdict(of) for nodes, of in figures.items()}


def machine() -> dict[str, Any]:
    """The machine and the versions that were measured."""
    return {
        "senet_gp": __version__,
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
        "cores": available_cores(),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "processor": platform.processor() or platform.machine(),
    }


def _seconds(*arguments: str, **environment: str) -> float:
    """The seconds of a Python process from start to end."""
    begin = time.perf_counter()
    command = [sys.executable, *arguments]
    subprocess.run(command, env=os.environ | environment, stdout=subprocess.DEVNULL, check=True)  # noqa: S603
    return time.perf_counter() - begin


def measure_startup(*, repeats: int, cold: bool) -> dict[str, float]:
    """The seconds of ``senet-gp --help``, ``import senet_gp``, and a tiny run.

    Args:
        repeats: the number of measurements of each command; the result is their median.
        cold: whether also to measure, once, a tiny run that starts without compiled code.
    """
    with TemporaryDirectory() as name:
        directory = Path(name)
        starts: dict[str, Callable[[int], float]] = {
            "help": lambda _: _seconds(*_SENET_GP, "--help"),
            "import": lambda _: _seconds("-c", "import senet_gp"),
            "tiny_run": lambda number: _seconds(*_TINY_RUN, str(directory / f"run-{number}")),
        }
        seconds = {what: median(map(start, range(repeats))) for what, start in starts.items()}
        if cold:
            cache = str(directory / "cache")
            seconds["tiny_run_cold"] = _seconds(*_TINY_RUN, str(directory / "cold"), SENET_GP_CACHE=cache)
    return seconds


def measure(*, full: bool, workers: int, effort: Effort, tell: Callable[[str], object]) -> Report:
    """Measure everything.

    Args:
        full: whether also to measure what takes minutes.
        workers: the largest number of workers for scaling; if it is below 2, 2 are used.
        effort: how much to measure.
        tell: called with the name of each measurement before it begins.
    """
    begin = time.perf_counter()
    tell("games")
    drawn = [drawn_tree(nodes, Random(nodes)) for nodes in effort.sizes]
    random_games, trees = measure_games(
        drawn, seconds=effort.seconds, repeats=effort.repeats, counted=effort.counted
    )
    tell("knockouts")
    entrants = {nodes: drawn_population(nodes, effort.entrants, Random(nodes)) for nodes in KNOCKOUTS}
    repeats = -(-effort.repeats // 2)
    knockouts = {nodes: measure_knockout(trees, repeats=repeats) for nodes, trees in entrants.items()}
    tell("generations")
    generations = {
        nodes: measure_generation(parents_of(nodes, effort.entrants), repeats=repeats)
        for nodes in GENERATIONS
    }
    tell("starts")
    startup = measure_startup(repeats=repeats, cold=full and effort.cold)
    more: dict[str, Any] = {}
    if full:
        tell("more workers")
        more["scaling"] = measure_scaling(
            [str(2**n) for n in range(max(2, workers).bit_length())],
            config=Config(population=effort.entrants),
            nodes=GENERATIONS[-1],
            generations=2 * effort.repeats,
        )
        tell("memory")
        more["memory"] = measure_memory(*effort.memory)
    seconds = time.perf_counter() - begin
    return Report(effort, random_games, trees, knockouts, generations, startup, seconds, **more)


#: A description, the figure, and its target: the least value or, if negative, the greatest; 0 if it has none.
Row = tuple[str, float, float]


def rows(report: Report) -> Iterator[Row]:
    """The figures that are told."""
    yield "random games a second", report.random_games_per_second, 0
    for tree in report.trees:
        of = f"of a tree of {tree.nodes:,} nodes"
        yield f"games a second {of}", tree.games_per_second, 0
        yield f"… 10⁹ node evaluations a second {of}", tree.node_evaluations_per_second / 1e9, 0
    for knockout in report.knockouts.values():
        of = f"a knockout of {knockout.entrants} of {knockout.nodes:.0f} nodes"
        yield f"seconds of {of}", knockout.seconds, 0
        yield f"… of translating before {of}", knockout.seconds_translating, 0
    for (nodes, generation), wanted in zip(report.generations.items(), (-20, -10), strict=True):
        yield f"seconds of a generation of {nodes} nodes", generation.seconds, 0
        yield "… outside the duels, %", 100 * generation.share, wanted
    if report.scaling:
        for number, speedup in report.scaling.speedup.items():
            yield f"evaluation with {number} workers, times one", speedup, 1.85 if number == "2" else 0
            whole = report.scaling.generation_speedup[number]
            yield f"generation with {number} workers, times one", whole, 1.75 if number == "2" else 0
    for what, seconds in report.startup.items():
        yield f"seconds of a start, {what}", seconds, -_STARTS[what]
    if report.memory:
        yield "bytes a node of a population", report.memory["population_bytes_per_node"], 0
        yield "… in the parent, at most", report.memory["parent_peak_bytes_per_node"], -40
        yield "… in a worker, at most", report.memory["worker_peak_bytes_per_node"], -40


def main(arguments: Sequence[str] | None = None, effort: Effort | None = None) -> None:
    """Print a line for each figure, or all of them as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--full", action="store_true", help="also measure what takes minutes")
    parser.add_argument(
        "--workers", type=int, default=2, help="with --full, up to so many workers [default: 2]"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    warm_up(Senet())
    report = measure(
        full=options.full,
        workers=options.workers,
        effort=effort or Effort(),
        tell=lambda what: print(f"measuring {what} …", file=sys.stderr),
    )
    if options.json:
        print(json.dumps(report.as_json()))
        return
    print("| what | measured | wanted | |\n| --- | ---: | ---: | --- |")
    for what, figure, wanted in rows(report):
        reached = figure >= wanted if wanted > 0 else figure <= -wanted
        target = f"{'≥' if wanted > 0 else '≤'} {abs(wanted):g}" if wanted else ""
        shown = f"{figure:,.0f}" if figure >= 1000 else f"{figure:.3g}"
        print(f"| {what} | {shown} | {target} | {('yes' if reached else 'no') if wanted else ''} |")


if __name__ == "__main__":
    main()
