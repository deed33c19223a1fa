"""The logbook of a run, which DEAP's users print, and frames, which pandas' users compute with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any

from deap import tools

from senet_gp.errors import UsageError

#: A whole number in a log.
_WHOLE = re.compile(r"-?[0-9]{1,15}", re.ASCII)
_NUMBER = re.compile(r"-?([0-9]+\.?[0-9]*(e[+-]?[0-9]{1,3})?|inf|nan)|", re.ASCII)
#: Columns that are texts, whatever stands in them.
_TEXTS = {"winner"}


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


def typed(rows: Sequence[Mapping[str, str]]) -> list[dict[str, Any]]:
    """The rows of a log with numbers where a whole column holds numbers; a number that is missing is nan.

    >>> typed([{"generation": "1", "size_mean": "25.4", "winner": "1"}])
    [{'generation': 1, 'size_mean': 25.4, 'winner': '1'}]
    """
    kinds = {name: _kind(name, [row.get(name) or "" for row in rows]) for name in (rows[0] if rows else ())}
    return [{name: kind(row.get(name) or "") for name, kind in kinds.items()} for row in rows]


def _kind(name: str, texts: Sequence[str]) -> Any:
    if name in _TEXTS:
        return str
    if all(map(_WHOLE.fullmatch, texts)):
        return int
    return _number if all(map(_NUMBER.fullmatch, texts)) else str


def _number(text: str) -> float:
    return float(text or "nan")
