"""The logbook of a run, which DEAP's users print, and frames, which pandas' users compute with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

from deap import tools

from senet_gp.runtime.errors import UsageError


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
