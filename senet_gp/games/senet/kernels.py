"""Senet's rules as a game with throws has them (see :mod:`senet_gp.games.dice.rules`), compiled.

A throw is a packed group of throws, or the single one of a player with a piece in the water.
"""

# The arguments are those of any game.
# ruff: noqa: ARG001

from __future__ import annotations

from senet_gp.games.bits import lowest_bit, popcount
from senet_gp.games.dice.features import Active
from senet_gp.games.dice.rules import (
    DID,
    GOES_ON,
    LOST,
    MINE,
    MOVES,
    STATE,
    THEIRS,
    THROWS_AGAIN,
    WON,
    Boards,
    Numbers,
    Results,
    Scratch,
)
from senet_gp.games.senet import turns
from senet_gp.games.senet.rules import (
    COUNT,
    COUNT_BITS,
    MAX_PIECES,
    MAX_THROWS,
    SQUARES,
    WATER,
    pips_over_mean,
    protected_pieces,
    rescued,
    throw_group,
    throw_sticks,
)
from senet_gp.games.senet.turns import CAPACITY, end_boards, workspace
from senet_gp.runtime.compiled import inlined_kernel, int64, kernel
from senet_gp.runtime.streams import Streams

MOST_AFTERSTATES = CAPACITY
SCRATCH = turns.SCRATCH
#: The laws of the throws: all groups, and the single throw of a player with a piece in the water.
_GROUPS, _SINGLE = range(2)
_BIT_WATER = 1 << WATER
#: The bits that count twos and threes; a group that has none ends with a throw that grants another.
_ENDING = COUNT << COUNT_BITS | COUNT << 2 * COUNT_BITS


@kernel
def law(numbers: Numbers, mine: int, theirs: int, state: int) -> int:
    """The law of the player to move."""
    return _SINGLE if mine & _BIT_WATER else _GROUPS


# Inlined into the functions that are called by address, kernels are several percent faster.
@inlined_kernel
def thrown(numbers: Numbers, mine: int, theirs: int, state: int, streams: Streams, seat: int) -> int:
    """The throws that are played together next, packed."""
    if mine & _BIT_WATER:
        return 1 << (COUNT_BITS * (throw_sticks(streams, seat) - 1))
    throws, _ = throw_group(streams, seat)
    return throws


@inlined_kernel
def luck(numbers: Numbers, mine: int, theirs: int, state: int, throw: int) -> float:
    """The squares thrown above the mean; a throw to leave the water does not count."""
    return 0.0 if mine & _BIT_WATER else pips_over_mean(throw)


@inlined_kernel
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
    """The boards that the throws can lead to; a player who falls into the water does not throw on."""
    if mine & _BIT_WATER:
        after = rescued(mine, theirs, lowest_bit(throw) // COUNT_BITS + 1)
        boards[MINE, 0], boards[THEIRS, 0], boards[MOVES, 0] = after, theirs, 0
        boards[DID, 0], boards[STATE, 0] = 0, 0
        results[0] = GOES_ON if after else WON
        return 1
    count = end_boards(mine, theirs, throw, workspace(boards, scratch))
    again = throw & _ENDING == 0
    if not again and popcount(mine) > MAX_THROWS:  # nearly always, so it should be fast
        for board in range(count):
            results[board] = GOES_ON
        return count
    for board in range(count):
        own = int64(boards[MINE, board])
        goes_on = own & _BIT_WATER or not again
        results[board] = WON if own == 0 else GOES_ON if goes_on else THROWS_AGAIN
    return count


# What networks see of a side: its pieces that are not protected, by square; the protected ones; and how many
# are borne off.
_PROTECTED, _OFF = SQUARES, 2 * SQUARES
_SIDE = 2 * SQUARES + MAX_PIECES + 1
INPUTS = 2 * _SIDE
MOST_ACTIVE = 2 * (SQUARES + 1)
_BOARD = ((1 << SQUARES) - 1) << 1


@inlined_kernel
def _features_of_side(own: int, first: int, active: Active, count: int) -> int:
    """Note the inputs of one side from ``active[count]`` on; returns how many there are then."""
    protected = protected_pieces(own)
    squares = own
    while squares:
        square = lowest_bit(squares)
        squares &= squares - 1
        active[count] = first + square - 1 + (_PROTECTED if (protected >> square) & 1 else 0)
        count += 1
    active[count] = first + _OFF + MAX_PIECES - min(popcount(own), MAX_PIECES)
    return count + 1


@inlined_kernel
def features(mine: int, theirs: int, state: int, active: Active) -> int:
    """Note the inputs of both sides."""
    return _features_of_side(theirs & _BOARD, _SIDE, active, _features_of_side(mine & _BOARD, 0, active, 0))


@inlined_kernel
def result_on(mine: int, theirs: int, state: int) -> int:
    """Who has no piece left has won."""
    return WON if mine == 0 else LOST if theirs == 0 else GOES_ON
