"""The view of a board that words have in plain Python: sets of squares."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Board:
    """The board after a turn, as the player who made the turn sees it.

    In a game whose programs are policies, it is the board before the move.

    >>> Board(frozenset({30}), frozenset({20})).mine
    frozenset({30})

    Attributes:
        mine: the squares of this player's pieces.
        theirs: the squares of the other player's pieces.
        moves: in Senet, the moves of the turn as (throw, start square) pairs.
        hits: the number of enemy pieces that these moves hit.
        squares: the number of squares of the board; they are numbered from 1, row by row.
        width: the number of squares in a row.
        start: in the small games, the square that the move started from; 0 if a piece was placed.
        target: the square that the move led to; 0 if there was no move.
        last_move: in Pursuit, the number of the player's last move; -1 if there was none.
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

    def __repr__(self) -> str:
        # As senet_gp.runtime.errors.brief writes it, but by itself, because exported Python files hold this
        # class.
        moved = [f"target {self.target}"] if self.target else []
        told = [f"mine {sorted(self.mine)}", f"theirs {sorted(self.theirs)}", *moved, *map(str, self.moves)]
        line = f"<Board: {', '.join(told)}"
        return (line if len(line) < 110 else line[:108] + "…") + ">"
