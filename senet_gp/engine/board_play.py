"""Games without throws, played by programs, compiled: games and duels.

Its two programs and its key alone decide a game. All draws come from the key's stream of choices: first the
start position, if the game has several, then, move by move, one of the best boards. A random mover draws
among all moves. If only one move can be made, nothing is drawn and nothing is evaluated.

:class:`senet_gp.engine.play.FamilyKernels` describes the functions of this module.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.evaluator import Scorer, Values, new_values, room_for, score, scorer
from senet_gp.engine.participants import (
    Mover,
    Programs,
    moves_at_random,
    moves_by_noise,
    noisy_choice,
    open_mover,
)
from senet_gp.engine.results import (
    DuelResults,
    GameResults,
    Pairings,
    best_board,
    drawn_by_lot,
    first_begins,
    goes_on,
    one_of,
    open_duel_streams,
)
from senet_gp.engine.vectors import LANES
from senet_gp.games.board.game import BoardGame, Position
from senet_gp.games.board.rules import (
    EXTRA,
    GOES_ON,
    MINE,
    THEIRS,
    BoardRules,
    Boards,
    Results,
    successors,
    swapped,
)
from senet_gp.games.kernels import lowest_bit, popcount
from senet_gp.runtime.compiled import int64, kept_per_thread, kernel, uint64
from senet_gp.runtime.streams import CHOICES, STREAMS, Streams, below, derived_key, open_streams

#: The number of boards for which the best moves are remembered: a power of two.
_REMEMBERED = 1 << 12
#: The most moves among which a mask tells the best; a whole number could hold one more.
_MASKED = 62
# The columns of the memory: the program and the board that an entry belongs to, and the moves as a mask.
_OWNER, _SQUARES, _REST, _MOVES = range(4)
_HASH_1 = 0x1E3779B97F4A7C15
_HASH_2 = 0x3F58476D1CE4E5B9
_HASH_3 = 0x14D049BB133111EB


class CompiledGame(NamedTuple):
    """A small game as kernels know it."""

    rules: BoardRules
    starts: NDArray[np.int64]  # (starts, 3): mine, theirs, extra
    most_plies: int
    policy: bool


class BoardBuffers(NamedTuple):
    """What a game needs besides its programs, kept from game to game."""

    boards: Boards
    results: Results
    before: Boards  # its first column is the board before a move
    scorer: Scorer
    values: tuple[Values, Values]  # by seat
    scores: NDArray[np.int32]
    streams: Streams
    memory: NDArray[np.int64]  # (_REMEMBERED, 4): the best moves of programs on boards scored before


class BoardSession(NamedTuple):
    """All that kernels need to play games between some programs."""

    programs: Programs
    game: CompiledGame
    buffers: BoardBuffers


@lru_cache(maxsize=64)
def _compiled(game: BoardGame) -> CompiledGame:
    """The game for kernels."""
    starts = np.array([(start.mine, start.theirs, start.extra) for start in game.starts()], np.int64)
    return CompiledGame(game.compiled_rules, starts, game.most_turns, game.policy)


@kept_per_thread(16)
def _buffers(rows: int, afterstates: int) -> BoardBuffers:
    return BoardBuffers(
        np.zeros((4, room_for(afterstates)), np.uint32),
        np.empty(room_for(afterstates), np.int8),
        np.zeros((4, room_for(1)), np.uint32),
        scorer(),
        (new_values(rows), new_values(rows)),
        np.empty(room_for(afterstates), np.int32),
        np.zeros(STREAMS, np.uint64),
        np.empty((_REMEMBERED, 4), np.int64),
    )


def _session(programs: Programs, game: BoardGame) -> BoardSession:
    """What kernels need to play games between these programs; nothing is remembered yet."""
    buffers = _buffers(max(16, 1 << max(programs.rows - 1, 0).bit_length()), game.max_afterstates)
    buffers.memory[:, _OWNER] = -1
    return BoardSession(programs, _compiled(game), buffers)


# Choosing a move: by a program, by chance, or by both.


@kernel
def _moves_with_best_score(scores: NDArray[np.int32], first: int, count: int) -> int:
    """Those of ``count`` moves, whose scores begin at ``first``, that have the highest score, as a mask."""
    best, moves = scores[first], 1
    for move in range(1, count):
        if scores[first + move] > best:
            best, moves = scores[first + move], 0
        if scores[first + move] == best:
            moves |= 1 << move
    return moves


@kernel
def _move_by_policy(score: int, count: int) -> int:
    """The one of ``count`` moves that a policy's value names, as a mask."""
    return 1 << (int64(score) % count)


@kernel
def _best_moves(session: BoardSession, mover: Mover, values: Values, count: int) -> int:
    """Those of ``count`` moves that a program rates best on the board ``buffers.before``, as a mask."""
    programs, game, buffers = session
    code, begin, end = programs.code, mover.begin, mover.end
    if game.policy:
        score(buffers.scorer, code, begin, end, 1, buffers.before, values, buffers.scores)
        return int64(_move_by_policy(buffers.scores[0], count))
    score(buffers.scorer, code, begin, end, count, buffers.boards, values, buffers.scores)
    return int64(_moves_with_best_score(buffers.scores, 0, count))


@kernel
def _among_many(session: BoardSession, mover: Mover, values: Values, count: int) -> int:
    """The index of the move that a program makes among more moves than a mask holds."""
    programs, game, buffers = session
    code, begin, end = programs.code, mover.begin, mover.end
    if game.policy:
        score(buffers.scorer, code, begin, end, 1, buffers.before, values, buffers.scores)
        return int64(buffers.scores[0]) % count
    score(buffers.scorer, code, begin, end, count, buffers.boards, values, buffers.scores)
    return int64(best_board(count, buffers.scores, buffers.streams))


@kernel
def _memory_slot(owner: int, squares: int, rest: int) -> int:
    """The index in the memory for a program and a board."""
    hashed = (squares * _HASH_1) ^ (rest * _HASH_2) ^ (owner * _HASH_3)
    return (hashed ^ (hashed >> 29)) & (_REMEMBERED - 1)


@kernel
def _recalled(memory: NDArray[np.int64], owner: int, squares: int, rest: int) -> int:
    """The moves that a program rates best on a board, as a mask; -1 if they are not remembered."""
    known = memory[_memory_slot(owner, squares, rest)]
    if known[_OWNER] == owner and known[_SQUARES] == squares and known[_REST] == rest:
        return int64(known[_MOVES])
    return -1


@kernel
def _remember(memory: NDArray[np.int64], owner: int, squares: int, rest: int, moves: int) -> None:
    """Remember the best moves of a program on a board, replacing the entry that is there."""
    known = memory[_memory_slot(owner, squares, rest)]
    known[_OWNER], known[_SQUARES], known[_REST], known[_MOVES] = owner, squares, rest, moves


@kernel
def _squares_of(mine: int, theirs: int) -> int:
    """The squares of both players as one number."""
    return int64(mine) << 32 | int64(theirs)


@kernel
def _remembered_moves(session: BoardSession, mover: Mover, values: Values, count: int) -> int:
    """As ``_best_moves``, but without evaluating a board that the program has scored shortly before.

    When a program plays many games, most boards recur.
    """
    buffers = session.buffers
    before = buffers.before
    squares, rest = _squares_of(before[MINE, 0], before[THEIRS, 0]), int64(before[EXTRA, 0])
    moves = _recalled(buffers.memory, mover.end, squares, rest)
    if moves < 0:
        moves = _best_moves(session, mover, values, count)
        _remember(buffers.memory, mover.end, squares, rest, moves)
    return int64(moves)


@kernel
def _chosen(session: BoardSession, mover: Mover, values: Values, board: tuple[int, int, int]) -> int:
    """The index of the move that a player makes on a board; ``buffers`` then holds the afterstates."""
    game, buffers = session.game, session.buffers
    mine, theirs, extra = board
    count = successors(game.rules, mine, theirs, extra, buffers.boards, buffers.results)
    buffers.before[MINE, 0], buffers.before[THEIRS, 0], buffers.before[EXTRA, 0] = mine, theirs, extra
    if count == 1:
        return 0
    if moves_by_noise(mover, buffers.streams):
        return noisy_choice(buffers.results, count, buffers.streams)
    if moves_at_random(mover):
        return below(buffers.streams, CHOICES, count)
    if count > _MASKED:
        return _among_many(session, mover, values, count)
    moves = _remembered_moves(session, mover, values, count)
    for _ in range(one_of(popcount(moves), buffers.streams)):
        moves &= moves - 1
    return lowest_bit(moves)


@kernel
def _board_after(session: BoardSession, move: int) -> tuple[int, int, int]:
    """The board after a move, as the other player sees it; ``buffers`` holds the afterstates."""
    game, buffers = session.game, session.buffers
    return swapped(
        game.rules,
        int64(buffers.boards[MINE, move]),
        int64(buffers.boards[THEIRS, move]),
        int64(buffers.boards[EXTRA, move]),
    )


# Whole games and duels.


@kernel
def _play_game(session: BoardSession, first: int, second: int) -> tuple[int, int, bool]:
    """Play the game whose streams are open: its outcome, turns and self-loss, as in ``GameResults``."""
    programs, game, buffers = session
    start = game.starts[one_of(len(game.starts), buffers.streams)]
    board = start[0], start[1], start[2]
    values, other_values = buffers.values
    lanes = min(buffers.scores.size, LANES)
    mover = open_mover(programs, first, lanes, values)
    other = open_mover(programs, second, lanes, other_values)
    sign = 1  # of the player to move: 1 for the first mover
    for ply in range(1, game.most_plies + 1):
        move = _chosen(session, mover, values, board)
        result = buffers.results[move]
        if result != GOES_ON:
            return sign * result, ply, result < 0
        board = _board_after(session, move)
        mover, other = other, mover
        values, other_values = other_values, values
        sign = -sign
    return 0, game.most_plies, False


@kernel
def _play_games(session: BoardSession, pairings: Pairings, results: GameResults) -> None:
    buffers = session.buffers
    for number in range(pairings.keys.size):
        open_streams(pairings.keys[number], buffers.streams)
        outcome, turns, self_loss = _play_game(session, pairings.first[number], pairings.second[number])
        results.outcomes[number], results.turns[number] = outcome, turns
        results.self_losses[number] = self_loss


@kernel
def _play_duels(
    session: BoardSession, pairings: Pairings, most_games: int, streams: Streams, results: DuelResults
) -> None:
    buffers = session.buffers
    for duel in range(pairings.keys.size):
        key, a, b = pairings.keys[duel], pairings.first[duel], pairings.second[duel]
        open_duel_streams(key, streams)
        lead = int64(0)  # of the first over the second, in games
        turns = losses = 0
        played = 0
        while goes_on(played, most_games, lead):
            a_begins = first_begins(played, most_games, streams)
            open_streams(derived_key(key, uint64(played)), buffers.streams)
            x, y = (a, b) if a_begins else (b, a)
            outcome, length, self_loss = _play_game(session, x, y)
            lead += outcome if a_begins else -outcome
            turns += length
            losses += self_loss
            played += 1
        if lead == 0:
            lead = drawn_by_lot(streams)
        results.second_won[duel] = lead < 0
        results.games[duel] = played
        results.turns[duel] = turns
        results.self_losses[duel] = losses


def play_games(
    programs: Programs, pairings: Pairings, game: BoardGame, start: Position | None = None
) -> GameResults:
    """Play games between programs."""
    results, session = GameResults.new(len(pairings.keys)), _session(programs, game)
    if start is not None:
        starts = np.array([(start.mine, start.theirs, start.extra)], np.int64)
        session = session._replace(game=session.game._replace(starts=starts))
    _play_games(session, pairings, results)
    game.check_listed()
    return results


def play_duels(programs: Programs, pairings: Pairings, games: int, game: BoardGame) -> DuelResults:
    """Play duels between programs."""
    results, streams = DuelResults.new(len(pairings.keys)), np.zeros(STREAMS, np.uint64)
    _play_duels(_session(programs, game), pairings, games, streams, results)
    game.check_listed()
    return results
