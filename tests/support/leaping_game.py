"""A board game with more moves than there are bits in a number: pieces leap to any free square."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from primitives import SQUARES, Vocabulary, plain_vocabulary
from senet_gp.games.board.game import Afterstate, Position, SignedBoardGame
from senet_gp.games.board.rules import GOES_ON, Boards, Numbers, Results, keep
from senet_gp.games.protocol import Geometry, grid
from senet_gp.games.registry import Entry
from senet_gp.runtime.compiled import kernel

_GOAL = 21


@kernel
def successors(
    _numbers: Numbers, mine: int, theirs: int, _extra: int, boards: Boards, results: Results
) -> int:
    """Write the boards after all moves; returns how many there are."""
    count = 0
    for start in range(1, 26):
        for target in range(1, 26):
            if (mine >> start) & 1 and not ((mine | theirs) >> target) & 1:
                own = (mine | 1 << target) & ~(1 << start)
                result = 1 if target == _GOAL else GOES_ON
                count = keep(boards, results, count, own, theirs, start, target, 0, result)
    return count


@kernel
def swapped(_numbers: Numbers, mine: int, theirs: int, _extra: int) -> tuple[int, int, int]:
    """A position as the other player sees it."""
    return theirs, mine, 0


@dataclass(frozen=True)
class Leaping(SignedBoardGame):
    """Whose piece comes to the goal wins."""

    name: ClassVar[str] = "leaping"
    title: ClassVar[str] = "Leaping"
    rules_text: ClassVar[str] = "A piece leaps to any free square.\nWho leaps to square 21 wins."
    rules_module: ClassVar[str] = __name__
    cyclic: ClassVar[bool] = True
    geometry: ClassVar[Geometry] = Geometry(grid(5, 5))
    max_afterstates: ClassVar[int] = 68
    most_turns: ClassVar[int] = 20

    @cached_property
    def numbers(self) -> Numbers:
        """There is nothing that the kernels need to know."""
        return np.zeros(1, np.int64)

    def starts(self) -> Sequence[Position]:
        """Four pieces a side."""
        return [Position(0b11110, 0b1111 << 22)]

    def notation(self, afterstate: Afterstate, _seat: int) -> str:
        """The squares of a leap."""
        return f"{afterstate.start}-{afterstate.target}"

    def refusal(self, _position: Position) -> str | None:
        """Why a position is impossible: none is."""
        return None

    def symmetries(self) -> list[tuple[int, ...]]:
        """The identity alone."""
        return [tuple(range(26))]


def vocabularies(game: Leaping) -> Vocabulary:
    """The squares of the board and of the move."""
    return plain_vocabulary(game, {}, words=SQUARES)


ENTRY = Entry.of(Leaping, vocabularies)
