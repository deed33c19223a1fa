"""Tapatan with kernels: the same game as in :mod:`board_games_example.tapatan`, played in compiled code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from primitives import Number, Primitive, Query, Vocabulary, plain_vocabulary
from senet_gp.games.board.game import Afterstate, Position, SignedBoardGame, grid_symmetries
from senet_gp.games.board.rules import GOES_ON, Boards, Numbers, Results, keep
from senet_gp.games.kernels import popcount
from senet_gp.games.protocol import Board, Geometry, grid
from senet_gp.games.registry import Entry, register_game
from senet_gp.runtime.compiled import kernel

#: Lines and neighbours as masks: bit n for point n.
LINES = (0b1110, 0b1110000, 0b1110000000, 0b10010010, 0b100100100, 0b1001001000, 0b1000100010, 0b10101000)
NEXT = (
    *(0, 0b110100, 0b101010, 0b1100100, 0b10100010),
    *(0b1111011110, 0b1000101000, 0b100110000, 0b1010100000, 0b101100000),
)
PIECES, POINTS = 3, 9


@kernel
def longest(mine: int, theirs: int) -> int:
    """How many of mine stand on one line that is free of theirs, at most."""
    most = 0
    for line in LINES:
        if not line & theirs:
            most = max(most, popcount(line & mine))
    return most


@kernel
def successors(
    _numbers: Numbers, mine: int, theirs: int, _extra: int, boards: Boards, results: Results
) -> int:
    """All boards after a move, in the order of the start and of the target."""
    count = 0
    placing = popcount(mine) < PIECES
    for start in range(0 if placing else 1, 1 if placing else POINTS + 1):
        if not placing and not (mine >> start) & 1:
            continue
        for target in range(1, POINTS + 1):
            if ((mine | theirs) >> target) & 1 or not (placing or (NEXT[start] >> target) & 1):
                continue
            own = (mine | 1 << target) & ~(0 if placing else 1 << start)
            result = GOES_ON
            for line in LINES:
                if own & line == line:
                    result = 1
            count = keep(boards, results, count, own, theirs, start, target, 0, result)
    if count == 0:  # a player that cannot move passes
        count = keep(boards, results, count, mine, theirs, 0, 0, 0, GOES_ON)
    return count


@kernel
def swapped(_numbers: Numbers, mine: int, theirs: int, _extra: int) -> tuple[int, int, int]:
    """The board as the other player sees it."""
    return theirs, mine, 0


@dataclass(frozen=True)
class FastTapatan(SignedBoardGame):
    """The game; its rules are the kernels of this module."""

    name = "fast_tapatan"
    title = "Fast Tapatan"
    rules_text = (
        "Two players have three pieces each and place them in turn on the points of a three by three board.\n"
        "Then a player moves one of theirs to a free point next to it along a line of the board.\n"
        "Three in a row, a column or a diagonal win; a player that cannot move passes."
    )
    rules_module = __name__
    cyclic = True
    geometry = Geometry(grid(3, 3))
    max_afterstates = 24
    most_turns = 60

    @cached_property
    def numbers(self) -> Numbers:
        """The kernels need to know nothing of the parameters."""
        return np.zeros(1, np.int64)

    def starts(self) -> list[Position]:
        """The empty board."""
        return [Position(0, 0)]

    def notation(self, afterstate: Afterstate, seat: int) -> str:  # noqa: ARG002
        """As in the plain game: ``5`` or ``1-5``, and ``-`` for a pass."""
        start, target = afterstate.start, afterstate.target
        return f"{start}-{target}" if start else str(target or "-")

    def refusal(self, position: Position) -> str | None:
        """A side has three pieces at most."""
        most = max(position.mine.bit_count(), position.theirs.bit_count())
        return f"a side has at most {PIECES} pieces" if most > PIECES else None

    def cannot_move(self, position: Position) -> str | None:
        """A line is complete."""
        over = any(side & line == line for side in (position.mine, position.theirs) for line in LINES)
        return "a line is complete, so the game is over" if over else None

    def symmetries(self) -> list[tuple[int, ...]]:
        """Those of a square."""
        return grid_symmetries(3, 3, mirror=True, turn=True)


def my_longest(board: Board) -> int:
    """How many of my pieces stand on one line that is free of theirs, at most."""
    mine, theirs = (sum(1 << point for point in side) for side in (board.mine, board.theirs))
    return max(((line & mine).bit_count() for line in LINES if not line & theirs), default=0)


def their_longest(board: Board) -> int:
    """How many of their pieces stand on one line that is free of mine, at most."""
    return my_longest(Board(board.theirs, board.mine))


def vocabularies(game: FastTapatan) -> dict[str, Vocabulary]:
    """The words of its players, each with a kernel."""
    mine = Primitive(my_longest, (), Number, Query(longest, "mine", "theirs"), 0, 3)
    theirs = Primitive(their_longest, (), Number, Query(longest, "theirs", "mine"), 0, 3)
    return plain_vocabulary(game, {}, words=[mine, theirs])


register_game(FastTapatan.name, Entry.of(FastTapatan, vocabularies))
