"""The rules of Ur in compiled code: the same as in :mod:`royal_ur.game`.

A mask has bit s for a piece on square s of its side's path. The state has four numbers of three bits: the
pieces in hand, mine and theirs, and the pieces at home, mine and theirs.
"""

# numba looks at the names of arguments, used or not.
# ruff: noqa: ARG001

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from royal_ur.board import CENTRE, FIRST_SHARED, HOME, LAST_SHARED, MAX_PIECES, ROSETTES, SQUARES
from senet_gp.games.dice.rules import (
    GOES_ON,
    LOST,
    THROWS_AGAIN,
    WON,
    Boards,
    Numbers,
    Results,
    Scratch,
    keep,
)
from senet_gp.games.kernels import lowest_bit, popcount
from senet_gp.runtime.compiled import inlined_kernel, int64, kernel
from senet_gp.runtime.streams import Streams, below

#: Each piece on the board, or one of those in hand, can move, but seven pieces alone.
MAX_AFTERSTATES = MAX_PIECES
#: What a move did, for words: it hit a piece, and its player throws again.
HIT, AGAIN = 1, 2

#: The fields of a state.
_FIELD = 7
MY_HAND, THEIR_HAND, MY_HOME, THEIR_HOME = 0, 3, 6, 9
_MINE = _FIELD << MY_HAND | _FIELD << MY_HOME
#: The squares of a path, those that are shared, and the rosettes, as masks.
PATH = (1 << SQUARES + 1) - 2
SHARED = (1 << LAST_SHARED + 1) - (1 << FIRST_SHARED)
ON_ROSETTES = sum(1 << square for square in ROSETTES)
_CENTRE = 1 << CENTRE
_HOME = 1 << HOME
_DICE = 4
_MEAN = _DICE / 2


@inlined_kernel
def in_hand(state: int) -> int:
    """How many pieces I have in hand."""
    return state >> MY_HAND & _FIELD


@inlined_kernel
def in_their_hand(state: int) -> int:
    """How many pieces they have in hand."""
    return state >> THEIR_HAND & _FIELD


@inlined_kernel
def targets(own: int, other: int, hand: int, throw: int) -> int:
    """Where the pieces of a side can go by a throw of 1 to 4: bits 1 to 14, and bit 15 for home.

    Args:
        own: the squares of the side that moves.
        other: those of the other side.
        hand: how many pieces the side that moves has in hand.
        throw: the throw.
    """
    reached = (own | int64(hand > 0)) << throw
    return reached & (PATH | _HOME) & ~own & ~(other & _CENTRE)


@inlined_kernel
def come(own: int) -> int:
    """The squares that the pieces of a side on the board have come.

    They are summed bit by bit of their numbers: a mask for each, with the squares that have the bit.
    """
    ones, twos, fours, eights = own & 0x2AAA, own & 0x4CCC, own & 0x70F0, own & 0x7F00
    return popcount(ones) + 2 * popcount(twos) + 4 * popcount(fours) + 8 * popcount(eights)


@inlined_kernel
def distance(own: int, hand: int) -> int:
    """The squares that the pieces of a side have still to go."""
    return HOME * (popcount(own) + hand) - come(own)


@kernel
def thrown(numbers: Numbers, mine: int, theirs: int, state: int, streams: Streams, seat: int) -> int:
    """Throw four dice that show one or nothing."""
    return popcount(below(streams, seat, 1 << _DICE))


@kernel
def luck(numbers: Numbers, mine: int, theirs: int, state: int, throw: int) -> float:
    """By how much the dice show more than the mean."""
    return throw - _MEAN


@kernel
def afterstates(
    numbers: Numbers,
    mine: int,
    theirs: int,
    state: int,
    throw: int,
    boards: Boards,
    results: Results,
    scratch: Scratch,
) -> int:
    """The pieces that can go on, the rearmost first; the board as it is if none can."""
    count = 0
    left = targets(mine, theirs, in_hand(state), throw) if throw else int64(0)
    while left:
        target = lowest_bit(left)
        left &= left - 1
        start = target - throw
        own, then = mine, state
        if start:
            own ^= 1 << start
        else:
            then -= 1 << MY_HAND
        if target == HOME:
            then += 1 << MY_HOME
        else:
            own |= 1 << target
        hit = theirs & 1 << target & SHARED
        if hit:
            then += 1 << THEIR_HAND
        won = own == 0 and in_hand(then) == 0
        again = not won and ON_ROSETTES >> target & 1
        result = WON if won else THROWS_AGAIN if again else GOES_ON
        did = (HIT if hit else 0) | (AGAIN if again else 0)
        count = keep(boards, results, count, own, theirs ^ hit, target, did, then, result)
    if count == 0:
        count = keep(boards, results, count, mine, theirs, 0, 0, state, GOES_ON)
    return count


@inlined_kernel
def swapped_state(state: int) -> int:
    """A state as the other player sees it."""
    return (state & _MINE) << THEIR_HAND | state >> THEIR_HAND & _MINE


@kernel
def swapped(numbers: Numbers, mine: int, theirs: int, state: int) -> tuple[int, int, int]:
    """The board as the other player sees it."""
    return theirs, mine, swapped_state(state)


# What networks see: the squares of both sides, how many pieces each has in hand and at home, and whether the
# player who has moved throws again.
_SIDE = SQUARES
_COUNTS = 2 * _SIDE
_COUNT = MAX_PIECES + 1
_AGAIN = _COUNTS + 4 * _COUNT
INPUTS = _AGAIN + 1
MAX_ACTIVE = 2 * SQUARES + 5
_AGAIN_SHIFT = 31


@inlined_kernel
def _note_squares(mask: int, first: int, active: NDArray[np.int64], count: int) -> int:
    squares = mask & PATH
    while squares:
        active[count] = first + lowest_bit(squares) - 1
        squares &= squares - 1
        count += 1
    return count


@kernel
def features(mine: int, theirs: int, state: int, active: NDArray[np.int64]) -> int:
    """Note the inputs that are 1."""
    count = _note_squares(theirs, _SIDE, active, _note_squares(mine, 0, active, int64(0)))
    for field in range(4):
        active[count] = _COUNTS + field * _COUNT + (state >> 3 * field & _FIELD)
        count += 1
    if state >> _AGAIN_SHIFT & 1:
        active[count] = _AGAIN
        count += 1
    return count


@kernel
def result_on(mine: int, theirs: int, state: int) -> int:
    """Who has no piece on the board nor in hand has won."""
    if mine == 0 and in_hand(state) == 0:
        return WON
    if theirs == 0 and in_their_hand(state) == 0:
        return LOST
    return GOES_ON
