"""Hexapawn: three pawns a side on a board of nine squares (Gardner 1962).

White's pawns start on 1 2 3, Black's on 7 8 9; White moves first. The board is turned for Black, so both
players see their own pawns move from 1 2 3 to 7 8 9, also in the compiled rules; notation and drawing use
White's numbers for both.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from senet_gp.games.board.game import Afterstate, Position, SignedBoardGame, grid_symmetries
from senet_gp.games.board.rules import GOES_ON, Boards, Numbers, Results, keep
from senet_gp.games.kernels import lowest_bit, popcount
from senet_gp.games.protocol import Decision, Geometry, in_signs
from senet_gp.games.wording import RuleExample, always_met, wins
from senet_gp.runtime.compiled import kernel
from senet_gp.runtime.errors import UsageError

SQUARES = 9
_BOARD = 0b1111111110
FAR_ROW = 0b1110000000
_LEFT_FILE = 0b0010010010
_RIGHT_FILE = 0b1001001000


@kernel
def _takes_left(mine: int, theirs: int) -> int:
    """The squares of mine from which a pawn can take on the file to the left."""
    return mine & ~_LEFT_FILE & (theirs >> 2)


@kernel
def _steps(mine: int, theirs: int) -> int:
    """The squares of mine from which a pawn can step forward."""
    return mine & ((_BOARD & ~(mine | theirs)) >> 3)


@kernel
def _takes_right(mine: int, theirs: int) -> int:
    """The squares of mine from which a pawn can take on the file to the right."""
    return mine & ~_RIGHT_FILE & (theirs >> 4)


@kernel
def mobility(mine: int, theirs: int) -> int:
    """How many moves the player who sees the board has."""
    takes = popcount(_takes_left(mine, theirs)) + popcount(_takes_right(mine, theirs))
    return takes + popcount(_steps(mine, theirs))


@kernel
def swapped_mask(mask: int) -> int:
    """The mask with square n at 10 - n."""
    swapped = 0
    while mask:
        swapped |= 1 << (SQUARES + 1 - lowest_bit(mask))
        mask &= mask - 1
    return swapped


@kernel
def enemy_mobility(mine: int, theirs: int) -> int:
    """How many moves the other player would have."""
    return mobility(swapped_mask(theirs), swapped_mask(mine))


@kernel
def successors(
    _numbers: Numbers, mine: int, theirs: int, _extra: int, boards: Boards, results: Results
) -> int:
    """All boards after one move, ordered by the square it starts from and then by the square it leads to."""
    takes_left, steps = _takes_left(mine, theirs), _steps(mine, theirs)
    takes_right = _takes_right(mine, theirs)
    count = 0
    for start in range(1, SQUARES + 1):
        for length in range(2, 5):
            sources = takes_left if length == 2 else steps if length == 3 else takes_right
            if not (sources >> start) & 1:
                continue
            target = 1 << (start + length)
            own = mine ^ (1 << start) | target
            other = theirs & ~target
            # An opponent without pawns has no move either.
            blocked = enemy_mobility(own, other) == 0
            result = 1 if own & FAR_ROW or blocked else GOES_ON
            count = keep(boards, results, count, own, other, start, start + length, 0, result)
    return count


@kernel
def swapped(_numbers: Numbers, mine: int, theirs: int, _extra: int) -> tuple[int, int, int]:
    """The board as the other player sees it: turned round, because their own pawns move up too."""
    return swapped_mask(theirs), swapped_mask(mine), 0


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
    rules_module = __name__
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
        lists = _LISTS.fullmatch(text.replace(" ", ""))
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

    def reason(self, position: Position, result: int) -> str:  # noqa: ARG002 - moves only win
        """A pawn has reached the far row, or the other player has no move."""
        return "a pawn has reached the far row" if position.mine & FAR_ROW else "there is no move left"

    def symmetries(self) -> list[tuple[int, ...]]:
        """The identity, and the reflection from left to right."""
        return grid_symmetries(3, 3, mirror=True, turn=False)


def _takes(decision: Decision) -> bool:
    return any("x" in decision.notation(index) for index in range(len(decision.afterstates)))


#: Examples that teach the rules, in the order in which they matter.
EXAMPLES = (
    RuleExample(
        "A step",
        "A pawn steps one square straight ahead, if that is free.",
        "xxx...ooo",
        (),
        "2-5",
        always_met,
    ),
    RuleExample(
        "Taking",
        "A pawn takes one square diagonally ahead: here the pawn on 1 takes the one on 5.",
        "xxx.o.o.o",
        (),
        "1x5",
        _takes,
    ),
    RuleExample(
        "Across the board", "The player that reaches the far row has won.", "..xx....o", (), "4-7", wins
    ),
    RuleExample(
        "No move left",
        "The player that leaves the other without a move has won, too: the pawn on 8 cannot go on.",
        ".x.....o.",
        (),
        "2-5",
        wins,
    ),
)
