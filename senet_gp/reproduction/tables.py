"""Tables of results: a dataclass is a row, a CSV file a table."""

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

#: A table is in the format of a run's logs, so that these are read likewise.
FORMAT, VERSION = LOG_FORMAT, LOG_VERSION
#: More are refused; a run has at most so many generations.
_MAX_ROWS = 1_000_000
_MAX_COUNT = 10**15
# A log holds expressions, which the module's own bound, of 128 KiB, would cut short.
csv.field_size_limit(MAX_BYTES)

Row = TypeVar("Row")


@dataclasses.dataclass(frozen=True, slots=True)
class Meeting:
    """The games of one player against another.

    Attributes:
        run: the run that the player comes from; of reference players nothing.
        player: its name, or which of the run's players it is: ``winner`` of the generation's tournament, or
            ``champion`` of the final round robin.
        generation: the generation it comes from; 0 of reference players.
        opponent: the other's name.
        games: games played, in pairs on the same throws with seats changed.
        wins: games it won.
        draws: games that nobody won.
        score: its share of points with luck subtracted.
        low: the lower end of the 95 % interval of its true share.
        high: the upper end.
        turns: turns a game took on average.
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
    """How strong a run's winner of a generation is.

    Attributes:
        run: the run.
        generation: the generation.
        against: the group of opponents.
        share: the winner's mean share of points against them, with luck subtracted.
    """

    run: str
    generation: int
    against: str
    share: float


@dataclasses.dataclass(frozen=True, slots=True)
class KnockoutTrial:
    """A knockout played anew in a population that was ranked by a round robin.

    Attributes:
        run: the run whose last population it is.
        games: a match was the best of so many.
        trial: the number of the knockout; 0 is the one that the run itself played.
        rank: the winner's rank in the round robin, 1 being the best.
        share: the winner's share of points there.
        best_share: that of the best.
    """

    run: str
    games: int
    trial: int
    rank: int
    share: float
    best_share: float


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """What a generation of a run came to; the columns of ``generations.csv`` that are compared.

    Attributes:
        run: the run.
        generation: the generation.
        games: games of its tournament.
        mean_turns: turns these took on average.
        size_mean: nodes of a tree, on average.
        size_max: nodes of the largest.
        depth_mean: depth of a tree, on average.
        depth_max: depth of the deepest.
        distinct: different trees in the population.
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
    """What a generation of a run cost; it differs from machine to machine.

    Attributes:
        run: the run.
        generation: the generation.
        seconds_breeding: time for breeding.
        seconds_evaluating: time for the tournament.
        memory_mb: memory that the main process held then, in MiB.
    """

    run: str
    generation: int
    seconds_breeding: float
    seconds_evaluating: float
    memory_mb: float


def write_table(path: Path, rows: Sequence[Any]) -> None:
    """Write rows of one kind, at least one.

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
    """Read rows; columns that the kind of row does not have are passed over.

    Args:
        path: the file.
        kind: the dataclass of its rows.
        same: values that are the same in all rows and do not stand in the file.

    Raises:
        FileError: if the file cannot be read, is no such table, or is of a newer version.
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
    """A value of a table: a text as it may be shown, a count, or a number."""
    if text is None:  # the line is too short
        raise ValueError
    value = of(text)
    if isinstance(value, float) and not isfinite(value):
        raise ValueError
    if isinstance(value, int) and not 0 <= value <= _MAX_COUNT:
        raise ValueError
    return printable(value) if isinstance(value, str) else value
