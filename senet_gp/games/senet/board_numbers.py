"""Numbers for the boards of Senet with few pieces, compiled, so that an array holds something for each.

All boards on which both sides have one to three pieces are numbered from 0 on without gaps. They stand in
*blocks*, one for each pair of counts of pieces, and the blocks stand in the order in which they can be
solved: pieces that have left the board never return. So the boards with at most p pieces a side have the
first numbers, whatever is the most that the array holds.

Within a block a board has the number that combinatorics gives it (D. E. Knuth, "The Art of Computer
Programming", 7.2.1.3): the sets of squares of the player to move in the order of their masks, and for each of
them those of the other player among the squares that are left.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from senet_gp.compiled import inlined_kernel, int64, kernel
from senet_gp.games.bits import lowest_bit, popcount
from senet_gp.games.senet.rules import SQUARES

#: The largest number of pieces a side whose boards are numbered.
MAX_FEW = 3

#: The blocks, as (pieces of the player to move, pieces of the other), in the order of their numbers. The
#: boards of a group of blocks lead to one another and to those of earlier groups only.
BLOCK_GROUPS = (
    ((1, 1),),
    ((1, 2), (2, 1)),
    ((2, 2),),
    ((1, 3), (3, 1)),
    ((2, 3), (3, 2)),
    ((3, 3),),
)


def boards_of_block(mine: int, theirs: int) -> int:
    """How many boards have these numbers of pieces.

    >>> boards_of_block(1, 1), boards_of_block(2, 2)
    (870, 164430)
    """
    return comb(SQUARES, mine) * comb(SQUARES - mine, theirs)


def _first_numbers() -> NDArray[np.int64]:
    first = np.zeros((MAX_FEW + 1, MAX_FEW + 1), np.int64)
    number = 0
    for blocks in BLOCK_GROUPS:
        for block in blocks:
            first[block] = number
            number += boards_of_block(*block)
    return first


#: The first number of each block, by the counts of pieces.
FIRST_NUMBERS = _first_numbers()
_ALL_SQUARES = (1 << (SQUARES + 1)) - 2
_CHOICES = np.array([[comb(n, k) for k in range(MAX_FEW + 1)] for n in range(SQUARES + 1)], np.int64)


def number_of_boards(pieces: int) -> int:
    """How many boards have at most this many pieces a side, and at least one.

    >>> [number_of_boards(pieces) for pieces in (1, 2, 3)]
    [870, 189660, 15134520]
    """
    sides = range(1, pieces + 1)
    return sum(boards_of_block(mine, theirs) for mine in sides for theirs in sides)


@inlined_kernel
def board_number(mine: int, theirs: int) -> int:
    """The number of a board with one to three pieces a side; bit s of a mask is square s."""
    mine_rank, count = 0, 0
    rest = mine
    while rest:
        count += 1
        mine_rank += _CHOICES[lowest_bit(rest) - 1, count]
        rest &= rest - 1
    theirs_rank, theirs_count = 0, 0
    rest = theirs
    while rest:
        theirs_count += 1
        square = lowest_bit(rest)
        theirs_rank += _CHOICES[square - 1 - popcount(mine & ((1 << square) - 1)), theirs_count]
        rest &= rest - 1
    of_mine = mine_rank * _CHOICES[SQUARES - count, theirs_count]
    return int64(FIRST_NUMBERS[count, theirs_count] + of_mine + theirs_rank)


@kernel
def fill_block(
    mine_masks: NDArray[np.uint32], theirs_masks: NDArray[np.uint32], boards: NDArray[np.uint32]
) -> None:
    """List the boards of a block in the order of their numbers.

    Args:
        mine_masks: all sets of squares of the player to move, in rising order.
        theirs_masks: likewise those of the other player.
        boards: (2, boards) uint32, where the masks are written.
    """
    place = 0
    for mine in mine_masks:
        for theirs in theirs_masks:
            if int64(mine) & int64(theirs) == 0:
                boards[0, place], boards[1, place] = mine, theirs
                place += 1


@kernel
def fill_numbers(
    mine: NDArray[np.uint32], theirs: NDArray[np.uint32], pieces: int, numbers: NDArray[np.int64]
) -> None:
    """Number boards; -1 for those on which a side has no piece or more than ``pieces``, or that are none."""
    for place in range(mine.size):
        own, other = int64(mine[place]), int64(theirs[place])
        known = (own != 0) & (other != 0) & (own & other == 0) & ((own | other) & ~_ALL_SQUARES == 0)
        known &= (popcount(own) <= pieces) & (popcount(other) <= pieces)
        numbers[place] = board_number(own, other) if known else -1
