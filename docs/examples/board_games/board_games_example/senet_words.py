"""Two words for Senet, one of them with a kernel, and a vocabulary that has them."""

from __future__ import annotations

from primitives import Board, Number, Vocabulary, primitive, register_vocabulary, vocabulary_of
from senet_gp.games import Game
from senet_gp.games.kernels import popcount
from senet_gp.runtime.compiled import kernel

register_vocabulary("senet", "homeward", f"{__name__}:vocabulary")


@primitive(Number, low=0, high=30)
def my_last(board: Board) -> int:
    """The square of my rearmost piece, or 0 if all my pieces are home."""
    return min(board.mine, default=0)


@kernel
def _in_last_row(mine: int) -> int:
    return popcount(mine >> 21)


@primitive(Number, low=0, high=10, compiled=_in_last_row)
def my_last_row(board: Board) -> int:
    """How many of my pieces stand in the last row, on squares 21 to 30."""
    return sum(square > 20 for square in board.mine)


def vocabulary(game: Game) -> Vocabulary:
    """The words of the paper and these two."""
    return vocabulary_of(game).with_primitives(my_last, my_last_row)
