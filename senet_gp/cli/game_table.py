"""A game on the terminal: the board, the throws, and what is played."""

from __future__ import annotations

import os
import select
import sys
from typing import Any

import click

from senet_gp.boards.text import board_text
from senet_gp.errors import printable
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.throws import spoken
from senet_gp.interruption import heard_at_once, wakeups
from senet_gp.quoting import shortened


class GameTable:
    """Shows a game; the signs of the two players are ● and ○, or x and o where the terminal lacks those.

    Attributes:
        game: the game that is played.
        signs: the signs of the first mover and of the other.
        empty: the sign of an empty square.
    """

    def __init__(self, game: Game, *, ascii_only: bool) -> None:
        self.game = game
        plain = ascii_only or _is_plain() or not _can_show("●○·…")
        self.signs = ("x", "o") if plain else ("●", "○")
        self.empty = "." if plain else "·"
        self._plain = plain

    def say(self, text: str) -> None:
        """Show a text."""
        click.echo(text.replace("…", "...") if self._plain else text)

    def ask(self, prompt: str) -> str:
        """Ask for a line.

        Raises:
            EOFError: if there are no more lines.
        """
        try:
            with heard_at_once():
                return _line(prompt)
        except RuntimeError:  # there is no standard input
            raise EOFError from None

    def show(self, decision: Decision, index: int | None = None) -> None:
        """Show the board before a decision, or as an afterstate would leave it."""
        position = decision.position if index is None else decision.afterstates[index].position
        self.draw(position, decision.seat)

    def draw(self, position: Any, seat: int) -> None:
        """Show a board as the player of a seat sees it."""
        self.say("\n" + board_text(self.game, position, seat, self.signs, self.empty) + "\n")

    def tell(self, turn: int, decision: Decision, index: int, name: str) -> None:
        """Say in one line what was thrown and played; draw the board if the game has ended."""
        moves, remark = decision.notation(index), decision.remark(index)
        what = remark if moves == "-" and remark else "cannot move" if moves == "-" else moves
        if remark and what != remark:
            what += f", {remark}"
        does = f"throws {spoken(decision.throws)}:" if decision.throws else "plays"
        self.say(f"{turn:3} {self.signs[decision.seat]} {printable(shortened(name, 24))} {does} {what}")
        if decision.result(index) is not None:
            self.draw(decision.afterstates[index].position, decision.seat)


def _line(prompt: str) -> str:
    """A line that the person types; at a terminal an interruption is handled at once."""
    if not wakeups() or sys.stdin is None or not sys.stdin.isatty():
        return input(prompt)
    click.echo(prompt, nl=False)
    # A terminal delivers one line at a time, so Python's own buffer holds no line that select cannot see.
    select.select([sys.stdin, *wakeups()], [], [])
    return input()


def _is_plain() -> bool:
    """Whether the terminal or the locale promises ASCII alone."""
    locale = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := os.environ.get(name))), "")
    return os.environ.get("TERM") == "dumb" or locale in {"C", "POSIX"}


def _can_show(signs: str) -> bool:
    try:
        signs.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
