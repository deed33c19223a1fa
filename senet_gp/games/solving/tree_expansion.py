"""The next ply of a game tree, compiled: the positions that the moves in many positions lead to.

A position is one number, which can be sorted and compared: the mask of the player to move in the upper half,
that of the other in the lower. So this works for games in which the squares show everything.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from senet_gp.games.board.afterstates import EXTRA, GOES_ON, MINE, THEIRS, Boards, Results
from senet_gp.games.board.rules import BoardRules, successors, swapped
from senet_gp.runtime.compiled import int64, kernel, uint64

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
    """List the positions that the moves in each position lead to.

    Args:
        rules: the rules of the game.
        keys: (positions,) uint64, the positions.
        lines: (positions,) int64, how many lines lead to each.
        boards: a buffer for the boards after the moves in one position.
        results: a buffer for their results.
        after: where the positions after the moves are written, unsorted, as the other player sees them.
        lines_after: where the number of lines that lead to each of them by this move is written.
        over: where it is written whether the game is over there.

    Returns:
        How many positions there are after the moves.
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
