"""Words and a vocabulary as another package would bring them, in a module that registers when imported."""

from __future__ import annotations

from primitives import Board, Number, Square, Truth, Vocabulary, primitive, register_vocabulary, vocabulary_of
from senet_gp.games.kernels import popcount
from senet_gp.games.protocol import Game
from senet_gp.runtime.compiled import kernel

register_vocabulary("tictactoe", "mine", "my_words:vocabulary")

CORNERS = frozenset({1, 3, 7, 9})


@primitive(Number, low=0, high=4)
def my_corners(board: Board) -> int:
    """How many corners are mine."""
    return len(board.mine & CORNERS)


@kernel
def _edges(mine: int) -> int:
    return popcount(mine & 0b101010100)


@primitive(Number, low=0, high=4, compiled=_edges)
def my_edges(board: Board) -> int:
    """How many of the squares in the middle of an edge are mine."""
    return len(board.mine & {2, 4, 6, 8})


@kernel
def _beside(mine: int, n: int, m: int) -> int:
    return (mine >> n) & (mine >> m) & 1


@primitive(Truth, Square, Square, compiled=_beside)
def both_mine(board: Board, n: int, m: int) -> bool:
    """Whether squares n and m are mine."""
    return n in board.mine and m in board.mine


def vocabulary(game: Game) -> Vocabulary:
    """The game's own, with three words more and one less."""
    return vocabulary_of(game).without("move_to").with_primitives(my_corners, my_edges, both_mine)
