"""Tic-tac-toe: crosses and noughts in turn on nine squares, 1 to 9 row by row; three in a line win.

As in all games, a position is what a player sees: if noughts are to move, they are *my* pieces, ``x`` in
texts. The game's source has crosses, which begin, and noughts, and writes the nine squares as -1, 0 or 1. The
numbers of pieces show which side is to move, so a position may be written in that way, too.

The source of the table player keeps, of all ways to fill the nine cells, those in which no line is complete
and the sum of the cells is 0 or -1. It reports 4,277 of them, but its rule keeps 4,536: for the first row it
checks only whether the three cells are equal, not whether they are crosses or noughts, and so rejects
positions whose first row is empty, including the empty board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from math import factorial

from senet_gp.games.board import lines as line_rules
from senet_gp.games.board.game import PlacingGame, Position, grid_symmetries
from senet_gp.games.board.rules import Numbers
from senet_gp.games.protocol import Geometry, grid, squares_in
from senet_gp.games.small import Fillings
from senet_gp.games.wording import RuleExample, always_met, stopped_line, three_in_a_line
from senet_gp.runtime.errors import UsageError

CROSS = -1
EMPTY = 0
NOUGHT = 1
COMBINATIONS = 3**9
#: The number of orders in which nine cells can be filled, if play goes on after a line is complete.
ORDERS = factorial(9)
_FIRST_ROW = (0, 1, 2)
LINES = (
    _FIRST_ROW, (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
)  # fmt: skip

_SIZE = 3
_NUMBER = f"({CROSS}|{EMPTY}|{NOUGHT})"
_NUMBERS = re.compile(rf"\[?{_NUMBER}" + rf"[, ] ?{_NUMBER}" * (_SIZE * _SIZE - 1) + r"\]?")

#: The nine cells, -1 for a cross and 1 for a nought.
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


@cache
def _fillings() -> Fillings:
    return Fillings(
        ORDERS,
        COMBINATIONS,
        sum(map(is_kept_by_source, combinations())),
        [position_of(cells) for cells in combinations() if is_kept(cells)],
    )


@dataclass(frozen=True)
class TicTacToe(PlacingGame):
    """Tic-tac-toe; crosses begin. A move is written as its square."""

    name = "tictactoe"
    title = "Tic-tac-toe"
    rules_text = (
        "Two players place their pieces in turn on a board of three by three squares.\n"
        "A player with three in a row, column or diagonal wins.\n"
        "If the board is full and nobody has three in a line, the game is a draw."
    )
    geometry = Geometry(grid(_SIZE, _SIZE))
    max_afterstates = _SIZE * _SIZE
    most_turns = _SIZE * _SIZE

    @cached_property
    def numbers(self) -> Numbers:
        """The parameters as the compiled rules take them."""
        return line_rules.numbers_of(_SIZE, _SIZE, _SIZE, gravity=False)

    def position_as_written(self, text: str) -> Position:
        """Read a position in any of three forms.

        They are ``oo......x``, where x is the player to move; ``xx......o``, where x is the crosses; and the
        source's ``-1,-1,0,0,0,0,0,0,1``, with or without brackets.

        Raises:
            UsageError: if the text has none of these forms, or is not a position.
        """
        cells = _NUMBERS.fullmatch(text)
        if cells is None:
            if squares_in(text, self.squares) is None:
                raise UsageError(
                    f"a position of {self.name} is 9 characters 'x', 'o' or '.' (x the player to move; or x "
                    "the crosses, who begin), or 9 numbers -1 (a cross), 0 or 1 (a nought) with commas, not "
                    f"{text[:40]!r}"
                )
            return super().position_as_written(text)
        numbers = tuple(map(int, cells.groups()))
        if not is_turn(numbers):
            raise UsageError(
                f"{text!r} is no position of {self.name}: "
                "crosses (-1) begin, so they are as many as noughts (1) or one more"
            )
        return position_of(numbers)

    def fillings(self) -> Fillings:
        """All ways to fill the nine squares; full boards without a line are positions, too."""
        return _fillings()

    def side_to_move(self, position: Position) -> str:
        """Crosses or noughts."""
        return "noughts" if position.theirs.bit_count() > position.mine.bit_count() else "crosses"

    def symmetries(self) -> list[tuple[int, ...]]:
        """The eight symmetries of the square."""
        return grid_symmetries(_SIZE, _SIZE, mirror=True, turn=True)


#: Examples that teach the rules, in the order in which they matter.
EXAMPLES = (
    RuleExample("A piece", "Place a piece on any free square.", ".........", (), "5", always_met),
    three_in_a_line("xx.oo....", "3"),
    stopped_line(".x..oo..x", "4", "take that square"),
)
