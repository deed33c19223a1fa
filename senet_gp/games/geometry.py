"""How a game's board lies on the table: what everything that draws it needs to know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True)
class Geometry:
    """The squares of a board as they lie on the table, seen always from the first mover's place.

    Attributes:
        rows: the squares, numbered from 1, from the top row down and from left to right; 0 where none lies.
            There are none in a game that has no board.
        labels: what people call those squares that they do not call by the number.
        notes: what stands on special squares, in a word.
    """

    rows: tuple[tuple[int, ...], ...]
    labels: Mapping[int, str] = field(default_factory=dict, hash=False)
    notes: Mapping[int, str] = field(default_factory=dict, hash=False)

    @cached_property
    def places(self) -> Mapping[int, tuple[int, int]]:
        """The column and the row, both from 0, in which each square lies."""
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
        """What people call a square."""
        return self.labels.get(square, str(square))


def grid(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """The rows of a board whose squares are numbered row by row from the top left."""
    return tuple(tuple(range(row * width + 1, (row + 1) * width + 1)) for row in range(height))
