"""The numbers of Ur's boards, without gaps, for any number of pieces.

:mod:`senet_gp.games.dice.numbering` describes the kernels of this module, and what ``NUMBERING`` tells.

Boards stand in *blocks*, one for each pair of numbers of pieces that the sides still have, on the board or in
hand. Pieces that are home never return, so the blocks of a pair of numbers, either way round, are a group
that follows from the groups before it. The groups stand in the order of the greater number, then of the
lesser: boards with at most p pieces a side have the first numbers, whatever is the most that an array holds.

Within a block a board has the number that combinatorics gives it: first comes how many pieces either side has
on the eight shared squares, then on which of them they stand, then the set of my own squares that are taken,
and at last the set of theirs. The hand has whatever is left, and home what is left of all.

With seven pieces there are 137,870,097 boards. The 137,913,936 that royalur.net counts are these, the 43,838
on which one side has all pieces home, so that the game is over, and one on which both have.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from royal_ur import kernels
from royal_ur.board import FIRST_SHARED, LAST_SHARED, MAX_PIECES, SQUARES
from senet_gp.games.dice.game import DiceGame
from senet_gp.games.dice.numbering import Numbering, Sweep
from senet_gp.games.dice.rules import Numbers
from senet_gp.games.kernels import popcount
from senet_gp.runtime.compiled import inlined_kernel, int64, kernel

_SHARED = LAST_SHARED - FIRST_SHARED + 1
_OWN = SQUARES - _SHARED
#: The own squares before the shared ones; the others follow them.
_BEFORE = FIRST_SHARED - 1
_PIECES = MAX_PIECES + 1
#: Sides with numbers of pieces, in the order of their groups.
GROUPS = tuple((more, less) for more in range(1, _PIECES) for less in range(1, more + 1))


def _sets(squares: int) -> list[int]:
    """All sets of so many squares as masks: smaller ones first, then in rising order."""
    return sorted(range(1 << squares), key=lambda mask: (mask.bit_count(), mask))


#: The sets of own squares in the order of their numbers, and the number of each.
_OWN_SETS = np.array(_sets(_OWN), np.int64)
_OWN_RANKS = np.argsort(_OWN_SETS).astype(np.int32)
#: How many sets of own squares have at most so many pieces.
_OWN_COUNTS = np.cumsum([comb(_OWN, taken) for taken in range(_PIECES)], dtype=np.int32)


def _shared_pairs() -> list[tuple[int, int]]:
    """All pairs of sets of shared squares without a common one, pairs with the same sizes together."""
    masks = _sets(_SHARED)
    pairs = ((mine, theirs) for mine in masks for theirs in masks if not mine & theirs)
    return sorted(pairs, key=lambda pair: (pair[0].bit_count(), pair[1].bit_count()))


PAIRS = np.array(_shared_pairs(), np.int64)
#: A pair as one number of sixteen bits would need a long table; in base three it has one of 3 ** 8 places.
_IN_BASE_THREE = np.array(
    [sum(3**bit for bit in range(_SHARED) if mask >> bit & 1) for mask in range(256)], np.int32
)
#: The first pair of each pair of sizes, and the place of each pair among those of its sizes.
_FIRST_PAIRS = np.zeros((_SHARED + 1, _SHARED + 1), np.int64)
_PAIR_RANKS = np.zeros(3**_SHARED, np.int32)


def _fill_ranks() -> None:
    sizes_before, first = None, 0
    for place, (mine, theirs) in enumerate(PAIRS.tolist()):
        sizes = mine.bit_count(), theirs.bit_count()
        if sizes != sizes_before:
            sizes_before, first = sizes, place
            _FIRST_PAIRS[sizes] = place
        _PAIR_RANKS[_IN_BASE_THREE[mine] + 2 * _IN_BASE_THREE[theirs]] = place - first


_fill_ranks()


def _boards_with(left: int, others: int, shared: int, others_shared: int) -> int:
    """How many boards sides with so many pieces left have, of which so many are on shared squares."""
    pairs = comb(_SHARED, shared) * comb(_SHARED - shared, others_shared)
    return int(pairs * _OWN_COUNTS[left - shared] * _OWN_COUNTS[others - others_shared])


def _first_numbers() -> tuple[NDArray[np.int64], list[int]]:
    """The first number of each block and pair of sizes of shared sets, and where the groups end."""
    first = np.full((_PIECES, _PIECES, _PIECES, _PIECES), -1, np.int64)
    number, ends = 0, []
    for group in GROUPS:
        for left, others in dict.fromkeys((group, group[::-1])):
            for shared in range(left + 1):
                for others_shared in range(min(others, _SHARED - shared) + 1):
                    first[left, others, shared, others_shared] = number
                    number += _boards_with(left, others, shared, others_shared)
        ends.append(number)
    return first, ends


_FIRST_NUMBERS, _ENDS = _first_numbers()
#: All blocks with sizes of shared sets, in the order of their numbers, each after its first number.
_PARTS = np.array(
    sorted((int(_FIRST_NUMBERS[tuple(at)]), *at) for at in np.argwhere(_FIRST_NUMBERS >= 0).tolist()),
    np.int64,
)


@inlined_kernel
def _shared_set(squares: int) -> int:
    """The shared squares of a side, from bit 0 on."""
    return squares >> FIRST_SHARED & (1 << _SHARED) - 1


@inlined_kernel
def _own_set(squares: int) -> int:
    """The own squares of a side, from bit 0 on."""
    return squares >> 1 & (1 << _BEFORE) - 1 | squares >> LAST_SHARED + 1 << _BEFORE


@inlined_kernel
def _squares(shared: int, own: int) -> int:
    """The squares of a side, from its shared and its own ones."""
    return shared << FIRST_SHARED | (own & (1 << _BEFORE) - 1) << 1 | own >> _BEFORE << LAST_SHARED + 1


@inlined_kernel
def _state(pieces: int, mine: int, left: int, theirs: int, others: int) -> int:
    """The state of a board on which the sides have so many of their pieces left."""
    return (
        left - popcount(mine) << kernels.MY_HAND
        | others - popcount(theirs) << kernels.THEIR_HAND
        | pieces - left << kernels.MY_HOME
        | pieces - others << kernels.THEIR_HOME
    )


@inlined_kernel
def number_of_squares(mine: int, left: int, theirs: int, others: int) -> int:
    """The number of a board on which the sides stand on these squares and have so many pieces left."""
    shared, others_shared = _shared_set(mine), _shared_set(theirs)
    size, others_size = popcount(shared), popcount(others_shared)
    number = int64(_PAIR_RANKS[_IN_BASE_THREE[shared] + 2 * _IN_BASE_THREE[others_shared]])
    number = number * _OWN_COUNTS[left - size] + _OWN_RANKS[_own_set(mine)]
    number = number * _OWN_COUNTS[others - others_size] + _OWN_RANKS[_own_set(theirs)]
    return int64(_FIRST_NUMBERS[left, others, size, others_size] + number)


@kernel
def number_of_board(numbers: Numbers, mine: int, theirs: int, state: int) -> int:
    """The number of a board; -1 for those that cannot be, or on which the game is over."""
    if (mine | theirs) & ~kernels.PATH != 0 or mine & theirs & kernels.SHARED != 0:
        return int64(-1)
    left = popcount(mine) + kernels.in_hand(state)
    others = popcount(theirs) + kernels.in_their_hand(state)
    pieces = numbers[0]
    if not (1 <= left <= pieces and 1 <= others <= pieces):
        return int64(-1)
    if state != _state(pieces, mine, left, theirs, others):
        return int64(-1)
    return number_of_squares(mine, left, theirs, others)


@inlined_kernel
def _part_of(number: int) -> int:
    """The last of the parts whose first number is not beyond a number."""
    low, high = int64(0), int64(len(_PARTS))
    while high - low > 1:
        middle = (low + high) >> 1
        if _PARTS[middle, 0] <= number:
            low = middle
        else:
            high = middle
    return low


@kernel
def board_of_number(numbers: Numbers, number: int) -> tuple[int, int, int]:
    """The board with a number."""
    part = _PARTS[_part_of(number)]
    left, others, size, others_size = part[1], part[2], part[3], part[4]
    rest = number - part[0]
    of_theirs, of_mine = _OWN_COUNTS[others - others_size], _OWN_COUNTS[left - size]
    theirs_own, rest = _OWN_SETS[rest % of_theirs], rest // of_theirs
    mine_own, pair = _OWN_SETS[rest % of_mine], rest // of_mine
    pair += _FIRST_PAIRS[size, others_size]
    mine, theirs = _squares(PAIRS[pair, 0], mine_own), _squares(PAIRS[pair, 1], theirs_own)
    return mine, theirs, _state(numbers[0], mine, left, theirs, others)


@kernel
def _fill_distances(numbers: Numbers, first: int, distances: NDArray[np.uint16]) -> None:
    """List how many squares all pieces of each board of a group have still to go.

    Args:
        numbers: the numbers of the game.
        first: the number of the first board.
        distances: (boards,) uint16, is filled.
    """
    for place in range(len(distances)):
        mine, theirs, state = board_of_number(numbers, first + place)
        ours = kernels.distance(mine, kernels.in_hand(state))
        distances[place] = ours + kernels.distance(theirs, kernels.in_their_hand(state))


@kernel
def _fill_order(
    first: int, distances: NDArray[np.uint16], places: NDArray[np.int64], order: NDArray[np.int32]
) -> None:
    """Put the boards of a group in the order of their distances, by counting.

    Args:
        first: the number of the first board.
        distances: (boards,) uint16, the distances.
        places: for each distance the place of its first board; it is changed.
        order: (boards,) int32, is filled.
    """
    for number in range(len(distances)):
        distance = distances[number]
        order[places[distance]] = first + number
        places[distance] += 1


class UrNumbering(Numbering[DiceGame]):
    """The numbers of boards with any number of pieces; the game that is given is Ur."""

    def groups(self, game: DiceGame) -> list[int]:
        """Where the groups of blocks end."""
        pieces = int(game.numbers[0])
        return _ENDS[: pieces * (pieces + 1) // 2]

    def order(self, game: DiceGame, group: int) -> NDArray[np.int32]:
        """The numbers of a group by rising distance of all pieces, so that values spread from the end.

        It takes half as many sweeps as the order of the numbers.
        """
        begin, end = (0, *self.groups(game))[group : group + 2]
        distances, order = np.empty(end - begin, np.uint16), np.empty(end - begin, np.int32)
        _fill_distances(game.numbers, begin, distances)
        counts = np.bincount(distances)
        _fill_order(begin, distances, np.cumsum(counts) - counts, order)
        return order

    def sweep(self, game: DiceGame, group: int, values: NDArray[np.uint32]) -> Sweep:
        """A sweep of a group in the order of play."""
        from royal_ur.sweep import PatchSweep

        first, end = (0, *self.groups(game))[group : group + 2]
        return PatchSweep(group, first, end, values)

    def has_boards_of(self, game: DiceGame, other: DiceGame) -> bool:
        """Whether the other game has no more pieces: boards with few have the first numbers."""
        return bool(other.numbers[0] <= game.numbers[0])

    def smallest(self, game: DiceGame) -> DiceGame:
        """Ur with one piece a side."""
        return type(game)(pieces=1)  # type: ignore[call-arg]


NUMBERING = UrNumbering()
