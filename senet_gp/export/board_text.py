"""Boards as texts, as exported Python files take them; the files contain these functions as they stand.

In a board every square is a character, from square 1 on: x a piece of the player who has just moved, o one of
the other's, a dot an empty square.
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


def read_thrown(text: str, squares: int, width: int) -> Board:
    """``BOARD``, ``BOARD:MOVES`` or ``BOARD:MOVES:HITS``, with moves as in ``9+3,12+1``."""
    board, _, more = text.partition(":")
    moves, _, hits = more.partition(":")
    mine, theirs = pieces(board, squares)
    made = [numbers(move.replace("-", "+").split("+")) for move in moves.split(",") if move]
    if any(len(move) != 2 for move in made):
        raise ValueError(f"moves are like 9+3,12+1 and not like {moves}")
    thrown = tuple((throw, start) for start, throw in made)
    return Board(mine, theirs, thrown, numbers([hits or "0"])[0], squares, width)


def read_moved(text: str, squares: int, width: int) -> Board:
    """``BOARD``, ``BOARD:TARGET`` or ``BOARD:START-TARGET``."""
    board, _, move = text.partition(":")
    mine, theirs = pieces(board, squares)
    start, _, target = move.rpartition("-")
    first, last = numbers([start or "0", target or "0"])
    return Board(mine, theirs, squares=squares, width=width, start=first, target=last)


def read_placed(text: str, squares: int, width: int) -> Board:
    """``BOARD`` or ``BOARD:TARGET``, the board also as numbers: -1 a cross, 1 a nought, 0 an empty square."""
    board, colon, target = text.partition(":")
    if "," in board:
        cells = numbers(board.split(","))
        if len(cells) != squares or set(cells) - {-1, 0, 1} or sum(cells) not in {-1, 0}:
            raise ValueError(
                f"on {squares} cells crosses, -1, are as many as noughts, 1, or one more: not {board}"
            )
        # Crosses begin: where they are one more they have just moved.
        signs = {0: ".", -1: "x", 1: "o"} if sum(cells) else {0: ".", -1: "o", 1: "x"}
        board = "".join(signs[cell] for cell in cells)
    return read_moved(board + colon + target, squares, width)


def read_places(text: str, squares: int, width: int) -> Board:
    """``X,Y,X,Y,LAST,LAST``: my place, theirs, my last move and theirs, -1 where there was none.

    No word looks at the last one; it stands there because it does wherever else positions are written.
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
