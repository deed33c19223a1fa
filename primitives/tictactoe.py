"""Tic-tac-toe's vocabulary. It has no word for lines: evolution has to find them."""

from __future__ import annotations

from primitives.common import placing_vocabulary
from primitives.vocabulary import Vocabulary
from senet_gp.games.tictactoe import TicTacToe
from senet_gp.games.view import Board


def my_moves(board: Board) -> int:
    """How many squares are empty, any of which I could take."""
    return board.squares - len(board.mine) - len(board.theirs)


def their_moves(board: Board) -> int:
    """How many squares are empty, any of which they could take."""
    return board.squares - len(board.mine) - len(board.theirs)


def vocabularies(game: TicTacToe) -> dict[str, Vocabulary]:
    """The vocabularies by name."""
    return {"basic": placing_vocabulary(game, game.squares, (my_moves, their_moves))}
