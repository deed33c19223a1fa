"""How exported Python files read boards of tic-tac-toe."""

from __future__ import annotations

from senet_gp.export.board_form import SQUARES_USAGE, BoardForm, numbers, read_moved, sample_moved
from senet_gp.games.view import Board


def read_placed(text: str, squares: int, width: int) -> Board:
    """Read ``BOARD`` or ``BOARD:TARGET``; a board may be numbers: -1 a cross, 1 a nought, 0 empty."""
    board, colon, target = text.partition(":")
    if "," in board:
        cells = numbers(board.split(","))
        if len(cells) != squares or set(cells) - {-1, 0, 1} or sum(cells) not in {-1, 0}:
            raise ValueError(
                f"on {squares} cells crosses, -1, are as many as noughts, 1, or one more: not {board}"
            )
        # Crosses begin: if there is one more of them, they have just moved.
        signs = {0: ".", -1: "x", 1: "o"} if sum(cells) else {0: ".", -1: "o", 1: "x"}
        board = "".join(signs[cell] for cell in cells)
    return read_moved(board + colon + target, squares, width)


#: Boards with the move just made, in any of the ways that they are written.
PLACED = BoardForm(
    read_placed,
    SQUARES_USAGE
    + """\
So where the noughts have just moved they are x. A board may also be nine numbers with commas, -1 a cross,
1 a nought, 0 empty; crosses begin. Behind a colon may stand the square of the move just made, as in
{start}:5""",
    sample_moved,
)
