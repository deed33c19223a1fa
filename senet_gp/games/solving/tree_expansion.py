"""The next ply of a tree, compiled: what the moves in many positions lead to.

A position is one number, for sorting and comparing: the squares of the player to move in the upper half,
those of the other in the lower. So this serves games in which the squares show everything.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from senet_gp.compiled import int64, kernel, uint64
from senet_gp.games.board.afterstates import EXTRA, GOES_ON, MINE, THEIRS, Boards, Results
from senet_gp.games.board.rules import BoardRules, successors, swapped

Keys = NDArray[np.uint64]
Lines = NDArray[np.int64]  # how many lines lead to each position

_HALF = uint64(32)
_LOW_32 = uint64(0xFFFF_FFFF)


@kernel
def key_of(mine: int, theirs: int) -> int:
    """A position as one number, a ``uint64``."""
    return (uint64(mine) << _HALF) | uint64(theirs)


@kernel
def expand(
    rules: BoardRules,
    keys: Keys,
    lines: Lines,
    boards: Boards,
    results: Results,
    after: Keys,
    lines_after: Lines,
    over: NDArray[np.bool_],
) -> int:
    """List what the moves in each position lead to.

    Args:
        rules: the game's.
        keys: the positions.
        lines: how many lines lead to each.
        boards: room for what the moves in one position lead to.
        results: room for their results.
        after: where the positions after the moves go, not yet sorted, seen by the other player.
        lines_after: where it goes how many lines lead to each of them by this move.
        over: where it goes whether the game is over there.

    Returns:
        How many there are.
    """
    total = 0
    for number in range(keys.size):
        mine, theirs = int64(keys[number] >> _HALF), int64(keys[number] & _LOW_32)
        count = successors(rules, mine, theirs, 0, boards, results)
        for afterstate in range(count):
            own, other, _ = swapped(
                rules,
                int64(boards[MINE, afterstate]),
                int64(boards[THEIRS, afterstate]),
                int64(boards[EXTRA, afterstate]),
            )
            after[total] = key_of(own, other)
            lines_after[total] = lines[number]
            over[total] = results[afterstate] != GOES_ON
            total += 1
    return total
