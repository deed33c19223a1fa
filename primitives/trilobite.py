"""Trilobite's vocabulary. It has no word for lines: evolution has to find them."""

from __future__ import annotations

from primitives.common import placing_vocabulary
from primitives.vocabulary import Vocabulary
from senet_gp.games.trilobite import Trilobite
from senet_gp.games.view import Board


def _open_columns(board: Board) -> int:
    """How many columns are not full: those whose uppermost square is empty."""
    return sum(square not in board.mine | board.theirs for square in range(1, board.width + 1))


def my_moves(board: Board) -> int:
    """How many columns are not full, any of which I could choose."""
    return _open_columns(board)


def their_moves(board: Board) -> int:
    """How many columns are not full, any of which they could choose."""
    return _open_columns(board)


def vocabularies(game: Trilobite) -> dict[str, Vocabulary]:
    """The vocabularies by name, for a board of this size."""
    return {"basic": placing_vocabulary(game, game.width, (my_moves, their_moves))}
