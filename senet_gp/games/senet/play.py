"""Whole games and duels of Senet between programs, compiled.

Its two programs and its key alone decide a game; :mod:`senet_gp.engine.playthrough` plays the same game move
by move, from the same streams, with players of any kind.

Games of the same two programs are played side by side (see :mod:`senet_gp.games.senet.side_by_side`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from senet_gp.compiled import int64, kernel, uint64
from senet_gp.engine.duel_rules import (
    certain_games,
    drawn_by_lot,
    first_begins,
    goes_on,
    open_duel_streams,
)
from senet_gp.engine.participants import Programs, Roster
from senet_gp.engine.program import Code
from senet_gp.engine.results import DuelResults, GameResults, Indices, Keys
from senet_gp.games.senet import Position, Senet
from senet_gp.games.senet.rules import starting_masks
from senet_gp.games.senet.side_by_side import Buffers, Games, Starts, buffers_for, open_pair, play_together
from senet_gp.streams import STREAMS, Streams, derived_key


@kernel
def _part(games: Games, begin: int, end: int) -> Games:
    return Games(
        games.first[begin:end],
        games.keys[begin:end],
        games.starts[begin:end],
        games.ends[begin:end],
        games.outcomes[begin:end],
        games.turns[begin:end],
        games.luck[begin:end],
    )


@kernel
def _play_games(
    code: Code, roster: Roster, first: Indices, second: Indices, games: Games, buffers: Buffers
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
        play_together(code, pair, _part(games, begin, end), buffers)
        begin = end


@kernel
def _play_duels(
    code: Code,
    roster: Roster,
    first: Indices,
    second: Indices,
    keys: Keys,
    games: int,
    room: Games,
    buffers: Buffers,
    streams: Streams,
    second_won: NDArray[np.bool_],
    games_played: NDArray[np.int16],
    turns_played: NDArray[np.int32],
) -> None:
    """Play duels; the games of a duel that are certain to be played are played side by side."""
    for duel in range(keys.size):
        open_duel_streams(keys[duel], streams)
        pair = open_pair(code, roster, first[duel], second[duel], buffers)
        lead = int64(0)  # of the first over the second, in games
        turns = 0
        game = int64(0)
        while goes_on(game, games, lead):
            together = certain_games(game, games, lead)
            for number in range(together):
                room.first[number] = int64(not first_begins(game + number, games, streams))
                room.keys[number] = derived_key(keys[duel], uint64(game + number))
            play_together(code, pair, _part(room, int64(0), together), buffers)
            for number in range(together):
                outcome = -room.outcomes[number] if room.first[number] else room.outcomes[number]
                # A game that does not end is decided by lot, as in the paper.
                lead += outcome if outcome != 0 else drawn_by_lot(streams)
                turns += room.turns[number]
            game += together
        if lead == 0:
            lead = drawn_by_lot(streams)
        second_won[duel] = lead < 0
        games_played[duel] = game
        turns_played[duel] = turns


def _new_games(keys: Keys, starts: Starts, results: GameResults) -> Games:
    """Games to be played, whose results go into ``results``."""
    first, ends = np.zeros(len(keys), np.int64), np.empty((len(keys), 2), np.int64)
    return Games(first, keys, starts, ends, results.outcomes, results.turns, results.luck)


def _all_from(mine: int, theirs: int, games: int) -> Starts:
    """The starts of this many games from the same board, whose player to move has seat 0."""
    return np.repeat(np.array([[mine, theirs, 0, 1]], np.int64), games, axis=0)


def play_games_from(
    programs: Programs, first: Indices, second: Indices, keys: Keys, starts: Starts
) -> tuple[GameResults, NDArray[np.int64]]:
    """Play games between programs, each from a start of its own.

    Args:
        programs: the programs.
        first: (games,) int64, the index of the program that has seat 0 in each game.
        second: (games,) int64, the index of the other.
        keys: (games,) uint64, the key of each game's random streams.
        starts: (games, 4) int64, the state in which each game starts. A game is stopped after its turn number
            500, whatever the number of its first turn.

    Returns:
        The results, in which ``turns`` is the number of the last turn; and (games, 2) int64, the masks of the
        next player to move and of the other, the first of which is 0 if the game is won.
    """
    results = GameResults.new(len(keys))
    games = _new_games(keys, starts, results)
    _play_games(programs.code, programs.roster, first, second, games, buffers_for(programs))
    return results, games.ends


def play_games(
    programs: Programs,
    first: Indices,
    second: Indices,
    keys: Keys,
    game: Senet,
    start: Position | None = None,
) -> GameResults:
    """Play games between programs.

    Args:
        programs: the programs.
        first: (games,) int64, the index of the program that moves first in each game.
        second: (games,) int64, the index of the other.
        keys: (games,) uint64, the key of each game's random streams.
        game: Senet with its parameters.
        start: the position that all games start from, as the first mover sees it; by default the game's own.

    Returns:
        The results, (games,).
    """
    masks = starting_masks(game.pieces) if start is None else (start.mine, start.theirs)
    results, _ = play_games_from(programs, first, second, keys, _all_from(*masks, len(keys)))
    return results


def play_duels(
    programs: Programs, first: Indices, second: Indices, keys: Keys, games: int, game: Senet
) -> DuelResults:
    """Play duels between programs, by the rules of :func:`senet_gp.engine.play.play_duels`.

    A game that is stopped after 500 turns is decided by lot.

    Args:
        programs: the programs.
        first: (duels,) int64, the index of one program in each duel.
        second: (duels,) int64, the index of the other.
        keys: (duels,) uint64, the key from which the keys of each duel's games are derived.
        games: the largest number of games in a duel, not counting the deciding pair.
        game: Senet with its parameters.

    Returns:
        The results, (duels,).
    """
    results = DuelResults.new(len(keys))
    most = games + 2
    starts = _all_from(*starting_masks(game.pieces), most)
    _play_duels(
        programs.code,
        programs.roster,
        first,
        second,
        keys,
        games,
        _new_games(np.zeros(most, np.uint64), starts, GameResults.new(most)),
        buffers_for(programs),
        np.zeros(STREAMS, np.uint64),
        results.second_won,
        results.games,
        results.turns,
    )
    return results
