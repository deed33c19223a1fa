"""Sets of squares as bit masks, and the symmetries of a grid of squares."""

from __future__ import annotations

from collections.abc import Iterable


def squares_of(mask: int) -> list[int]:
    """The squares of a mask, in rising order.

    >>> squares_of(0b1010)
    [1, 3]
    """
    return [square for square in range(1, mask.bit_length()) if mask >> square & 1]


def mask_of(squares: Iterable[int]) -> int:
    """The mask of some squares, bit n for square n.

    >>> mask_of([1, 3]) == 0b1010
    True
    """
    return sum(1 << square for square in squares)


def grid_symmetries(width: int, height: int, *, mirror: bool, turn: bool) -> list[tuple[int, ...]]:
    """The symmetries of a grid: reflection from left to right if ``mirror``, quarter turns if ``turn``."""
    identity = tuple(range(1, width * height + 1))
    found = [identity]
    if turn:
        quarter = tuple(
            square % width * height + height - square // width for square in range(width * height)
        )
        for _ in range(3):
            found.append(tuple(quarter[square - 1] for square in found[-1]))
    if mirror:
        mirrored = tuple(square // width * width + width - square % width for square in range(width * height))
        found += [tuple(mirrored[square - 1] for square in symmetry) for symmetry in found]
    return found
