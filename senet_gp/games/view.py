"""What words see of our games: sets of squares, no bit tricks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Board:
    """A board that a turn has ended in, seen by the player who made the turn.

    In a game whose programs name the move by their value, it is the board before the move.

    Attributes:
        mine: the squares that hold his pieces.
        theirs: the squares that hold the other player's pieces.
        moves: in Senet the moves of the turn, as (throw, start square) pairs.
        hits: how many enemy pieces these moves hit.
        squares: how many squares the board has; they are numbered from 1, row by row.
        width: how many squares a row has.
        start: in the small games the square that the move started from; 0 if a piece was placed.
        target: the square that it led to; 0 if none was made.
        last_move: in Pursuit the number of the player's last move; -1 if there was none.
    """

    mine: frozenset[int]
    theirs: frozenset[int]
    moves: tuple[tuple[int, int], ...] = ()
    hits: int = 0
    squares: int = 30
    width: int = 10
    start: int = 0
    target: int = 0
    last_move: int = -1
