"""The lists of afterstates that the compiled rules of the small games fill: the boards that moves lead to.

The columns are those of Senet's lists, so programs score both in the same way; the column of Senet's hits
holds what the squares do not show (``extra``).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from senet_gp.runtime.compiled import kernel

Boards = NDArray[np.uint32]  # (4, most afterstates)
Results = NDArray[np.int8]  # (most afterstates,)
Numbers = NDArray[np.int64]  # what the compiled rules of a game need to know of its parameters

#: The columns of a list of boards. ``MOVES`` holds the move that led there, packed by :func:`keep`.
MINE, THEIRS, MOVES, EXTRA = range(4)
#: The result of a move that does not end the game; other results are those of the player who moved.
GOES_ON = 2
#: Masks are stored in 32 bits, and bit 0 is no square.
MAX_SQUARES = 31

_TARGET_SHIFT, _SQUARE_MASK = 8, 255


@kernel
def packed_move(start: int, target: int) -> int:
    """A move as one number; the start is 0 where pieces are placed."""
    return start | (target << _TARGET_SHIFT)


@kernel
def move_start(move: int) -> int:
    """The square that a packed move starts from; 0 where pieces are placed."""
    return move & _SQUARE_MASK


@kernel
def move_target(move: int) -> int:
    """The square that a packed move leads to."""
    return move >> _TARGET_SHIFT


@kernel
def keep(
    boards: Boards,
    results: Results,
    index: int,
    mine: int,
    theirs: int,
    start: int,
    target: int,
    extra: int,
    result: int,
) -> int:
    """Write a board, the move that led to it and its result at ``index``; returns the next index."""
    boards[MINE, index] = mine
    boards[THEIRS, index] = theirs
    boards[MOVES, index] = packed_move(start, target)
    boards[EXTRA, index] = extra
    results[index] = result
    return index + 1
