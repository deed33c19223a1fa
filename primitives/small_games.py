"""The vocabularies of the small games, each made by the function of its name.

Those of tic-tac-toe and trilobite have no word for lines: evolution has to find them. In pursuit a program
sees five numbers, and its value modulo 4 is the move.
"""

from __future__ import annotations

from collections.abc import Callable

from primitives.common import (
    ARITHMETIC,
    CERTAINTIES,
    GREATER,
    LOGIC,
    SQUARES,
    move_start_word,
    move_to_word,
    piece_counts,
)
from primitives.declarations import Primitive, Query
from primitives.types import Number
from primitives.vocabulary import Vocabulary
from senet_gp.games.board.game import BoardGame
from senet_gp.games.board.lines import open_places
from senet_gp.games.hexapawn import Hexapawn, enemy_mobility, mobility
from senet_gp.games.protocol import Board
from senet_gp.games.pursuit import Pursuit, column, row
from senet_gp.games.pursuit import own_last_move as compiled_last_move
from senet_gp.games.tictactoe import TicTacToe
from senet_gp.games.trilobite import Trilobite

_PAWNS = 3
#: The moves of pursuit.
_DIRECTIONS = 4


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


def my_pawn_moves(board: Board) -> int:
    """How many moves my pawns have on this board."""
    return _pawn_moves(board.mine, board.theirs, 3)


def their_pawn_moves(board: Board) -> int:
    """How many moves their pawns have on this board; it goes on only if there is one."""
    return _pawn_moves(board.theirs, board.mine, -3)


def hexapawn(game: Hexapawn) -> dict[str, Vocabulary]:
    """The vocabularies by name. Squares are as the player sees them: their own pawns go up from 1 2 3."""
    most, squares = game.max_afterstates, game.squares
    mine, theirs = (Query(kernel, "mine", "theirs") for kernel in (mobility, enemy_mobility))
    words = (
        *ARITHMETIC,
        *LOGIC,
        *CERTAINTIES,
        *SQUARES,
        *piece_counts(_PAWNS),
        Primitive(my_pawn_moves, (), Number, mine, 0, most, name="my_moves"),
        Primitive(their_pawn_moves, (), Number, theirs, 0, most, name="their_moves"),
        move_start_word(squares),
        move_to_word(squares),
    )
    return {"basic": Vocabulary(game, "basic", words, range(1, squares + 1), squares)}


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


def pursuit(game: Pursuit) -> dict[str, Vocabulary]:
    """The vocabularies by name, for a board of this size."""
    size = game.size
    last_move = Query(compiled_last_move, "extra")
    words = (
        *ARITHMETIC,
        *LOGIC,
        *CERTAINTIES,
        GREATER,
        Primitive(own_x, (), Number, Query(column, "mine", size), 0, size - 1),
        Primitive(own_y, (), Number, Query(row, "mine", size), 0, size - 1),
        Primitive(enemy_x, (), Number, Query(column, "theirs", size), 0, size - 1),
        Primitive(enemy_y, (), Number, Query(row, "theirs", size), 0, size - 1),
        Primitive(own_last_move, (), Number, last_move, -1, _DIRECTIONS - 1),
    )
    # The constants are the moves. Each counts as a symbol: if they were one symbol, the growth of random
    # trees would be exactly critical, and their mean size infinite.
    constants = range(_DIRECTIONS)
    return {"basic": Vocabulary(game, "basic", words, constants, game.squares, constants_together=False)}


def empty_squares(board: Board) -> int:
    """How many squares are empty, any of which either player could take."""
    return board.squares - len(board.mine) - len(board.theirs)


def tictactoe(game: TicTacToe) -> dict[str, Vocabulary]:
    """The vocabularies by name."""
    return {"basic": _placing_vocabulary(game, game.squares, empty_squares)}


def open_columns(board: Board) -> int:
    """How many columns are not full, any of which either player could choose."""
    return sum(square not in board.mine | board.theirs for square in range(1, board.width + 1))


def trilobite(game: Trilobite) -> dict[str, Vocabulary]:
    """The vocabularies by name, for a board of this size: a column is full if its uppermost square is."""
    return {"basic": _placing_vocabulary(game, game.width, open_columns)}


def _placing_vocabulary(game: BoardGame, places: int, moves: Callable[[Board], int]) -> Vocabulary:
    """The basic vocabulary of a game in which pieces are placed.

    Args:
        game: the game.
        places: how many squares, from square 1 on, determine the moves: there is one for each empty square.
        moves: how many moves there are, which are the same for both players.
    """
    squares, query = game.squares, Query(open_places, "mine", "theirs", places)
    words = (
        *ARITHMETIC,
        *LOGIC,
        *CERTAINTIES,
        *SQUARES,
        *piece_counts((squares + 1) // 2),
        *(Primitive(moves, (), Number, query, 0, places, name=name) for name in ("my_moves", "their_moves")),
        move_to_word(squares),
    )
    # Squares are essential in these games. If constants were one symbol, random trees would rarely name any.
    return Vocabulary(game, "basic", words, range(1, squares + 1), squares, constants_together=False)
