"""``senet-gp replay``."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from senet_gp.cli import options
from senet_gp.cli.help_pages import OUTPUT, Verb, option

if TYPE_CHECKING:
    from senet_gp.cli.game_view import ShownGame

_PROMPT = "Enter next, b back, a turn's number, p plays on, q ends: "


@click.command(
    "replay",
    cls=Verb,
    examples=[
        "senet-gp replay game.txt",
        "senet-gp replay game.txt --delay 3",
    ],
)
@click.argument("file", type=options.PATH)
@option(
    "--delay",
    group=OUTPUT,
    type=click.FloatRange(0, 60),
    default=1.0,
    show_default=True,
    help="How many seconds each board is shown while the game plays on by itself.",
)
@options.ascii_only
def command(file: Path, delay: float, *, ascii_only: bool) -> None:
    """Show a recorded game step by step.

    In a terminal, Enter shows the next move, b the one before, a number goes to that turn, p plays on until a
    line is entered, and q ends. Through a pipe, the whole game is printed.
    """
    from senet_gp.arena.record import GameRecord
    from senet_gp.cli.game_view import ShownGame

    record = GameRecord.read(file)
    shown = ShownGame(record, ascii_only=ascii_only)
    shown.show_title()
    if sys.stdin is not None and sys.stdin.isatty():
        _Walk(shown, delay).go()
        return
    for count in range(len(record.choices) + 1):
        shown.show_after(count)
    shown.table.say(f"End of the record: {shown.record.end}.")


class _Walk:
    """A person goes to and fro in a recorded game."""

    def __init__(self, shown: ShownGame, delay: float) -> None:
        self._shown = shown
        self._delay = delay
        self._last = len(shown.record.choices)
        self._at = 0  # how many choices have been made

    def go(self) -> None:
        """Show the start, and then what the person asks for, until they end, or the input does."""
        with contextlib.suppress(EOFError):
            self._show(0)
            while self._answered(self._shown.table.ask(_PROMPT).strip().lower()):
                pass

    def _answered(self, line: str) -> bool:
        """Do what a line asks for; False if it asks to end."""
        if line == "q" or (not line and self._at == self._last):
            return False
        self._answer(line)
        return True

    def _answer(self, line: str) -> None:
        table, turns = self._shown.table, [choice.turn for choice in self._shown.record.choices]
        if not line:
            self._show(self._at + 1)
        elif line == "b" and self._at:
            self._show(self._at - 1)
        elif line == "b":
            table.say("This is the start.")
        elif line == "p":
            self._play_on()
        elif line.isascii() and line.isdecimal() and int(line[:9]) <= (turns[-1] if turns else 0):
            self._show(sum(turn <= int(line) for turn in turns))
        elif line.isascii() and line.isdecimal():
            table.say(f"There is no turn {line[:9]}: the last is {turns[-1] if turns else 0}.")
        else:
            table.say("Press Enter, or type b, p, q or the number of a turn.")

    def _play_on(self) -> None:
        from senet_gp.cli.game_view import line_within

        while self._at < self._last:
            self._show(self._at + 1)
            if self._at < self._last and line_within(self._delay):
                self._shown.table.ask("")
                return

    def _show(self, count: int) -> None:
        self._at = count
        self._shown.show_after(count)
        if count == self._last:
            self._shown.table.say(f"End of the record: {self._shown.record.end}. (Enter ends.)")
