"""Sections of rows on the terminal, such as an explanation or an analysis (:mod:`senet_gp.insight.rows`)."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

import click
from rich.text import Text

from senet_gp.cli.console import INDENT, Console, Row, figures, print_table, texts
from senet_gp.cli.game_view import MAX_COLUMNS, GameView
from senet_gp.games.protocol import Game
from senet_gp.insight.rows import SIGNS, Boards, Kind, Lines, Rows, Section

#: Texts are not narrower than this.
_MIN_COLUMNS = 20


class Page:
    """Headings, texts, tables and boards of a game below one another, such as an explanation.

    Attributes:
        board: what shows the boards.
    """

    def __init__(self, game: Game, *, ascii_only: bool) -> None:
        self.board = GameView(game, ascii_only=ascii_only)
        self._plain = "".join(self.board.signs).isascii()
        self._width = min(max(Console().width, _MIN_COLUMNS), MAX_COLUMNS)

    def head(self, text: str) -> None:
        """Show a heading."""
        click.echo()
        Console().print(Text(text, style="bold"))

    def say(self, text: str, *, indent: int = INDENT, command: str = "") -> None:
        """Show a text, broken between words; by default as far to the right as tables are.

        Args:
            text: the text.
            indent: how far to the right.
            command: a command after it; as it is copied, it has a line of its own, which is not broken.
        """
        margin = " " * indent
        for line in textwrap.wrap(text, self._width, initial_indent=margin, subsequent_indent=margin):
            click.echo(self._spelled(line))
        if command:
            click.echo(margin + command)

    def show(self, view: Section) -> None:
        """Show a section as a whole; what matters most comes last, where a terminal ends."""
        self.say(view.title, indent=0)
        for block in view.blocks:
            if not isinstance(block, Section):
                self._show_block(block, indent=0 if block is view.blocks[0] else INDENT)
        for section in reversed(view.sections):
            self.head(section.title)
            for block in section.blocks:
                self._show_block(block)

    def _show_block(self, block: str | Rows | Lines | Boards | Section, indent: int = INDENT) -> None:
        match block:
            case str():
                self.say(block, indent=indent)
            case Rows():
                self.table(block.columns, block.cells)
            case Lines(lines, drawn=True):
                click.echo(self._spelled("\n".join(["", *lines, ""])))
            case Lines(lines):
                for line in lines:
                    self.say(line, indent=indent)
            case Boards(decision):
                self.board.draw(decision.position, decision.seat)
            case Section(title, blocks):
                click.echo()
                self.say(title, indent=indent)
                for inner in blocks:
                    self._show_block(inner)

    def table(self, columns: Sequence[tuple[str, Kind]], rows: Iterable[Row]) -> None:
        """Show a table; where pieces are letters, it has no lines either."""
        headings = [
            (figures if kind.is_figure else texts)(self._spelled(heading))[0] for heading, kind in columns
        ]
        print_table(headings, [list(map(self._spelled, row)) for row in rows], plain=self._plain)

    def _spelled(self, text: str) -> str:
        """A text with the characters that this terminal has."""
        for sign, shown in zip(SIGNS, self.board.signs, strict=True):
            text = text.replace(sign, shown)
        return self.board.spelled(text)
