"""Pursuit's vocabulary: a program sees five numbers, and its value modulo 4 is the move."""

from __future__ import annotations

from primitives.common import ARITHMETIC, CERTAINTIES, GREATER, LOGIC
from primitives.declarations import Primitive, Query
from primitives.types import Number
from primitives.vocabulary import Vocabulary
from senet_gp.games.pursuit import Pursuit, rules
from senet_gp.games.view import Board

_MOVES = 4


def own_x(board: Board) -> int:
    """My column, from 0."""
    return (min(board.mine) - 1) % board.width


def own_y(board: Board) -> int:
    """My row, from 0."""
    return (min(board.mine) - 1) // board.width


def enemy_x(board: Board) -> int:
    """Their column, from 0."""
    return (min(board.theirs) - 1) % board.width


def enemy_y(board: Board) -> int:
    """Their row, from 0."""
    return (min(board.theirs) - 1) // board.width


def own_last_move(board: Board) -> int:
    """My last move, 0 to 3, which I must not repeat; -1 before my first."""
    return board.last_move


def vocabularies(game: Pursuit) -> dict[str, Vocabulary]:
    """The vocabularies by name, for a board of this size."""
    size = game.size
    words = (
        *ARITHMETIC,
        *LOGIC,
        *CERTAINTIES,
        GREATER,
        Primitive(own_x, (), Number, Query(rules.column, "mine", size), 0, size - 1),
        Primitive(own_y, (), Number, Query(rules.row, "mine", size), 0, size - 1),
        Primitive(enemy_x, (), Number, Query(rules.column, "theirs", size), 0, size - 1),
        Primitive(enemy_y, (), Number, Query(rules.row, "theirs", size), 0, size - 1),
        Primitive(own_last_move, (), Number, Query(rules.own_last_move, "extra"), -1, _MOVES - 1),
    )
    # The constants are the moves. Each counts as a symbol: if they were one symbol, the growth of random
    # trees would be exactly critical, and their mean size infinite.
    return {"basic": Vocabulary(game, "basic", words, range(_MOVES), game.squares, constants_together=False)}
