"""All measurements used in the development of senet-gp."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from benchmark.beside_yardstick import BesideFigures, RandomFigures, bred_subjects, measure_beside
from benchmark.overheads import Overheads, measure_overheads
from benchmark.trees import SIZES, bred_population
from senet_gp.benchmark import suite

#: Counts boards in more games than ``senet-gp bench`` does.
EFFORT = suite.Effort(counted=200, sizes=SIZES)


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures of ``senet-gp bench`` with bred trees, the yardstick's, and the overhead of workers."""

    report: suite.Report
    random: RandomFigures
    trees: Sequence[BesideFigures]
    overheads: Overheads | None

    def as_json(self) -> dict[str, Any]:
        """All figures, in the format of ``senet-gp bench --json`` of version 0.1.0."""
        return self.report.as_json() | {
            "yardstick": {
                "random_games_per_second": self.random.yardstick_games_per_second,
                "random_ratio": self.random.ratio,
            },
            "overheads": dataclasses.asdict(self.overheads) if self.overheads else {},
        }


def measure(*, full: bool, workers: int, effort: suite.Effort, tell: suite.Tell) -> Measured:
    """Measure as :func:`senet_gp.benchmark.suite.measure` does, with bred trees, and more.

    Args:
        full: whether also to measure what takes minutes.
        workers: the largest number of workers for scaling.
        effort: how much to measure.
        tell: called with the name of each measurement before it begins.
    """
    found: list[tuple[RandomFigures, list[BesideFigures]]] = []

    def games(effort: suite.Effort) -> suite.Games:
        beside = measure_beside(
            bred_subjects(effort.sizes),
            seconds=effort.seconds,
            repeats=effort.repeats,
            counted=effort.counted,
        )
        found.append(beside)
        return beside[0].games_per_second, beside[1]

    report = suite.measure(
        full=full, workers=workers, effort=effort, tell=tell, games=games, populations=bred_population
    )
    ((random_figures, trees),) = found
    overheads = None
    if full:
        tell("overheads")
        nodes = suite.KNOCKOUTS[-1]
        population = bred_population(nodes, effort.entrants, random.Random(nodes))
        overheads = measure_overheads(population, repeats=effort.repeats)
    return Measured(report, random_figures, trees, overheads)
