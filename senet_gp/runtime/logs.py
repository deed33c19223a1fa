"""Logs: CSV files to which rows are appended, and whose columns are declared once, as a dataclass.

The class of the rows says everything of a table: its file and version (:class:`TableFormat`), and for each
column its type, unit, meaning and since which version it is there (:func:`column`). ``docs/data.md`` is
written from that. The last column of a log is the version of its table. A log may be foreign, it may be
growing while it is read, and a killed process may leave a part of its last line.
"""

from __future__ import annotations

import contextlib
import csv
import dataclasses
import io
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from math import isfinite
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar, get_args, get_type_hints

from senet_gp.runtime.codec import MAX_EXACT
from senet_gp.runtime.errors import FileError, shortened
from senet_gp.runtime.files import (
    MAX_BYTES,
    flush,
    is_there,
    other_version,
    read_text,
    refusing_as,
    write_whole,
)

#: The format of all logs and tables, and the column in which every row names the version of its table.
LOG_FORMAT = "senet-gp table"
VERSION_COLUMN = "version"
#: The type of a column of numbers that may be negative.
Signed = Annotated[float, "may be negative"]
#: The number of a generation has at most this many digits.
_MAX_DIGITS = 7


class TableFormat(NamedTuple):
    """What the class of the rows says of their table.

    Attributes:
        name: the name of its file.
        version: its version; a column that comes, goes or changes its meaning is a new one.
        holds: what it holds, in a line.
        several: whether a generation may have several lines.
    """

    name: str
    version: int
    holds: str
    several: bool = False


class RowClass(Protocol):
    """A frozen dataclass whose fields are the columns of a table."""

    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]
    TABLE: ClassVar[TableFormat]


Row = TypeVar("Row", bound=RowClass)


def column(meaning: str, *, unit: str = "", since: int = 0, called: str = "") -> Any:
    """A column of a table, as a field of the class of its rows.

    Args:
        meaning: what its cells tell, and when a cell is empty.
        unit: the unit of its numbers, such as ``s``.
        since: the version of the table since which it is there; 0 for the first.
        called: what stands for its name where the field holds several columns.
    """
    return dataclasses.field(metadata={"meaning": meaning, "unit": unit, "since": since, "called": called})


class Log(Generic[Row]):
    """A log of generations, which may have one line for each of them or several.

    Its rows are objects of a frozen dataclass, whose fields are the columns; the first is the generation. A
    column is of type ``int`` (from 0 on), ``float`` (from 0 on), :data:`Signed`, ``str``, or a tuple of
    these, with blanks between; a cell of ``int | None`` may be empty. A field of type ``dict[str, float]``
    holds all further columns.

    Args:
        directory: the directory of the file, which need not be there.
        row: the class of its rows.
        remedy: what can be done if it cannot be used, for refusals: "if you remove it, the run goes on".

    Attributes:
        path: the file.

    >>> from tempfile import TemporaryDirectory
    >>> @dataclasses.dataclass(frozen=True)
    ... class Size:
    ...     TABLE: ClassVar[TableFormat] = TableFormat("sizes.csv", 2, "the largest of each generation")
    ...     generation: int = column("its number")
    ...     nodes: int = column("how large it is", unit="nodes")
    >>> with TemporaryDirectory() as directory:
    ...     log = Log(Path(directory), Size)
    ...     log.append([Size(1, 12), Size(2, 17), Size(3, 25)])
    ...     log.cut_back(2)
    ...     list(log.rows())
    [Size(generation=1, nodes=12), Size(generation=2, nodes=17)]
    """

    def __init__(self, directory: Path, row: type[Row], *, remedy: str = "") -> None:
        self.path = directory / row.TABLE.name
        self._row = row
        self._made: Callable[..., Row] = row
        self._version, self._several = row.TABLE.version, row.TABLE.several
        self._remedy = f" ({remedy})" if remedy else ""

    @property
    def is_there(self) -> bool:
        """Whether there is such a file."""
        return is_there(self.path)

    def damaged(self, problem: str) -> FileError:
        """The refusal of this log, for a problem that the end of a sentence tells."""
        return FileError(f"{self.path} is damaged: {problem}{self._remedy}")

    def begin(self) -> None:
        """Write the names of the columns, unless the file is there.

        Raises:
            FileError: if it cannot be written.
        """
        if not self.is_there:
            write_table(self.path, self._row, [])

    def append(self, rows: Iterable[Row]) -> None:
        """Append rows, after the names of the columns if the log is empty.

        Raises:
            FileError: if it cannot be written.
        """
        cells = list(map(cells_of, rows))
        if not cells:
            return
        with refusing_as(f"{self.path} cannot be written"), self.path.open("a", encoding="utf-8") as file:
            # A log keeps its columns, whatever is added to the statistics later.
            begun = _first_line(self.path)
            columns = begun or [*cells[0], VERSION_COLUMN]
            file.write(_as_csv(columns, cells, self._version, begin=not begun))

    def flush(self) -> None:
        """Write all rows to the disk, so that they survive a power failure.

        Raises:
            FileError: if that fails.
        """
        flush(self.path)

    def rows(self) -> Iterator[Row]:
        """The rows; an incomplete last line is left out.

        Raises:
            FileError: if the file cannot be read, is of another version, or a line is unsound.
        """
        for where, texts in self._lines():
            yield self._row_of(texts, where)

    def has_past(self, generation: int) -> bool:
        """Whether there is a line after those of the first generations, if there is one line for each.

        Raises:
            FileError: if it cannot be read.
        """
        return self.is_there and read_text(self.path).count("\n") > 1 + generation

    def check(self, generation: int, *, may_begin_later: bool = False) -> None:
        """Check that each generation up to one has its lines, and that the version is the one that is read.

        Args:
            generation: the last generation that must have lines.
            may_begin_later: whether its first lines may be of a later generation, or there may be none.

        Raises:
            FileError: if lines are missing, or the log is of another version or cannot be read.
        """
        numbers = [_generation_in(line) for line in _complete_lines(read_text(self.path))[1:]]
        if self._several:
            numbers = list(dict.fromkeys(numbers))
        first = numbers[0] if may_begin_later and numbers else 1
        expected = list(range(first, generation + 1)) if numbers or not may_begin_later else []
        if not first or numbers[: len(expected)] != expected:
            lines = "lines" if self._several else "a line"
            raise self.damaged(f"it should have {lines} for each of {generation} generations")
        self.check_version()

    def check_version(self) -> None:
        """Check that all columns are there, and that the first line, if there is one, is of our version.

        Raises:
            FileError: if it is not, or the log cannot be read.
        """
        next(self._lines(), None)

    def cut_back(self, generation: int) -> None:
        """Keep the lines up to a generation, and cut off the others and what a killed run has left of a line.

        Raises:
            FileError: if the log cannot be read or written.
        """
        if not self.is_there:
            return
        lines = _complete_lines(read_text(self.path))
        before, kept = 0, lines[:1]
        for line in lines[1:]:
            number = _generation_in(line)
            if not max(1, before + (not self._several)) <= number <= generation:
                break
            kept.append(line)
            before = number
        if not self._several and not before:
            kept = []  # a run that is played from its beginning may have other statistics
        self._rewrite(kept)

    def _rewrite(self, lines: Iterable[str]) -> None:
        kept = "".join(line + "\n" for line in lines)
        with contextlib.suppress(FileError):
            if kept == read_text(self.path):
                return
        write_whole(self.path, kept)

    def _lines(self) -> Iterator[tuple[str, dict[str, str]]]:
        """What a message calls each complete line, and its cells by column.

        Raises:
            FileError: if the file cannot be read, is no table or of another version, or a line is incomplete.
        """
        text = read_text(self.path)
        lines = _csv_lines(text[: text.rfind("\n") + 1])
        try:
            names: list[str] = next(lines, [])
            if names and VERSION_COLUMN not in names:
                raise self._of_other_version(None)
            for cells in filter(None, lines):
                where = f"its line {lines.line_num}"
                yield where, self._texts_in(names, cells, where)
            if names:
                self._check_columns(names)  # those of a table without lines, too
        except csv.Error:
            raise self.damaged("it is not a table") from None

    def _texts_in(self, names: Sequence[str], cells: Sequence[str], where: str) -> dict[str, str]:
        """The cells of a line by column, without that of the version.

        Raises:
            FileError: if a cell or a column is missing, or the line is of another version.
        """
        if len(cells) != len(names):
            raise self.damaged(f"{where} has {len(cells)} of {len(names)} cells")
        texts = dict(zip(names, cells, strict=True))
        version = texts.pop(VERSION_COLUMN, None)
        if version == "":
            raise self.damaged(f"{where} has no version")
        if other_version(LOG_FORMAT, version, self._version):
            raise self._of_other_version(version)
        self._check_columns(texts)
        return texts

    def _check_columns(self, names: Collection[str]) -> None:
        known = _columns_of(self._row)
        missing = [f"no column {name}" for name in known if name not in names]
        unknown = [f"a column {shortened(name)}" for name in names if name not in {*known, VERSION_COLUMN}]
        for problem in missing or ([] if _further_of(self._row) else unknown):
            raise FileError(
                f"{self.path} has {problem}, so another version of senet-gp wrote it: use that one"
                f"{self._remedy}"
            )

    def _row_of(self, texts: dict[str, str], where: str) -> Row:
        """The row of a line with these cells.

        Raises:
            FileError: if a cell is not of its type.
        """
        values: dict[str, Any] = {}
        for name, kind in _columns_of(self._row).items():
            values[name] = self._value(kind, name, texts.pop(name), where)
        if further := _further_of(self._row):
            values[further] = {
                name: self._value(_STATISTIC, name, text, where) for name, text in texts.items()
            }
        return self._made(**values)

    def _value(self, kind: _CellType, name: str, text: str, where: str) -> Any:
        try:
            return kind.read(text)
        except ValueError:
            written = f"is {shortened(text)}" if text else "is empty"
            raise self.damaged(
                f"in {where} {shortened(name)} {written}, but it must be {kind.wanted}"
            ) from None

    def _of_other_version(self, version: str | None) -> FileError:
        return FileError(f"{self.path} {other_version(LOG_FORMAT, version, self._version)}{self._remedy}")


def write_table(
    path: Path, row: type[RowClass], rows: Iterable[Mapping[str, Any]], columns: Iterable[str] = ()
) -> None:
    """Write a whole table as a CSV file, as a log is written.

    Args:
        path: the file; an old one is replaced as a whole.
        row: the class that declares its rows.
        rows: the rows by column; None is an empty cell.
        columns: the names of the columns, if they are not those of the fields; that of the version follows.

    Raises:
        FileError: if it cannot be written.
    """
    names = [*(columns or _columns_of(row)), VERSION_COLUMN]
    write_whole(path, _as_csv(names, rows, row.TABLE.version, begin=True))


def cells_of(row: RowClass) -> dict[str, Any]:
    """The values of a row by column; those of its dictionary have columns of their own."""
    cells: dict[str, Any] = {}
    for field in dataclasses.fields(row):
        value = getattr(row, field.name)
        if isinstance(value, dict):
            cells |= value
        else:
            cells[field.name] = " ".join(map(str, value)) if isinstance(value, tuple) else value
    return cells


class _CellType(NamedTuple):
    """What the cells of a column are.

    Attributes:
        wanted: what a cell must be, in words.
        read: makes the value of a text; a ValueError if the text is something else.
    """

    wanted: str
    read: Callable[[str], Any]


def _whole(text: str) -> int:
    if not 0 <= (value := int(text)) <= MAX_EXACT:
        raise ValueError
    return value


def _signed(text: str) -> float:
    if not isfinite(value := float(text)):
        raise ValueError
    return value


def _unsigned(text: str) -> float:
    if (value := _signed(text)) < 0:
        raise ValueError
    return value


_KINDS: dict[Any, _CellType] = {
    int: _CellType("a whole number from 0 on", _whole),
    float: _CellType("a number from 0 on", _unsigned),
    Signed: _CellType("a number", _signed),
    str: _CellType("a text", str),
}
#: The cells of further columns, which hold statistics.
_STATISTIC = _CellType("a number, inf or nan", lambda text: float(text or "nan"))


@cache
def _columns_of(row: type[RowClass]) -> dict[str, _CellType]:
    """The declared columns, without those of the version and further ones."""
    further = _further_of(row)
    hints = get_type_hints(row, include_extras=True)
    return {
        field.name: _kind_of(hints[field.name]) for field in dataclasses.fields(row) if field.name != further
    }


@cache
def _further_of(row: type[RowClass]) -> str:
    """The field that holds all further columns; empty if there is none."""
    hints = get_type_hints(row)
    return next(
        (field.name for field in dataclasses.fields(row) if hints[field.name] == dict[str, float]), ""
    )


def _kind_of(hint: Any) -> _CellType:
    if hint in _KINDS:
        return _KINDS[hint]
    cell = _KINDS[get_args(hint)[0]]
    if NoneType in get_args(hint):
        return _CellType(f"{cell.wanted}, or nothing", partial(_value_or_none, cell.read))
    return _CellType(f"{cell.wanted}, or several with blanks between", partial(_values, cell.read))


def _value_or_none(read: Callable[[str], Any], text: str) -> Any:
    return read(text) if text else None


def _values(read: Callable[[str], Any], text: str) -> tuple[Any, ...]:
    return tuple(map(read, text.split(" ")))


def _as_csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]], version: int, *, begin: bool) -> str:
    """Rows as lines, all of a version; ``begin`` tells whether the names of columns stand before them."""
    lines = io.StringIO()
    writer = csv.DictWriter(lines, columns, extrasaction="ignore", lineterminator="\n")
    if begin:
        writer.writeheader()
    writer.writerows({**row, VERSION_COLUMN: version} for row in rows)
    return lines.getvalue()


def _csv_lines(text: str) -> Any:
    """A reader of the lines of a text, each as its cells, which may be of any size."""
    csv.field_size_limit(MAX_BYTES)
    return csv.reader(io.StringIO(text))


def _complete_lines(text: str) -> list[str]:
    return text.split("\n")[:-1]


def _first_line(path: Path) -> list[str]:
    with path.open(encoding="utf-8") as file:
        return next(_csv_lines(file.readline()), [])


def _generation_in(line: str) -> int:
    """The generation at the beginning of a line; 0 if there is none."""
    number = line.partition(",")[0]
    return int(number) if number.isascii() and number.isdecimal() and len(number) <= _MAX_DIGITS else 0
