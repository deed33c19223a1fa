"""Whole games and matches of Senet between programs, compiled.

A game is decided by its two programs and its key alone; :mod:`senet_gp.arena.game` plays the very same
game move by move, from the same streams, with players of any kind.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.compiled import int64, kernel, uint64
from senet_gp.engine.evaluator import LANES, Values, new_values, score
from senet_gp.engine.match_rules import drawn_by_lot, first_begins, goes_on, open_lots
from senet_gp.engine.movers import Mover, best_board, moves_at_random, open_mover, slips
from senet_gp.engine.program import Code, Programs
from senet_gp.engine.results import GameResults, Indices, Keys, MatchResults
from senet_gp.games.senet import Senet
from senet_gp.games.senet_rules import (
    TURN_LIMIT,
    WATER,
    pips_over_mean,
    rescued,
    starting_masks,
    throw_group,
    throw_sticks,
)
from senet_gp.games.senet_turns import MINE, THEIRS, Workspace, end_boards, new_workspace
from senet_gp.streams import CHOICES, STREAMS, Streams, below, derived_key, open_streams


class Buffers(NamedTuple):
    """What a game needs beside its programs, kept from game to game."""

    work: Workspace
    values: tuple[Values, Values]  # by seat
    scores: NDArray[np.int32]  # (most boards of a turn,)
    streams: Streams
    luck: NDArray[np.float64]  # (2,): squares thrown above the mean, by seat


@lru_cache(maxsize=4)
def _buffers(rows: int) -> Buffers:
    work = new_workspace()
    scores = np.empty(work.boards.shape[2], np.int32)
    values = (new_values(rows), new_values(rows))
    return Buffers(work, values, scores, np.zeros(STREAMS, np.uint64), np.zeros(2, np.float64))


def buffers_for(programs: Programs) -> Buffers:
    """Buffers large enough for these programs; the same ones as before where they serve."""
    return _buffers(max(16, 1 << (programs.rows - 1).bit_length() if programs.rows else 0))


@kernel
def _choose(code: Code, mover: Mover, values: Values, count: int, buffers: Buffers) -> int:
    """The board, of ``count``, that a player's turn ends in; nothing is evaluated if there is only one."""
    if count == 1:
        return 0
    if slips(mover, buffers.streams) or moves_at_random(mover):
        return below(buffers.streams, CHOICES, count)
    score(code, mover.begin, mover.end, count, buffers.work.boards[0], values, buffers.scores)
    return best_board(count, buffers.scores, buffers.streams)


@kernel
def _turn(
    code: Code, mover: Mover, values: Values, seat: int, mine: int, theirs: int, buffers: Buffers
) -> tuple[int, int]:
    """Play one turn: both masks after it, still seen by the player who made it."""
    if (mine >> WATER) & 1:
        return rescued(mine, theirs, throw_sticks(buffers.streams, seat)), theirs
    again = True
    while again:
        throws, again = throw_group(buffers.streams, seat)
        buffers.luck[seat] += pips_over_mean(throws)
        count = end_boards(mine, theirs, throws, buffers.work)
        board = _choose(code, mover, values, count, buffers)
        mine = int64(buffers.work.boards[0, MINE, board])
        theirs = int64(buffers.work.boards[0, THEIRS, board])
        if mine == 0 or (mine >> WATER) & 1:
            again = False
    return mine, theirs


@kernel
def _play_game(
    code: Code, bounds: Indices, first: int, second: int, pieces: int, buffers: Buffers
) -> tuple[int, int]:
    """Play the game whose streams are open: its outcome and its turns, as in ``GameResults``."""
    values, other_values = buffers.values
    mover = open_mover(code, bounds, first, LANES, values)
    other = open_mover(code, bounds, second, LANES, other_values)
    mine, theirs = starting_masks(pieces)
    buffers.luck[:] = 0.0
    seat = 0
    for turn in range(1, TURN_LIMIT + 1):
        mine, theirs = _turn(code, mover, values, seat, mine, theirs, buffers)
        if mine == 0:
            return 1 - 2 * seat, turn
        mine, theirs = theirs, mine
        mover, other = other, mover
        values, other_values = other_values, values
        seat = 1 - seat
    return 0, TURN_LIMIT


@kernel
def _play_games(
    code: Code,
    bounds: Indices,
    first: Indices,
    second: Indices,
    keys: Keys,
    pieces: int,
    buffers: Buffers,
    outcomes: NDArray[np.int8],
    turns: NDArray[np.int16],
    luck: NDArray[np.float32],
) -> None:
    for game in range(keys.size):
        a, b = first[game], second[game]
        open_streams(keys[game], buffers.streams)
        outcomes[game], turns[game] = _play_game(code, bounds, a, b, pieces, buffers)
        luck[game] = buffers.luck[0] - buffers.luck[1]


@kernel
def _play_matches(
    code: Code,
    bounds: Indices,
    first: Indices,
    second: Indices,
    keys: Keys,
    games: int,
    pieces: int,
    buffers: Buffers,
    lots: Streams,
    second_won: NDArray[np.bool_],
    games_played: NDArray[np.int16],
    turns_played: NDArray[np.int32],
) -> None:
    for match in range(keys.size):
        a, b = first[match], second[match]
        open_lots(keys[match], lots)
        lead = 0  # of the first over the second, in games
        turns = 0
        game = 0
        while goes_on(game, games, lead):
            a_begins = first_begins(game, games, lots)
            open_streams(derived_key(keys[match], uint64(game)), buffers.streams)
            x, y = (a, b) if a_begins else (b, a)
            outcome, length = _play_game(code, bounds, x, y, pieces, buffers)
            if not a_begins:
                outcome = -outcome
            # A game that does not end is decided by lot, as in the paper.
            lead += outcome if outcome != 0 else drawn_by_lot(lots)
            turns += length
            game += 1
        if lead == 0:
            lead = drawn_by_lot(lots)
        second_won[match] = lead < 0
        games_played[match] = game
        turns_played[match] = turns


def play_games(programs: Programs, first: Indices, second: Indices, keys: Keys, game: Senet) -> GameResults:
    """Play games between programs.

    Args:
        programs: all programs that take part.
        first: for each game, the index of the program that moves first.
        second: for each game, the index of the other.
        keys: for each game, the key of its random streams.
        game: Senet with its parameters.
    """
    results = GameResults.new(len(keys))
    _play_games(
        programs.code,
        programs.bounds,
        first,
        second,
        keys,
        game.pieces,
        buffers_for(programs),
        results.outcomes,
        results.turns,
        results.luck,
    )
    return results


def play_matches(
    programs: Programs, first: Indices, second: Indices, keys: Keys, games: int, game: Senet
) -> MatchResults:
    """Play matches between programs, each the best of ``games``.

    The seats alternate, the first program beginning; of an odd number of games, who begins the last is
    drawn. A game stopped after 500 turns is decided by lot. A match still equal after all games is
    decided by one more pair of games, then by lot.

    Args:
        programs: all programs that take part.
        first: for each match, the index of one program.
        second: for each match, the index of the other.
        keys: for each match, the key from which those of its games are derived.
        games: the most games of a match, apart from a deciding pair.
        game: Senet with its parameters.
    """
    results = MatchResults.new(len(keys))
    lots = np.zeros(STREAMS, np.uint64)
    _play_matches(
        programs.code,
        programs.bounds,
        first,
        second,
        keys,
        games,
        game.pieces,
        buffers_for(programs),
        lots,
        results.second_won,
        results.games,
        results.turns,
    )
    return results
