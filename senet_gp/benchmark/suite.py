"""The whole benchmark, as ``senet-gp bench`` runs it."""

from __future__ import annotations

import dataclasses
import os
import platform
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np

from senet_gp.benchmark.expressions import SIZES, drawn_population
from senet_gp.benchmark.games import TreeFigures, drawn_subjects, measure_games
from senet_gp.benchmark.generation import (
    GenerationFigures,
    ScalingFigures,
    measure_generation,
    measure_scaling,
)
from senet_gp.benchmark.knockouts import KnockoutFigures, measure_knockout
from senet_gp.benchmark.memory import measure_memory
from senet_gp.benchmark.plain_deap import PlainFigures, compare_with_plain_deap, has_plain_deap
from senet_gp.benchmark.startup import measure_startup
from senet_gp.machine import available_cores
from senet_gp.trees.individual import Individual
from senet_gp.version import __version__

#: The approximate numbers of nodes of the trees in the knockouts and in the generations.
KNOCKOUTS = (150, 500)
GENERATIONS = (50, 500)
#: The ratio of the size of parents to that of their children, which the paper's crossover makes smaller.
_PARENTS = 1.2

#: Called with the name of the next measurement.
Tell = Callable[[str], None]
#: Makes a population, given the approximate nodes of a tree, the number of trees, and a generator.
Populations = Callable[[int, int, random.Random], list[Individual]]


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured.

    Attributes:
        seconds: the length of a measurement of a player's games.
        repeats: how often everything is measured.
        counted: the number of games in which boards are counted.
        sizes: the approximate nodes of the trees whose games are measured.
        entrants: the number of trees in a knockout.
        plain_entrants: the number of trees in plain DEAP's knockout.
        memory: the number of trees that memory is measured with, and the nodes of each.
        cold: whether to measure a start without compiled code.
    """

    seconds: float = 0.15
    repeats: int = 5
    counted: int = 50
    sizes: Sequence[int] = SIZES
    entrants: int = 512
    plain_entrants: int = 32
    memory: tuple[int, int] = (512, 20_000)
    cold: bool = True


#: Games per second of two random movers, and the figures of trees.
Games = tuple[float, Sequence[TreeFigures]]


def measure_drawn(effort: Effort) -> Games:
    """Measure the games of random expressions."""
    return measure_games(
        drawn_subjects(effort.sizes),
        seconds=effort.seconds,
        repeats=effort.repeats,
        counted=effort.counted,
    )


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
        plain_deap: the comparisons with plain DEAP, by the approximate nodes of a tree (``full``; empty also
            if senet-gp does not run from a checkout).
        scaling: several workers compared with one (``full``).
        memory: the memory of a population, in bytes per node (``full``).
        seconds: the seconds that the benchmark took.
    """

    effort: Effort
    random_games_per_second: float
    trees: Sequence[TreeFigures]
    knockouts: dict[int, KnockoutFigures]
    generations: dict[int, GenerationFigures]
    startup: dict[str, float]
    plain_deap: dict[int, PlainFigures]
    scaling: ScalingFigures | None
    memory: dict[str, Any]
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """The report as documented for ``senet-gp bench --json``."""
        # The first trees have about these sizes.
        rates = zip(map(str, SIZES), self.trees, strict=False)
        scaling = self.scaling
        return {
            "random_games_per_second": self.random_games_per_second,
            "node_evaluations_per_second": {name: tree.node_evaluations_per_second for name, tree in rates},
            "knockout_seconds": {str(nodes): k.seconds for nodes, k in self.knockouts.items()},
            "plain_deap": _by_text(self.plain_deap),
            "scaling": {str(n): speedup for n, speedup in scaling.speedup.items()} if scaling else {},
            "outside_matches_share": self.generations[GENERATIONS[-1]].share,
            "trees": [dataclasses.asdict(tree) for tree in self.trees],
            "knockouts": _by_text(self.knockouts),
            "generations": _by_text(self.generations),
            "startup_seconds": self.startup,
            "workers": _by_name(scaling) if scaling else {},
            "memory": self.memory,
            "effort": dataclasses.asdict(self.effort),
            "machine": machine(),
            "seconds": self.seconds,
        }


def _by_text(figures: dict[int, Any]) -> dict[str, Any]:
    return {str(nodes): dataclasses.asdict(of) for nodes, of in figures.items()}


def _by_name(scaling: ScalingFigures) -> dict[str, Any]:
    """The figures by name; numbers of workers become texts, as JSON needs keys to be."""
    return {
        name: {str(key): of for key, of in value.items()} if isinstance(value, dict) else value
        for name, value in dataclasses.asdict(scaling).items()
    }


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


def measure(
    *,
    full: bool,
    workers: int,
    effort: Effort,
    tell: Tell,
    games: Callable[[Effort], Games] = measure_drawn,
    populations: Populations = drawn_population,
) -> Report:
    """Run the benchmark.

    Args:
        full: whether also to measure plain DEAP (from a checkout), several workers, memory, and a start
            without compiled code.
        workers: the largest number of workers for scaling; if it is below 2, 2 are used.
        effort: how much to measure.
        tell: called with the name of each measurement before it begins.
        games: measures games against a random mover; by default those of random expressions.
        populations: makes the populations for knockouts and generations; by default of random expressions.

    Raises:
        SenetGpError: if a process that is measured fails.
    """

    def population(nodes: int, seed: int = 0) -> list[Individual]:
        return populations(nodes, effort.entrants, random.Random(nodes + seed))

    begin = time.perf_counter()
    tell("games")
    random_games, trees = games(effort)
    tell("knockouts")
    entrants = {nodes: population(nodes) for nodes in KNOCKOUTS}
    repeats = -(-effort.repeats // 2)
    knockouts = {nodes: measure_knockout(trees, repeats=repeats) for nodes, trees in entrants.items()}
    tell("generations")
    parents = {nodes: population(round(_PARENTS * nodes)) for nodes in GENERATIONS}
    generations = {nodes: measure_generation(trees, repeats=repeats) for nodes, trees in parents.items()}
    tell("starts")
    startup = measure_startup(repeats=repeats, cold=full and effort.cold)
    plain: dict[int, PlainFigures] = {}
    scaling, memory = None, {}
    if full and has_plain_deap():
        tell("plain DEAP")
        plain = {
            nodes: compare_with_plain_deap(trees, knockouts[nodes], entrants=effort.plain_entrants)
            for nodes, trees in entrants.items()
        }
    if full:
        tell("more workers")
        largest = GENERATIONS[-1]
        others = [population(round(_PARENTS * largest), seed) for seed in (1, 2)]
        numbers = [2**n for n in range(1, max(2, workers).bit_length())]
        scaling = measure_scaling([parents[largest], *others], workers=numbers, repeats=2 * effort.repeats)
        tell("memory")
        memory = measure_memory(*effort.memory)
    return Report(
        effort=effort,
        random_games_per_second=random_games,
        trees=trees,
        knockouts=knockouts,
        generations=generations,
        startup=startup,
        plain_deap=plain,
        scaling=scaling,
        memory=memory,
        seconds=time.perf_counter() - begin,
    )
