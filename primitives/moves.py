"""Queries about the one move just made, in games where a turn is one move."""

from __future__ import annotations

from primitives.declarations import Primitive
from primitives.query import Query
from primitives.types import Number
from senet_gp.games.board.afterstates import move_start as start_of
from senet_gp.games.board.afterstates import move_target as target_of
from senet_gp.games.view import Board


def move_start(board: Board) -> int:
    """The square that the move just made started from; 0 if none was made."""
    return board.start


def move_to(board: Board) -> int:
    """The square that the move just made led to, or that the piece was placed on; 0 if none was made."""
    return board.target


def move_start_word(squares: int) -> Primitive:
    """Where the move started, in a game in which pieces move."""
    return Primitive(move_start, (), Number, Query(start_of, "moves"), 0, squares)


def move_to_word(squares: int) -> Primitive:
    """Where the move led to."""
    return Primitive(move_to, (), Number, Query(target_of, "moves"), 0, squares)
