"""Games with throws, played by programs, compiled: games, duels, and parts of games.

Its two programs and its key alone decide a game; :mod:`senet_gp.engine.playthrough` plays the same game move
by move, from the same streams, with players of any kind. Games of the same two programs are played side by
side (see :mod:`senet_gp.engine.dice_side_by_side`).

:class:`senet_gp.engine.play.FamilyKernels` describes ``play_games`` and ``play_duels``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.dice_side_by_side import (
    Games,
    PlayBuffers,
    PlayingDice,
    Starts,
    buffers_for,
    open_pair,
    play_together,
    playing_dice,
)
from senet_gp.engine.participants import Programs
from senet_gp.engine.results import (
    DuelResults,
    GameResults,
    Indices,
    Keys,
    Pairings,
    Positions,
    certain_games,
    drawn_by_lot,
    first_begins,
    goes_on,
    open_duel_streams,
)
from senet_gp.games.dice.game import DiceGame
from senet_gp.runtime.compiled import int64, kernel, uint64
from senet_gp.runtime.streams import STREAMS, Streams, derived_key

_START_COLUMNS = 5


@kernel
def _part(games: Games, begin: int, end: int) -> Games:
    return Games(
        games.first[begin:end],
        games.keys[begin:end],
        games.starts[begin:end],
        games.ends[begin:end],
        games.over[begin:end],
        games.outcomes[begin:end],
        games.turns[begin:end],
        games.luck[begin:end],
        games.self_losses[begin:end],
    )


@kernel
def _play_games(
    programs: Programs, pairings: Pairings, game: PlayingDice, games: Games, buffers: PlayBuffers
) -> None:
    """Play games; consecutive games of the same two programs are played side by side."""
    first, second = pairings.first, pairings.second
    begin = 0
    while begin < games.keys.size:
        a, b = first[begin], second[begin]
        end = begin
        while end < games.keys.size and (
            (first[end] == a and second[end] == b) or (first[end] == b and second[end] == a)
        ):
            games.first[end] = int64(first[end] != a)
            end += 1
        pair = open_pair(programs, a, b, buffers)
        play_together(programs.code, pair, game, _part(games, begin, end), buffers)
        begin = end


@kernel
def _play_duels(
    programs: Programs,
    pairings: Pairings,
    most_games: int,
    game: PlayingDice,
    games: Games,
    buffers: PlayBuffers,
    streams: Streams,
    results: DuelResults,
) -> None:
    """Play duels; the games of a duel that are certain to be played are played side by side."""
    for duel in range(pairings.keys.size):
        key = pairings.keys[duel]
        open_duel_streams(key, streams)
        pair = open_pair(programs, pairings.first[duel], pairings.second[duel], buffers)
        lead = int64(0)  # of the first over the second, in games
        turns = losses = 0
        played = 0
        while goes_on(played, most_games, lead):
            together = certain_games(played, most_games, lead)
            for number in range(together):
                games.first[number] = int64(not first_begins(played + number, most_games, streams))
                games.keys[number] = derived_key(key, uint64(played + number))
            play_together(programs.code, pair, game, _part(games, 0, together), buffers)
            for number in range(together):
                outcome = -games.outcomes[number] if games.first[number] else games.outcomes[number]
                lead += drawn_by_lot(streams) if outcome == 0 and game.by_lot else outcome
                turns += games.turns[number]
                losses += games.self_losses[number]
            played += together
        if lead == 0:
            lead = drawn_by_lot(streams)
        results.second_won[duel] = lead < 0
        results.games[duel] = played
        results.turns[duel] = turns
        results.self_losses[duel] = losses


def _new_games(keys: Keys, starts: Starts) -> tuple[Games, GameResults]:
    """Games to be played, and the results that are written when they are."""
    count = len(keys)
    results = GameResults.new(count)
    ends, over = np.empty((count, 3), np.int64), np.empty(count, np.bool_)
    return Games(np.zeros(count, np.int64), keys, starts, ends, over, *results), results


def _usual_starts(games: int) -> Starts:
    return np.zeros((games, _START_COLUMNS), np.int64)


def play_games(programs: Programs, pairings: Pairings, game: DiceGame, start: Any = None) -> GameResults:
    """Play games between programs."""
    starts = _usual_starts(len(pairings.keys))
    if start is not None:
        starts[:] = (*game.board_of(start), 0, 1)
    games, results = _new_games(pairings.keys, starts)
    _play_games(programs, pairings, playing_dice(game), games, buffers_for(programs, game))
    return results


def play_duels(programs: Programs, pairings: Pairings, games: int, game: DiceGame) -> DuelResults:
    """Play duels between programs."""
    results, most = DuelResults.new(len(pairings.keys)), games + 2
    together, _ = _new_games(np.zeros(most, np.uint64), _usual_starts(most))
    buffers, streams = buffers_for(programs, game), np.zeros(STREAMS, np.uint64)
    _play_duels(programs, pairings, games, playing_dice(game), together, buffers, streams, results)
    return results


class Ended(NamedTuple):
    """Games that have been played, one element for each game."""

    # (games, 3): as the next player to move sees them, or where the game is over, who has ended it
    boards: Positions
    over: NDArray[np.bool_]  # whether the game is over, and not only stopped


def play_parts(
    programs: Programs,
    pairings: Pairings,
    boards: Positions,
    to_move: Indices,
    most_turns: Indices,
    game: DiceGame,
) -> Ended:
    """Play games from given positions to given turns, those of the same two programs side by side.

    Args:
        programs: all programs that take part.
        pairings: who plays whom, (games,). The throws of the first player come from the key's first stream.
        boards: (games, 3) int64, as the player to move sees them.
        to_move: (games,) int64: 0 where the first player is to move, 1 where the second is.
        most_turns: (games,) int64, after how many turns, at least 1, each game is stopped.
        game: the game, with its parameters.
    """
    starts = np.column_stack((boards, to_move, game.most_turns - most_turns + 1))
    both = pairings.first, pairings.second
    order = np.lexsort((np.maximum(*both), np.minimum(*both)))
    ordered = pairings.part(order)
    games, _ = _new_games(ordered.keys, starts[order])
    _play_games(programs, ordered, playing_dice(game), games, buffers_for(programs, game))
    back = np.argsort(order)
    return Ended(games.ends[back], games.over[back])
