"""A board as the plain meanings of primitives see it: sets of squares, no bit tricks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Board:
    """A board that a turn has ended in, seen by the player who made the turn.

    Attributes:
        mine: the squares that hold his pieces.
        theirs: the squares that hold the other player's pieces.
        moves: the moves of the turn, as (throw, start square) pairs.
        hits: how many enemy pieces these moves hit.
        squares: how many squares the board has; they are numbered from 1.
    """

    mine: frozenset[int]
    theirs: frozenset[int]
    moves: tuple[tuple[int, int], ...] = ()
    hits: int = 0
    squares: int = 30
