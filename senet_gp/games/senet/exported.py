"""How exported Python files read boards of Senet."""

from __future__ import annotations

import random

from primitives.vocabulary import Vocabulary
from senet_gp.export.board_form import SQUARES_USAGE, BoardForm, numbers, pieces, sample_pieces
from senet_gp.games.view import Board


def read_thrown(text: str, squares: int, width: int) -> Board:
    """Read ``BOARD``, ``BOARD:MOVES`` or ``BOARD:MOVES:HITS``, with moves as in ``9+3,12+1``."""
    board, _, more = text.partition(":")
    moves, _, hits = more.partition(":")
    mine, theirs = pieces(board, squares)
    made = [numbers(move.replace("-", "+").split("+")) for move in moves.split(",") if move]
    if any(len(move) != 2 for move in made):
        raise ValueError(f"moves are like 9+3,12+1 and not like {moves}")
    thrown = tuple((throw, start) for start, throw in made)
    return Board(mine, theirs, thrown, numbers([hits or "0"])[0], squares, width)


def _sample(vocabulary: Vocabulary, rng: random.Random) -> str:
    made = (f"{rng.randint(1, vocabulary.squares)}+{rng.randint(1, 5)}" for _ in range(rng.randint(0, 4)))
    return f"{sample_pieces(vocabulary, rng)}:{','.join(made)}:{rng.randint(0, 4)}"


#: The form of boards with the moves just made, and the number of pieces they hit.
THROWN = BoardForm(
    read_thrown,
    SQUARES_USAGE
    + """\
Behind a colon may stand the moves just made, square+throw, and behind another how many pieces they hit, as in
{start}:9+3,12+1:1""",
    _sample,
)
