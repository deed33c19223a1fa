"""The numbers of Senet's boards with few pieces, and value iteration over them, compiled.

:mod:`senet_gp.games.dice.numbering` describes the kernels of this module, and what ``NUMBERING`` tells.

**Numbers.** All boards on which both sides have one to three pieces are numbered from 0 on without gaps. They
stand in *blocks*, one for each pair of counts of pieces, and the blocks stand in the order in which they can
be solved: pieces that have left the board never return. So the boards with at most p pieces a side have the
first numbers, whatever is the most that an array holds.

Within a block a board has the number that combinatorics gives it (D. E. Knuth, "The Art of Computer
Programming", 7.2.1.3): the sets of squares of the player to move in the order of their masks, and for each of
them those of the other player among the squares that are left.

**Sweeps.** The value of a board is a whole number of units, so every platform computes the same values, and
no rounding errors grow. It is the mean, over the 55 groups of throws, of the best that each group can lead
to.

A sweep does not list the ends of turns. It keeps, for each board, a *row*: the best that can be reached from
it in the middle of a turn, for each multiset of throws that may be left. The row of a board follows from the
rows of the boards one move away, so a board costs some ten rows instead of some thousand ends of turns.

Boards are visited by rising distance (the squares that all pieces have still to go), because a move forward
never raises it. So the rows that a board needs have just been made, and only those of the last few distances
are kept (the *window*). A move backward leads to a row that has not been made yet: it is made for this one
purpose. Values that are known already in this sweep are used at once (Gauss-Seidel).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.games.dice.numbering import ONE, Numbering
from senet_gp.games.dice.rules import Numbers
from senet_gp.games.kernels import lowest_bit, popcount
from senet_gp.games.senet.game import Senet
from senet_gp.games.senet.rules import (
    MAX_THROWS,
    SQUARES,
    THROW_CHANCES,
    WATER,
    backward_sources,
    forward_sources,
    moved,
    rescued,
)
from senet_gp.runtime.compiled import inlined_kernel, int64, kernel, uint32
from senet_gp.runtime.errors import UsageError

Block = tuple[int, int]
_ALL_SQUARES = (1 << (SQUARES + 1)) - 2
#: The largest number of pieces a side whose boards are numbered.
_MAX_PIECES = 3

#: The blocks, as (pieces of the player to move, pieces of the other), in the order of their numbers. The
#: boards of a group of blocks lead to one another and to those of earlier groups only.
_BLOCK_GROUPS = (
    ((1, 1),),
    ((1, 2), (2, 1)),
    ((2, 2),),
    ((1, 3), (3, 1)),
    ((2, 3), (3, 2)),
    ((3, 3),),
)


def _boards_in(mine: int, theirs: int) -> int:
    """How many boards have these numbers of pieces."""
    return comb(SQUARES, mine) * comb(SQUARES - mine, theirs)


def _first_numbers() -> NDArray[np.int64]:
    first = np.zeros((_MAX_PIECES + 1, _MAX_PIECES + 1), np.int64)
    number = 0
    for blocks in _BLOCK_GROUPS:
        for block in blocks:
            first[block] = number
            number += _boards_in(*block)
    return first


#: The first number of each block, by the counts of pieces.
_FIRST_NUMBERS = _first_numbers()
_BLOCKS = np.array([block for blocks in _BLOCK_GROUPS for block in blocks], np.int64)
_CHOICES = np.array([[comb(n, k) for k in range(_MAX_PIECES + 1)] for n in range(SQUARES + 1)], np.int64)


@inlined_kernel
def _board_number(mine: int, theirs: int) -> int:
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
    return int64(_FIRST_NUMBERS[count, theirs_count] + of_mine + theirs_rank)


@inlined_kernel
def _largest(rank: int, chosen: int) -> int:
    """The largest number of things of which at most ``rank`` sets of this size can be chosen."""
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
def _board_at(number: int) -> tuple[int, int]:
    """The board with a number: the squares of mine and theirs."""
    block = len(_BLOCKS) - 1
    while _FIRST_NUMBERS[_BLOCKS[block, 0], _BLOCKS[block, 1]] > number:
        block -= 1
    count, theirs_count = _BLOCKS[block, 0], _BLOCKS[block, 1]
    of_theirs = _CHOICES[SQUARES - count, theirs_count]
    rest = number - _FIRST_NUMBERS[count, theirs_count]
    mine_rank, theirs_rank = rest // of_theirs, rest % of_theirs
    mine = 0
    for chosen in range(count, 0, -1):
        index = _largest(mine_rank, chosen)
        mine_rank -= _CHOICES[index, chosen]
        mine |= 1 << (index + 1)
    theirs = 0
    for chosen in range(theirs_count, 0, -1):
        index = _largest(theirs_rank, chosen)
        theirs_rank -= _CHOICES[index, chosen]
        theirs |= 1 << _free_square(mine, index)
    return mine, theirs


@kernel
def number_of_board(numbers: Numbers, mine: int, theirs: int, state: int) -> int:  # noqa: ARG001
    """The number of a board; -1 for those on which a side has no piece or too many, or that are none."""
    known = (mine != 0) & (theirs != 0) & (mine & theirs == 0) & ((mine | theirs) & ~_ALL_SQUARES == 0)
    known &= max(popcount(mine), popcount(theirs)) <= min(numbers[0], _MAX_PIECES)
    return _board_number(mine, theirs) if known else -1


@kernel
def board_of_number(numbers: Numbers, number: int) -> tuple[int, int, int]:  # noqa: ARG001
    """The board with a number."""
    mine, theirs = _board_at(number)
    return mine, theirs, int64(0)


@kernel
def _fill_boards(first: int, boards: NDArray[np.uint32]) -> None:
    """List the boards, (2, boards), with the numbers from ``first`` on."""
    for place in range(boards.shape[1]):
        boards[0, place], boards[1, place] = _board_at(first + place)


_BIT_WATER = 1 << WATER
_AGAIN = (1, 4, 5)
_ENDING = (2, 3)

# The places of a row. Multisets of 1, 4 and 5 stand twice: as what is left after a 2 or a 3, when the turn
# ends with them, and as what is left of four throws, after which the player throws on. What is left of one
# throw fewer stands together, so each throw needs one range of a row.
_NO_ENDING = 10
_WITH_ENDING = 20
_ROW_END = 60
_NOTHING_LEFT = 19
_NOTHING_LEFT_ON = 59
#: The length of a row in memory: whole cache lines.
_ROW_LENGTH = 64
#: The groups of four throws follow the row; no board needs them from another.
_ALL_PLACES = 96
#: The largest number that a move, forward or backward, changes the distance by.
_MAX_STEP = 5


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
#: By number of throws left: how many of these steps make what has at most that many.
_STEPS_UP_TO = np.searchsorted(_STEPS[:, 0], range(MAX_THROWS + 1), side="right")
_WEIGHTS = np.zeros(_ALL_PLACES, np.int64)
for (_throws, _on), _place in _PLACES.items():
    _WEIGHTS[_place] = _weight(_throws, on=_on)


_WEIGHT_BITS = 4 * MAX_THROWS
_THROW_WEIGHTS = np.array([0, *(int(THROW_CHANCES[throw] * 16) for throw in range(1, 6))], np.int64)


class _Sweeping(NamedTuple):
    """The arrays that a sweep works on.

    ``boards``, ``numbers`` and the window are in the order of the sweep; a board at place n has row n modulo
    the length of the window.
    """

    values: NDArray[np.uint32]  # (boards,): the value of each board, by its number
    boards: NDArray[np.uint32]  # (2, boards of the sweep): mine and theirs
    numbers: NDArray[np.int32]  # (boards of the sweep,)
    places: NDArray[np.int32]  # (boards,): where in the sweep the board of a number comes
    window: NDArray[np.uint32]  # (rows, _ROW_LENGTH)
    best: NDArray[np.uint32]  # (5, 6, _ROW_LENGTH): by throws left and throw, the best after this throw
    left: NDArray[np.uint32]  # (5, 96): by throws left, the best with them
    frames: NDArray[np.int64]  # (5, 6): by throws left, the board whose row is being made, and how far it is


#: The columns of frames.
_MINE, _THEIRS, _THROW, _SOURCES, _BACKWARD, _LOST = range(6)
_MAX_THROW = 5
_FRAME_LENGTH = 6


@inlined_kernel
def _after_turn(values: NDArray[np.uint32], mine: int, theirs: int) -> int:
    """The value of a board for the player (``mine``) whose turn has ended with it."""
    return ONE - int64(values[_board_number(theirs, mine)])


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
def _open(most: int, mine: int, theirs: int, number: int, work: _Sweeping) -> None:
    """Begin to find what a board leads to with up to ``most`` throws left: first, with none left."""
    frame = work.frames[most]
    frame[_MINE], frame[_THEIRS], frame[_THROW], frame[_SOURCES], frame[_LOST] = mine, theirs, 0, 0, 0
    left = work.left[most]
    left[_NOTHING_LEFT] = _after_turn(work.values, mine, theirs)
    left[_NOTHING_LEFT_ON] = work.values[number]


@inlined_kernel
def _next_throw(most: int, work: _Sweeping) -> None:
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
    row: NDArray[np.uint32], here: int, mine: int, theirs: int, number: int, work: _Sweeping
) -> None:
    """Raise what a row holds for no throw left to the values of a board."""
    place = work.places[number]
    if place < here:
        known = work.window[place % work.window.shape[0]]
        ends, goes_on = known[_NOTHING_LEFT], known[_NOTHING_LEFT_ON]
    else:
        ends = uint32(_after_turn(work.values, mine, theirs))
        goes_on = ends if mine & _BIT_WATER else work.values[number]
    row[_NOTHING_LEFT] = max(row[_NOTHING_LEFT], ends)
    row[_NOTHING_LEFT_ON] = max(row[_NOTHING_LEFT_ON], goes_on)


@inlined_kernel
def _play_next(most: int, here: int, work: _Sweeping) -> bool:
    """Play the next possible move; returns whether the row of the board then has still to be made."""
    frame = work.frames[most]
    throw = frame[_THROW]
    source = frame[_SOURCES] & -frame[_SOURCES]
    frame[_SOURCES] ^= source
    mine, theirs, _ = moved(frame[_MINE], frame[_THEIRS], source, throw, frame[_BACKWARD] != 0)
    row = work.best[most, throw]
    begin, end = _range_of(throw)
    if mine == 0:
        _take_all(row, ONE, begin, end)
        return False
    number = _board_number(mine, theirs)
    place = work.places[number]
    if most == 1:
        _take_last(row, here, mine, theirs, number, work)
        return False
    if place < here:
        _take(row, work.window[place % work.window.shape[0]], begin, end)
        return False
    if mine & _BIT_WATER:
        _take_all(row, _after_turn(work.values, mine, theirs), begin, end)
        return False
    _open(most - 1, mine, theirs, number, work)
    return True


@kernel
def _find_left(here: int, mine: int, theirs: int, number: int, work: _Sweeping) -> None:
    """Find the best that a board leads to with up to four throws left, into ``work.left[4]``.

    Rows of boards before place ``here`` of the sweep are known; others are made in turn, with fewer throws
    left. The game goes on, and no piece of ``mine`` is in the water.
    """
    most = MAX_THROWS
    _open(most, mine, theirs, number, work)
    while True:
        frame = work.frames[most]
        if frame[_SOURCES]:
            most -= int64(_play_next(most, here, work))
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
    for place in range(_WITH_ENDING, _ALL_PLACES):
        total += _WEIGHTS[place] * int64(left[place])
    return total >> _WEIGHT_BITS


@inlined_kernel
def _mean_in_water(mine: int, theirs: int, values: NDArray[np.uint32]) -> int:
    """The mean over the single throws of a player with a piece in the water, rounded."""
    total = 8
    for throw in range(1, 6):
        after = rescued(mine, theirs, throw)
        value = _after_turn(values, after, theirs) if after else ONE
        total += _THROW_WEIGHTS[throw] * value
    return total >> 4


@kernel
def _sweep_distance(begin: int, end: int, first: int, work: _Sweeping) -> int:
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
            row[:] = _after_turn(work.values, mine, theirs)
            new = _mean_in_water(mine, theirs, work.values)
        else:
            _find_left(here, mine, theirs, number, work)
            for place in range(_ROW_END):
                row[place] = work.left[MAX_THROWS, place]
            new = _mean(work.left[MAX_THROWS])
        if number >= first:
            change = max(change, abs(new - int64(work.values[number])))
            work.values[number] = new
    # The ends of turns at this distance are known better now.
    for here in range(begin, end):
        mine, theirs = int64(work.boards[0, here]), int64(work.boards[1, here])
        row = work.window[here % work.window.shape[0]]
        value = _after_turn(work.values, mine, theirs)
        if mine & _BIT_WATER:
            row[:] = value
        else:
            row[_NOTHING_LEFT] = value
            row[_NOTHING_LEFT_ON] = work.values[work.numbers[here]]
    return change


class BlockSweep:
    """A sweep of some blocks.

    Args:
        blocks: the blocks.
        values: the values of all boards, (boards,) uint32, which it changes.

    Attributes:
        parts: how many distances there are.
    """

    def __init__(self, blocks: Sequence[Block], values: NDArray[np.uint32]) -> None:
        self._first = min(_number_of(block) for block in blocks)
        # Those that a turn can lead to come along.
        boards, numbers, counts = _by_distance(
            {(left, theirs) for mine, theirs in blocks for left in range(1, mine + 1)}
        )
        places = np.full(len(values), -1, np.int32)
        places[numbers] = np.arange(numbers.size, dtype=np.int32)
        ends = np.cumsum(counts)
        begins = ends - counts
        rows = max(int(ends[d] - begins[max(d - _MAX_STEP, 0)]) for d in range(counts.size))
        self._work = _Sweeping(
            values,
            boards,
            numbers,
            places,
            np.zeros((rows, _ROW_LENGTH), np.uint32),
            np.zeros((MAX_THROWS + 1, _MAX_STEP + 1, _ROW_LENGTH), np.uint32),
            np.zeros((MAX_THROWS + 1, _ALL_PLACES), np.uint32),
            np.zeros((MAX_THROWS + 1, _FRAME_LENGTH), np.int64),
        )
        self._ends = [0, *(int(end) for end, count in zip(ends, counts, strict=True) if count)]
        self.parts = len(self._ends) - 1

    def visit(self, part: int) -> int:
        """Visit the boards of a distance; returns by how much a value has changed at most."""
        begin, end = self._ends[part : part + 2]
        return int(_sweep_distance(begin, end, self._first, self._work))


def _by_distance(blocks: Iterable[Block]) -> tuple[NDArray[np.uint32], NDArray[np.int32], NDArray[np.int64]]:
    """The boards of blocks by rising distance of all pieces.

    At the same distance they stand by rising distance of the player to move, then by number: a hit leaves the
    first as it is, and lowers the second.

    Returns:
        (2, boards) uint32, mine and theirs; (boards,) int32, their numbers; and how many boards there are of
        each distance, from 0 on.
    """
    met = sorted(blocks, key=_number_of)
    boards = np.concatenate([_boards_of(block) for block in met], axis=1)
    numbers = np.concatenate(
        [np.arange(_boards_in(*block), dtype=np.int32) + _number_of(block) for block in met]
    ).astype(np.int32, copy=False)
    mine_distance, theirs_distance = _distances(boards[0]), _distances(boards[1])
    distance = mine_distance + theirs_distance
    # Sorting is stable and, with keys of 16 bits, by radix.
    by_distance = np.argsort(distance * np.uint16(128) + mine_distance, kind="stable")
    return np.ascontiguousarray(boards[:, by_distance]), numbers[by_distance], np.bincount(distance)


def _number_of(block: Block) -> int:
    return int(_FIRST_NUMBERS[block])


def _boards_of(block: Block) -> NDArray[np.uint32]:
    """(2, boards) uint32: mine and theirs on all boards of a block, by number."""
    boards = np.empty((2, _boards_in(*block)), np.uint32)
    _fill_boards(_number_of(block), boards)
    return boards


def _distances(masks: NDArray[np.uint32]) -> NDArray[np.uint16]:
    """The squares that the pieces of each mask have still to go."""
    distances = np.zeros(masks.shape, np.uint16)
    for square in range(1, SQUARES + 1):
        distances += (masks >> np.uint32(square) & np.uint32(1)).astype(np.uint16) * np.uint16(31 - square)
    return distances


class SenetNumbering(Numbering[Senet]):
    """The numbers of boards with at most three pieces a side.

    >>> NUMBERING.groups(Senet(pieces=2))
    [870, 25230, 189660]
    """

    def groups(self, game: Senet) -> list[int]:
        """Where the groups of blocks end; pieces that have left the board never return.

        Raises:
            UsageError: if there are too many pieces.
        """
        if game.pieces > _MAX_PIECES:
            raise UsageError(
                f"Senet is solved with 1 to {_MAX_PIECES} pieces a side, not {game.pieces}: choose by "
                "--rule pieces=2"
            )
        return [
            max(_number_of(block) + _boards_in(*block) for block in blocks)
            for blocks in _BLOCK_GROUPS
            if max(max(block) for block in blocks) <= game.pieces
        ]

    def order(self, game: Senet, group: int) -> NDArray[np.int32]:  # noqa: ARG002 - the same for any
        """The numbers of a group of boards by rising distance, (boards,)."""
        return _by_distance(_BLOCK_GROUPS[group])[1]

    def sweep(self, game: Senet, group: int, values: NDArray[np.uint32]) -> BlockSweep:  # noqa: ARG002
        """A sweep of a group of blocks."""
        return BlockSweep(_BLOCK_GROUPS[group], values)

    def has_boards_of(self, game: Senet, other: Senet) -> bool:
        """Whether the other game has no more pieces: boards with few pieces have the first numbers."""
        return other.pieces <= game.pieces

    def smallest(self, game: Senet) -> Senet:  # noqa: ARG002
        """Senet with one piece a side."""
        return Senet(pieces=1)


NUMBERING = SenetNumbering()
