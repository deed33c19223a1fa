"""Games of placing pieces until a line is complete, compiled: tic-tac-toe and, with gravity, trilobite.

Squares are numbered row by row from the top left, so a step along a line is a shift of the mask. A run that
leaves the board on one side would reappear on the other; looking only at the squares that a whole line can
start from excludes it.
"""

from __future__ import annotations

import numpy as np

from senet_gp.games.board.rules import GOES_ON, Boards, Numbers, Results, keep
from senet_gp.games.kernels import popcount
from senet_gp.runtime.compiled import kernel

_SQUARES, _PLACES, _FALL, _LINE, _SHIFTS = range(5)
_STARTS = _SHIFTS + 4
#: The directions of lines, in columns to the right and rows down.
_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))


def numbers_of(width: int, height: int, line: int, *, gravity: bool) -> Numbers:
    """The parameters of a game of this kind for kernels.

    They are the number of squares, the number of squares or columns to choose from, how far a piece falls in
    one step, the length of a line, the four steps along a line, and for each of them a mask of the squares
    where lines start.
    """
    numbers = [width * height, width if gravity else width * height, width if gravity else 0, line]
    numbers += [right + down * width for right, down in _DIRECTIONS]
    for right, down in _DIRECTIONS:
        numbers.append(
            sum(
                1 << (row * width + column + 1)
                for row in range(height - down * (line - 1))
                for column in range(width)
                if 0 <= column + right * (line - 1) < width
            )
        )
    return np.array(numbers, np.int64)


@kernel
def has_line(own: int, numbers: Numbers) -> bool:
    """Whether a side's pieces complete a line."""
    for direction in range(4):
        run = own & numbers[_STARTS + direction]
        for step in range(1, numbers[_LINE]):
            run &= own >> (numbers[_SHIFTS + direction] * step)
        if run:
            return True
    return False


def squares_of_lines(own: int, numbers: Numbers) -> list[int]:
    """The squares of all complete lines of a side's pieces, in rising order.

    >>> squares_of_lines(0b1010101010, numbers_of(3, 3, 3, gravity=False))
    [1, 3, 5, 7, 9]
    >>> squares_of_lines(0b1110000, numbers_of(3, 3, 3, gravity=False))
    [4, 5, 6]
    """
    found: set[int] = set()
    for shift, starts in zip(numbers[_SHIFTS:_STARTS].tolist(), numbers[_STARTS:].tolist(), strict=True):
        for start in range(1, int(numbers[_SQUARES]) + 1):
            line = [start + shift * step for step in range(int(numbers[_LINE]))]
            if starts >> start & 1 and all(own >> square & 1 for square in line):
                found.update(line)
    return sorted(found)


@kernel
def successors(
    numbers: Numbers, mine: int, theirs: int, _extra: int, boards: Boards, results: Results
) -> int:
    """All boards after one more piece, in the order of the squares or columns that it can be put into."""
    squares, fall = numbers[_SQUARES], numbers[_FALL]
    occupied = mine | theirs
    full = popcount(occupied) == squares - 1
    enough = popcount(mine) + 1 >= numbers[_LINE]
    count = 0
    for place in range(1, numbers[_PLACES] + 1):
        if (occupied >> place) & 1:
            continue
        square = place
        while fall and square + fall <= squares and not (occupied >> (square + fall)) & 1:
            square += fall
        own = mine | (1 << square)
        result = 1 if enough and has_line(own, numbers) else 0 if full else GOES_ON
        count = keep(boards, results, count, own, theirs, 0, square, 0, result)
    return count


@kernel
def open_places(mine: int, theirs: int, places: int) -> int:
    """How many of the squares 1 to ``places`` are empty."""
    return places - popcount((mine | theirs) & ((2 << places) - 2))


@kernel
def swapped(_numbers: Numbers, mine: int, theirs: int, _extra: int) -> tuple[int, int, int]:
    """The board as the other player sees it."""
    return theirs, mine, 0
