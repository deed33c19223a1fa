"""Positions of the small games, sets of squares as bit masks, and the afterstates that moves lead to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from senet_gp.games.board.rules import packed_move


def squares_of(mask: int) -> list[int]:
    """The squares of a mask, in rising order.

    >>> squares_of(0b1010)
    [1, 3]
    """
    return [square for square in range(1, mask.bit_length()) if mask >> square & 1]


def mask_of(squares: Iterable[int]) -> int:
    """The mask of some squares, bit n for square n.

    >>> mask_of([1, 3]) == 0b1010
    True
    """
    return sum(1 << square for square in squares)


def grid_symmetries(width: int, height: int, *, mirror: bool, turn: bool) -> list[tuple[int, ...]]:
    """The symmetries of a grid: reflection from left to right if ``mirror``, quarter turns if ``turn``."""
    identity = tuple(range(1, width * height + 1))
    found = [identity]
    if turn:
        quarter = tuple(
            square % width * height + height - square // width for square in range(width * height)
        )
        for _ in range(3):
            found.append(tuple(quarter[square - 1] for square in found[-1]))
    if mirror:
        mirrored = tuple(square // width * width + width - square % width for square in range(width * height))
        found += [tuple(mirrored[square - 1] for square in symmetry) for symmetry in found]
    return found


@dataclass(frozen=True, slots=True)
class Position:
    """A board as one of the two players sees it: unless stated otherwise, the player to move.

    >>> Position(mine=0b10, theirs=0b100)
    Position(mine=2, theirs=4, extra=0)

    Attributes:
        mine: the squares of this player's pieces as a bit mask, bit n for square n, counted from 1.
        theirs: the squares of the other player's pieces.
        extra: what the squares do not show, packed as the game's rules require; 0 if there is nothing.
    """

    mine: int
    theirs: int
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Afterstate:
    """A possible move, and the position that it leads to.

    Attributes:
        position: the position after the move, as the player who made it sees it.
        start: the square that the piece came from; 0 if it was placed.
        target: the square that it went to, or was placed on.
        result: 1 if the move wins the game, -1 if it loses it, 0 if it draws it, None if the game goes on.
    """

    position: Position
    start: int
    target: int
    result: int | None

    @property
    def packed_move(self) -> int:
        """The move as one number, as the compiled rules pack it."""
        return packed_move(self.start, self.target)


@dataclass(frozen=True, slots=True)
class Fillings:
    """All ways to fill the board of a game, some of which are positions.

    Attributes:
        orders: the number of orders in which the board can be filled.
        combinations: the number of ways to fill it.
        source_filter: how many of them the filter of the game's source keeps.
        positions: the ways that are positions, in their order.
    """

    orders: int
    combinations: int
    source_filter: int
    positions: Sequence[Position]
