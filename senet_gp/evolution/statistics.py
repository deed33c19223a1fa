"""DEAP's statistics of a run, and its logbook, for DEAP's users; frames, for those of pandas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from operator import attrgetter
from typing import Any

import numpy as np
from deap import tools

from senet_gp.runtime.errors import UsageError

#: The columns that ``generations.csv`` has for the usual statistics.
_USUAL = ("size_mean", "size_max", "depth_mean", "depth_max")


def new_statistics() -> tools.MultiStatistics:
    """Mean and maximum of size and depth, as DEAP computes them over a population."""
    statistics = tools.MultiStatistics(
        size=tools.Statistics(key=len), depth=tools.Statistics(key=attrgetter("depth"))
    )
    statistics.register("mean", np.mean)
    statistics.register("max", np.max)
    return statistics


def fitness_statistics() -> tools.Statistics:
    """Mean and maximum of the fitness, of its first value if there are several."""
    statistics = tools.Statistics(key=lambda individual: individual.fitness.values[0])
    statistics.register("mean", np.mean)
    statistics.register("max", np.max)
    return statistics


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

    The usual ones have a field each, also if somebody has replaced a chapter; all others are in one.
    """
    further = flat(compiled)
    usual = {name: further.pop(name) for name in _USUAL if name in further}
    if len(usual) < len(_USUAL):
        usual = flat(new_statistics().compile(population)) | usual
    return usual | {"statistics": further}


def enter(
    logbook: tools.Logbook,
    row: Mapping[str, Any],
    chapters: Mapping[str, Mapping[str, Any]],
    seconds: Mapping[str, float],
) -> None:
    """Enter a generation into a logbook, as chapters and, for tools that know no chapters, as a flat row.

    DEAP repeats the row in each chapter; the headers that are set here keep it from printing that.

    >>> logbook = tools.Logbook()
    >>> enter(logbook, {"generation": 1}, {"size": {"mean": 25.4, "max": 67}}, {"seconds": 0.5})
    >>> logbook[0]
    {'generation': 1, 'size_mean': 25.4, 'size_max': 67.0, 'seconds': 0.5}
    >>> logbook.chapters["size"].select("max"), logbook.header
    ([67], ['generation', 'size', 'seconds'])
    """
    if not logbook.header:
        logbook.header = [*row, *chapters, *seconds]
        for name, values in chapters.items():
            logbook.chapters[name].header = list(values)
    logbook.record(**{**row, **flat(chapters), **seconds, **chapters})


def frame_of(rows: Iterable[Mapping[str, Any]]) -> Any:
    """The rows as a DataFrame of pandas, which is not among the dependencies of this package.

    Raises:
        UsageError: if pandas is not installed.
    """
    try:
        pandas = import_module("pandas")
    except ImportError:
        raise UsageError(
            "a frame needs pandas, which is not installed here: install it (pip install pandas), or take the "
            "logbook of the evolution, a list of dictionaries, or the file generations.csv"
        ) from None
    return pandas.DataFrame(list(rows))
