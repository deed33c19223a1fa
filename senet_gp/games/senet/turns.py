"""Senet's turns, compiled, as a game with throws has them (see :mod:`senet_gp.games.dice.rules`).

A throw is a packed group of throws, or the single one of a player with a piece in the water.

The throws of a turn may be played in any order, by any pieces. Boards are made in layers, one throw at a
time, and equal boards of a layer are merged. Most pairs of moves commute, and then only their lesser order is
tried (see :func:`_out_of_order`), so most boards are made only once.

The possible moves of all boards of a layer are found at once, in loops without branches that become vector
instructions; then the moves are made one by one.
"""

# The arguments of some kernels are those of any game.
# ruff: noqa: ARG001

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array
from numpy.typing import NDArray

from senet_gp.games.dice.features import Active
from senet_gp.games.dice.rules import (
    COLUMNS,
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
from senet_gp.games.kernels import lowest_bit, popcount
from senet_gp.games.senet.rules import (
    COUNT,
    COUNT_BITS,
    MAX_PIECES,
    MAX_THROWS,
    SQUARES,
    backward_sources,
    forward_sources,
    moved,
    pips_over_mean,
    protected_pieces,
    rescued,
    throw_group,
    throw_sticks,
)
from senet_gp.runtime.compiled import inlined_kernel, int64, kernel
from senet_gp.runtime.streams import Streams

# A move is one byte, throw << 5 | start square; a list of moves is four bytes, the first move in the highest.
# So lists compare as numbers, and the beginning of a list is less than the list.
MOVE_BITS = 8
THROW_SHIFT = 5
START_MASK = 31
FIRST_MOVE_SHIFT = MOVE_BITS * (MAX_THROWS - 1)
_MOVE = (1 << MOVE_BITS) - 1

_ONE_OF_EACH = 0o11111  # a packed multiset of throws
# ``rest`` holds the throws still to be played, three bits each, the least throw lowest; above them the number
# of moves played.
_THROW_BITS = 3
_THROW = 7
_PLAYED_SHIFT = 15
_THROWS = (1 << _PLAYED_SHIFT) - 1
# While a turn is played, the bits above the hits hold the kinds of its last moves, two bits per move, the
# last move lowest.
# A simple move is one forward, at most to the Beautiful House.
_KINDS_SHIFT = 3
_HITS_ONLY = (1 << _KINDS_SHIFT) - 1
_KIND_BITS = 2
_KIND = 3
_OTHER = 0
_SIMPLE = 1
_SIMPLE_HIT = 3
_BIT_27 = 1 << 27
_UP_TO_26 = (1 << 27) - 2
# The squares from which a throw can be played are a mask; these bits of it mean that the moves go backward,
# or that there is nothing to play.
_BACKWARD = 1
_NOTHING = 1 << 31

#: A turn cannot have more boards than this: 4! orders of four throws, each by one of 7 pieces; and some more,
#: because boards are read and scored in blocks.
MAX_AFTERSTATES = (24 * MAX_PIECES**MAX_THROWS // 128 + 2) * 128
_SLOTS = 1 << 17
_INDEX_BITS = 16
_MAX_LAYERS = (1 << 15) - 1

#: Of the columns of a list of boards, those that hold the enemy pieces hit by the moves, and the throws still
#: to be played, with the number of moves played; 0 if the turn is over.
HITS = DID
REST = STATE

_Layer = NDArray[np.uint32]  # (COLUMNS, MAX_AFTERSTATES)
_Slots = NDArray[np.uint32]
_OTHER_END = COLUMNS * MAX_AFTERSTATES
_SOURCES_END = (COLUMNS + MAX_THROWS) * MAX_AFTERSTATES
#: How many numbers a workspace needs beside the boards.
SCRATCH = _SOURCES_END + _SLOTS + 1


class Workspace(NamedTuple):
    """Buffers in which the boards of a turn are made; ``boards`` holds the finished ones.

    Two layers of boards alternate: the boards before a throw is played, and those after it. A slot of the
    hash table holds the number of the layer that used it last, in the bits above the index of a board.
    """

    boards: _Layer
    other: _Layer
    sources: NDArray[np.uint32]  # (4, capacity): for each throw left on a board, what it can move
    slots: _Slots  # (slots + 1,): the hash table, and the number of the current layer


@intrinsic
def _rows_of(_context: Any, numbers: Any, begin: Any, rows: Any, columns: Any) -> Any:
    """A part of a list as an array of two dimensions, without the checks of reshaping, which take long."""
    kind = types.Array(types.uint32, 2, "C")

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        flat = make_array(signature.args[0])(context, builder, arguments[0])  # type: ignore[no-untyped-call]
        size = context.get_constant(types.intp, 4)
        made = make_array(kind)(context, builder)  # type: ignore[no-untyped-call]
        populate_array(  # type: ignore[no-untyped-call]
            made,
            data=builder.gep(flat.data, [arguments[1]]),
            shape=arguments[2:],
            strides=[builder.mul(arguments[3], size), size],
            itemsize=size,
            meminfo=None,
        )
        return made._getvalue()  # noqa: SLF001

    return kind(numbers, types.int64, types.int64, types.int64), generate


_rows = cast("Callable[..., _Layer]", _rows_of)


@inlined_kernel
def workspace(boards: NDArray[np.uint32], scratch: NDArray[np.uint32]) -> Workspace:
    """A workspace large enough for any turn.

    Args:
        boards: (5, ``MAX_AFTERSTATES``) uint32, where the boards are to stand.
        scratch: (``SCRATCH``,) uint32, zeros at first; the system provides only the memory that turns use.
    """
    other = _rows(scratch, 0, COLUMNS, MAX_AFTERSTATES)
    return Workspace(
        boards, other, _rows(scratch, _OTHER_END, MAX_THROWS, MAX_AFTERSTATES), scratch[_SOURCES_END:]
    )


def new_workspace() -> Workspace:
    """A workspace of its own memory."""
    boards, other, sources = (
        np.empty((rows, MAX_AFTERSTATES), np.uint32) for rows in (COLUMNS, COLUMNS, MAX_THROWS)
    )
    return Workspace(boards, other, sources, np.zeros(_SLOTS + 1, np.uint32))


@inlined_kernel
def _put(boards: _Layer, index: int, mine: int, theirs: int, moves: int, hits: int, rest: int) -> None:
    boards[MINE, index] = mine
    boards[THEIRS, index] = theirs
    boards[MOVES, index] = moves
    boards[HITS, index] = hits
    boards[REST, index] = rest


@kernel
def _open_table(slots: _Slots, most: int) -> int:
    """Empty the hash table; returns the mask of the slots to use for at most ``most`` boards."""
    if slots[_SLOTS] == _MAX_LAYERS:
        slots[:] = 0
    slots[_SLOTS] += 1
    mask = 63
    while mask < 2 * most and mask < _SLOTS - 1:
        mask = 2 * mask + 1
    return mask


@inlined_kernel
def _moved_before(movable: int, hitting: int, throw: int, move: int, kind: int) -> tuple[int, int]:
    """Those moves that commute with this one too, out of ``movable``, and the lesser ones among them.

    Two simple moves of different pieces commute unless one of them goes to, or hits on, the square that the
    other starts from. If both hit, neither may change whether the piece that the other hits is protected: an
    enemy piece that is hit leaves its square and takes that of the piece that hits it.
    """
    other_throw = move >> THROW_SHIFT
    source = 1 << (move & START_MASK)
    target = source << other_throw
    near = (target << 1) | (target >> 1)
    movable &= ~(target | (source >> throw))
    movable &= ~(hitting & (near | (near >> throw))) if kind == _SIMPLE_HIT else -1
    movable = 0 if kind == _OTHER else movable
    lesser = -1 if throw < other_throw else source - 1 if throw == other_throw else 0
    return movable, movable & lesser


@inlined_kernel
def _played_twice(movable: int, hitting: int, occupied: int, throw: int, move: int, kind: int) -> int:
    """The move of the piece that moved last, if it could have played the lesser of its two throws first."""
    source = 1 << (move & START_MASK)
    target = source << (move >> THROW_SHIFT)
    lesser = (kind == _SIMPLE) & (throw < move >> THROW_SHIFT) & ((source << throw) & occupied == 0)
    return movable & target & ~hitting if lesser else 0


@inlined_kernel
def _out_of_order(
    sources: int, mine: int, theirs: int, throw: int, moves: int, played: int, kinds: int, earlier: int
) -> int:
    """Those moves forward by ``throw``, as a mask of their squares, that need not be tried.

    A simple move need not be tried if it could have been made before a greater one of the (at most)
    ``earlier`` moves, with the same board in the end. The least list of moves to a board is never left out:
    if one of its moves were, the list with this move put before would be less.
    """
    movable = sources & (_UP_TO_26 >> throw)
    hitting = theirs >> throw
    skipped = 0
    for back in range(earlier):
        # If fewer moves were played, the shift stays below 32, and the kind is _OTHER: nothing is skipped.
        move = (moves >> ((FIRST_MOVE_SHIFT - MOVE_BITS * (played - 1 - back)) & 31)) & _MOVE
        kind = (kinds >> (_KIND_BITS * back)) & _KIND
        if back == 0:
            skipped = _played_twice(movable, hitting, mine | theirs, throw, move, kind)
        # Nothing commutes with a move that is not simple, or with a lost throw.
        movable, lesser = _moved_before(movable, hitting, throw, move, kind)
        skipped |= lesser
    return skipped


@inlined_kernel
def _find_sources_after(
    before: _Layer, boards: int, number: int, earlier: int, sources: NDArray[np.uint32]
) -> None:
    """As :func:`_find_sources`; it is a loop without branches if ``earlier`` is a constant."""
    for board in range(boards):
        mine = int64(before[MINE, board])
        theirs = int64(before[THEIRS, board])
        moves = int64(before[MOVES, board])
        kinds = int64(before[HITS, board]) >> _KINDS_SHIFT
        rest = int64(before[REST, board])
        played = rest >> _PLAYED_SHIFT
        throw = (rest & _THROWS) >> (_THROW_BITS * number) & _THROW
        throw_before = ((rest & _THROWS) << _THROW_BITS) >> (_THROW_BITS * number) & _THROW
        forward = forward_sources(mine, theirs, throw)
        backward = backward_sources(mine, theirs, throw)
        skipped = _out_of_order(forward, mine, theirs, throw, moves, played, kinds, earlier)
        found = forward & ~skipped if forward else _NOTHING if backward == 0 else backward | _BACKWARD
        found = 0 if throw == throw_before else found
        sources[board] = _NOTHING if (rest == 0) & (number == 0) else found


@kernel
def _find_sources(before: _Layer, boards: int, number: int, layer: int, sources: NDArray[np.uint32]) -> None:
    """Find, for each board of a layer, what its ``number``-th throw can move, after ``layer`` throws.

    A throw that is equal to the one before it is skipped: it has no moves and is not lost either. A board
    whose turn is over has one throw, with nothing to play.
    """
    if layer == 0:
        _find_sources_after(before, boards, number, 0, sources)
    elif layer == 1:
        _find_sources_after(before, boards, number, 1, sources)
    else:
        _find_sources_after(before, boards, number, MAX_THROWS - 1, sources)


@kernel
def _boards_of_one_throw(mine: int, theirs: int, throw: int, boards: _Layer) -> int:
    """All boards after a turn with one throw; different moves lead to different boards."""
    sources = forward_sources(mine, theirs, throw)
    backward = sources == 0
    if backward:
        sources = backward_sources(mine, theirs, throw)
    if sources == 0:
        _put(boards, 0, mine, theirs, 0, 0, 0)
        return 1
    count = 0
    while sources:
        source = sources & -sources
        sources ^= source
        new_mine, new_theirs, hit = moved(mine, theirs, source, throw, backward)
        move = (throw << THROW_SHIFT) | lowest_bit(source)
        _put(boards, count, new_mine, new_theirs, move << FIRST_MOVE_SHIFT, hit, 0)
        count += 1
    return count


@inlined_kernel
def _keep(
    boards: _Layer,
    slots: _Slots,
    slot_mask: int,
    count: int,
    mine: int,
    theirs: int,
    moves: int,
    hits: int,
    rest: int,
) -> int:
    """Put a board into a layer unless it is there; of equal boards, the one with the least moves stays.

    There is no branch on whether the board is new, because the processor could not predict it: the board is
    written after the others, and counted if it is new. Returns how many boards there are then.
    """
    layer = int64(slots[_SLOTS]) << _INDEX_BITS
    slot = (mine * 0x1E3779B97F4A7C15) ^ (theirs * 0x3F58476D1CE4E5B9) ^ (rest * 0x14D049BB133111EB)
    slot = (slot ^ (slot >> 31)) & slot_mask
    while True:
        known = int64(slots[slot]) - layer  # negative: the slot is free
        other = max(known, 0)
        difference = mine ^ int64(boards[MINE, other])
        difference |= theirs ^ int64(boards[THEIRS, other])
        difference |= rest ^ int64(boards[REST, other])
        if difference & ~(known >> 63) == 0:
            break
        slot = (slot + 1) & slot_mask
    if moves < boards[MOVES, other] and known >= 0:
        boards[MOVES, other] = moves
        boards[HITS, other] = hits
    slots[slot] = layer + (count if known < 0 else known)
    _put(boards, count, mine, theirs, moves, hits, rest)
    return count + int64(known < 0)


@inlined_kernel
def _play_a_throw(
    before: _Layer, boards: int, after: _Layer, sources: NDArray[np.uint32], left: int, slots: _Slots
) -> tuple[int, bool]:
    """Play each of the ``left`` throws on each of the ``boards`` of a layer, in every way.

    Boards are made in the order of their moves, except after a lost throw: it leaves no move, so what follows
    may be out of order. Two ways to the same board with the same throws left are merged only if both
    have played equally many moves, because then the lesser beginning stays the lesser whatever follows.
    Returns the number of boards in ``after``, and whether a throw was lost.
    """
    slot_mask = _open_table(slots, boards * MAX_PIECES * left)
    count = 0
    lost = False
    for board in range(boards):
        old_mine = int64(before[MINE, board])
        old_theirs = int64(before[THEIRS, board])
        old_moves = int64(before[MOVES, board])
        kinds = int64(before[HITS, board]) >> _KINDS_SHIFT
        old_hits = int64(before[HITS, board]) & _HITS_ONLY
        rest = int64(before[REST, board])
        played = rest >> _PLAYED_SHIFT
        move_shift = FIRST_MOVE_SHIFT - MOVE_BITS * played
        for number in range(left):
            movable = int64(sources[number, board])
            throws = rest & _THROWS
            throw = (throws >> (_THROW_BITS * number)) & _THROW
            lower = (1 << (_THROW_BITS * number)) - 1
            throws = (throws & lower) | ((throws >> _THROW_BITS) & ~lower)
            backward = movable & _BACKWARD
            movable ^= backward
            simple = 0 if backward else _UP_TO_26 >> throw
            if movable == _NOTHING:
                lost = lost or rest != 0
            while movable:
                source = movable & -movable
                movable ^= source
                source &= ~_NOTHING
                mine, theirs, hit = moved(old_mine, old_theirs, source, throw, backward != 0)
                move = (throw << THROW_SHIFT) | lowest_bit(source)
                moves = old_moves | (move << move_shift if source else 0)
                # Falling into the water and bearing off the last piece end the turn at once.
                goes_on = (left > 1) & (throws != 0) & (mine != 0) & (mine & _BIT_27 == 0)
                kind = _SIMPLE + 2 * hit if source & simple else _OTHER
                kind = (((kinds << _KIND_BITS) | kind) << _KINDS_SHIFT) if source else 0
                hits = old_hits + hit + (kind if goes_on else 0)
                rest_then = throws | ((played + int64(source != 0)) << _PLAYED_SHIFT) if goes_on else 0
                count = _keep(after, slots, slot_mask, count, mine, theirs, moves, hits, rest_then)
    return count, lost


@kernel
def _next_layer(
    before: _Layer, boards: int, after: _Layer, sources: NDArray[np.uint32], left: int, slots: _Slots
) -> tuple[int, bool]:
    """As :func:`_play_a_throw`, with a version for the last throw that computes less."""
    if left == 1:
        return _play_a_throw(before, boards, after, sources, 1, slots)
    return _play_a_throw(before, boards, after, sources, left, slots)


@kernel
def _sort_by_moves(boards: _Layer, count: int) -> None:
    """Sort boards whose turn is over by their moves; by insertion, because most are in order already."""
    for index in range(1, count):
        moves = boards[MOVES, index]
        if boards[MOVES, index - 1] <= moves:
            continue
        mine, theirs, hits = boards[MINE, index], boards[THEIRS, index], boards[HITS, index]
        place = index
        while place > 0 and boards[MOVES, place - 1] > moves:
            for column in range(REST):
                boards[column, place] = boards[column, place - 1]
            place -= 1
        boards[MINE, place] = mine
        boards[THEIRS, place] = theirs
        boards[MOVES, place] = moves
        boards[HITS, place] = hits


@kernel
def end_boards(mine: int, theirs: int, throws: int, work: Workspace) -> int:
    """All distinct boards in which playing the packed ``throws`` (at most four) can end.

    They stand in ``work.boards``, sorted by their moves, each with the lexicographically least list
    of (throw, start square) pairs that leads to it, lost throws leaving none. The board is still seen
    by the player who moved. Returns how many there are, at least 1.
    """
    if throws & _ONE_OF_EACH and throws & (throws - 1) == 0:
        return _boards_of_one_throw(mine, theirs, lowest_bit(throws) // COUNT_BITS + 1, work.boards)
    layers = 0
    rest = 0
    for throw in range(1, 6):
        for _ in range((throws >> (COUNT_BITS * (throw - 1))) & COUNT):
            rest |= throw << (_THROW_BITS * layers)
            layers += 1
    # The boards after the last throw shall stand in ``work.boards``.
    before, after = (work.other, work.boards) if layers & 1 else (work.boards, work.other)
    _put(before, 0, mine, theirs, 0, 0, rest)
    count = 1
    any_lost = False
    for left in range(layers, 0, -1):
        for number in range(left):
            _find_sources(before, count, number, layers - left, work.sources[number])
        count, lost = _next_layer(before, count, after, work.sources, left, work.slots)
        before, after = after, before
        any_lost = any_lost or lost
    if any_lost:
        _sort_by_moves(work.boards, count)
    return count


#: The laws of the throws: all groups, and the single throw of a player with a piece in the water.
_GROUPS, _SINGLE = range(2)
#: The bits that count twos and threes; a group that has none ends with a throw that grants another.
_ENDING = COUNT << COUNT_BITS | COUNT << 2 * COUNT_BITS


@kernel
def law(numbers: Numbers, mine: int, theirs: int, state: int) -> int:
    """The law of the player to move."""
    return _SINGLE if mine & _BIT_27 else _GROUPS


# Inlined into the functions that are called by address, kernels are several percent faster.
@inlined_kernel
def thrown(numbers: Numbers, mine: int, theirs: int, state: int, streams: Streams, seat: int) -> int:
    """The throws that are played together next, packed."""
    if mine & _BIT_27:
        return 1 << (COUNT_BITS * (throw_sticks(streams, seat) - 1))
    throws, _ = throw_group(streams, seat)
    return throws


@inlined_kernel
def luck(numbers: Numbers, mine: int, theirs: int, state: int, throw: int) -> float:
    """The squares thrown above the mean; a throw to leave the water does not count."""
    return 0.0 if mine & _BIT_27 else pips_over_mean(throw)


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
    if mine & _BIT_27:
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
        goes_on = own & _BIT_27 or not again
        results[board] = WON if own == 0 else GOES_ON if goes_on else THROWS_AGAIN
    return count


# What networks see of a side: its pieces that are not protected, by square; the protected ones; and how many
# are borne off.
_PROTECTED = SQUARES
_OFF = 2 * SQUARES
_SIDE = 2 * SQUARES + MAX_PIECES + 1
INPUTS = 2 * _SIDE
MAX_ACTIVE = 2 * (SQUARES + 1)
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
