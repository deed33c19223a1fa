"""The functions by which exported Python files read boards; the files contain their sources.

The text of a board has a character for each square, from square 1 on: x for a piece of the player who has
just moved, o for a piece of the other, a dot for an empty square.
"""

from __future__ import annotations

from senet_gp.games.view import Board


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
