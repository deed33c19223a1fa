"""Queries about the contents of squares, which every board game has."""

from __future__ import annotations

from primitives import operations
from primitives.declarations import Primitive
from primitives.query import Query
from primitives.types import Number, Square, Truth
from senet_gp.games.queries import pieces
from senet_gp.games.view import Board


def square_numbered(board: Board, n: int) -> int:
    """The square that a number names; any integer does, because squares are taken cyclically."""
    return (n - 1) % board.squares + 1


def mine(board: Board, n: int) -> bool:
    """Whether a piece of mine stands on square n."""
    return square_numbered(board, n) in board.mine


def theirs(board: Board, n: int) -> bool:
    """Whether a piece of theirs stands on square n."""
    return square_numbered(board, n) in board.theirs


def empty(board: Board, n: int) -> bool:
    """Whether square n is empty."""
    return square_numbered(board, n) not in board.mine | board.theirs


def my_pieces(board: Board) -> int:
    """How many pieces I have on the board."""
    return len(board.mine)


def their_pieces(board: Board) -> int:
    """How many pieces they have on the board."""
    return len(board.theirs)


SQUARES = (
    Primitive(mine, (Square,), Truth, operations.MINE),
    Primitive(theirs, (Square,), Truth, operations.THEIRS),
    Primitive(empty, (Square,), Truth, operations.EMPTY),
)


def piece_counts(most: int) -> tuple[Primitive, ...]:
    """The words for the numbers of pieces, in a game in which each player has at most ``most``."""
    return (
        Primitive(my_pieces, (), Number, Query(pieces, "mine"), 0, most),
        Primitive(their_pieces, (), Number, Query(pieces, "theirs"), 0, most),
    )
