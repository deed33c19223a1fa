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

from senet_gp.games.bits import lowest_bit, popcount
from senet_gp.games.senet.rules import SQUARES
from senet_gp.runtime.compiled import inlined_kernel, int64, kernel

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
_BLOCKS = np.array([block for blocks in BLOCK_GROUPS for block in blocks], np.int64)
_CHOICES = np.array([[comb(n, k) for k in range(MAX_FEW + 1)] for n in range(SQUARES + 1)], np.int64)


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


@inlined_kernel
def _largest(rank: int, chosen: int) -> int:
    """The largest number of things of which no more than ``rank`` sets of so many can be chosen."""
    most = chosen - 1
    while most < SQUARES and _CHOICES[most + 1, chosen] <= rank:
        most += 1
    return int64(most)


@inlined_kernel
def _free_square(mine: int, index: int) -> int:
    """The square, from 1 on, that has the index among those without a piece of ``mine``, from 0 on."""
    square = index + 1
    while square - popcount(mine & ((2 << square) - 1)) <= index:
        square += 1
    return square


@kernel
def board_at(number: int) -> tuple[int, int]:
    """The board with a number: the squares of mine and theirs."""
    block = len(_BLOCKS) - 1
    while FIRST_NUMBERS[_BLOCKS[block, 0], _BLOCKS[block, 1]] > number:
        block -= 1
    count, theirs_count = _BLOCKS[block, 0], _BLOCKS[block, 1]
    of_theirs = _CHOICES[SQUARES - count, theirs_count]
    rest = number - FIRST_NUMBERS[count, theirs_count]
    mine_rank, theirs_rank = rest // of_theirs, rest % of_theirs
    mine = int64(0)
    for chosen in range(count, 0, -1):
        index = _largest(mine_rank, chosen)
        mine_rank -= _CHOICES[index, chosen]
        mine |= 1 << (index + 1)
    theirs = int64(0)
    for chosen in range(theirs_count, 0, -1):
        index = _largest(theirs_rank, chosen)
        theirs_rank -= _CHOICES[index, chosen]
        theirs |= 1 << _free_square(mine, index)
    return mine, theirs
