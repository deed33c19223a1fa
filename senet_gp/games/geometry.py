"""The squares of a game's board: how they are arranged when it is drawn, and how it is written with signs."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.loaded_code import TOLD

#: The most squares of a row or a column that :func:`grid` makes.
MAX_SIDE = 1000


@dataclass(frozen=True)
class Geometry:
    """The squares of a board as they are drawn, always from the first mover's side.

    >>> Geometry(grid(3, 2)).places[5]
    (1, 1)

    Attributes:
        rows: the squares, numbered from 1, from the top row down and from left to right; 0 for a gap. A game
            without a board has no rows.
        labels: the labels of squares that are not called by their number.
        notes: one word each about special squares.
        meanings: a sentence each about special squares.
        ways: for each row, whether pieces go along it to the right (1), to the left (-1), or neither (0);
            empty if they go along no rows.
    """

    rows: tuple[tuple[int, ...], ...]
    labels: Mapping[int, str] = field(default_factory=dict, hash=False, metadata=TOLD)
    notes: Mapping[int, str] = field(default_factory=dict, hash=False, metadata=TOLD)
    ways: tuple[int, ...] = ()
    meanings: Mapping[int, str] = field(default_factory=dict, hash=False, metadata=TOLD)

    @cached_property
    def places(self) -> Mapping[int, tuple[int, int]]:
        """The column and the row of each square, both counted from 0."""
        return {
            square: (column, row)
            for row, line in enumerate(self.rows)
            for column, square in enumerate(line)
            if square
        }

    @property
    def width(self) -> int:
        """How many squares the widest row has."""
        return max(map(len, self.rows), default=0)

    def label(self, square: int) -> str:
        """The label of a square."""
        return self.labels.get(square, str(square))


def grid(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """The rows of a board whose squares are numbered row by row from the top left.

    >>> grid(3, 2)
    ((1, 2, 3), (4, 5, 6))

    Raises:
        UsageError: if the width or the height is no whole number from 1 to ``MAX_SIDE``.
    """
    width, height = whole_number("width", width, 1, MAX_SIDE), whole_number("height", height, 1, MAX_SIDE)
    return tuple(tuple(range(row * width + 1, (row + 1) * width + 1)) for row in range(height))


def in_signs(mine: Container[int], theirs: Container[int], squares: int) -> str:
    """A board square by square: ``x`` mine, ``o`` theirs, ``.`` empty.

    >>> in_signs({1}, {3}, squares=4)
    'x.o.'
    """
    return "".join("x" if n in mine else "o" if n in theirs else "." for n in range(1, squares + 1))


def squares_in(text: str, squares: int) -> tuple[frozenset[int], frozenset[int]] | None:
    """The squares of mine and of theirs in a text of :func:`in_signs`; None if it is not written so.

    >>> squares_in("x.o.", squares=4)
    (frozenset({1}), frozenset({3}))
    """
    if len(text) != squares or set(text) - set("xo."):
        return None
    mine, theirs = (frozenset(n for n, sign in enumerate(text, 1) if sign == side) for side in "xo")
    return mine, theirs
