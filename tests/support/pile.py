"""A pile to take from, as somebody else would write it: positions are numbers, and nothing is thrown."""

from __future__ import annotations

from dataclasses import dataclass

from primitives import Vocabulary, plain_vocabulary
from senet_gp.games.plain import PlainGame
from senet_gp.games.registry import Entry


@dataclass(frozen=True)
class Pile(PlainGame):
    """Who takes the last of a pile wins."""

    name = "pile"
    title = "Pile"
    rules_text = "A player takes one to three.\nWho takes the last wins."

    def starts(self) -> list[int]:
        """One pile."""
        return [21]

    def swapped(self, position: int) -> int:
        """The same."""
        return position

    def moves(self, position: int, throws: tuple[int, ...]) -> dict[str, int]:  # noqa: ARG002
        """Take some."""
        return {f"take{taken}": position - taken for taken in (1, 2, 3) if taken <= position}

    def result(self, position: int) -> int | None:
        """Who has moved has won if nothing is left."""
        return None if position else 1

    def text(self, position: int) -> str:
        """The number."""
        return str(position)

    def position_from(self, text: str) -> int:
        """The number that a text stands for."""
        return int(text)


def left(pile: int) -> int:
    """How many are left, which does not tell who wins."""
    return pile


def vocabularies(game: Pile) -> dict[str, Vocabulary]:
    """Its word."""
    return plain_vocabulary(game, {left: 21})


ENTRY = Entry.of(Pile, vocabularies)
