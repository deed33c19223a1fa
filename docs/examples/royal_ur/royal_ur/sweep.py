"""A sweep over Ur's boards in the order of play, several times faster than one that lists all throws.

A piece only comes on, unless it is hit. So the boards of a group are visited from the most advanced ones
back: a move without a hit leads to a board that has its new value already. A hit leads back, to a value from
before the sweep. A throw that moves nothing leaves the same board to the other player; a board and this
*mirror* of it follow from one another, so both are solved at once.

Boards are visited in *patches*: those of a patch have the same pieces on the squares from 5 on, and differ
on 1 to 4 and in hand. What the boards of a patch lead to stands in few patches, which a processor has at
hand. A patch and that of the mirrors go together. Patches whose pieces have come the same number of squares
follow from one another by hits only: they are a part of the sweep, and all cores can visit them at once.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from royal_ur import kernels
from royal_ur.board import FIRST_SHARED, HOME, LAST_SHARED, OF_SIXTEEN
from royal_ur.numbering import GROUPS, PAIRS, number_of_squares
from senet_gp.games.dice.numbering import ONE
from senet_gp.games.kernels import lowest_bit, popcount
from senet_gp.runtime.compiled import inlined_kernel, int64, kernel
from senet_gp.runtime.machine import available_cores

_STARTS = 1 << FIRST_SHARED - 1
_ENDS = 1 << HOME - LAST_SHARED - 1
_OFTEN = np.array(OF_SIXTEEN, np.int64)
_SIXTEEN = 16
#: Fewer patches are visited by one thread: handing them out would take as long.
_WORTH_SHARING = 64


def _advance(squares: int) -> int:
    return sum(square for square in range(HOME) if squares >> square & 1)


#: The advance of each set of squares, and how many it has.
_ADVANCES = np.array([_advance(squares) for squares in range(1 << HOME)], np.int64)
_COUNTS = np.array([squares.bit_count() for squares in range(1 << HOME)], np.int64)
#: Which of the squares 1 to 4 are taken by either side: those that have come farthest first.
_START_SETS = np.array(
    sorted(
        ((mine << 1, theirs << 1) for mine in range(_STARTS) for theirs in range(_STARTS)),
        key=lambda sets: -_advance(sets[0]) - _advance(sets[1]),
    ),
    np.int64,
)


class _Group(NamedTuple):
    """What the visits of a group share."""

    values: NDArray[np.uint32]  # of all boards
    before: NDArray[np.uint32]  # those of the group before the sweep
    first: int  # the first number of the group
    left: int  # how many pieces the player to move has left, on the board or in hand; in mirrors the other
    others: int  # how many the other has left


@inlined_kernel
def _worth(group: _Group, mine: int, left: int, theirs: int, others: int, throw: int, target: int) -> int:
    """What a move is worth to the player who makes it."""
    start = target - throw
    own = mine ^ 1 << start if start else mine
    if target == HOME:
        if left == 1:
            return ONE
        left -= 1
    else:
        own |= 1 << target
    hit = theirs & 1 << target & kernels.SHARED
    again = kernels.ON_ROSETTES >> target & 1
    if again:
        # Nobody is hit on a rosette: the only shared one is safe.
        number = number_of_squares(own, left, theirs, others)
    else:
        number = number_of_squares(theirs ^ hit, others, own, left)
    value = int64(group.before[number - group.first] if hit else group.values[number])
    return value if again else ONE - value


@inlined_kernel
def _by_throws(group: _Group, mine: int, left: int, theirs: int, others: int) -> tuple[float, float]:
    """The value of a board without what its mirror adds, and by what the mirror's value is multiplied."""
    hand = left - popcount(mine)
    total, stays = int64(0), _OFTEN[0]
    for throw in range(1, len(_OFTEN)):
        targets = kernels.targets(mine, theirs, hand, throw)
        if targets == 0:
            stays += _OFTEN[throw]
        best = 0
        while targets:
            target = lowest_bit(targets)
            targets &= targets - 1
            best = max(best, _worth(group, mine, left, theirs, others, throw, target))
        total += _OFTEN[throw] * best
    return (total + stays * ONE) / _SIXTEEN, -stays / _SIXTEEN


@kernel
def _visit(group: _Group, patches: NDArray[np.int64]) -> int:
    """Set the values of all boards of patches anew; returns by how much a value changes at most.

    Args:
        group: the group.
        patches: (patches, 2) int64: the squares from 5 on of the player to move, and of the other.
    """
    left, others, change = group.left, group.others, int64(0)
    for patch in range(len(patches)):
        for starts in range(len(_START_SETS)):
            mine, theirs = (
                patches[patch, 0] | _START_SETS[starts, 0],
                patches[patch, 1] | _START_SETS[starts, 1],
            )
            if popcount(mine) > left or popcount(theirs) > others:
                continue
            here, of_mirror = _by_throws(group, mine, left, theirs, others)
            mirror, of_here = _by_throws(group, theirs, others, mine, left)
            share = 1 - of_mirror * of_here
            value = int64((here + of_mirror * mirror) / share + 0.5)
            mirrored = int64((mirror + of_here * here) / share + 0.5)
            number = number_of_squares(mine, left, theirs, others)
            change = max(change, abs(value - int64(group.values[number])))
            group.values[number] = value
            number = number_of_squares(theirs, others, mine, left)
            change = max(change, abs(mirrored - int64(group.values[number])))
            group.values[number] = mirrored
    return change


class PatchSweep:
    """A sweep of a group of blocks.

    Args:
        group: the number of the group.
        first: the first number of the group.
        end: the number after its last.
        values: the values of all boards, (boards,) uint32, which it changes.
        cores: how many cores visit boards; by default all that there are. It does not change the values.
    """

    def __init__(
        self,
        group: int,
        first: int,
        end: int,
        values: NDArray[np.uint32],
        cores: int | None = None,
    ) -> None:
        self._in_group = values[first:end]
        self._group = _Group(values, np.empty_like(self._in_group), first, *GROUPS[group])
        self._parts = _by_advance(*GROUPS[group])
        self._cores = available_cores() if cores is None else cores
        self._threads = ThreadPoolExecutor(self._cores)

    @property
    def parts(self) -> int:
        """How many parts there are."""
        return len(self._parts)

    def visit(self, part: int) -> int:
        """Visit the boards of a part, part 0 first; returns by how much a value has changed at most."""
        if part == 0:
            self._group.before[:] = self._in_group
        patches = self._parts[part]
        if self._cores == 1 or len(patches) < _WORTH_SHARING:
            return self._visit_patches(patches)
        shares = [patches[core :: self._cores] for core in range(self._cores)]
        return max(self._threads.map(self._visit_patches, map(np.ascontiguousarray, shares)))

    def _visit_patches(self, patches: NDArray[np.int64]) -> int:
        return int(_visit(self._group, patches))


def _by_advance(left: int, others: int) -> list[NDArray[np.int64]]:
    """The patches of a group without their mirrors, part by part, from the most advanced ones on.

    Args:
        left: how many pieces the one side has left.
        others: how many the other has.
    """
    ends = np.arange(_ENDS) << LAST_SHARED + 1
    mine = np.repeat((PAIRS[:, 0] << FIRST_SHARED)[:, None] | ends, _ENDS, axis=1).ravel()
    theirs = np.tile((PAIRS[:, 1] << FIRST_SHARED)[:, None] | ends, (1, _ENDS)).ravel()
    there = (_COUNTS[mine] <= left) & (_COUNTS[theirs] <= others)
    if left == others:
        # Of a patch and its mirror's one is enough.
        there &= mine <= theirs
    patches = np.stack([mine[there], theirs[there]], axis=1)
    advances = _ADVANCES[patches].sum(axis=1)
    order = np.argsort(-advances, kind="stable")
    return np.split(patches[order], np.flatnonzero(np.diff(advances[order])) + 1)
