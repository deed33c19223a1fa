"""All of the benchmark, as ``senet-gp bench`` runs it."""

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

from senet_gp.arena.batches import play_matches
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.workers import available_cores
from senet_gp.benchmark.games import RandomFigures, TreeFigures, measure_games, usual_subjects
from senet_gp.benchmark.generation import GenerationFigures, measure_generation
from senet_gp.benchmark.knockouts import (
    KnockoutFigures,
    PlainFigures,
    compare_with_plain_deap,
    measure_knockout,
)
from senet_gp.benchmark.memory import measure_memory
from senet_gp.benchmark.scaling import ScalingFigures, measure_scaling
from senet_gp.benchmark.simulation import Costs, Simulated, simulated
from senet_gp.benchmark.startup import measure_startup
from senet_gp.benchmark.trees import SIZES, descendants
from senet_gp.engine.participants import Ready
from senet_gp.engine.program import translate_codes
from senet_gp.games.senet import Senet
from senet_gp.streams import key_of, part_keys
from senet_gp.trees.individual import Individual
from senet_gp.version import __version__

#: About how many nodes the trees of the knockouts have, and those of the generations.
KNOCKOUTS = (150, 500)
BRED_GENERATIONS = (50, 500)
#: The paper's crossover makes trees smaller, so the parents are larger.
_PARENTS = 1.2
_SIMULATED = (512, 8192)

#: Is told what is measured next.
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured.

    Attributes:
        seconds: of a player's games at a time.
        repeats: how often everything is measured.
        counted: in how many games boards are counted.
        sizes: of the bred trees.
        entrants: of a knockout.
        plain_entrants: of plain DEAP's.
        memory: how many trees, and of how many nodes, memory is measured with.
        cold: whether to start without compiled code.
    """

    seconds: float = 0.15
    repeats: int = 5
    counted: int = 200
    sizes: Sequence[int] = SIZES
    entrants: int = 512
    plain_entrants: int = 32
    memory: tuple[int, int] = (512, 20_000)
    cold: bool = True


@dataclass(frozen=True, slots=True)
class Report:
    """What was measured; what ``full`` alone measures is empty or None without it."""

    effort: Effort
    random: RandomFigures
    trees: list[TreeFigures]
    knockouts: dict[int, KnockoutFigures]
    generations: dict[int, GenerationFigures]
    startup: dict[str, float]
    plain_deap: dict[int, PlainFigures]
    scaling: ScalingFigures | None
    simulated: list[Simulated]
    memory: dict[str, Any]
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """The report as documented for ``senet-gp bench --json``."""
        own = [tree for tree in self.trees if tree.tree == "yardstick"]
        # The yardstick's trees have 31, 153, 474 and 2,467 nodes.
        rates = zip(("30", "150", "500", "2500"), own, strict=True)
        scaling = self.scaling
        return {
            "random_games_per_second": self.random.games_per_second,
            "node_evaluations_per_second": {name: tree.node_evaluations_per_second for name, tree in rates},
            "knockout_seconds": {str(nodes): k.seconds for nodes, k in self.knockouts.items()},
            "plain_deap": _by_text(self.plain_deap),
            "scaling": {str(n): speedup for n, speedup in scaling.speedup.items()} if scaling else {},
            "outside_matches_share": self.generations[BRED_GENERATIONS[-1]].share,
            "yardstick": {
                "random_games_per_second": self.random.yardstick_games_per_second,
                "random_ratio": self.random.ratio,
            },
            "trees": [dataclasses.asdict(tree) for tree in self.trees],
            "knockouts": _by_text(self.knockouts),
            "generations": _by_text(self.generations),
            "startup_seconds": self.startup,
            "evaluation": _without_number_keys(dataclasses.asdict(scaling)) if scaling else {},
            "simulated": [_without_number_keys(dataclasses.asdict(one)) for one in self.simulated],
            "memory": self.memory,
            "effort": dataclasses.asdict(self.effort),
            "machine": machine(),
            "seconds": self.seconds,
        }


def _by_text(figures: dict[int, Any]) -> dict[str, Any]:
    return {str(nodes): dataclasses.asdict(of) for nodes, of in figures.items()}


def _without_number_keys(values: dict[str, Any]) -> dict[str, Any]:
    """JSON's objects have texts for keys."""
    return {
        name: {str(key): of for key, of in value.items()} if isinstance(value, dict) else value
        for name, value in values.items()
    }


def machine() -> dict[str, Any]:
    """Where and with what was measured."""
    return {
        "senet_gp": __version__,
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
        "cores": available_cores(),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "processor": platform.processor() or platform.machine(),
    }


def measure(*, full: bool, workers: int, effort: Effort, tell: Tell) -> Report:
    """Run the benchmark.

    Args:
        full: whether to measure plain DEAP, more workers than one, memory, and a start without compiled code.
        workers: the most workers that scaling is measured with; 2 at least are.
        effort: how much to measure.
        tell: is told what is measured next.
    """
    begin = time.perf_counter()
    tell("games beside the yardstick")
    random_figures, trees = measure_games(
        usual_subjects(effort.sizes),
        seconds=effort.seconds,
        repeats=effort.repeats,
        counted=effort.counted,
    )
    tell("knockouts")
    populations = {nodes: _population(nodes, effort.entrants) for nodes in KNOCKOUTS}
    repeats = -(-effort.repeats // 2)
    knockouts = {
        nodes: measure_knockout(population, repeats=repeats) for nodes, population in populations.items()
    }
    tell("generations")
    generations = {
        nodes: measure_generation(_population(round(_PARENTS * nodes), effort.entrants), repeats=repeats)
        for nodes in BRED_GENERATIONS
    }
    tell("starts")
    startup = measure_startup(repeats=repeats, cold=full and effort.cold)
    plain: dict[int, PlainFigures] = {}
    scaling, scaled, memory = None, [], {}
    if full:
        tell("plain DEAP")
        plain = {
            nodes: compare_with_plain_deap(population, knockouts[nodes], entrants=effort.plain_entrants)
            for nodes, population in populations.items()
        }
        tell("more workers")
        numbers = [2**n for n in range(1, max(2, workers).bit_length())]
        largest = KNOCKOUTS[-1]
        others = [_population(largest, effort.entrants, seed) for seed in (1, 2)]
        scaling = measure_scaling(
            [populations[largest], *others], workers=numbers, repeats=2 * effort.repeats
        )
        costs = _costs(populations[largest], generations[BRED_GENERATIONS[-1]], scaling)
        scaled = [simulated(population, costs) for population in _SIMULATED]
        tell("memory")
        memory = measure_memory(*effort.memory)
    return Report(
        effort=effort,
        random=random_figures,
        trees=trees,
        knockouts=knockouts,
        generations=generations,
        startup=startup,
        plain_deap=plain,
        scaling=scaling,
        simulated=scaled,
        memory=memory,
        seconds=time.perf_counter() - begin,
    )


def _population(nodes: int, count: int, seed: int = 0) -> list[Individual]:
    return descendants(nodes, count, random.Random(nodes + seed))


def _costs(trees: Sequence[Individual], generation: GenerationFigures, scaling: ScalingFigures) -> Costs:
    """The costs to simulate with: of trees of this size. They are translated where they are played."""
    begin = time.perf_counter()
    programs = [Ready(translate_codes(tree.codes, tree.vocabulary)) for tree in trees]
    translating = (time.perf_counter() - begin) / len(trees)
    first = np.arange(0, len(programs) - 1, 2)
    with WorkerPool(1) as pool:
        begin = time.perf_counter()
        results = play_matches(pool, programs, first, first + 1, part_keys(key_of(1), len(first)), 3, Senet())
        seconds = time.perf_counter() - begin
    # A match takes as long as its turns.
    matches = (results.turns * (seconds / results.turns.sum()) + 2 * translating).tolist()
    individual = max(0.0, generation.seconds_outside / len(trees) - translating)
    return Costs(matches, scaling.batch, individual, max(0.0, scaling.latency - scaling.batch))
