"""How exported Python files read boards of Pursuit."""

from __future__ import annotations

import random

from primitives.vocabulary import Vocabulary
from senet_gp.export.board_form import BoardForm, numbers
from senet_gp.games.view import Board


def read_places(text: str, squares: int, width: int) -> Board:
    """Read ``X,Y,X,Y,LAST,LAST``: my square, theirs, my last move and theirs, -1 if there was none.

    No word uses the last number; it is there because it is part of positions everywhere else.
    """
    given = numbers(text.split(","))
    if (
        len(given) != 6
        or not all(0 <= place < width for place in given[:4])
        or not all(-1 <= move <= 3 for move in given[4:])
    ):
        raise ValueError(
            f"a board is x,y,x,y,last,last with places from 0 to {width - 1} and last moves from -1 to 3, "
            f"not {text!r}"
        )
    x, y, enemy_x, enemy_y, last_move, _ = given
    mine, theirs = frozenset({y * width + x + 1}), frozenset({enemy_y * width + enemy_x + 1})
    return Board(mine, theirs, squares=squares, width=width, last_move=last_move)


def _sample(vocabulary: Vocabulary, rng: random.Random) -> str:
    places = [rng.randrange(vocabulary.width) for _ in range(4)]
    return ",".join(map(str, [*places, rng.randint(-1, 3), rng.randint(-1, 3)]))


#: Both places, and the last moves.
PLACES = BoardForm(
    read_places,
    """\
Run it with boards as arguments, each x,y,x,y,last,last: the player's place, the enemy's, and their last
moves, -1 where there was none, as in {start}. The value and the move are printed.""",
    _sample,
)
