"""Trilobite: pieces are dropped into columns; three in a row, column or diagonal win.

The source numbers cells from 0, row by row from the top; squares are numbered from 1, so cell n is square
n + 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from senet_gp.games.board import lines as line_rules
from senet_gp.games.board.game import PlacingGame, Position, check_ranges, grid_symmetries, squares_of
from senet_gp.games.board.rules import MAX_SQUARES, Numbers
from senet_gp.games.protocol import Geometry, grid
from senet_gp.games.wording import RuleExample, always_met, in_words, stopped_line, three_in_a_line
from senet_gp.runtime.errors import UsageError


@dataclass(frozen=True)
class Trilobite(PlacingGame):
    """Trilobite on a board of any size. A move is written as the cell that the piece falls into.

    Attributes:
        width: the number of columns.
        height: the number of rows.
        line: how many pieces in a line win.

    Raises:
        UsageError: if the board has more than 31 squares, or no line fits on it.
    """

    width: int = 3
    height: int = 3
    line: int = 3

    name = "trilobite"
    title = "Trilobite"
    ranges = MappingProxyType(
        {"width": (1, MAX_SQUARES), "height": (1, MAX_SQUARES), "line": (2, MAX_SQUARES)}
    )

    def __post_init__(self) -> None:
        check_ranges(self)
        if self.width * self.height > MAX_SQUARES:
            raise UsageError(
                f"a board of {self.width} by {self.height} is too large for trilobite: "
                f"it may have {MAX_SQUARES} squares"
            )
        if self.line > max(self.width, self.height):
            raise UsageError(
                f"no line of {self.line} fits on a board of {self.width} by {self.height}: make it shorter"
            )

    @property
    def rules_text(self) -> str:
        """The rules with the length of a line."""
        return (
            "Two players in turn drop a piece into a column, where it falls onto the lowest free square.\n"
            f"A line of {in_words(self.line)} of one player's pieces in a row, column or diagonal wins.\n"
            "If the board is full and there is no such line, the game is a draw."
        )

    @cached_property
    def geometry(self) -> Geometry:
        """Rows from the top down; each square is labelled with the number of its cell."""
        rows = grid(self.width, self.height)
        return Geometry(rows, {square: str(square - 1) for row in rows for square in row})

    @property
    def max_afterstates(self) -> int:
        """One per column."""
        return self.width

    @property
    def most_turns(self) -> int:
        """The number of squares: then the board is full."""
        return self.width * self.height

    @cached_property
    def numbers(self) -> Numbers:
        """The parameters as the compiled rules take them."""
        return line_rules.numbers_of(self.width, self.height, self.line, gravity=True)

    def refusal(self, position: Position) -> str | None:
        """The players move in turn, and no piece is above an empty square."""
        occupied = position.mine | position.theirs
        for square in squares_of(occupied):
            if square + self.width <= self.squares and not occupied >> (square + self.width) & 1:
                return f"the piece in cell {self.geometry.label(square)} has nothing below it"
        return super().refusal(position)

    def symmetries(self) -> list[tuple[int, ...]]:
        """The identity, and the reflection from left to right."""
        return grid_symmetries(self.width, self.height, mirror=self.width > 1, turn=False)


#: Examples that teach the rules, in the order in which they matter.
EXAMPLES = (
    RuleExample(
        "A piece falls",
        "Drop a piece into a column: it falls to the lowest free square.",
        ".......o.",
        (),
        "4",
        always_met,
    ),
    three_in_a_line("...oo.xx.", "8"),
    stopped_line("...x..oo.", "8", "drop a piece there"),
)
