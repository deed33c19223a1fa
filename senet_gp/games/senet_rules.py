"""Senet's rules, compiled: sources of moves, one move, throws, and the boards that a turn can end in.

The rules are T. Kendall's (1978) as told in docs/rules.md; decisions of our own are marked there.

A board is two masks, the pieces of the player to move (``mine``) and of the other (``theirs``), bit s
standing for square s (1 to 30). Inside kernels masks are ``int64``; boards are stored as ``uint32``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.compiled import int64, kernel, uint64
from senet_gp.games.bits import lowest_bit, popcount
from senet_gp.streams import Streams, next_bits

SQUARES = 30
BEAUTIFUL_HOUSE, WATER, RESCUE = 26, 27, 15
MOST_PIECES = 7
#: At most so many throws are held at a time.
MOST_THROWS = 4
#: After so many turns a game is stopped.
TURN_LIMIT = 500

_BIT_15 = 1 << RESCUE
_BIT_26 = 1 << BEAUTIFUL_HOUSE
_BIT_27 = 1 << WATER
_BIT_28, _BIT_29, _BIT_30 = 1 << 28, 1 << 29, 1 << 30
_UP_TO_25 = _BIT_26 - 2
_UP_TO_26 = _BIT_27 - 2

# A multiset of throws is one number: how often throw k occurs stands in the three bits from 3(k-1) on.
_COUNT_BITS = 3
_COUNT = 7
_ALL_COUNTS = (1 << 15) - 1
#: In ``rest`` the number of moves played stands above the throws still to be played.
_PLAYED_SHIFT = 15
# A move is one byte, throw << 5 | start square; a list of moves is four bytes, the first move on top, so
# that lists compare like the numbers they are, and a beginning of a list before the list itself.
MOVE_BITS, THROW_SHIFT, START_MASK = 8, 5, 31
FIRST_MOVE_SHIFT = MOVE_BITS * (MOST_THROWS - 1)

#: No more boards than this can come up in a turn: 4! orders of four throws, each by one of 7 pieces.
_CAPACITY = 24 * 7**4
_SLOTS = 1 << 17
_INDEX_BITS = 17


#: The columns of a list of boards. ``MOVES`` are packed, ``HITS`` the enemy pieces hit by them, and
#: ``REST`` the throws still to be played, with the number of moves played; 0 if the turn is over.
MINE, THEIRS, MOVES, HITS, REST = range(5)


class Workspace(NamedTuple):
    """Buffers in which the boards of a turn are made; ``boards[0]`` holds the finished ones.

    Two layers of boards take turns: those before a throw is played, and those after it. A slot of the
    hash table holds the number of the layer that used it last, above the index of a board of that layer.
    """

    boards: NDArray[np.uint32]  # (2, 5, capacity)
    slots: NDArray[np.int64]  # (slots + 1,): the hash table, and the number of the current layer


def new_workspace() -> Workspace:
    """A workspace large enough for any turn; memory that no turn needs is never touched."""
    return Workspace(np.empty((2, 5, _CAPACITY), np.uint32), np.zeros(_SLOTS + 1, np.int64))


@kernel
def starting_masks(pieces: int) -> tuple[int, int]:
    """The masks of the first and the second player: even and odd squares from 1 to twice ``pieces``."""
    all_squares = (1 << (2 * pieces + 1)) - 2
    return all_squares & 0x55555554, all_squares & 0x2AAAAAAA


@kernel
def protected_pieces(own: int) -> int:
    """Pieces beside one of their own colour; none while their owner has a piece in the water."""
    if own & _BIT_27:
        return 0
    return own & ((own << 1) | (own >> 1))


@kernel
def forward_sources(mine: int, theirs: int, throw: int) -> int:
    """The squares from which ``mine`` can move forward by ``throw``."""
    blocked = mine | protected_pieces(theirs)
    water_taken = ((mine | theirs) & _BIT_27) != 0
    # Before the Beautiful House no piece may pass it; a hit there changes places.
    sources = (((mine & _UP_TO_25) << throw) & _UP_TO_26 & ~blocked) >> throw
    if mine & _BIT_26:
        if throw == 5:
            sources |= _BIT_26
        elif throw == 1:
            if not water_taken:
                sources |= _BIT_26
        else:
            target = _BIT_26 << throw
            # A piece hit there is pushed into the water, which must be free for it.
            if not (blocked & target) and not ((theirs & target) and water_taken):
                sources |= _BIT_26
    if throw == 3:
        sources |= mine & _BIT_28
    elif throw == 2:
        sources |= mine & _BIT_29
    return sources | (mine & _BIT_30)


@kernel
def backward_sources(mine: int, theirs: int, throw: int) -> int:
    """The squares from which ``mine`` can move backward by ``throw``: from 26 and before only."""
    blocked = mine | protected_pieces(theirs)
    targets = ((mine & _UP_TO_26) >> throw) & ~blocked & ~1
    return (targets << throw) & mine


@kernel
def moved(mine: int, theirs: int, source: int, throw: int, backward: bool) -> tuple[int, int, int]:  # noqa: FBT001
    """Both masks after a legal move from the square of bit ``source``, and whether it hit (0 or 1)."""
    mine ^= source
    if backward:
        target = source >> throw
    elif source >= _BIT_28 or (source == _BIT_26 and throw == 5):
        return mine, theirs, 0
    else:
        target = source << throw
    mine |= target
    if theirs & target:
        theirs ^= target
        theirs |= _BIT_27 if target >= _BIT_28 else source
        return mine, theirs, 1
    return mine, theirs, 0


@kernel
def rescued(mine: int, theirs: int, throw: int) -> int:
    """The mask ``mine``, with a piece in the water, after the one throw of such a turn."""
    mine ^= _BIT_27
    if throw == 4:
        return mine
    target = _BIT_15
    while (mine | theirs) & target:
        target >>= 1
    return mine | target


@kernel
def throw_sticks(streams: Streams, seat: int) -> int:
    """Throw the four sticks once, for the player of that seat: squares to move, 1 to 5."""
    ones = popcount(int64(next_bits(streams, seat) >> uint64(60)))
    return 5 if ones == 4 else 4 - ones


@kernel
def grants_another(throw: int) -> bool:
    """Whether the sticks are thrown again after this throw."""
    return throw not in (2, 3)


#: Chance of each throw, in squares to move (four two-sided sticks).
THROW_CHANCES = {throw: Fraction(n, 16) for throw, n in ((1, 4), (2, 6), (3, 4), (4, 1), (5, 1))}


def _pips_expected(throws_left: int) -> Fraction:
    """The mean sum of a group of throws of which so many may still be made."""
    if throws_left == 0:
        return Fraction(0)
    return sum(
        (
            chance * (throw + (_pips_expected(throws_left - 1) if throw not in (2, 3) else 0))
            for throw, chance in THROW_CHANCES.items()
        ),
        Fraction(0),
    )


#: The mean sum of the throws of a group.
MEAN_PIPS = float(_pips_expected(MOST_THROWS))


@kernel
def pips_over_mean(throws: int) -> float:
    """By how much the sum of a group of throws is above its mean."""
    pips = 0
    for throw in range(1, 6):
        pips += throw * ((throws >> (_COUNT_BITS * (throw - 1))) & _COUNT)
    return pips - MEAN_PIPS


@kernel
def throw_group(streams: Streams, seat: int) -> tuple[int, bool]:
    """Throw until a 2 or a 3 comes or four throws are held: the throws, packed, and whether to go on."""
    throws = 0
    again = True
    held = 0
    while again and held < MOST_THROWS:
        throw = throw_sticks(streams, seat)
        throws += 1 << (_COUNT_BITS * (throw - 1))
        held += 1
        again = grants_another(throw)
    return throws, again


@kernel
def _keep(
    boards: NDArray[np.uint32],
    slots: NDArray[np.int64],
    slot_mask: int,
    count: int,
    mine: int,
    theirs: int,
    moves: int,
    hits: int,
    rest: int,
) -> int:
    """Put a board into the list ``boards`` unless it is there; of equal ones the least moves stay.

    Returns how many boards the list holds then.
    """
    slot = (mine * 0x1E3779B97F4A7C15) ^ (theirs * 0x3F58476D1CE4E5B9) ^ (rest * 0x14D049BB133111EB)
    slot = (slot ^ (slot >> 31)) & slot_mask
    layer = slots[_SLOTS] << _INDEX_BITS
    while slots[slot] >= layer:
        known = slots[slot] - layer
        if boards[MINE, known] == mine and boards[THEIRS, known] == theirs and boards[REST, known] == rest:
            if moves < boards[MOVES, known]:
                boards[MOVES, known] = moves
                boards[HITS, known] = hits
            return count
        slot = (slot + 1) & slot_mask
    slots[slot] = layer + count
    boards[MINE, count] = mine
    boards[THEIRS, count] = theirs
    boards[MOVES, count] = moves
    boards[HITS, count] = hits
    boards[REST, count] = rest
    return count + 1


@kernel
def _next_layer(
    before: NDArray[np.uint32], boards: int, after: NDArray[np.uint32], slots: NDArray[np.int64]
) -> tuple[int, bool]:
    """Play one more throw on each of the ``boards`` of a layer, in every way.

    Boards are made in the order of their moves, except after a throw that was lost: it leaves no move,
    so what follows may belong further back. Two ways to the same board with the same throws left are
    one, but only if both have played equally many moves: then the lesser beginning stays the lesser
    whatever follows. Returns the number of boards in ``after``, and whether a throw was lost.
    """
    slots[_SLOTS] += 1
    slot_mask = 31
    while slot_mask < boards * 56 and slot_mask < _SLOTS - 1:
        slot_mask = 2 * slot_mask + 1
    count = 0
    lost = False
    for board in range(boards):
        mine = int64(before[MINE, board])
        theirs = int64(before[THEIRS, board])
        moves = int64(before[MOVES, board])
        hits = int64(before[HITS, board])
        rest = int64(before[REST, board])
        if rest == 0:
            count = _keep(after, slots, slot_mask, count, mine, theirs, moves, hits, 0)
            continue
        throws = rest & _ALL_COUNTS
        played = rest >> _PLAYED_SHIFT
        for throw in range(1, 6):
            one = 1 << (_COUNT_BITS * (throw - 1))
            if throws & (_COUNT * one) == 0:
                continue
            left = throws - one
            sources = forward_sources(mine, theirs, throw)
            backward = sources == 0
            if backward:
                sources = backward_sources(mine, theirs, throw)
            if sources == 0:
                lost = True
                rest = left | (played << _PLAYED_SHIFT) if left else 0
                count = _keep(after, slots, slot_mask, count, mine, theirs, moves, hits, rest)
                continue
            while sources:
                source = sources & -sources
                sources ^= source
                new_mine, new_theirs, hit = moved(mine, theirs, source, throw, backward)
                # Falling into the water and bearing off the last piece end the turn at once.
                if left == 0 or new_mine == 0 or new_mine & _BIT_27:
                    rest = 0
                else:
                    rest = left | ((played + 1) << _PLAYED_SHIFT)
                move = (throw << THROW_SHIFT) | lowest_bit(source)
                new_moves = moves | (move << (FIRST_MOVE_SHIFT - MOVE_BITS * played))
                count = _keep(
                    after, slots, slot_mask, count, new_mine, new_theirs, new_moves, hits + hit, rest
                )
    return count, lost


@kernel
def _sort_by_moves(boards: NDArray[np.uint32], count: int) -> None:
    """Sort boards whose turn is over by their moves; by insertion, since most stand right already."""
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

    They stand in ``work.boards[0]``, sorted by their moves, each with the lexicographically least list
    of (throw, start square) pairs that leads to it, lost throws leaving none. The board is still seen
    by the player who moved. Returns how many there are, at least 1.
    """
    layers = 0
    for throw in range(5):
        layers += (throws >> (_COUNT_BITS * throw)) & _COUNT
    # The boards after the last throw shall stand in row 0.
    row = layers & 1
    work.boards[row, MINE, 0] = mine
    work.boards[row, THEIRS, 0] = theirs
    work.boards[row, MOVES, 0] = 0
    work.boards[row, HITS, 0] = 0
    work.boards[row, REST, 0] = throws
    count = 1
    any_lost = False
    for _ in range(layers):
        count, lost = _next_layer(work.boards[row], count, work.boards[1 - row], work.slots)
        row = 1 - row
        any_lost = any_lost or lost
    if any_lost:
        _sort_by_moves(work.boards[0], count)
    return count
