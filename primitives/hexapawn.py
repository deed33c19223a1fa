"""Hexapawn's vocabulary. Squares are numbered as the player sees them: their own pawns go up from 1 2 3."""

from __future__ import annotations

from primitives.common import (
    ARITHMETIC,
    CERTAINTIES,
    LOGIC,
    SQUARES,
    move_start_word,
    move_to_word,
    piece_counts,
)
from primitives.declarations import Primitive, Query
from primitives.types import Number
from primitives.vocabulary import Vocabulary
from senet_gp.games.hexapawn import Hexapawn, rules
from senet_gp.games.view import Board

_PAWNS = 3


def _pawn_moves(own: frozenset[int], other: frozenset[int], forward: int) -> int:
    """How many moves pawns have that move ``forward`` by 3 or -3 squares."""
    count = 0
    for start in own:
        ahead = start + forward
        if not 1 <= ahead <= 9:
            continue
        count += ahead not in own | other
        # The squares left and right of the one ahead, if they stand in its row.
        count += sum((side - 1) // 3 == (ahead - 1) // 3 for side in {ahead - 1, ahead + 1} & other)
    return count


def my_moves(board: Board) -> int:
    """How many moves my pawns have on this board."""
    return _pawn_moves(board.mine, board.theirs, 3)


def their_moves(board: Board) -> int:
    """How many moves their pawns have on this board; it goes on only if there is one."""
    return _pawn_moves(board.theirs, board.mine, -3)


def vocabularies(game: Hexapawn) -> dict[str, Vocabulary]:
    """The vocabularies by name."""
    most, squares = game.max_afterstates, game.squares
    words = (
        *ARITHMETIC,
        *LOGIC,
        *CERTAINTIES,
        *SQUARES,
        *piece_counts(_PAWNS),
        Primitive(my_moves, (), Number, Query(rules.mobility, "mine", "theirs"), 0, most),
        Primitive(their_moves, (), Number, Query(rules.enemy_mobility, "mine", "theirs"), 0, most),
        move_start_word(squares),
        move_to_word(squares),
    )
    return {"basic": Vocabulary(game, "basic", words, range(1, squares + 1), squares)}
