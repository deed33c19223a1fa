"""The console on which rich draws, and tables: rows of texts and figures under headings, in one look.

A table keeps all its columns, which rich would leave out or cut where a terminal is too narrow. Texts are
broken into several lines as far as they remain legible. If that is not enough, the columns for which there is
no room follow below in further tables, each with the first column again; and where not even two have room,
each row becomes a list, with a line for each cell. In a file, lines are as long as they must be.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import IO, Any, NamedTuple, cast

import rich.console
from rich.box import SIMPLE
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from senet_gp.runtime.standard_streams import Guarded, shown

#: How many characters tables are indented, and how many stand between their columns.
INDENT = 2
_BETWEEN = 3
#: The most characters that a column of texts needs, and one of names.
_TEXT = 16
_NAME = 12

Row = Sequence[str]


class Console(rich.console.Console):
    """Shows every text literally: brackets are not markup, and escapes are not sent to the terminal.

    The commands that rich itself sends to the terminal bypass the guard of the stream.

    Args:
        stderr: whether it draws on standard error.
        width: how many columns it has; by default those of the terminal.
    """

    def __init__(self, *, stderr: bool = False, width: int | None = None) -> None:
        stream = sys.stderr if stderr else sys.stdout
        file = cast("IO[str]", _AsIs(stream)) if isinstance(stream, Guarded) else None
        super().__init__(file=file, stderr=stderr, width=width, markup=False, emoji=False, highlight=False)

    @property
    def is_screen(self) -> bool:
        """Whether what is drawn can be drawn again in its place.

        Colours may be forced (``FORCE_COLOR``) where no terminal moves its cursor, such as in a log.
        """
        return self.file.isatty() and self.is_terminal and not self.is_dumb_terminal

    def render_str(self, text: str, **options: Any) -> Text:
        """A text for drawing, measured as it is shown."""
        return super().render_str(shown(text), **options)

    def render(
        self, renderable: rich.console.RenderableType, options: rich.console.ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """What is drawn, piece by piece."""
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else shown(text), style, control)


class _AsIs:
    """A guarded stream without its guard."""

    def __init__(self, stream: Guarded) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        self._stream.write_as_is(text)
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class Column(NamedTuple):
    """A column of a table.

    Attributes:
        heading: what stands above it, in one or more lines.
        room: how wide it must be at most, as its cells may be broken; 0 for figures, which may not.
    """

    heading: str
    room: int = 0


def texts(*headings: str) -> list[Column]:
    """Columns of texts, which are broken between words where there is little room."""
    return [Column(heading, _TEXT) for heading in headings]


def names(*headings: str) -> list[Column]:
    """Columns of names, which are broken anywhere where there is little room."""
    return [Column(heading, _NAME) for heading in headings]


def figures(*headings: str) -> list[Column]:
    """Columns of figures, which stand to the right and are never broken."""
    return [Column(heading) for heading in headings]


def print_table(columns: Sequence[Column], rows: Iterable[Row], *, plain: bool = False) -> None:
    """Print a table.

    Args:
        columns: its columns, made by :func:`texts`, :func:`names` and :func:`figures`.
        rows: the cells of each row.
        plain: whether it is drawn without any lines, which are not ASCII.
    """
    rows = list(rows)
    console = Console()
    if not console.is_screen:
        console = Console(width=max(console.width, _least_width(columns, rows, whole=True)))
    console.print(drawn(columns, rows, console.width, plain=plain))


def drawn(
    columns: Sequence[Column],
    rows: Sequence[Row],
    width: int,
    *,
    plain: bool = False,
) -> RenderableType:
    """What :func:`print_table` prints on a console of this width: a table, several, or lists."""
    parts = _parts(columns, rows, width)
    if any(_least_width(*part) > width for part in parts):
        return _lists(columns, rows)
    tables: list[RenderableType] = []
    for part in parts:
        tables += [Text(), _table(*part, plain=plain)]
    return Group(*tables[1:])


def _parts(
    columns: Sequence[Column], rows: Sequence[Row], width: int
) -> list[tuple[list[Column], list[Row]]]:
    """A table cut into several that are narrow enough, each with the first column."""
    cut: list[list[int]] = [[]]
    for number in range(len(columns)):
        longer = [*cut[-1], number]
        if len(cut[-1]) > 1 and _least_width(*_chosen(columns, rows, longer)) > width:
            cut.append([0, number])
        else:
            cut[-1] = longer
    return [_chosen(columns, rows, numbers) for numbers in cut]


def _chosen(
    columns: Sequence[Column], rows: Sequence[Row], numbers: Sequence[int]
) -> tuple[list[Column], list[Row]]:
    return [columns[number] for number in numbers], [[row[number] for number in numbers] for row in rows]


def _least_width(columns: Sequence[Column], rows: Sequence[Row], *, whole: bool = False) -> int:
    """How wide a console must be for a table, so that every cell is legible, or every word whole."""
    cells = [[column.heading, *(row[number] for row in rows)] for number, column in enumerate(columns)]
    widths = [_room_for(column, own, whole=whole) for column, own in zip(columns, cells, strict=True)]
    return INDENT + sum(widths) + _BETWEEN * (len(columns) - 1)


def _room_for(column: Column, cells: Sequence[str], *, whole: bool) -> int:
    lines = [line for cell in cells for line in shown(cell).split("\n")]
    widest = max(map(cell_len, lines))
    if not column.room:
        return widest
    word = max(cell_len(word) for line in lines for word in line.split() or [""]) if whole else 0
    return max(word, min(widest, column.room))


def _table(columns: Sequence[Column], rows: Sequence[Row], *, plain: bool) -> RenderableType:
    table = Table(
        box=None if plain else SIMPLE,
        padding=(0, _BETWEEN, 0, 0) if plain else (0, 1),
        pad_edge=False,
        show_edge=False,
        show_header=any(column.heading for column in columns),
    )
    for column in columns:
        table.add_column(
            column.heading,
            justify="left" if column.room else "right",
            overflow="fold",
            no_wrap=not column.room,
        )
    for row in rows:
        table.add_row(*row)
    return Padding(table, (0, 0, 0, INDENT), expand=False)


def _lists(columns: Sequence[Column], rows: Iterable[Row]) -> Text:
    """A list for each row, with a line for each cell that is not empty."""
    headings = [" ".join(column.heading.split()) for column in columns]
    parts = [
        "\n".join(
            f"{name}: {cell}" if name else cell for name, cell in zip(headings, row, strict=True) if cell
        )
        for row in rows
    ]
    return Text("\n\n".join(parts))
