"""Tables of results: a table is a CSV file, whose rows are instances of a dataclass."""

from __future__ import annotations

import csv
import dataclasses
import io
from collections.abc import Iterator, Sequence
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from senet_gp.errors import FileError, printable
from senet_gp.evolution.log_rows import LOG_FORMAT, LOG_VERSION, VERSION_COLUMN
from senet_gp.files.reading import MAX_BYTES, read_text
from senet_gp.files.versions import readable_version
from senet_gp.files.writing import write_whole

#: Tables have the format of a run's logs, so that both are read in the same way.
FORMAT, VERSION = LOG_FORMAT, LOG_VERSION
#: Longer tables are refused; no run has more generations.
_MAX_ROWS = 1_000_000
_MAX_COUNT = 10**15
# A log holds expressions, which the module's own bound, of 128 KiB, would cut short.
csv.field_size_limit(MAX_BYTES)

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


def write_table(path: Path, rows: Sequence[Any]) -> None:
    """Write a table of at least one row.

    Raises:
        FileError: if the file cannot be written.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*(field.name for field in dataclasses.fields(rows[0])), VERSION_COLUMN])
    for row in rows:
        values = (f"{v:.6g}" if isinstance(v, float) else v for v in dataclasses.astuple(row))
        writer.writerow([*values, VERSION])
    write_whole(path, text.getvalue())


def read_table(path: Path, kind: type[Row], **same: Any) -> list[Row]:
    """Read a table; columns that the dataclass does not have are ignored.

    Args:
        path: the file.
        kind: the dataclass of its rows.
        same: values for fields that the file does not have, the same for all rows.

    Raises:
        FileError: if the file cannot be read, is not such a table, or is of a newer version.
    """
    types = get_type_hints(kind)
    lines = csv.DictReader(_lines(read_text(path)))
    try:
        read = {name: of for name, of in types.items() if name not in same}
        rows = []
        for line in islice(lines, _MAX_ROWS):
            # The first version had no such column.
            readable_version(path, FORMAT, line.get(VERSION_COLUMN) or "1", VERSION)
            rows.append(kind(**same, **{name: _value(of, line[name]) for name, of in read.items()}))
    except (KeyError, TypeError, ValueError, OverflowError, csv.Error):
        rows = []
    if not rows:
        raise FileError(f"{path} is not a table of {kind.__name__} rows: remove it, and it is made again")
    return rows


def _lines(text: str) -> Iterator[str]:
    """The lines of a text with their ends, one at a time: a log may be long."""
    begin = 0
    while begin < len(text):
        end = text.find("\n", begin) + 1 or len(text)
        yield text[begin:end]
        begin = end


def _value(of: type, text: str | None) -> Any:
    """A value of a table: a printable text, a count, or a number."""
    if text is None:  # the line is too short
        raise ValueError
    value = of(text)
    if isinstance(value, float) and not isfinite(value):
        raise ValueError
    if isinstance(value, int) and not 0 <= value <= _MAX_COUNT:
        raise ValueError
    return printable(value) if isinstance(value, str) else value
