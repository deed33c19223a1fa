"""Whole games and duels of the small games between programs, compiled.

Its two programs and its key alone decide a game. All draws come from the key's stream of choices: first the
start position, if the game has several, then, move by move, one of the best boards. A random mover draws
among all moves. If only one move can be made, nothing is drawn and nothing is evaluated.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.board_movers import (
    Buffers,
    CompiledGame,
    board_after,
    buffers_for,
    choose,
    compiled_game,
)
from senet_gp.engine.duel_rules import drawn_by_lot, first_begins, goes_on, open_duel_streams
from senet_gp.engine.movers import open_mover
from senet_gp.engine.participants import Programs, Roster
from senet_gp.engine.program import Code
from senet_gp.engine.results import DuelResults, GameResults, Indices, Keys
from senet_gp.engine.vectors import LANES
from senet_gp.games.board.game import BoardGame
from senet_gp.games.board.position import Position
from senet_gp.games.board.rules import EXTRA, GOES_ON, MINE, THEIRS, successors
from senet_gp.runtime.compiled import int64, kernel, uint64
from senet_gp.runtime.streams import CHOICES, STREAMS, Streams, below, derived_key, open_streams


@kernel
def _play_game(
    code: Code, roster: Roster, first: int, second: int, game: CompiledGame, buffers: Buffers
) -> tuple[int, int, bool]:
    """Play the game whose streams are open: its outcome, turns and self-loss, as in ``GameResults``."""
    start = below(buffers.streams, CHOICES, len(game.starts)) if len(game.starts) > 1 else 0
    mine, theirs, extra = game.starts[start, 0], game.starts[start, 1], game.starts[start, 2]
    return play_on(code, roster, first, second, mine, theirs, extra, game.most_plies, game, buffers)


@kernel
def play_on(
    code: Code,
    roster: Roster,
    first: int,
    second: int,
    mine: int,
    theirs: int,
    extra: int,
    most_plies: int,
    game: CompiledGame,
    buffers: Buffers,
) -> tuple[int, int, bool]:
    """As ``_play_game``, but at most ``most_plies`` plies, from a board on which ``first`` is to move."""
    values, other_values = buffers.values
    lanes = min(buffers.scores.size, LANES)
    mover = open_mover(code, roster, first, lanes, values)
    other = open_mover(code, roster, second, lanes, other_values)
    sign = 1  # of the player to move: 1 for the first mover
    for ply in range(1, most_plies + 1):
        count = successors(game.rules, mine, theirs, extra, buffers.boards, buffers.results)
        buffers.before[MINE, 0], buffers.before[THEIRS, 0] = mine, theirs
        buffers.before[EXTRA, 0] = extra
        move = choose(code, mover, values, count, game.policy, buffers)
        result = buffers.results[move]
        if result != GOES_ON:
            return sign * result, ply, result < 0
        mine, theirs, extra = board_after(move, game, buffers)
        mover, other = other, mover
        values, other_values = other_values, values
        sign = -sign
    return 0, most_plies, False


@kernel
def _play_games(
    code: Code,
    roster: Roster,
    first: Indices,
    second: Indices,
    keys: Keys,
    game: CompiledGame,
    buffers: Buffers,
    outcomes: NDArray[np.int8],
    turns: NDArray[np.int16],
    self_losses: NDArray[np.bool_],
) -> None:
    for number in range(keys.size):
        a, b = first[number], second[number]
        open_streams(keys[number], buffers.streams)
        outcomes[number], turns[number], self_losses[number] = _play_game(code, roster, a, b, game, buffers)


@kernel
def _play_duels(
    code: Code,
    roster: Roster,
    first: Indices,
    second: Indices,
    keys: Keys,
    games: int,
    game: CompiledGame,
    buffers: Buffers,
    streams: Streams,
    second_won: NDArray[np.bool_],
    games_played: NDArray[np.int16],
    turns_played: NDArray[np.int32],
    self_losses: NDArray[np.int16],
) -> None:
    for duel in range(keys.size):
        a, b = first[duel], second[duel]
        open_duel_streams(keys[duel], streams)
        lead = int64(0)  # of the first over the second, in games
        turns = 0
        losses = 0
        played = int64(0)
        while goes_on(played, games, lead):
            a_begins = first_begins(played, games, streams)
            open_streams(derived_key(keys[duel], uint64(played)), buffers.streams)
            x, y = (a, b) if a_begins else (b, a)
            outcome, length, self_loss = _play_game(code, roster, x, y, game, buffers)
            lead += outcome if a_begins else -outcome
            turns += length
            losses += self_loss
            played += 1
        if lead == 0:
            lead = drawn_by_lot(streams)
        second_won[duel] = lead < 0
        games_played[duel] = played
        turns_played[duel] = turns
        self_losses[duel] = losses


def play_games(
    programs: Programs,
    first: Indices,
    second: Indices,
    keys: Keys,
    game: BoardGame,
    start: Position | None = None,
) -> GameResults:
    """Play games between programs.

    Args:
        programs: the programs.
        first: (games,) int64, the index of the program that moves first in each game.
        second: (games,) int64, the index of the other.
        keys: (games,) uint64, the key of each game's random streams.
        game: the game, with its parameters.
        start: the position that all games start from, as the first mover sees it; by default one of the
            game's own.

    Returns:
        The results, (games,).
    """
    results = GameResults.new(len(keys))
    compiled = compiled_game(game)
    if start is not None:
        compiled = compiled._replace(starts=np.array([(start.mine, start.theirs, start.extra)], np.int64))
    _play_games(
        programs.code,
        programs.roster,
        first,
        second,
        keys,
        compiled,
        buffers_for(programs, game),
        results.outcomes,
        results.turns,
        results.self_losses,
    )
    return results


def play_duels(
    programs: Programs, first: Indices, second: Indices, keys: Keys, games: int, game: BoardGame
) -> DuelResults:
    """Play duels between programs, by the rules of :func:`senet_gp.engine.play.play_duels`.

    Args:
        programs: the programs.
        first: (duels,) int64, the index of one program in each duel.
        second: (duels,) int64, the index of the other.
        keys: (duels,) uint64, the key from which the keys of each duel's games are derived.
        games: the largest number of games in a duel, not counting the deciding pair.
        game: the game, with its parameters.

    Returns:
        The results, (duels,).
    """
    results = DuelResults.new(len(keys))
    buffers, streams = buffers_for(programs, game), np.zeros(STREAMS, np.uint64)
    _play_duels(
        programs.code,
        programs.roster,
        first,
        second,
        keys,
        games,
        compiled_game(game),
        buffers,
        streams,
        *results,
    )
    return results
