"""All ways to fill the nine cells of tic-tac-toe, and which of them are positions.

The source of the table player keeps the combinations in which no line is complete and the sum of the cells,
-1 for a cross and 1 for a nought, is 0 or -1. It reports 4,277 of them, but its rule keeps 4,536: for the
first row it checks only whether the three cells are equal, not whether they are crosses or noughts, and so
rejects positions whose first row is empty, including the empty board.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import factorial

from senet_gp.games.board.position import Position

CROSS, EMPTY, NOUGHT = -1, 0, 1
COMBINATIONS = 3**9
#: The number of orders in which nine cells can be filled, if play goes on after a line is complete.
ORDERS = factorial(9)
_FIRST_ROW = (0, 1, 2)
LINES = (
    _FIRST_ROW, (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
)  # fmt: skip

Cells = tuple[int, ...]


def combinations() -> Iterator[Cells]:
    """All combinations, the empty board first."""
    return product((EMPTY, CROSS, NOUGHT), repeat=9)


def is_turn(cells: Cells) -> bool:
    """Whether the numbers of pieces are possible: as many crosses, which begin, as noughts, or one more."""
    return sum(cells) in {0, CROSS}


def is_kept(cells: Cells) -> bool:
    """Whether a combination is a position: it has no line of three, and possible numbers of pieces."""
    return is_turn(cells) and not any(abs(_sum(cells, line)) == 3 for line in LINES)


def is_kept_by_source(cells: Cells) -> bool:
    """Whether the source's filter, with its error, keeps a combination."""
    first, second, third = (cells[index] for index in _FIRST_ROW)
    return is_kept(cells) and not first == second == third


def position_of(cells: Cells) -> Position:
    """The combination as the player to move sees it: crosses begin."""
    crosses, noughts = (
        sum(1 << number for number, cell in enumerate(cells, 1) if cell == sign) for sign in (CROSS, NOUGHT)
    )
    return Position(crosses, noughts) if sum(cells) == 0 else Position(noughts, crosses)


def _sum(cells: Cells, line: tuple[int, ...]) -> int:
    return sum(cells[index] for index in line)
