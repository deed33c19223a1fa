"""The exact chances of winning of Senet with one to three pieces a side, and of the ends of larger games.

They are for games without a limit of turns; docs/exact.md says why the limit does not matter, and how exact
they are. Boards of the game of seven on which both sides have few pieces left are boards of these games, so
their chances are here, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from senet_gp.compiling_notice import say
from senet_gp.errors import UsageError
from senet_gp.games.senet.board_numbers import MAX_FEW, fill_numbers
from senet_gp.games.senet.moves import Position
from senet_gp.games.senet.rules import WATER
from senet_gp.games.senet.sweeps import ONE
from senet_gp.games.senet.value_iteration import Solving
from senet_gp.quoting import brief

#: With at most so many pieces a side the chances are found within seconds, and need no file.
MAX_SOON = 2


@dataclass(frozen=True, eq=False)
class ChanceTable:
    """The chance of winning of the player to move, on all boards with at most so many pieces a side.

    >>> table = chance_table(1)
    >>> round(table.chance(Position.start(1)), 6)
    0.537006
    >>> mine, theirs = np.array([[1 << 30, 1 << 2, 0b110], [1 << 29, 1 << 1, 0b1000]], np.uint32)
    >>> table.chances(mine, theirs).round(3)
    array([1.   , 0.537,   nan])

    Attributes:
        pieces: the largest number of pieces of a side.
        values: (boards,) uint32: the chances in units of 2^-31, by the numbers of
            :func:`senet_gp.games.senet.board_numbers.board_number`.
    """

    pieces: int
    values: NDArray[np.uint32]

    def __repr__(self) -> str:
        return brief(self, pieces_a_side(self.pieces), f"{len(self.values):,} boards")

    def chances(self, mine: ArrayLike, theirs: ArrayLike) -> NDArray[np.float64]:
        """The chances of the player who is about to throw.

        Args:
            mine: (boards,) masks of the squares of the player to move; bit s is square s.
            theirs: (boards,) those of the other player.

        Returns:
            (boards,) float64; NaN for boards that are not in the table: those on which a side has no piece
            or more than ``pieces``, or both stand on one square.
        """
        own, other = np.broadcast_arrays(np.asarray(mine, np.uint32), np.asarray(theirs, np.uint32))
        numbers = np.empty(own.shape, np.int64)
        fill_numbers(np.ravel(own), np.ravel(other), self.pieces, numbers.reshape(-1))
        found = self.values[np.maximum(numbers, 0)] / ONE
        return np.where(numbers < 0, np.nan, found)

    def after_chances(self, mine: ArrayLike, theirs: ArrayLike, goes_on: ArrayLike) -> NDArray[np.float64]:
        """The chances of the player who has just played a group of throws: what they choose among.

        Args:
            mine: (boards,) masks of their squares; 0 if they have won.
            theirs: (boards,) masks of the other player's squares.
            goes_on: whether they throw again after these throws, which they do not with a piece in the water.

        Returns:
            (boards,) float64, 1 for a won game, NaN for other boards that are not in the table.
        """
        own, other = np.asarray(mine, np.uint32), np.asarray(theirs, np.uint32)
        on = np.asarray(goes_on) & ~in_water(own)
        chances = np.where(on, self.chances(own, other), 1 - self.chances(other, own))
        return np.where(own == 0, 1.0, chances)

    def chance(self, position: Position) -> float:
        """The chance of the player to move in one position; NaN if it is not in the table."""
        return float(self.chances([position.mine], [position.theirs])[0])


def pieces_a_side(count: int) -> str:
    """A number of pieces of each side, in words.

    >>> pieces_a_side(1), pieces_a_side(2)
    ('1 piece a side', '2 pieces a side')
    """
    return f"{count} {'piece' if count == 1 else 'pieces'} a side"


def in_water(mine: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Whether each mask has a piece in the water."""
    bit = np.uint32(1 << WATER)
    return np.asarray(mine & bit == bit)


@cache
def chance_table(pieces: int) -> ChanceTable:
    """The chances with one or two pieces a side, which are found at the first call, within seconds.

    Raises:
        UsageError: if there are more pieces, or none.
        KeyboardInterrupt: if the person interrupts the program.
    """
    if not 1 <= pieces <= MAX_SOON:
        raise UsageError(
            f"Senet is solved at once with at most {MAX_SOON} pieces a side, not {pieces}: with {MAX_FEW}, "
            f"make a file by senet-gp table senet --rule pieces={MAX_FEW} --out FILE"
        )
    if pieces == MAX_SOON:
        say(f"Solving Senet with {pieces} pieces a side, which takes about 15 seconds ...")
    solving = Solving(pieces)
    for _ in solving.sweeps():
        pass
    return ChanceTable(pieces, solving.values)
