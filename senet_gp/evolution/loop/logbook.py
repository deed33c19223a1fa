"""What is noted of a generation: its row of ``generations.csv``, DEAP's statistics and logbook, its time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from operator import attrgetter
from typing import Any

import numpy as np
from deap import tools

from senet_gp.evolution.evaluation.protocol import Evaluation
from senet_gp.evolution.loop.state import GenerationRow
from senet_gp.games.protocol import Game
from senet_gp.runtime.errors import UsageError
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import to_lisp

#: The columns that ``generations.csv`` has for the usual statistics.
_USUAL = ("size_mean", "size_max", "depth_mean", "depth_max")
#: The columns of a generation in the logbook, beside statistics. It has no expressions, which would fill the
#: memory in a long run of large trees.
_IN_LOGBOOK = ["generation", "games", "distinct", "mean_turns", "winner_size", "winner_depth", "self_losses"]


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
    """Mean and maximum of size and depth, as DEAP computes them over a population."""
    return _with_mean_and_maximum(
        tools.MultiStatistics(size=tools.Statistics(key=len), depth=tools.Statistics(key=attrgetter("depth")))
    )


def fitness_statistics() -> tools.Statistics:
    """Mean and maximum of the fitness, of its first value if there are several."""
    return _with_mean_and_maximum(tools.Statistics(key=lambda individual: individual.fitness.values[0]))


def _with_mean_and_maximum(statistics: Any) -> Any:
    statistics.register("mean", np.mean)
    statistics.register("max", np.max)
    return statistics


def row_of(
    game: Game,
    generation: int,
    population: Sequence[Individual],
    winner: Individual,
    result: Evaluation,
    compiled: Mapping[str, Mapping[str, Any]],
) -> GenerationRow:
    """The row of a generation in ``generations.csv``.

    Fitness is not in it, since that of different generations cannot be compared.

    Args:
        game: the game of the run.
        generation: its number.
        population: its individuals.
        winner: the best of them.
        result: what their evaluation has counted.
        compiled: what DEAP's statistics have computed of the population.
    """
    games = max(1, result.games)
    return GenerationRow(
        generation=generation,
        games=int(result.games),
        distinct=len({individual.packed for individual in population}),
        mean_turns=round(result.turns / games, 3),
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
        f"{chapter}_{name}": round(float(value), 3)
        for chapter, values in chapters.items()
        for name, value in values.items()
    }


def columns_of(compiled: Mapping[str, Mapping[str, Any]], population: Sequence[Any]) -> dict[str, Any]:
    """What statistics have computed of a population, by the fields of a row of ``generations.csv``.

    The usual ones have a field each, also if a program has replaced a chapter; all others are in one.
    """
    further = flat(compiled)
    usual = {name: further.pop(name) for name in _USUAL if name in further}
    if len(usual) < len(_USUAL):
        usual = flat(new_statistics().compile(population)) | usual
    return usual | {"statistics": further}


def enter(
    logbook: tools.Logbook,
    row: GenerationRow,
    chapters: Mapping[str, Mapping[str, Any]],
    seconds: Mapping[str, float],
) -> None:
    """Enter a generation into a logbook, as chapters and, for tools that know no chapters, as a flat row.

    DEAP repeats the row in each chapter; the headers that are set here keep it from printing that.

    Args:
        logbook: the logbook.
        row: the generation's row of ``generations.csv``.
        chapters: what DEAP's statistics have computed, by chapter.
        seconds: what the generation took.
    """
    numbers = {name: value for name in _IN_LOGBOOK if (value := getattr(row, name)) is not None}
    if not logbook.header:
        logbook.header = [*numbers, *chapters, *seconds]
        for name, values in chapters.items():
            logbook.chapters[name].header = list(values)
    logbook.record(**{**numbers, **flat(chapters), **seconds, **chapters})


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
