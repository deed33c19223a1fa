"""The console on which rich draws tables and progress bars.

rich leaves out columns of a table for which a terminal is too narrow. Here a table that does not fit becomes
lists, a line for each cell with its heading; in a file its lines are longer.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import IO, Any, cast

import rich.console
from rich.measure import Measurement
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Column, Table
from rich.text import Text

from senet_gp.standard_streams import Guarded, shown

#: A column whose words may be broken needs at most so much room; what fits into the other width always fits.
_BROKEN, _AMPLE = 8, 10_000


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

    def fits(self, table: Table) -> bool:
        """Whether the terminal is wide enough for all columns of a table."""
        return self._least_width(table) <= self.width

    def print(self, *objects: Any, **options: Any) -> None:
        """Print texts and tables; a table keeps all its columns."""
        least = max(map(self._least_width, objects), default=0)
        if least <= self.width:
            super().print(*objects, **options)
        elif self.is_screen:
            super().print(*map(_as_lists, objects), **options)
        else:
            Console(stderr=self.stderr, width=least).print(*objects, **options)

    def _least_width(self, drawn: Any) -> int:
        """How many columns a table needs, so that every cell is legible; 0 for a text, which is wrapped."""
        if isinstance(drawn, Padding):
            return self._least_width(drawn.renderable) + drawn.left + drawn.right
        if not isinstance(drawn, Table):
            return 0
        # As if every line may be broken between words, and nowhere else.
        least = Measurement.get(self, self.options.update(width=_AMPLE), drawn).minimum
        return least + sum(map(_more_than_words, drawn.columns))

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


def _more_than_words(column: Column) -> int:
    """How much wider a column must be than its longest word; below 0 if that may be broken."""
    lines = [line for cell in (column.header, *column.cells) for line in str(cell).split("\n")]
    word = max((len(word) for line in lines for word in line.split()), default=0)
    if column.no_wrap:
        whole = max(map(len, lines), default=0)
        return min(whole, column.max_width or whole) - min(word, column.max_width or word)
    return min(0, _BROKEN - word) if column.overflow == "fold" else 0


def _as_lists(drawn: Any) -> Any:
    """A table as a text, with a line for each cell; everything else as it is."""
    if isinstance(drawn, Padding):
        return _as_lists(drawn.renderable)
    if not isinstance(drawn, Table):
        return drawn
    headings = [" ".join(str(column.header).split()) for column in drawn.columns]
    parts = [str(drawn.title)] if drawn.title else []
    for cells in zip(*(column.cells for column in drawn.columns), strict=True):
        pairs = zip(headings, map(str, cells), strict=True)
        parts.append("\n".join(f"{name}: {cell}" if name else cell for name, cell in pairs if cell))
    parts += [str(drawn.caption)] if drawn.caption else []
    return Text("\n\n".join(parts) + "\n")
