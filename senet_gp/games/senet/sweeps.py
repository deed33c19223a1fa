"""Value iteration for Senet with few pieces, compiled: one sweep over boards.

The value of a board is a whole number of units, so every platform computes the same values, and no rounding
errors grow. It is the mean, over the 55 groups of throws, of the best that each group can lead to. What a
value says is a goal (:class:`senet_gp.games.dice.numbering.Goal`): the chance of winning, or how long a game
can last.

A sweep does not list the ends of turns. It keeps, for each board, a *row*: the best that can be reached from
it in the middle of a turn, for each multiset of throws that may be left. The row of a board follows from the
rows of the boards one move away, so a board costs some ten rows instead of some thousand ends of turns.

Boards are visited by rising distance (the squares that all pieces have still to go), because a move forward
never raises it. So the rows that a board needs have just been made, and only those of the last few distances
are kept (the *window*). A move backward leads to a row that has not been made yet: it is made for this one
purpose. Values that are known already in this sweep are used at once (Gauss-Seidel).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.games.dice.numbering import Goal
from senet_gp.games.senet.board_numbers import board_number
from senet_gp.games.senet.rules import (
    MAX_THROWS,
    THROW_CHANCES,
    WATER,
    backward_sources,
    forward_sources,
    moved,
    rescued,
)
from senet_gp.runtime.compiled import inlined_kernel, int64, kernel, uint32

_BIT_WATER = 1 << WATER
_AGAIN = (1, 4, 5)
_ENDING = (2, 3)

# The places of a row. Multisets of 1, 4 and 5 stand twice: as what is left after a 2 or a 3, when the turn
# ends with them, and as what is left of four throws, after which the player throws on. What is left of one
# throw fewer stands together, so each throw needs one range of a row.
_NO_ENDING, _WITH_ENDING, _ROW_END = 10, 20, 60
_NOTHING_LEFT, _NOTHING_LEFT_ON = 19, 59
#: The length of a row in memory: whole cache lines.
ROW_LENGTH = 64
#: The groups of four throws follow the row; no board needs them from another.
ALL_PLACES = 96
#: The largest number that a move, forward or backward, changes the distance by.
MAX_STEP = 5


def _places() -> dict[tuple[tuple[int, ...], bool], int]:
    """The place of each multiset of throws left, with whether the player throws on after them."""
    again = {n: list(combinations_with_replacement(_AGAIN, n)) for n in range(MAX_THROWS + 1)}
    with_ending = [(*throws, ending) for ending in _ENDING for n in (2, 1, 0) for throws in again[n]]
    order = [
        *((throws, False) for n in (3, 2, 1, 0) for throws in again[n]),
        *((tuple(sorted(throws)), False) for throws in with_ending),
        *((throws, True) for n in (3, 2, 1, 0) for throws in again[n]),
        *((tuple(sorted((*throws, ending))), False) for ending in _ENDING for throws in again[3]),
        *((throws, True) for throws in again[4]),
    ]
    return {left: place for place, left in enumerate(order)}


def _steps(places: dict[tuple[tuple[int, ...], bool], int]) -> Iterator[tuple[int, int, int, int]]:
    """The number of throws left, their place, one of them, and the place of the rest; fewer throws first."""
    for (throws, on), place in sorted(places.items(), key=lambda item: (len(item[0][0]), item[1])):
        for throw in sorted(set(throws)):
            rest = list(throws)
            rest.remove(throw)
            yield len(throws), place, throw, places[tuple(rest), on]


def _weight(throws: Sequence[int], *, on: bool) -> int:
    """In how many of 16 to the fourth equal cases these throws are the group; 0 if they are not a group."""
    held = [throw for throw in throws if throw in _AGAIN]
    if on != (len(held) == MAX_THROWS) or (not on and len(held) == len(throws)):
        return 0
    orders = factorial(len(held)) // prod(factorial(held.count(throw)) for throw in _AGAIN)
    return int(orders * prod((THROW_CHANCES[throw] for throw in throws), start=Fraction(16**MAX_THROWS)))


_PLACES = _places()
_STEPS = np.array(list(_steps(_PLACES)), np.int64)
#: How many of these steps make what has up to so many throws left.
_STEPS_UP_TO = np.searchsorted(_STEPS[:, 0], range(MAX_THROWS + 1), side="right")
_WEIGHTS = np.zeros(ALL_PLACES, np.int64)
for (_throws, _on), _place in _PLACES.items():
    _WEIGHTS[_place] = _weight(_throws, on=_on)


def group_weights() -> dict[tuple[int, ...], int]:
    """In how many of 16 to the fourth equal cases each group of throws is thrown.

    >>> group_weights()[1, 1, 2]
    1536
    """
    return {throws: int(_WEIGHTS[place]) for (throws, _), place in _PLACES.items() if _WEIGHTS[place]}


_WEIGHT_BITS = 4 * MAX_THROWS
_THROW_WEIGHTS = np.array([0, *(int(THROW_CHANCES[throw] * 16) for throw in range(1, 6))], np.int64)


class Sweeping(NamedTuple):
    """The arrays that a sweep works on.

    ``boards``, ``numbers`` and the window are in the order of the sweep; a board at place n has row n modulo
    the length of the window.
    """

    values: NDArray[np.uint32]  # (boards,): the value of each board, by its number
    boards: NDArray[np.uint32]  # (2, boards of the sweep): mine and theirs
    numbers: NDArray[np.int32]  # (boards of the sweep,)
    places: NDArray[np.int32]  # (boards,): where in the sweep the board of a number comes
    window: NDArray[np.uint32]  # (rows, ROW_LENGTH)
    best: NDArray[np.uint32]  # (5, 6, ROW_LENGTH): by throws left and throw, the best after this throw
    left: NDArray[np.uint32]  # (5, 96): by throws left, the best with them
    frames: NDArray[np.int64]  # (5, 6): by throws left, the board whose row is being made, and how far it is


#: The columns of frames.
_MINE, _THEIRS, _THROW, _SOURCES, _BACKWARD, _LOST = range(6)
_MAX_THROW = 5
FRAME_LENGTH = 6


@inlined_kernel
def _after_turn(goal: Goal, values: NDArray[np.uint32], mine: int, theirs: int) -> int:
    """The value of a board for the player (``mine``) whose turn has ended with it."""
    return goal.offset + goal.sign * int64(values[board_number(theirs, mine)])


@inlined_kernel
def _take_all(row: NDArray[np.uint32], value: int, begin: int, end: int) -> None:
    """Raise a part of a row to one value, where it is less."""
    raised = uint32(value)
    for place in range(begin, end):
        row[place] = max(row[place], raised)


@inlined_kernel
def _take(row: NDArray[np.uint32], other: NDArray[np.uint32], begin: int, end: int) -> None:
    """Raise a part of a row to the values of another row, where these are greater."""
    for place in range(begin, end):
        row[place] = max(row[place], other[place])


@inlined_kernel
def _range_of(throw: int) -> tuple[int, int]:
    """The part of a row that holds what may be left after a throw."""
    ending = (throw == 2) | (throw == 3)
    return (0 if ending else _NO_ENDING), (_WITH_ENDING if ending else _ROW_END)


@inlined_kernel
def _combine(most: int, lost: int, best: NDArray[np.uint32], left: NDArray[np.uint32]) -> None:
    """Find the best with up to ``most`` throws left, from the best after each throw.

    The bits of ``lost`` are the throws that no piece can play: the board stays, with one throw fewer.
    """
    place_before = -1
    value = uint32(0)
    for step in range(_STEPS_UP_TO[most]):
        _, place, throw, rest = _STEPS[step]
        if place != place_before:
            value = uint32(0)
            place_before = place
        value = max(value, left[rest] if (lost >> throw) & 1 else best[throw, rest])
        left[place] = value


@inlined_kernel
def _open(goal: Goal, most: int, mine: int, theirs: int, number: int, work: Sweeping) -> None:
    """Begin to find what a board leads to with up to ``most`` throws left: first, with none left."""
    frame = work.frames[most]
    frame[_MINE], frame[_THEIRS], frame[_THROW], frame[_SOURCES], frame[_LOST] = mine, theirs, 0, 0, 0
    left = work.left[most]
    left[_NOTHING_LEFT] = _after_turn(goal, work.values, mine, theirs)
    left[_NOTHING_LEFT_ON] = work.values[number]


@inlined_kernel
def _next_throw(most: int, work: Sweeping) -> None:
    """Go on to the next throw that may be left: find what it can move."""
    frame = work.frames[most]
    frame[_THROW] += 1
    throw = frame[_THROW]
    row = work.best[most, throw]
    begin, end = _range_of(throw)
    for place in range(begin, end):
        row[place] = 0
    sources = forward_sources(frame[_MINE], frame[_THEIRS], throw)
    frame[_BACKWARD] = int64(sources == 0)
    if sources == 0:
        sources = backward_sources(frame[_MINE], frame[_THEIRS], throw)
        frame[_LOST] |= int64(sources == 0) << throw
    frame[_SOURCES] = sources


@inlined_kernel
def _take_last(
    goal: Goal, row: NDArray[np.uint32], here: int, mine: int, theirs: int, number: int, work: Sweeping
) -> None:
    """Raise what a row holds for no throw left to the values of a board."""
    place = work.places[number]
    if place < here:
        known = work.window[place % work.window.shape[0]]
        ends, goes_on = known[_NOTHING_LEFT], known[_NOTHING_LEFT_ON]
    else:
        ends = uint32(_after_turn(goal, work.values, mine, theirs))
        goes_on = ends if mine & _BIT_WATER else work.values[number]
    row[_NOTHING_LEFT] = max(row[_NOTHING_LEFT], ends)
    row[_NOTHING_LEFT_ON] = max(row[_NOTHING_LEFT_ON], goes_on)


@inlined_kernel
def _play_next(goal: Goal, most: int, here: int, work: Sweeping) -> bool:
    """Play the next possible move; returns whether the row of the board then has still to be made."""
    frame = work.frames[most]
    throw = frame[_THROW]
    source = frame[_SOURCES] & -frame[_SOURCES]
    frame[_SOURCES] ^= source
    mine, theirs, _ = moved(frame[_MINE], frame[_THEIRS], source, throw, frame[_BACKWARD] != 0)
    row = work.best[most, throw]
    begin, end = _range_of(throw)
    if mine == 0:
        _take_all(row, goal.won, begin, end)
        return False
    number = board_number(mine, theirs)
    place = work.places[number]
    if most == 1:
        _take_last(goal, row, here, mine, theirs, number, work)
        return False
    if place < here:
        _take(row, work.window[place % work.window.shape[0]], begin, end)
        return False
    if mine & _BIT_WATER:
        _take_all(row, _after_turn(goal, work.values, mine, theirs), begin, end)
        return False
    _open(goal, most - 1, mine, theirs, number, work)
    return True


@kernel
def _find_left(goal: Goal, here: int, mine: int, theirs: int, number: int, work: Sweeping) -> None:
    """Find the best that a board leads to with up to four throws left, into ``work.left[4]``.

    Rows of boards before place ``here`` of the sweep are known; others are made in turn, with fewer throws
    left. The game goes on, and no piece of ``mine`` is in the water.
    """
    most = MAX_THROWS
    _open(goal, most, mine, theirs, number, work)
    while True:
        frame = work.frames[most]
        if frame[_SOURCES]:
            most -= int64(_play_next(goal, most, here, work))
        elif frame[_THROW] < _MAX_THROW:
            _next_throw(most, work)
        else:
            _combine(most, frame[_LOST], work.best[most], work.left[most])
            if most == MAX_THROWS:
                return
            most += 1
            throw = work.frames[most, _THROW]
            begin, end = _range_of(throw)
            _take(work.best[most, throw], work.left[most - 1], begin, end)


@inlined_kernel
def _mean(left: NDArray[np.uint32]) -> int:
    """The mean over the groups of throws of the best with each, rounded."""
    total = 1 << (_WEIGHT_BITS - 1)
    for place in range(_WITH_ENDING, ALL_PLACES):
        total += _WEIGHTS[place] * int64(left[place])
    return total >> _WEIGHT_BITS


@inlined_kernel
def _mean_in_water(goal: Goal, mine: int, theirs: int, values: NDArray[np.uint32]) -> int:
    """The mean over the single throws of a player with a piece in the water, rounded."""
    total = 8
    for throw in range(1, 6):
        after = rescued(mine, theirs, throw)
        value = _after_turn(goal, values, after, theirs) if after else goal.won
        total += _THROW_WEIGHTS[throw] * value
    return total >> 4


@kernel
def sweep_distance(goal: Goal, begin: int, end: int, first: int, work: Sweeping) -> int:
    """Visit the boards of one distance: those at places ``begin`` to ``end`` of the sweep.

    Values of boards with lower numbers than ``first`` are known and stay. Returns by how much a value has
    changed at most.
    """
    change = 0
    for here in range(begin, end):
        number = int64(work.numbers[here])
        mine, theirs = int64(work.boards[0, here]), int64(work.boards[1, here])
        row = work.window[here % work.window.shape[0]]
        if mine & _BIT_WATER:
            # The turn ends at once for a player who falls in.
            row[:] = _after_turn(goal, work.values, mine, theirs)
            new = _mean_in_water(goal, mine, theirs, work.values)
        else:
            _find_left(goal, here, mine, theirs, number, work)
            for place in range(_ROW_END):
                row[place] = work.left[MAX_THROWS, place]
            new = _mean(work.left[MAX_THROWS])
        if number >= first:
            new += goal.turn
            change = max(change, abs(new - int64(work.values[number])))
            work.values[number] = new
    # The ends of turns at this distance are known better now.
    for here in range(begin, end):
        mine, theirs = int64(work.boards[0, here]), int64(work.boards[1, here])
        row = work.window[here % work.window.shape[0]]
        value = _after_turn(goal, work.values, mine, theirs)
        if mine & _BIT_WATER:
            row[:] = value
        else:
            row[_NOTHING_LEFT] = value
            row[_NOTHING_LEFT_ON] = work.values[work.numbers[here]]
    return change
