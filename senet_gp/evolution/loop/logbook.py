"""What is noted of a generation: its rows in two logs, DEAP's statistics and logbook.

A further column is a field of :class:`GenerationRow`, filled in :func:`row_of`, and gives it a new version.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from importlib import import_module
from operator import attrgetter
from typing import Any, ClassVar

import numpy as np
import psutil
from deap import tools

from senet_gp.evolution.evaluation.protocol import Evaluation
from senet_gp.games.protocol import Game
from senet_gp.runtime.errors import UsageError, brief
from senet_gp.runtime.logs import RowClass, Signed, TableFormat, cells_of, column
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import to_lisp


@dataclass(frozen=True, slots=True)
class GenerationRow:
    """A row of ``generations.csv``: a generation, without what depends on time."""

    TABLE: ClassVar[TableFormat] = TableFormat(
        "generations.csv", 3, "each generation: fitness, diversity, sizes, winner"
    )

    generation: int = column("its number, from 1 on")
    games: int = column("the games played, or the decisions made, to test the population")
    distinct_trees: int = column("how many different trees are in the population", since=3)
    distinct_behaviours: int | None = column(
        "how many different rows of results the individuals had in the tests that all of them took; empty if "
        "there are no such tests, as in a knockout",
        since=3,
    )
    mean_turns: float = column("the mean length of a game", unit="turns")
    winner_id: int = column("the id of its winner, as in `individuals.csv`", since=3)
    winner_size: int = column("the size of its winner", unit="nodes")
    winner_depth: int = column("the depth of its winner")
    self_losses: float | None = column(
        "the share of games that a player lost by their own last move; empty in games whose rules exclude it"
    )
    fitness_best: Signed = column("the best fitness, of several values the first; see above", since=3)
    fitness_mean: Signed = column("its mean", since=3)
    fitness_median: Signed = column("its median", since=3)
    fitness_q25: Signed = column("its lower quartile", since=3)
    fitness_q75: Signed = column("its upper quartile", since=3)
    fitness_std: Signed = column("its standard deviation", since=3)
    size_mean: float = column("the mean size of an individual", unit="nodes")
    size_max: float = column("the size of the largest individual", unit="nodes")
    depth_mean: float = column("the mean depth of an individual")
    depth_max: float = column("the depth of the deepest individual")
    statistics: dict[str, float] = column(
        "what a program adds to the statistics of its evolution", called="CHAPTER_STATISTIC"
    )
    winner: str = column("its winner in Lisp form")

    def __repr__(self) -> str:
        return brief(
            self, f"generation {self.generation}", f"winner of {self.winner_size} nodes", self.winner
        )


@dataclass(frozen=True, slots=True)
class TimingRow:
    """A row of ``timing.csv``: what a generation took."""

    TABLE: ClassVar[TableFormat] = TableFormat(
        "timing.csv", 2, "what each generation took; equal runs differ here alone"
    )

    generation: int = column("its number, from 1 on")
    seconds_breeding: float = column("how long breeding took, by the clock", unit="s")
    seconds_evaluating: float = column("how long evaluation took, by the clock", unit="s")
    memory_mb: float = column("the memory that the process which bred it had after it", unit="MiB")

    @classmethod
    def of(cls, generation: int, seconds: Mapping[str, float]) -> TimingRow:
        """The row of a generation that has just ended, from the seconds by column."""
        memory = psutil.Process().memory_info().rss / (1 << 20)
        return cls(
            generation,
            **{name: round(value, 4) for name, value in seconds.items()},
            memory_mb=round(memory, 1),
        )

    @property
    def seconds(self) -> float:
        """The seconds that the generation took."""
        return self.seconds_breeding + self.seconds_evaluating


#: The columns of ``generations.csv`` for the usual statistics.
_USUAL = [one.name for one in fields(GenerationRow) if one.name.startswith(("fitness_", "size_", "depth_"))]


class Stopwatch:
    """The seconds that the steps of a generation take, by the name of each.

    >>> stopwatch = Stopwatch("seconds_breeding")
    >>> stopwatch.timing("seconds_breeding")(max)(3, 5), list(stopwatch.seconds)
    (5, ['seconds_breeding'])

    Attributes:
        seconds: the seconds of the present generation, by name.
    """

    def __init__(self, *names: str) -> None:
        self.seconds = dict.fromkeys(names, 0.0)

    def restart(self) -> None:
        """Begin a generation."""
        self.seconds = dict.fromkeys(self.seconds, 0.0)

    def timing(self, name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """A decorator of the function whose calls take the seconds of this name."""

        def decorator(function: Callable[..., Any]) -> Callable[..., Any]:
            def timed(*arguments: Any, **options: Any) -> Any:
                begun = time.perf_counter()
                result = function(*arguments, **options)
                self.seconds[name] += time.perf_counter() - begun
                return result

            return timed

        return decorator


def new_statistics() -> tools.MultiStatistics:
    """The usual statistics of fitness, size and depth, as DEAP computes them over a population."""
    chapters = {
        "fitness": tools.Statistics(key=lambda individual: individual.fitness.values[0]),
        "size": tools.Statistics(key=len),
        "depth": tools.Statistics(key=attrgetter("depth")),
    }
    for name in _USUAL:
        chapter, _, statistic = name.partition("_")
        chapters[chapter].register(statistic, _FUNCTIONS[statistic])
    return tools.MultiStatistics(chapters)


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "best": np.max,
    "mean": np.mean,
    "median": np.median,
    "q25": partial(np.quantile, q=0.25),
    "q75": partial(np.quantile, q=0.75),
    "std": np.std,
    "max": np.max,
}


def row_of(
    game: Game,
    generation: int,
    population: Sequence[Individual],
    best: int,
    result: Evaluation,
    compiled: Mapping[str, Mapping[str, Any]],
    *,
    winner_id: int,
    behaviours: Collection[int],
) -> GenerationRow:
    """The row of a generation in ``generations.csv``.

    Args:
        game: the game of the run.
        generation: its number.
        population: its individuals.
        best: the index of the best of them.
        result: what their evaluation has counted.
        compiled: what DEAP's statistics have computed of the population.
        winner_id: the id of the best of them.
        behaviours: a number for each individual, the same for those that behave alike; none if not known.
    """
    winner = population[best]
    games = max(1, result.games)
    return GenerationRow(
        generation=generation,
        games=int(result.games),
        distinct_trees=len({individual.packed for individual in population}),
        distinct_behaviours=len({*behaviours}) or None,
        mean_turns=round(result.turns / games, 3),
        winner_id=winner_id,
        winner_size=len(winner),
        winner_depth=winner.depth,
        self_losses=round(result.self_losses / games, 4) if game.self_losses else None,
        **columns_of(compiled, population),
        winner=to_lisp(winner),
    )


def flat(chapters: Mapping[str, Mapping[str, Any]]) -> dict[str, float]:
    """The statistics of all chapters in one row, named as the columns of ``generations.csv`` are.

    >>> flat({"size": {"mean": 25.40012, "max": 67}})
    {'size_mean': 25.4, 'size_max': 67.0}
    """
    return {
        f"{chapter}_{name}": round(float(value), _DIGITS.get(chapter, 3))
        for chapter, values in chapters.items()
        for name, value in values.items()
    }


#: The digits of statistics, by chapter; all others have three.
_DIGITS = {"fitness": 6}


def columns_of(compiled: Mapping[str, Mapping[str, Any]], population: Sequence[Any]) -> dict[str, Any]:
    """What statistics have computed of a population, by the fields of a row of ``generations.csv``.

    The usual ones have a field each, also if a program has replaced a chapter; all others are in one.
    """
    further = flat(compiled)
    usual = {name: further.pop(name) for name in _USUAL if name in further}
    if len(usual) < len(_USUAL):
        usual = flat(new_statistics().compile(population)) | usual
    return usual | {"statistics": further}


def record_of(*rows: RowClass) -> dict[str, Any]:
    """Rows of a generation as one, by column, without empty cells: as logbook and frames have it."""
    return {name: value for row in rows for name, value in cells_of(row).items() if value is not None}


def enter(
    logbook: tools.Logbook,
    row: GenerationRow,
    timing: TimingRow,
    chapters: Mapping[str, Mapping[str, Any]],
) -> None:
    """Enter a generation into a logbook, as chapters and, for tools that know no chapters, as a flat row.

    DEAP repeats the row in each chapter; the headers that are set here keep it from printing that, and the
    winner.

    Args:
        logbook: the logbook.
        row: the generation's row of ``generations.csv``.
        timing: its row of ``timing.csv``.
        chapters: what DEAP's statistics have computed, by chapter.
    """
    record = record_of(row, timing)
    if not logbook.header:
        hidden = {*flat(chapters), *_USUAL, "winner"}
        numbers = [name for name in record_of(row) if name not in hidden]
        logbook.header = [*numbers, *chapters, *(name for name in record_of(timing) if name != "generation")]
        for name, values in chapters.items():
            logbook.chapters[name].header = list(values)
    logbook.record(**record, **chapters)


def frame_of(rows: Iterable[Mapping[str, Any]]) -> Any:
    """The rows as a DataFrame of pandas, which is not among the dependencies of this package.

    Raises:
        UsageError: if pandas is not installed.
    """
    try:
        pandas = import_module("pandas")
    except ImportError:
        raise UsageError(
            "a frame needs pandas, which is not installed here: install it (pip install 'senet-gp[study]'), "
            "or take the logbook of the evolution, a list of dictionaries, or the file generations.csv"
        ) from None
    return pandas.DataFrame(list(rows))
