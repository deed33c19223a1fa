"""Nim with heaps, as somebody else would write it: a game without a board that both players see alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from primitives import Vocabulary, plain_vocabulary
from senet_gp.games.plain import PlainSmallGame
from senet_gp.games.registry import Entry


class Heaps(NamedTuple):
    """How many stones each heap has, for both players alike."""

    stones: tuple[int, ...]


@dataclass(frozen=True)
class HeapsOfStones(PlainSmallGame):
    """Nim with heaps: both players see the same position, and who takes the last stone wins."""

    name = "heaps"
    title = "Heaps"
    rules_text = "A player takes any number of stones from one heap.\nWho takes the last stone wins."
    most_turns = 9
    cyclic = False

    def starts(self) -> list[Heaps]:
        """Three heaps."""
        return [Heaps((1, 2, 2))]

    def swapped(self, position: Heaps) -> Heaps:
        """The same."""
        return position

    def moves(self, position: Heaps, throws: tuple[int, ...]) -> dict[str, Heaps]:  # noqa: ARG002
        """Take stones from a heap."""
        return {
            f"{heap}-{taken}": Heaps(
                tuple(n - taken if other == heap else n for other, n in enumerate(position.stones))
            )
            for heap, stones in enumerate(position.stones)
            for taken in range(1, stones + 1)
        }

    def result(self, position: Heaps) -> int | None:
        """Who has moved has won if nothing is left."""
        return None if any(position.stones) else 1


def nim_sum(board: Heaps) -> int:
    """The exclusive or of all heaps."""
    one, two, three = board.stones
    return one ^ two ^ three


def vocabularies(game: HeapsOfStones) -> dict[str, Vocabulary]:
    """Its words."""
    return plain_vocabulary(game, {nim_sum: 3})


ENTRY = Entry.of(HeapsOfStones, vocabularies)
