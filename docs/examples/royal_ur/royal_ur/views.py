"""What the words of Ur see of a board: the squares of both sides, what is beside them, and the last move."""

from __future__ import annotations

from dataclasses import dataclass

from royal_ur.board import HAND, HOME
from senet_gp.games import Sides


@dataclass(frozen=True)
class View:
    """The board after a move, as the player who has moved sees it.

    Attributes:
        mine: the squares of this player's pieces on their path, 1 to 14.
        theirs: the squares of the other's pieces on the other's path.
        my_hand: how many pieces this player has in hand.
        their_hand: how many the other has in hand.
        my_home: how many pieces this player has brought home.
        their_home: how many the other has brought home.
        hit: whether the move hit a piece.
        again: whether this player throws again.
    """

    mine: frozenset[int]
    theirs: frozenset[int]
    my_hand: int
    their_hand: int
    my_home: int
    their_home: int
    hit: bool = False
    again: bool = False

    @classmethod
    def of(cls, position: Sides, *, hit: bool = False, again: bool = False) -> View:
        """The view of a position.

        >>> View.of(Sides((0, 3, 15), (8, 15, 15)))  # doctest: +ELLIPSIS
        View(mine=frozenset({3}), theirs=frozenset({8}), my_hand=1, their_hand=0, my_home=1, their_home=2, ...

        Args:
            position: the places of all pieces, as the player who has moved sees them.
            hit: whether the move hit a piece.
            again: whether the player throws again.
        """
        mine, theirs = position
        squares = (frozenset(side) - {HAND, HOME} for side in position)
        counts = (side.count(place) for place in (HAND, HOME) for side in (mine, theirs))
        return cls(*squares, *counts, hit=hit, again=again)  # type: ignore[misc,arg-type]
