"""The console on which rich draws tables and progress bars."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import IO, Any, cast

import rich.console
from rich.segment import Segment
from rich.text import Text

from senet_gp.runtime.standard_streams import Guarded, shown


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
