"""Alpha-beta search of games without chance, compiled.

In its table a position is one number: the mask of the player to move in the upper half, that of the other in
the lower. So this works for games in which the squares show everything.

Alpha-beta keeps its own stack and a transposition table, so it works at any depth, and it can be interrupted
between two slices of work. It works for games that are not cyclic; if one is after all, the search ends where
the longest game should have ended. The table keeps its results for the next
search. Afterstates are searched in the order of how often a move to their square has caused a cutoff before
(the history heuristic, Schaeffer 1989), which needs no knowledge of the game. It decides trilobite of 5x5
with four in a row in 0.4 s instead of 1.4 s.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.games.board.rules import (
    EXTRA,
    GOES_ON,
    MAX_SQUARES,
    MINE,
    MOVES,
    THEIRS,
    BoardRules,
    Boards,
    Results,
    move_target,
    successors,
    swapped,
)
from senet_gp.runtime.compiled import int64, kernel, uint64

_TABLE_BITS = 22
_TABLE_SHIFT = uint64(64 - _TABLE_BITS)
_SPREAD = uint64(0x9E3779B97F4A7C15)

#: Less than any value.
_NONE = -2
LOSS = -1
WIN = 1

#: The ply of a search that has met a position that its squares alone do not show.
HIDDEN = -1

_HALF = uint64(32)


class KnownBounds(NamedTuple):
    """What is known about positions: a slot keeps the last position that was stored in it."""

    keys: NDArray[np.uint64]
    bounds: NDArray[np.int8]  # 0 for an empty slot, else 1 + (lower + 1) + 3 * (upper + 1)


class Line(NamedTuple):
    """The line that is being searched; each array has one element per ply."""

    ply: NDArray[np.int64]  # (1,): the current ply
    position: NDArray[np.int64]  # (plies, 2): mine, theirs
    boards: NDArray[np.uint32]  # (plies, 4, afterstates)
    results: NDArray[np.int8]  # (plies, afterstates)
    order: NDArray[np.int64]  # (plies, afterstates): the afterstates in the order in which they are searched
    counts: NDArray[np.int64]  # how many afterstates there are
    seen: NDArray[np.int64]  # how many of them have been searched
    alpha: NDArray[np.int64]
    beta: NDArray[np.int64]
    best: NDArray[np.int64]
    history: NDArray[np.int64]  # (squares + 1,): how often a move to a square has caused a cutoff


@kernel
def _key_of(mine: int, theirs: int) -> int:
    """A position as one number, a ``uint64``."""
    return (uint64(mine) << _HALF) | uint64(theirs)


@kernel
def _slot(key: int) -> int:
    return int64((key * _SPREAD) >> _TABLE_SHIFT)


@kernel
def bounds(table: KnownBounds, mine: int, theirs: int) -> tuple[int, int]:
    """The least and the greatest value that a position can have, according to the table."""
    key = _key_of(mine, theirs)
    slot = _slot(key)
    known = int64(table.bounds[slot]) - 1
    if known < 0 or table.keys[slot] != key:
        return LOSS, WIN
    return known % 3 - 1, known // 3 - 1


@kernel
def _keep(table: KnownBounds, mine: int, theirs: int, value: int, alpha: int, beta: int) -> None:
    """Store the value that a search within ``alpha`` and ``beta`` has found."""
    lower, upper = bounds(table, mine, theirs)
    if value > alpha:
        lower = max(lower, value)
    if value < beta:
        upper = min(upper, value)
    key = _key_of(mine, theirs)
    slot = _slot(key)
    table.keys[slot] = key
    table.bounds[slot] = 1 + (lower + 1) + 3 * (upper + 1)


@kernel
def _target(boards: Boards, afterstate: int) -> int:
    return move_target(int64(boards[MOVES, afterstate]))


@kernel
def _rank(boards: Boards, results: Results, history: NDArray[np.int64], afterstate: int) -> int:
    """The rank by which afterstates are searched, the highest first: those that win at once come first."""
    if results[afterstate] == WIN:
        return int64(1) << 62
    return int64(history[_target(boards, afterstate)])


@kernel
def begin(rules: BoardRules, line: Line, ply: int, mine: int, theirs: int, alpha: int, beta: int) -> None:
    """Begin with a position: list its afterstates and sort them."""
    boards, results, order = line.boards[ply], line.results[ply], line.order[ply]
    count = successors(rules, mine, theirs, 0, boards, results)
    for afterstate in range(count):
        rank = _rank(boards, results, line.history, afterstate)
        place = afterstate
        while place and _rank(boards, results, line.history, order[place - 1]) < rank:
            order[place] = order[place - 1]
            place -= 1
        order[place] = afterstate
    line.position[ply, 0], line.position[ply, 1] = mine, theirs
    line.counts[ply], line.seen[ply] = count, 0
    line.alpha[ply], line.beta[ply], line.best[ply] = alpha, beta, _NONE


@kernel
def _take(line: Line, ply: int, value: int) -> None:
    """Use the value of the afterstate that was searched last, as the player who moved sees it."""
    line.best[ply] = max(line.best[ply], value)
    if value >= line.beta[ply]:
        line.history[_target(line.boards[ply], line.order[ply, line.seen[ply] - 1])] += 1


@kernel
def advance(rules: BoardRules, table: KnownBounds, line: Line, steps: int) -> bool:
    """Continue a search for this many steps; returns whether it has ended.

    It ends at the first ply if it has found the value, else beyond the last one of the line, or at ``HIDDEN``
    if it meets a position that its squares alone do not show.
    """
    ply = line.ply[0]
    for _ in range(steps):
        if line.seen[ply] == line.counts[ply] or line.best[ply] >= line.beta[ply]:
            mine, theirs = line.position[ply]
            _keep(table, mine, theirs, line.best[ply], line.alpha[ply], line.beta[ply])
            if ply == 0:
                line.ply[0] = ply
                return True
            ply -= 1
            _take(line, ply, -line.best[ply + 1])
            continue
        afterstate = line.order[ply, line.seen[ply]]
        line.seen[ply] += 1
        result = line.results[ply, afterstate]
        if result != GOES_ON:
            _take(line, ply, result)
            continue
        board = line.boards[ply, :, afterstate]
        mine, theirs, extra = swapped(rules, int64(board[MINE]), int64(board[THEIRS]), int64(board[EXTRA]))
        if extra:
            line.ply[0] = HIDDEN
            return True
        alpha, beta = -line.beta[ply], -max(line.alpha[ply], line.best[ply])
        lower, upper = bounds(table, mine, theirs)
        if lower >= beta or lower == upper:
            _take(line, ply, -lower)
        elif upper <= alpha:
            _take(line, ply, -upper)
        else:
            ply += 1
            if ply == line.counts.size:
                line.ply[0] = ply
                return True
            begin(rules, line, ply, mine, theirs, max(alpha, lower), min(beta, upper))
    line.ply[0] = ply
    return False


def new_table() -> KnownBounds:
    """An empty table; it uses memory only as it fills."""
    return KnownBounds(np.zeros(1 << _TABLE_BITS, np.uint64), np.zeros(1 << _TABLE_BITS, np.int8))


def new_line(plies: int, afterstates: int) -> Line:
    """A buffer for lines of this many plies, with this many afterstates each."""
    return Line(
        np.zeros(1, np.int64),
        np.zeros((plies, 2), np.int64),
        np.zeros((plies, 4, afterstates), np.uint32),
        np.zeros((plies, afterstates), np.int8),
        np.zeros((plies, afterstates), np.int64),
        np.zeros(plies, np.int64),
        np.zeros(plies, np.int64),
        np.zeros(plies, np.int64),
        np.zeros(plies, np.int64),
        np.zeros(plies, np.int64),
        np.zeros(MAX_SQUARES + 1, np.int64),
    )
