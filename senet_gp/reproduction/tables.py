"""Tables of results: the dataclasses of their rows, how rows are read, and written as CSV files."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from senet_gp.errors import FileError, printable
from senet_gp.evolution.log_rows import rows_of
from senet_gp.experiments.results import write_rows

_MAX_COUNT = 10**15

Row = TypeVar("Row")


@dataclasses.dataclass(frozen=True, slots=True)
class Meeting:
    """The games of one player against another.

    Attributes:
        run: the run that the player comes from; empty for reference players.
        player: the name of a reference player; else ``winner`` of the generation's tournament, or
            ``champion`` of the final round robin.
        generation: the generation that the player comes from; 0 for reference players.
        opponent: the name of the opponent.
        games: the games played, in pairs with the same throws and with seats exchanged.
        wins: the games that the player won.
        draws: the drawn games.
        score: the player's share of points, adjusted for luck.
        low: the lower end of the 95 % confidence interval of the true share.
        high: its upper end.
        turns: the mean number of turns of a game.
    """

    run: str
    player: str
    generation: int
    opponent: str
    games: int
    wins: int
    draws: int
    score: float
    low: float
    high: float
    turns: float


@dataclasses.dataclass(frozen=True, slots=True)
class CurvePoint:
    """The strength of a generation's winner.

    Attributes:
        run: the run.
        generation: the generation.
        against: the group of opponents.
        share: the winner's mean share of points against them, adjusted for luck.
    """

    run: str
    generation: int
    against: str
    share: float


@dataclasses.dataclass(frozen=True, slots=True)
class KnockoutTrial:
    """A repeated knockout in a population that was ranked by a round robin.

    Attributes:
        run: the run whose last population plays.
        games: a duel was the best of this many games.
        trial: the number of the knockout; 0 is the knockout of the run itself.
        rank: the rank of the winner in the round robin; 1 is the best.
        share: the winner's share of points in the round robin.
        best_share: the share of the best individual there.
    """

    run: str
    games: int
    trial: int
    rank: int
    share: float
    best_share: float


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """A generation of a run: the columns of ``generations.csv`` that are compared.

    Attributes:
        run: the run.
        generation: the generation.
        games: the games of its tournament.
        mean_turns: the mean number of turns of these games.
        size_mean: the mean nodes of a tree.
        size_max: the nodes of the largest tree.
        depth_mean: the mean depth of a tree.
        depth_max: the depth of the deepest tree.
        distinct: the number of different trees in the population.
    """

    run: str
    generation: int
    games: int
    mean_turns: float
    size_mean: float
    size_max: float
    depth_mean: float
    depth_max: float
    distinct: int


@dataclasses.dataclass(frozen=True, slots=True)
class Cost:
    """The time and memory that a generation took, which differ from machine to machine.

    Attributes:
        run: the run.
        generation: the generation.
        seconds_breeding: the seconds of breeding.
        seconds_evaluating: the seconds of the tournament.
        memory_mb: the memory of the main process after it, in MiB.
    """

    run: str
    generation: int
    seconds_breeding: float
    seconds_evaluating: float
    memory_mb: float


def rows_from(kind: type[Row], rows: Iterable[Mapping[str, Any]], **same: Any) -> list[Row]:
    """Rows from those of a log or a document, which may come from anyone.

    Numbers are rounded to the six digits that tables have, so that all figures agree with the tables.

    >>> rows_from(Cost, [{"generation": "2", "seconds_breeding": 0.12345678, "seconds_evaluating": "1",
    ...                   "memory_mb": 99}], run="seeded-1")
    [Cost(run='seeded-1', generation=2, seconds_breeding=0.123457, seconds_evaluating=1.0, memory_mb=99.0)]

    Args:
        kind: the dataclass of the rows.
        rows: values by the names of the dataclass's fields; others are ignored.
        same: values of the fields that these rows do not have, the same for all.

    Raises:
        KeyError: if a value is missing.
        TypeError: if a row is none.
        ValueError: if a value is none of its type.
    """
    types = {name: of for name, of in get_type_hints(kind).items() if name not in same}
    return [kind(**same, **{name: _value(of, row[name]) for name, of in types.items()}) for row in rows]


def read_log(path: Path, kind: type[Row], run: str) -> list[Row]:
    """The rows of a run's log.

    Raises:
        FileError: if it cannot be read or is unsound.
    """
    try:
        return rows_from(kind, rows_of(path), run=run)
    except (KeyError, OverflowError, TypeError, ValueError):
        raise FileError(
            f"{path} is damaged: remove the run's directory, and the run is played again"
        ) from None


def _value(of: type, given: Any) -> Any:
    """A value of a table: a printable text, a count, or a number."""
    if not isinstance(given, str | int | float):  # such as None, where the line of a log is too short
        raise TypeError
    value = of(given)
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, float):
        if not isfinite(value):
            raise ValueError
        return float(_digits(value))
    if not 0 <= value <= _MAX_COUNT:
        raise ValueError
    return value


def _digits(value: float) -> str:
    return f"{value:.6g}"


def write_table(path: Path, kind: type[Any], rows: Sequence[Any]) -> None:
    """Write a table.

    Args:
        path: the file.
        kind: the dataclass of its rows.
        rows: the rows.

    Raises:
        FileError: if the file cannot be written.
    """
    values = (
        {name: _digits(v) if isinstance(v, float) else v for name, v in dataclasses.asdict(row).items()}
        for row in rows
    )
    write_rows(path, values, [field.name for field in dataclasses.fields(kind)])
