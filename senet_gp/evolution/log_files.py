"""The log files of a run: rows are appended, and rows after a checkpoint are cut off when a run resumes."""

from __future__ import annotations

import contextlib
import csv
import io
from collections.abc import Callable, Iterable, Mapping
from math import nan
from pathlib import Path
from typing import Any

import psutil

from senet_gp.errors import FileError
from senet_gp.evolution import size_log, sparring
from senet_gp.evolution.log_rows import LOG_VERSION, VERSION_COLUMN, rows_of
from senet_gp.evolution.logbooks import typed
from senet_gp.evolution.loop import Generation
from senet_gp.files.reading import is_there, read_text
from senet_gp.files.writing import flush, write_whole

#: A run whose last one was removed, because it was damaged, continues without it.
LOGS = GENERATIONS, TIMING, ANCESTRY = "generations.csv", "timing.csv", "ancestry.csv"
#: A further log with one row for each game, only in runs in which a person plays.
SPARRING = "sparring.csv"
#: A further log with a row for each size class.
SIZES = "sizes.csv"
#: The columns of the log of times that are used, beside the version.
_TIMES = {"generation", "seconds_breeding", "seconds_evaluating"}
#: What a refusal of a log says that a run can do without.
_WITHOUT = " (if you remove it, the run goes on without it)"
#: The number of a generation has at most this many digits.
_MAX_DIGITS = 7


class LogFiles:
    """The logs in a run's directory.

    Attributes:
        directory: where they are.
    """

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    @property
    def admits_person(self) -> bool:
        """Whether games against a person count in this run, so that its options do not determine it alone."""
        return is_there(self.directory / SPARRING)

    def begin_sparring(self) -> None:
        """Begin the log of games against a person, unless it is there.

        Raises:
            FileError: if it cannot be written.
        """
        if not self.admits_person:
            columns = (*sparring.COLUMNS, VERSION_COLUMN)
            write_whole(self.directory / SPARRING, ",".join(columns) + "\n")

    def games_against_person(self) -> int:
        """How many games against a person count in this run so far.

        Raises:
            FileError: if their log cannot be read.
        """
        return sparring.games_counted(rows_of(self.directory / SPARRING)) if self.admits_person else 0

    def rows(self) -> list[dict[str, Any]]:
        """What is logged of each generation: its record, with the winner in Lisp form, and its times.

        Raises:
            FileError: if no generation has been played, or a log cannot be read.
        """
        path = self.directory / GENERATIONS
        rows = typed(list(rows_of(path))) if is_there(path) else []
        if not rows:
            raise FileError(
                f"no generation of {self.directory} has been played yet: there is nothing to show"
            )
        path = self.directory / TIMING
        times = {row["generation"]: row for row in typed(list(rows_of(path)))} if is_there(path) else {}
        columns = next(iter(times.values()), {})
        unknown = dict.fromkeys(columns, nan)
        for row in rows:
            row.update({**times.get(row.get("generation"), unknown), **row})
            row.pop(VERSION_COLUMN, None)
        return rows

    def seconds(self) -> float:
        """How long all generations have taken, as far as that is known."""
        spent = 0.0
        with contextlib.suppress(FileError):
            for row in rows_of(self.directory / TIMING):
                for name in _TIMES - {"generation"}:
                    with contextlib.suppress(KeyError, TypeError, ValueError):
                        spent += max(0.0, float(row[name]))
        return spent

    def append(self, generation: Generation) -> None:
        """Append a generation to all logs.

        Raises:
            FileError: if a log cannot be written.
        """
        self.append_row(GENERATIONS, generation.record)
        self.append_row(
            TIMING,
            {
                "generation": generation.number,
                "seconds_breeding": round(generation.seconds_breeding, 4),
                "seconds_evaluating": round(generation.seconds_evaluating, 4),
                "memory_mb": round(psutil.Process().memory_info().rss / (1 << 20), 1),
            },
        )
        if generation.number == 1 or is_there(self.directory / ANCESTRY):
            self.append_row(ANCESTRY, generation.ancestry)
        self.append_rows(SIZES, size_log.rows_for(generation.number, generation.best_of_sizes))
        for game in generation.sparring:
            self.append_row(SPARRING, game.row())

    def append_row(self, name: str, row: Mapping[str, Any]) -> None:
        """Append a row to a log, after a header if the log is empty.

        Raises:
            FileError: if it cannot be written.
        """
        self.append_rows(name, [row])

    def append_rows(self, name: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Append rows of the same columns to a log, after a header if the log is empty.

        Raises:
            FileError: if it cannot be written.
        """
        path = self.directory / name
        lines = io.StringIO()
        versioned = [{**row, VERSION_COLUMN: LOG_VERSION} for row in rows]
        if not versioned:
            return
        try:
            with path.open("a", encoding="utf-8") as file:
                begun = _first_line(path)
                # A log keeps its columns, whatever is added to the statistics later.
                columns = begun.split(",") if begun else list(versioned[0])
                writer = csv.DictWriter(lines, columns, extrasaction="ignore", lineterminator="\n")
                if not begun:
                    writer.writeheader()
                writer.writerows(versioned)
                file.write(lines.getvalue())
        except OSError as error:
            raise FileError(f"{path} cannot be written: {error.strerror}") from None

    def flush(self) -> None:
        """Write all rows to the disk, so that they survive a power failure.

        Raises:
            FileError: if that fails.
        """
        for name in (*self._kept(), *self._of_several_rows()):
            flush(self.directory / name)

    def check(self, generations: int) -> None:
        """Check that the logs that a run needs have a row for each of its generations.

        Raises:
            FileError: if rows are missing that were there when the checkpoint was written, or if a log is of
                another version.
        """
        for name in self._needed():
            _check_lines(self.directory / name, generations)
        for name in (*self._needed(), *self._of_several_rows()):
            _check_version(self.directory / name)
        sizes = self.directory / SIZES
        if is_there(sizes):
            size_log.check(sizes, read_text(sizes), generations)

    def are_past(self, generation: int) -> bool:
        """Whether a generation after this one was logged.

        Raises:
            FileError: if the log cannot be read.
        """
        log = self.directory / GENERATIONS
        return is_there(log) and read_text(log).count("\n") > 1 + generation

    def cut_back(self, generations: int, tell: Callable[[str], object]) -> None:
        """Keep the rows of the first generations, and cut off the others; lost times do no harm.

        Args:
            generations: how many generations to keep.
            tell: called with a sentence if times are lost.

        Raises:
            FileError: if a log cannot be read or written.
        """
        _mend_times(self.directory / TIMING, generations, tell)
        for name in self._needed():
            _cut(self.directory / name, generations)
        for name in self._of_several_rows():
            path = self.directory / name
            text = read_text(path)
            kept = _cut_rows(text, generations)
            if kept != text:
                write_whole(path, kept)

    def _kept(self) -> list[str]:
        """The logs of this run that have a row for each generation."""
        return [name for name in LOGS if name == GENERATIONS or is_there(self.directory / name)]

    def _of_several_rows(self) -> list[str]:
        """The logs of this run that have any number of rows for a generation."""
        return [name for name in (SIZES, SPARRING) if is_there(self.directory / name)]

    def _needed(self) -> list[str]:
        """The logs that the run needs to resume; the others hold only times."""
        return [name for name in self._kept() if name != TIMING]


def _cut_rows(text: str, generation: int) -> str:
    """A log of several rows a generation, without those after a generation and an incomplete last row."""
    header, *lines = text.split("\n")
    if not lines:
        return ""
    kept = [header]
    for line in lines[:-1]:
        number = line.partition(",")[0]
        if not number.isdecimal() or len(number) > _MAX_DIGITS or int(number) > generation:
            break
        kept.append(line)
    return "".join(line + "\n" for line in kept)


def _first_line(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        return file.readline().rstrip("\n")


def _check_version(path: Path) -> None:
    """Check that the first row of a log, if there is one, is of the version that is read.

    Raises:
        FileError: if it is of another version, or has none.
    """
    try:
        next(rows_of(path), None)
    except FileError as error:
        raise FileError(f"{error}{_WITHOUT if path.name in {ANCESTRY, SIZES} else ''}") from None


def _check_lines(path: Path, generations: int) -> None:
    """Check that a log has a complete line for each generation, in order, after its header.

    Raises:
        FileError: if lines are missing that were there when the checkpoint was written.
    """
    *lines, _rest = read_text(path).split("\n", generations + 1)
    numbers = [line.partition(",")[0] for line in lines[1:]]
    if numbers != [str(number) for number in range(1, generations + 1)]:
        without = _WITHOUT if path.name == ANCESTRY else ""
        raise FileError(
            f"{path} is damaged: it should have a line for each of {generations} generations{without}"
        )


def _mend_times(path: Path, generations: int, tell: Callable[[str], object]) -> None:
    """Keep the valid lines of the log of times; some generations may have lost theirs.

    Raises:
        FileError: if the log cannot be written.
    """
    try:
        text = read_text(path)
    except FileError:
        text = None
    sound = _sound_times(text or "", generations)
    if generations and len(sound) <= generations:
        tell(f"{path} lacks lines, so the times of some generations are unknown; nothing else is lost")
    kept = "".join(line + "\n" for line in sound)
    if is_there(path) and kept != text:
        write_whole(path, kept)


def _sound_times(text: str, generations: int) -> list[str]:
    """The header of a log of times and its valid lines; empty if the header is not valid."""
    header, *lines = text.split("\n")
    *columns, last = header.split(",")
    if not generations or last != VERSION_COLUMN or not _TIMES.issubset(columns):
        return []
    sound = [header]
    for line in lines:
        number, *values = line.split(",")
        later = number.isdecimal() and len(number) <= _MAX_DIGITS
        if not later or not len(sound) <= int(number) <= generations:
            continue
        if len(values) == len(columns) and values[-1] == str(LOG_VERSION):
            sound.append(line)
    return sound


def _cut(path: Path, generations: int) -> None:
    """Keep the header and one line for each generation; a killed run may leave more, or part of a line.

    Raises:
        FileError: if the log cannot be read or written.
    """
    if is_there(path):
        kept = generations + 1 if generations else 0
        lines = read_text(path).split("\n", kept)
        if len(lines) > kept and lines[kept]:
            write_whole(path, "".join(line + "\n" for line in lines[:kept]))
