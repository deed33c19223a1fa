"""Tic-tac-toe: crosses and noughts in turn on nine squares, 1 to 9 row by row; three in a line win.

As in all games, a position is what a player sees: if noughts are to move, they are *my* pieces, ``x`` in
texts. The game's source has crosses, which begin, and noughts, and writes the nine squares as -1, 0 or 1. The
numbers of pieces show which side is to move, so a position may be written in that way, too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property

from senet_gp.errors import UsageError
from senet_gp.games.board import lines as line_rules
from senet_gp.games.board.afterstates import Numbers
from senet_gp.games.board.placing import PlacingGame
from senet_gp.games.board.position import Fillings, Position, grid_symmetries
from senet_gp.games.geometry import Geometry, grid
from senet_gp.games.tictactoe.combinations import (
    COMBINATIONS,
    CROSS,
    EMPTY,
    NOUGHT,
    ORDERS,
    combinations,
    is_kept,
    is_kept_by_source,
    is_turn,
    position_of,
)

_SIZE = 3
_NUMBER = f"({CROSS}|{EMPTY}|{NOUGHT})"
_NUMBERS = re.compile(rf"\[?{_NUMBER}" + rf"[, ] ?{_NUMBER}" * (_SIZE * _SIZE - 1) + r"\]?")


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
    most_plies = _SIZE * _SIZE

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
            if len(text) != self.squares or set(text) - set("xo."):
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
