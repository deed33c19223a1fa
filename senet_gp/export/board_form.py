"""The form of the boards that exported Python files read, which depends on the game."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from primitives.vocabulary import Vocabulary
from senet_gp.export.board_text import read_moved
from senet_gp.games.view import Board

#: The explanation, in exported files, of boards that are written square by square.
SQUARES_USAGE = """\
Run it with boards as arguments to score them, and to see which of them is played. A board is one character
a square from 1 on: x a piece of the player who has just moved, o one of the other's, . an empty square.
"""


@dataclass(frozen=True)
class BoardForm:
    """The text form of a game's boards.

    Attributes:
        read: makes a board from its text, the number of squares, and the width; exported files contain the
            source of this function.
        usage: the explanation of the form, in which ``{start}`` stands for the board at the start.
        sample: draws a random board and returns its text.
    """

    read: Callable[[str, int, int], Board]
    usage: str
    sample: Callable[[Vocabulary, random.Random], str]


def sample_pieces(vocabulary: Vocabulary, rng: random.Random) -> str:
    """The text of a random board: pieces of both sides on random squares."""
    squares = vocabulary.squares
    counted = vocabulary.by_name.get("my_pieces")
    most = squares if counted is None else counted.high
    mine, theirs = rng.randint(0, most), rng.randint(0, most)
    signs = ("x" * mine + "o" * theirs)[:squares].ljust(squares, ".")
    return "".join(rng.sample(signs, squares))


def sample_moved(vocabulary: Vocabulary, rng: random.Random) -> str:
    """The text of a random board with the move just made."""
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
