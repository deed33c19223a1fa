"""Hexapawn: three pawns a side on a board of nine squares (Gardner 1962).

White's pawns start on 1 2 3, Black's on 7 8 9; White moves first. The board is turned for Black, so both
players see their own pawns move from 1 2 3 to 7 8 9; notation and drawing use White's numbers for both.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from senet_gp.games.board.game import SignedBoardGame
from senet_gp.games.board.position import Afterstate, Position, grid_symmetries
from senet_gp.games.board.rules import Numbers
from senet_gp.games.geometry import Geometry, in_signs
from senet_gp.games.hexapawn.rules import FAR_ROW, SQUARES, mobility, swapped_mask
from senet_gp.runtime.errors import UsageError

_PAWNS = 3
_LISTS = re.compile(r"\[((?:[1-9](?:,[1-9])*)?)\]-\[((?:[1-9](?:,[1-9])*)?)\]")


@dataclass(frozen=True)
class Hexapawn(SignedBoardGame):
    """Hexapawn. A step is written ``1-4``, a capture ``2x4``."""

    name = "hexapawn"
    title = "Hexapawn"
    rules_text = (
        "Each player has three pawns on the row nearest to them, on a board of three by three squares.\n"
        "A pawn steps one square straight ahead if it is free, or takes one square diagonally ahead.\n"
        "The player that reaches the far row wins, and so does one that leaves the other without a move."
    )
    rules_module = "senet_gp.games.hexapawn.rules"
    geometry = Geometry(((7, 8, 9), (4, 5, 6), (1, 2, 3)))
    #: Each pawn can step forward, or capture to either side.
    max_afterstates = 3 * _PAWNS
    #: A pawn that moves twice has reached the far row, so there are at most six plies before the last.
    most_turns = 2 * _PAWNS + 1

    @cached_property
    def numbers(self) -> Numbers:
        """The parameters as the compiled rules take them."""
        return np.zeros(1, np.int64)

    def starts(self) -> list[Position]:
        """White's pawns on 1 2 3, Black's on 7 8 9."""
        return [Position(0b1110, 0b1110000000)]

    def notation(self, afterstate: Afterstate, seat: int) -> str:
        """The two squares in White's numbers, with ``x`` between them for a capture."""
        start, target = afterstate.start, afterstate.target
        sign = "-" if target == start + 3 else "x"
        return f"{self.on_table(start, seat)}{sign}{self.on_table(target, seat)}"

    def on_table(self, square: int, seat: int) -> int:
        """The square in White's numbers."""
        return SQUARES + 1 - square if seat == 1 else square

    def position_as_written(self, text: str) -> Position:
        """Read ``xxx...ooo``, or in the source's form ``[1,2,3]-[7,8,9]``: the squares of x, then of o.

        Raises:
            UsageError: if the text has neither form, or is not a position.
        """
        lists = _LISTS.fullmatch(text)
        if lists is None:
            return self.position_from(text)
        mine, theirs = ({int(digit) for digit in side if digit != ","} for side in lists.groups())
        if mine & theirs:
            raise UsageError(f"{text!r} is not a position of {self.name}: a square has pawns of both sides")
        return self.position_from(in_signs(mine, theirs, SQUARES))

    def refusal(self, position: Position) -> str | None:
        """A side has three pawns at most."""
        if max(position.mine.bit_count(), position.theirs.bit_count()) > _PAWNS:
            return f"a side has at most {_PAWNS} pawns"
        return None

    def cannot_move(self, position: Position) -> str | None:
        """A pawn has reached the far row, or no pawn can move."""
        if position.mine & FAR_ROW or position.theirs & swapped_mask(FAR_ROW):
            return "a pawn has reached the far row, so the game is over"
        if not mobility(position.mine, position.theirs):
            return "the player to move has no move, so the game is over"
        return None

    def symmetries(self) -> list[tuple[int, ...]]:
        """The identity, and the reflection from left to right."""
        return grid_symmetries(3, 3, mirror=True, turn=False)
