"""The vocabulary of games in which pieces are placed: tic-tac-toe and trilobite."""

from __future__ import annotations

from collections.abc import Callable

from primitives.arithmetic import ARITHMETIC
from primitives.declarations import Primitive
from primitives.logic import CERTAINTIES, LOGIC
from primitives.moves import move_to_word
from primitives.query import Query
from primitives.squares import SQUARES, piece_counts
from primitives.types import Number
from primitives.vocabulary import Vocabulary
from senet_gp.games.board.game import BoardGame
from senet_gp.games.board.lines import open_places


def placing_vocabulary(
    game: BoardGame, places: int, moves: tuple[Callable[..., int], Callable[..., int]]
) -> Vocabulary:
    """The basic vocabulary of such a game.

    Args:
        game: the game.
        places: how many squares, from square 1 on, determine the moves: there is one for each empty square.
        moves: the meanings of ``my_moves`` and ``their_moves``.
    """
    squares = game.squares
    words = (
        *ARITHMETIC,
        *LOGIC,
        *CERTAINTIES,
        *SQUARES,
        *piece_counts((squares + 1) // 2),
        *(Primitive(m, (), Number, Query(open_places, "mine", "theirs", places), 0, places) for m in moves),
        move_to_word(squares),
    )
    # Squares are essential in these games. If constants were one symbol, random trees would rarely name any.
    return Vocabulary(game, "basic", words, range(1, squares + 1), squares, constants_together=False)
