"""The board of Ur: the path of either side, its special squares, and how they are drawn.

A piece is in hand (0), on a square of its side's path (1 to 14), or home (15). The squares 5 to 12 are the
same for both sides; of the others each side has its own.
"""

from __future__ import annotations

from senet_gp.games import Geometry

MAX_PIECES = 7
#: Where a piece is that is not on the path.
HAND, HOME = 0, 15
#: The squares of a path.
SQUARES = 14
#: Who lands here throws again.
ROSETTES = (4, 8, 14)
#: The rosette on which no piece can be hit.
CENTRE = 8
#: The first and the last square that both sides share.
FIRST_SHARED, LAST_SHARED = 5, 12
#: How a hit is marked in moves.
HIT_MARK = "*"
#: Four dice show one or nothing each: in how many of sixteen throws they show 0, 1, 2, 3 and 4.
OF_SIXTEEN = (1, 4, 6, 4, 1)
#: What a rosette is worth in squares when throws are compared.
ROSETTE_WORTH = 5
#: In about how many of sixteen cases one or two throws lead 1 to 6 squares on.
OF_TWO_THROWS = (4, 7, 7, 5, 4, 2)

# The squares of the drawing: those of the first mover's path have the numbers of the path; then come the
# other's own squares, 1 to 4, 13 and 14 of their path.
_OTHERS = {1: 15, 2: 16, 3: 17, 4: 18, 13: 19, 14: 20}
_ROWS = (
    (18, 17, 16, 15, 0, 0, 20, 19),
    tuple(range(FIRST_SHARED, LAST_SHARED + 1)),
    (4, 3, 2, 1, 0, 0, 14, 13),
)
_LANDING = "Who lands here throws again."
_ROSETTES = [seat_square for square in ROSETTES for seat_square in {square, _OTHERS.get(square, square)}]
#: The other side's path is above, the first mover's below: both go to the left, come back along the middle
#: row, and leave at its right.
GEOMETRY = Geometry(
    _ROWS,
    labels={drawn: str(square) for square, drawn in _OTHERS.items()},
    notes=dict.fromkeys(_ROSETTES, "rosette"),
    ways=(-1, 1, -1),
    meanings=dict.fromkeys(_ROSETTES, _LANDING) | {CENTRE: f"{_LANDING} No piece can be hit here."},
)


def drawn_square(square: int, seat: int) -> int:
    """The square of the drawing on which a piece of a seat stands.

    >>> drawn_square(4, seat=0), drawn_square(4, seat=1), drawn_square(8, seat=1)
    (4, 18, 8)

    Args:
        square: a square of the path, 1 to 14.
        seat: 0 for the first mover, 1 for the other.
    """
    return _OTHERS.get(square, square) if seat else square
