"""How exported Python files read boards, which depends on the game."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from primitives.vocabulary import Vocabulary
from senet_gp.export.board_text import read_moved
from senet_gp.games.view import Board

#: What is said of boards that are written square by square.
SQUARES_USAGE = """\
Run it with boards as arguments to score them, and to see which of them is played. A board is one character
a square from 1 on: x a piece of the player who has just moved, o one of the other's, . an empty square.
"""


@dataclass(frozen=True)
class BoardForm:
    """How boards are read.

    Attributes:
        read: reads a board from a text, the number of squares, and the width; the file contains its source.
        usage: what is said of such texts; ``{start}`` in it is one.
        sample: draws the text of some board.
    """

    read: Callable[[str, int, int], Board]
    usage: str
    sample: Callable[[Vocabulary, random.Random], str]


def sample_pieces(vocabulary: Vocabulary, rng: random.Random) -> str:
    """Pieces of both sides on some squares, as a text."""
    squares = vocabulary.squares
    counted = vocabulary.by_name.get("my_pieces")
    most = squares if counted is None else counted.high
    mine, theirs = rng.randint(0, most), rng.randint(0, most)
    signs = ("x" * mine + "o" * theirs)[:squares].ljust(squares, ".")
    return "".join(rng.sample(signs, squares))


def sample_moved(vocabulary: Vocabulary, rng: random.Random) -> str:
    """The same with a move just made."""
    start, target = rng.randint(0, vocabulary.squares), rng.randint(1, vocabulary.squares)
    return f"{sample_pieces(vocabulary, rng)}:{start}-{target}"


#: Boards with the move just made.
MOVED = BoardForm(
    read_moved,
    SQUARES_USAGE
    + """\
Behind a colon may stand the move just made: the square that it led to, or both, as in {start}:1-4""",
    sample_moved,
)
