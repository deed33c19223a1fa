"""The form of the boards that exported Python files read, which depends on the game.

The text of a board has a character for each square, from square 1 on: x for a piece of the player who has
just moved, o for a piece of the other, a dot for an empty square. The files contain the sources of the
functions that read it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from primitives.vocabulary import Vocabulary
from senet_gp.games.view import Board

#: The explanation, in exported files, of boards that are written square by square.
SQUARES_USAGE = """\
Run it with boards as arguments to score them, and to see which of them is played. A board is one character
a square from 1 on: x a piece of the player who has just moved, o one of the other's, . an empty square.
"""


def pieces(text: str, squares: int) -> tuple[frozenset[int], frozenset[int]]:
    """The squares of x and those of o."""
    if len(text) != squares or set(text) - set("xo."):
        raise ValueError(f"a board is {squares} characters x, o or ., not {text!r}")
    mine = frozenset(square for square, piece in enumerate(text, 1) if piece == "x")
    return mine, frozenset(square for square, piece in enumerate(text, 1) if piece == "o")


def numbers(texts: list[str]) -> list[int]:
    """Texts as whole numbers."""
    try:
        return [int(text) for text in texts]
    except ValueError:
        raise ValueError(f"there should be whole numbers instead of {', '.join(texts)}") from None


def read_moved(text: str, squares: int, width: int) -> Board:
    """``BOARD``, ``BOARD:TARGET`` or ``BOARD:START-TARGET``."""
    board, _, move = text.partition(":")
    mine, theirs = pieces(board, squares)
    start, _, target = move.rpartition("-")
    first, last = numbers([start or "0", target or "0"])
    return Board(mine, theirs, squares=squares, width=width, start=first, target=last)


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
