"""The compiled rules of games without chance: lists of boards, and functions that are the same for all games.

The module of a game's rules has two kernels, ``successors`` and ``swapped``, with the arguments of the
functions here. They are called by their addresses, so that the code that plays, solves or searches is
compiled once for all games.

The columns of a list of boards are those of games with throws (:mod:`senet_gp.games.dice.rules`), so programs
score both in the same way; the column of what a move did holds what the squares do not show (``extra``).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from senet_gp.games.kernels import address_in, check_parameters, contents_of, kernel_of
from senet_gp.runtime.compiled import (
    call_for_board,
    call_for_integer,
    function_from,
    int64,
    kernel,
)

Boards = NDArray[np.uint32]  # (4, most afterstates)
Results = NDArray[np.int8]  # (most afterstates,)
Numbers = NDArray[np.int64]  # what the compiled rules of a game need to know of its parameters

#: The columns of a list of boards. ``MOVES`` holds the move that led there, packed by :func:`keep`.
MINE, THEIRS, MOVES, EXTRA = range(4)
#: The result of a move that does not end the game; other results are those of the player who moved.
GOES_ON = 2
#: Masks are stored in 32 bits, and bit 0 is no square.
MAX_SQUARES = 31

_TARGET_SHIFT = 8
_SQUARE_MASK = 255


class BoardRules(NamedTuple):
    """The rules of a game with its parameters, for kernels; valid in this process only."""

    successors: int  # an address
    swapped: int  # an address
    numbers: Numbers
    # (2,): for how many boards of a list there is room, and a number of boards for which there was none
    listed: NDArray[np.int64]


_TEXT = """\
from numba import carray
from {module} import successors, swapped

def successors_at(numbers, mine, theirs, extra, boards, columns, results):
    room = carray(boards, (4, columns))
    return successors(carray(numbers, ({numbers},)), mine, theirs, extra, room, carray(results, (columns,)))

def swapped_at(numbers, mine, theirs, extra, out):
    board = carray(out, (3,))
    board[0], board[1], board[2] = swapped(carray(numbers, ({numbers},)), mine, theirs, extra)
"""


@cache
def _addresses(module: str, numbers: int) -> dict[str, int]:
    """The addresses of a module's rules, which take this many numbers, in this process."""
    long = types.int64
    longs, masks, results = (types.CPointer(kind) for kind in (long, types.uint32, types.int8))  # type: ignore[no-untyped-call]
    signatures = {
        "successors": long(longs, long, long, long, masks, long, results),
        "swapped": types.void(longs, long, long, long, longs),
    }
    kernels = [kernel_of(module, name, "rules_module") for name in signatures]
    text = _TEXT.format(module=module, numbers=numbers) + contents_of(kernels)
    return {
        name: address_in(module, name, function_from(text, f"{name}_at"), signature)
        for name, signature in signatures.items()
    }


def board_rules(module: str, numbers: Numbers, most: int) -> BoardRules:
    """The rules of a game for kernels.

    Args:
        module: the dotted name of the module that has the kernels ``successors`` and ``swapped``.
        numbers: the game's parameters as the kernels take them, (at least 1,) int64.
        most: the largest number of boards after the moves in a position.

    Raises:
        UsageError: if a kernel is missing or cannot be compiled, or the numbers are not as said.
    """
    check_parameters(module, numbers)
    listed = np.array([most, 0], np.int64)
    return BoardRules(**_addresses(module, numbers.size), numbers=numbers, listed=listed)


@kernel
def successors(
    rules: BoardRules, mine: int, theirs: int, extra: int, boards: Boards, results: Results
) -> int:
    """Find the boards that the moves of the player to move lead to, in the order of the game's afterstates.

    If there are more than the game says, the rest is left out, and ``rules.listed`` tells it.

    Args:
        rules: the rules of the game.
        mine: the mask of the player to move.
        theirs: the mask of the other player.
        extra: what the squares do not show.
        boards: (4, afterstates) uint32, where the boards are written, as the player who has moved sees them.
        results: (afterstates,) int8, where their results are written: 1, 0 or -1 if the player who has moved
            has won, drawn or lost, else ``GOES_ON``.

    Returns:
        How many boards there are.
    """
    given = rules.numbers, mine, theirs, extra, boards, boards.shape[1], results
    count = call_for_integer(rules.successors, given)
    if not 0 <= count <= rules.listed[0]:
        rules.listed[1] = count
        return min(max(count, int64(0)), int64(rules.listed[0]))
    return int64(count)


@kernel
def swapped(rules: BoardRules, mine: int, theirs: int, extra: int) -> tuple[int, int, int]:
    """A board as the other player sees it: their mask, that of the first player, and ``extra``."""
    return call_for_board(rules.swapped, (rules.numbers, mine, theirs, extra))


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
    """Write a board, the move that led to it and its result at ``index``; returns the next index.

    Where there is no room nothing is written.
    """
    if index < results.size:
        boards[MINE, index] = mine
        boards[THEIRS, index] = theirs
        boards[MOVES, index] = packed_move(start, target)
        boards[EXTRA, index] = extra
        results[index] = result
    return index + 1
