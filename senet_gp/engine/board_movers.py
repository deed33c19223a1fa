"""How participants choose a move in a small game: by a program, by chance, or by both; compiled.

If only one move can be made, nothing is drawn and nothing is evaluated. Equal best moves are drawn among, and
a random mover draws among all moves.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.evaluator import Scorer, Values, new_values, room_for, score, scorer
from senet_gp.engine.movers import Mover, moves_at_random, moves_by_noise, open_mover
from senet_gp.engine.participants import Programs, Roster
from senet_gp.engine.program import Code
from senet_gp.engine.vectors import LANES
from senet_gp.games.bits import lowest_bit, popcount
from senet_gp.games.board.game import BoardGame
from senet_gp.games.board.rules import EXTRA, MINE, THEIRS, BoardRules, Boards, Results, successors, swapped
from senet_gp.runtime.compiled import int64, kept_per_thread, kernel
from senet_gp.runtime.streams import CHOICES, STREAMS, Streams, below

#: The number of boards for which the best moves are remembered: a power of two.
_REMEMBERED = 1 << 12
# The columns of the memory: the program and the board that an entry belongs to, and the moves as a mask.
_OWNER, _SQUARES, _REST, _MOVES = range(4)
_HASH_1, _HASH_2, _HASH_3 = 0x1E3779B97F4A7C15, 0x3F58476D1CE4E5B9, 0x14D049BB133111EB


class CompiledGame(NamedTuple):
    """A small game as kernels know it."""

    rules: BoardRules
    starts: NDArray[np.int64]  # (starts, 3): mine, theirs, extra
    most_plies: int
    policy: bool


class Buffers(NamedTuple):
    """What a game needs besides its programs, kept from game to game."""

    boards: Boards
    results: Results
    before: Boards  # its first column is the board before a move
    scorer: Scorer
    values: tuple[Values, Values]  # by seat
    scores: NDArray[np.int32]
    streams: Streams
    memory: NDArray[np.int64]  # (_REMEMBERED, 4): the best moves of programs on boards scored before


@lru_cache(maxsize=64)
def compiled_game(game: BoardGame) -> CompiledGame:
    """The game for kernels."""
    starts = np.array([(start.mine, start.theirs, start.extra) for start in game.starts()], np.int64)
    return CompiledGame(game.compiled_rules, starts, game.most_plies, game.policy)


@kept_per_thread(16)
def _buffers(rows: int, afterstates: int) -> Buffers:
    return Buffers(
        np.zeros((4, room_for(afterstates)), np.uint32),
        np.empty(afterstates, np.int8),
        np.zeros((4, room_for(1)), np.uint32),
        scorer(),
        (new_values(rows), new_values(rows)),
        np.empty(room_for(afterstates), np.int32),
        np.zeros(STREAMS, np.uint64),
        np.empty((_REMEMBERED, 4), np.int64),
    )


def buffers_for(programs: Programs, game: BoardGame) -> Buffers:
    """Buffers large enough for these programs, with an empty memory; reused if they are large enough."""
    buffers = _buffers(max(16, 1 << max(programs.rows - 1, 0).bit_length()), game.max_afterstates)
    buffers.memory[:, _OWNER] = -1
    return buffers


@kernel
def _worth_at_once(result: int, takes_wins: bool) -> int:  # noqa: FBT001
    """-1 for a move that loses the game, 1 for one that wins it if ``takes_wins``, else 0."""
    return -1 if result < 0 else int64(takes_wins and result == 1)


@kernel
def _noisy_move(count: int, takes_wins: bool, buffers: Buffers) -> int:  # noqa: FBT001
    """A random one of ``count`` moves, but none that loses at once if there are others.

    If ``takes_wins``, it is a move that wins at once if there is one.
    """
    most = -1
    for move in range(count):
        most = max(most, _worth_at_once(buffers.results[move], takes_wins))
    equals = 0
    for move in range(count):
        equals += int64(_worth_at_once(buffers.results[move], takes_wins) == most)
    left = below(buffers.streams, CHOICES, equals)
    move = 0
    while left or _worth_at_once(buffers.results[move], takes_wins) != most:
        left -= int64(_worth_at_once(buffers.results[move], takes_wins) == most)
        move += 1
    return move


@kernel
def moves_with_best_score(scores: NDArray[np.int32], first: int, count: int) -> int:
    """Those of ``count`` moves, whose scores begin at ``first``, that have the highest score, as a mask."""
    best, moves = scores[first], 1
    for move in range(1, count):
        if scores[first + move] > best:
            best, moves = scores[first + move], 0
        if scores[first + move] == best:
            moves |= 1 << move
    return moves


@kernel
def move_by_policy(score: int, count: int) -> int:
    """The one of ``count`` moves that a policy's value names, as a mask."""
    return 1 << (int64(score) % count)


@kernel
def _best_moves(code: Code, mover: Mover, values: Values, count: int, policy: bool, buffers: Buffers) -> int:  # noqa: FBT001
    """Those of ``count`` moves that a program rates best on the board ``buffers.before``, as a mask."""
    if policy:
        score(buffers.scorer, code, mover.begin, mover.end, 1, buffers.before, values, buffers.scores)
        return int64(move_by_policy(buffers.scores[0], count))
    score(buffers.scorer, code, mover.begin, mover.end, count, buffers.boards, values, buffers.scores)
    return int64(moves_with_best_score(buffers.scores, 0, count))


@kernel
def _memory_slot(owner: int, squares: int, rest: int) -> int:
    """The index in the memory for a program and a board."""
    hashed = (squares * _HASH_1) ^ (rest * _HASH_2) ^ (owner * _HASH_3)
    return (hashed ^ (hashed >> 29)) & (_REMEMBERED - 1)


@kernel
def recalled(memory: NDArray[np.int64], owner: int, squares: int, rest: int) -> int:
    """The moves that a program rates best on a board, as a mask; -1 if they are not remembered."""
    known = memory[_memory_slot(owner, squares, rest)]
    if known[_OWNER] == owner and known[_SQUARES] == squares and known[_REST] == rest:
        return int64(known[_MOVES])
    return -1


@kernel
def remember(memory: NDArray[np.int64], owner: int, squares: int, rest: int, moves: int) -> None:
    """Remember the best moves of a program on a board, replacing the entry that is there."""
    known = memory[_memory_slot(owner, squares, rest)]
    known[_OWNER], known[_SQUARES], known[_REST], known[_MOVES] = owner, squares, rest, moves


@kernel
def squares_of(mine: int, theirs: int) -> int:
    """The squares of both players as one number."""
    return int64(mine) << 32 | int64(theirs)


@kernel
def _remembered(code: Code, mover: Mover, values: Values, count: int, policy: bool, buffers: Buffers) -> int:  # noqa: FBT001
    """As ``_best_moves``, but without evaluating a board that the program has scored shortly before.

    When a program plays many games, most boards recur.
    """
    before = buffers.before
    squares, rest = squares_of(before[MINE, 0], before[THEIRS, 0]), int64(before[EXTRA, 0])
    moves = recalled(buffers.memory, mover.end, squares, rest)
    if moves < 0:
        moves = _best_moves(code, mover, values, count, policy, buffers)
        remember(buffers.memory, mover.end, squares, rest, moves)
    return int64(moves)


@kernel
def choose(code: Code, mover: Mover, values: Values, count: int, policy: bool, buffers: Buffers) -> int:  # noqa: FBT001
    """The index of the move that a player makes on the board ``buffers.before``, out of ``count`` moves."""
    if count == 1:
        return 0
    if moves_by_noise(mover, buffers.streams):
        return _noisy_move(count, mover.takes_wins, buffers)
    if moves_at_random(mover):
        return below(buffers.streams, CHOICES, count)
    moves = _remembered(code, mover, values, count, policy, buffers)
    equals = popcount(moves)
    if equals > 1:
        for _ in range(below(buffers.streams, CHOICES, equals)):
            moves &= moves - 1
    return lowest_bit(moves)


@kernel
def board_after(move: int, game: CompiledGame, buffers: Buffers) -> tuple[int, int, int]:
    """The board after a move, as the other player sees it; ``buffers`` holds the afterstates."""
    return swapped(
        game.rules,
        int64(buffers.boards[MINE, move]),
        int64(buffers.boards[THEIRS, move]),
        int64(buffers.boards[EXTRA, move]),
    )


@kernel
def make_move(
    code: Code,
    roster: Roster,
    player: int,
    mine: int,
    theirs: int,
    extra: int,
    game: CompiledGame,
    buffers: Buffers,
) -> int:
    """The index of the move that a program makes on a board; ``buffers`` then holds the afterstates."""
    values = buffers.values[0]
    mover = open_mover(code, roster, player, min(buffers.scores.size, LANES), values)
    count = successors(game.rules, mine, theirs, extra, buffers.boards, buffers.results)
    buffers.before[MINE, 0], buffers.before[THEIRS, 0] = mine, theirs
    buffers.before[EXTRA, 0] = extra
    return choose(code, mover, values, count, game.policy, buffers)
