"""Positions of games without throws: sampling them from games, and playing on from them with many programs.

A program plays all its games at once, move by move. The boards that it has not scored before are scored
together, which is faster than scoring them one after the other and does not change the games.

:mod:`senet_gp.engine.positions` describes the functions of this module.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.board_decisions import played_out
from senet_gp.engine.board_movers import (
    Buffers,
    CompiledGame,
    board_after,
    buffers_for,
    compiled_game,
    make_move,
    move_by_policy,
    moves_with_best_score,
    recalled,
    remember,
    squares_of,
)
from senet_gp.engine.evaluator import Values, new_values, room_for, score
from senet_gp.engine.movers import moves_at_random, open_mover
from senet_gp.engine.participants import Programs, Roster
from senet_gp.engine.program import Code
from senet_gp.engine.results import Indices, Keys, Positions
from senet_gp.engine.vectors import LANES
from senet_gp.games.board.game import BoardGame
from senet_gp.games.board.rules import EXTRA, GOES_ON, MINE, THEIRS, Boards, successors
from senet_gp.runtime.compiled import int64, kernel
from senet_gp.runtime.streams import CHOICES, Streams, below, open_streams

__all__ = ["met_positions", "play_from", "played_out"]


@kernel
def _meet(
    code: Code,
    roster: Roster,
    player: int,
    other: int,
    most_plies: int,
    game: CompiledGame,
    buffers: Buffers,
    position: NDArray[np.int64],
) -> None:
    """Play the first plies of a game, at most ``most_plies``, until ``player`` is to move in ``position``."""
    while True:
        plies = below(buffers.streams, CHOICES, most_plies + 1)
        start = below(buffers.streams, CHOICES, len(game.starts))
        mine, theirs, extra = game.starts[start, 0], game.starts[start, 1], game.starts[start, 2]
        result = GOES_ON
        while plies and result == GOES_ON:
            mover = player if plies % 2 == 0 else other
            move = make_move(code, roster, mover, mine, theirs, extra, game, buffers)
            result = buffers.results[move]
            mine, theirs, extra = board_after(move, game, buffers)
            plies -= 1
        if result == GOES_ON:
            position[0], position[1], position[2] = mine, theirs, extra
            return


@kernel
def _meet_all(
    code: Code,
    roster: Roster,
    players: Indices,
    other: int,
    keys: Keys,
    most_plies: int,
    game: CompiledGame,
    buffers: Buffers,
    positions: Positions,
) -> None:
    for number in range(keys.size):
        open_streams(keys[number], buffers.streams)
        _meet(code, roster, players[number], other, most_plies, game, buffers, positions[number])


def met_positions(
    programs: Programs, players: Indices, other: int, keys: Keys, most_turns: int, game: BoardGame
) -> Positions:
    """Positions sampled from games (see :func:`senet_gp.engine.positions.met_positions`)."""
    positions = np.empty((len(keys), 3), np.int64)
    buffers, compiled = buffers_for(programs, game), compiled_game(game)
    _meet_all(programs.code, programs.roster, players, other, keys, most_turns, compiled, buffers, positions)
    return positions


class _Batch(NamedTuple):
    """Boards that a program has not scored before and now scores together."""

    boards: Boards  # a buffer for the afterstates' boards, or for a policy the boards before the move
    scores: NDArray[np.int32]
    values: Values
    asked: Indices  # (boards before the move, 4): squares, rest, its first afterstate, how many it has


def _batch_for(programs: Programs, games: int, game: BoardGame) -> _Batch:
    room = room_for(games * (1 if game.policy else game.max_afterstates))
    return _Batch(
        np.zeros((4, room), np.uint32),
        np.empty(room, np.int32),
        new_values(programs.rows),
        np.empty((games, 4), np.int64),
    )


@kernel
def _ask(
    owner: int, positions: Positions, turns: Indices, game: CompiledGame, buffers: Buffers, batch: _Batch
) -> tuple[int, int]:
    """Put the boards of all unfinished games that a program does not remember into the batch.

    Returns:
        How many boards before the move these are, and how many boards the program has to score for them.
    """
    asked = used = 0
    for number in range(len(positions)):
        if turns[number]:
            continue
        mine, theirs, extra = positions[number, 0], positions[number, 1], positions[number, 2]
        squares, rest = squares_of(mine, theirs), int64(extra)
        if recalled(buffers.memory, owner, squares, rest) >= 0:
            continue
        count = successors(game.rules, mine, theirs, extra, buffers.boards, buffers.results)
        if count == 1:
            continue
        # The same board in another game is not put there again; the moves are remembered afterwards.
        remember(buffers.memory, owner, squares, rest, 0)
        question = batch.asked[asked]
        question[0], question[1], question[2], question[3] = squares, rest, used, count
        asked += 1
        if game.policy:
            batch.boards[MINE, used], batch.boards[THEIRS, used] = mine, theirs
            batch.boards[EXTRA, used] = extra
            used += 1
            continue
        for move in range(count):
            for column in range(len(batch.boards)):
                batch.boards[column, used] = buffers.boards[column, move]
            used += 1
    return asked, used


@kernel
def _think_ahead(
    code: Code,
    roster: Roster,
    player: int,
    positions: Positions,
    turns: Indices,
    game: CompiledGame,
    buffers: Buffers,
    batch: _Batch,
) -> None:
    """Make a program remember its best moves on the boards of all unfinished games."""
    mover = open_mover(code, roster, player, min(batch.scores.size, LANES), batch.values)
    if moves_at_random(mover):
        return
    asked, used = _ask(mover.end, positions, turns, game, buffers, batch)
    score(buffers.scorer, code, mover.begin, mover.end, used, batch.boards, batch.values, batch.scores)
    for number in range(asked):
        question = batch.asked[number]
        squares, rest, first, count = question[0], question[1], question[2], question[3]
        if game.policy:
            moves = move_by_policy(batch.scores[first], count)
        else:
            moves = moves_with_best_score(batch.scores, first, count)
        # Even if another board has taken the slot since: the moves of that board follow.
        remember(buffers.memory, mover.end, squares, rest, moves)


@kernel
def _play(
    code: Code,
    roster: Roster,
    player: int,
    opponents: Indices,
    positions: Positions,
    streams: Streams,
    game: CompiledGame,
    buffers: Buffers,
    batch: _Batch,
    outcomes: NDArray[np.int8],
    turns: Indices,
    self_losses: NDArray[np.bool_],
) -> None:
    """Play all games of one player; ``positions`` and ``streams`` are their current states and change."""
    outcomes[:], turns[:], self_losses[:] = 0, 0, False
    for ply in range(1, game.most_plies + 1):
        own = ply % 2 == 1
        if own:
            _think_ahead(code, roster, player, positions, turns, game, buffers, batch)
        going_on = 0
        for number in range(len(positions)):
            if turns[number]:
                continue
            position = positions[number]
            buffers.streams[CHOICES] = streams[number]
            mover = player if own else opponents[number]
            move = make_move(code, roster, mover, position[0], position[1], position[2], game, buffers)
            streams[number] = buffers.streams[CHOICES]
            result = buffers.results[move]
            if result != GOES_ON:
                outcomes[number] = result if own else -result
                turns[number] = ply
                self_losses[number] = result < 0
                continue
            position[0], position[1], position[2] = board_after(move, game, buffers)
            going_on += 1
        if going_on == 0:
            return
    for number in range(len(positions)):
        if turns[number] == 0:
            turns[number] = game.most_plies


@kernel
def _play_all(
    code: Code,
    roster: Roster,
    opponents: Indices,
    positions: Positions,
    keys: Keys,
    now: Positions,
    streams: Streams,
    game: CompiledGame,
    buffers: Buffers,
    batch: _Batch,
    outcomes: NDArray[np.int8],
    turns: Indices,
    self_losses: NDArray[np.bool_],
) -> None:
    for player in range(len(outcomes)):
        for number in range(len(keys)):
            for column in range(positions.shape[1]):
                now[number, column] = positions[number, column]
            open_streams(keys[number], buffers.streams)
            streams[number] = buffers.streams[CHOICES]
        results = outcomes[player], turns[player], self_losses[player]
        _play(code, roster, player, opponents, now, streams, game, buffers, batch, *results)


def play_from(
    programs: Programs, players: int, opponents: Indices, positions: Positions, keys: Keys, game: BoardGame
) -> tuple[NDArray[np.int8], Indices, NDArray[np.bool_]]:
    """Play on from positions (see :func:`senet_gp.engine.positions.play_from`)."""
    shape = players, len(positions)
    results = np.empty(shape, np.int8), np.empty(shape, np.int64), np.empty(shape, np.bool_)
    _play_all(
        programs.code,
        programs.roster,
        opponents,
        positions,
        keys,
        np.empty_like(positions),
        np.empty_like(keys),
        compiled_game(game),
        buffers_for(programs, game),
        _batch_for(programs, len(positions), game),
        *results,
    )
    return results
