"""A game of Senet on the terminal: the board, the throws, and what is played."""

from __future__ import annotations

import os
import sys

import click

from senet_gp.arena.game import Choice
from senet_gp.files import shortened
from senet_gp.games.senet import Candidate, Decision, Position, notation, spoken
from senet_gp.interruption import heard_at_once


class GameTable:
    """Shows a game; the signs of the two players are x and o, or ● and ○ where the terminal has them.

    Attributes:
        signs: the signs of the first mover and of the other.
        empty: the sign of an empty square.
        seat: the seat of the player whose decision is shown.
    """

    def __init__(self, *, ascii_only: bool) -> None:
        plain = ascii_only or _is_plain() or not _can_show("●○·…")
        self.signs = ("x", "o") if plain else ("●", "○")
        self.empty = "." if plain else "·"
        self._plain = plain
        self.seat = 0

    @property
    def sign(self) -> str:
        """The sign of the player whose decision is shown."""
        return self.signs[self.seat]

    def say(self, text: str) -> None:
        """Show a text."""
        click.echo(text.replace("…", "...") if self._plain else text)

    def ask(self, prompt: str) -> str:
        """Ask for a line; raises ``EOFError`` when there are no more."""
        try:
            with heard_at_once():
                return input(prompt)
        except RuntimeError:  # there is no standard input
            raise EOFError from None

    def show(self, decision: Decision, candidate: Candidate | None = None) -> None:
        """Show the board before a decision, or as the candidate would leave it."""
        self.draw(candidate.position if candidate else decision.position, self.seat)

    def draw(self, position: Position, seat: int) -> None:
        """Show a board that the player of a seat sees."""
        mine, theirs = self.signs[seat], self.signs[1 - seat]
        self.say("\n" + position.drawing(mine, theirs, self.empty) + "\n")

    def tell(self, choice: Choice, name: str) -> None:
        """Say in a line what was thrown and played."""
        sign = self.signs[choice.seat]
        what = notation(choice.before, choice.played.moves)
        if choice.before.in_water:
            off = choice.throws[0] == 4
            what = "out of the water and off the board" if off else "out of the water, back to 15 or before"
        elif what == "-":
            what = "cannot move"
        hits = f", hits {choice.played.hits}" if choice.played.hits else ""
        self.say(f"{choice.turn:3} {sign} {shortened(name, 24)} throws {spoken(choice.throws)}: {what}{hits}")


def _is_plain() -> bool:
    """Whether the terminal or the locale is one that promises ASCII alone."""
    locale = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := os.environ.get(name))), "")
    return os.environ.get("TERM") == "dumb" or locale in {"C", "POSIX"}


def _can_show(signs: str) -> bool:
    try:
        signs.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
