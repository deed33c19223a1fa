"""Whole games and duels with throws between programs, compiled.

Its two programs and its key alone decide a game; :mod:`senet_gp.engine.playthrough` plays the same game move
by move, from the same streams, with players of any kind.

Games of the same two programs are played side by side (see :mod:`senet_gp.engine.dice_side_by_side`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.dice_side_by_side import (
    Buffers,
    Games,
    PlayedDice,
    Starts,
    buffers_for,
    open_pair,
    play_together,
    played_dice,
)
from senet_gp.engine.duel_rules import (
    certain_games,
    drawn_by_lot,
    first_begins,
    goes_on,
    open_duel_streams,
)
from senet_gp.engine.participants import Programs, Roster
from senet_gp.engine.program import Code
from senet_gp.engine.results import DuelResults, GameResults, Indices, Keys, Positions
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
    code: Code,
    roster: Roster,
    first: Indices,
    second: Indices,
    game: PlayedDice,
    games: Games,
    buffers: Buffers,
) -> None:
    """Play games; consecutive games of the same two programs are played side by side."""
    begin = 0
    while begin < games.keys.size:
        a, b = first[begin], second[begin]
        end = begin
        while end < games.keys.size and (
            (first[end] == a and second[end] == b) or (first[end] == b and second[end] == a)
        ):
            games.first[end] = int64(first[end] != a)
            end += 1
        pair = open_pair(code, roster, a, b, buffers)
        play_together(code, pair, game, _part(games, begin, end), buffers)
        begin = end


@kernel
def _play_duels(
    code: Code,
    roster: Roster,
    first: Indices,
    second: Indices,
    keys: Keys,
    most_games: int,
    game: PlayedDice,
    games: Games,
    buffers: Buffers,
    streams: Streams,
    results: DuelResults,
) -> None:
    """Play duels; the games of a duel that are certain to be played are played side by side."""
    for duel in range(keys.size):
        open_duel_streams(keys[duel], streams)
        pair = open_pair(code, roster, first[duel], second[duel], buffers)
        lead = int64(0)  # of the first over the second, in games
        turns = losses = 0
        played = int64(0)
        while goes_on(played, most_games, lead):
            together = certain_games(played, most_games, lead)
            for number in range(together):
                games.first[number] = int64(not first_begins(played + number, most_games, streams))
                games.keys[number] = derived_key(keys[duel], uint64(played + number))
            play_together(code, pair, game, _part(games, int64(0), together), buffers)
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


def _new_games(keys: Keys, starts: Starts, results: GameResults) -> Games:
    """Games to be played, whose results go into ``results``."""
    first, ends, over = (
        np.zeros(len(keys), np.int64),
        np.empty((len(keys), 3), np.int64),
        np.empty(len(keys), np.bool_),
    )
    return Games(first, keys, starts, ends, over, *results)


def _usual_starts(games: int) -> Starts:
    return np.zeros((games, _START_COLUMNS), np.int64)


def play_games_from(
    programs: Programs, first: Indices, second: Indices, keys: Keys, starts: Starts, game: DiceGame
) -> tuple[GameResults, Positions, NDArray[np.bool_]]:
    """Play games between programs, each from a start of its own.

    Args:
        programs: the programs.
        first: (games,) int64, the index of the program that has seat 0 in each game.
        second: (games,) int64, the index of the other.
        keys: (games,) uint64, the key of each game's random streams.
        starts: (games, 5) int64, the state in which each game starts. A game is stopped after the game's last
            turn, whatever the number of its first turn.
        game: the game, with its parameters.

    Returns:
        The results, in which ``turns`` is the number of the last turn; the boards in which the games ended,
        (games, 3) int64, as the next player to move sees them; and whether each game is over and not only
        stopped, (games,) bool, where its board is as the player sees it who has ended it.
    """
    results = GameResults.new(len(keys))
    games, buffers = _new_games(keys, starts, results), buffers_for(programs, game)
    _play_games(programs.code, programs.roster, first, second, played_dice(game), games, buffers)
    return results, games.ends, games.over


def play_games(
    programs: Programs,
    first: Indices,
    second: Indices,
    keys: Keys,
    game: DiceGame,
    start: Any = None,
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
    starts = _usual_starts(len(keys))
    if start is not None:
        starts[:] = (*game.board_of(start), 0, 1)
    results, _, _ = play_games_from(programs, first, second, keys, starts, game)
    return results


def play_duels(
    programs: Programs, first: Indices, second: Indices, keys: Keys, games: int, game: DiceGame
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
    most = games + 2
    _play_duels(
        programs.code,
        programs.roster,
        first,
        second,
        keys,
        games,
        played_dice(game),
        _new_games(np.zeros(most, np.uint64), _usual_starts(most), GameResults.new(most)),
        buffers_for(programs, game),
        np.zeros(STREAMS, np.uint64),
        results,
    )
    return results
