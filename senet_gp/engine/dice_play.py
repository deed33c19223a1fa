"""Games with throws, played by programs, compiled: games, duels, positions, and what choices lead to.

Its two programs and its key alone decide a game; :mod:`senet_gp.engine.playthrough` plays the same game move
by move, from the same streams, with players of any kind. Games of the same two programs are played side by
side (see :mod:`senet_gp.engine.dice_side_by_side`).

:class:`senet_gp.engine.play.FamilyKernels` describes ``play_games``, ``play_duels``, ``met_positions``,
``play_from`` and ``played_out``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.cases import Cases
from senet_gp.engine.dice_choices import after_choices, can_choose, choices_at, following
from senet_gp.engine.dice_side_by_side import (
    Games,
    PlayBuffers,
    PlayedDice,
    Starts,
    buffers_for,
    compiled_dice,
    open_pair,
    play_together,
    played_dice,
)
from senet_gp.engine.participants import Programs
from senet_gp.engine.results import (
    DuelResults,
    GameResults,
    Indices,
    Keys,
    Pairings,
    PlayedOn,
    Positions,
    certain_games,
    drawn_by_lot,
    first_begins,
    goes_on,
    one_of,
    open_duel_streams,
)
from senet_gp.games.dice.game import DiceGame
from senet_gp.games.dice.rules import GOES_ON, THROWS_AGAIN, Results
from senet_gp.runtime.compiled import int64, kernel, uint64
from senet_gp.runtime.streams import CHOICES, STREAMS, Streams, below, derived_key, game_streams, part_key

_START_COLUMNS = 5
# The parts of the key of a sampled game, and of a case: the keys of the playouts follow that of the throws.
_LENGTH, _GAME = range(2)
_FIRST_PLAYOUT = 1


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
    programs: Programs, pairings: Pairings, game: PlayedDice, games: Games, buffers: PlayBuffers
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
    game: PlayedDice,
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
        played = int64(0)
        while goes_on(played, most_games, lead):
            together = certain_games(played, most_games, lead)
            for number in range(together):
                games.first[number] = int64(not first_begins(played + number, most_games, streams))
                games.keys[number] = derived_key(key, uint64(played + number))
            play_together(programs.code, pair, game, _part(games, int64(0), together), buffers)
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
    _play_games(programs, pairings, played_dice(game), games, buffers_for(programs, game))
    return results


def play_duels(programs: Programs, pairings: Pairings, games: int, game: DiceGame) -> DuelResults:
    """Play duels between programs."""
    results, most = DuelResults.new(len(pairings.keys)), games + 2
    together, _ = _new_games(np.zeros(most, np.uint64), _usual_starts(most))
    buffers, streams = buffers_for(programs, game), np.zeros(STREAMS, np.uint64)
    _play_duels(programs, pairings, games, played_dice(game), together, buffers, streams, results)
    return results


class Ended(NamedTuple):
    """Games that have been played, one element for each game."""

    outcomes: NDArray[np.int8]  # 1: the first player won, -1: the second, 0: neither
    turns: Indices  # how many turns were played
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
    before = game.most_turns - most_turns
    starts = np.column_stack((boards, to_move, before + 1))
    both = pairings.first, pairings.second
    order = np.lexsort((np.maximum(*both), np.minimum(*both)))
    ordered = pairings.part(order)
    games, results = _new_games(ordered.keys, starts[order])
    _play_games(programs, ordered, played_dice(game), games, buffers_for(programs, game))
    back = np.argsort(order)
    return Ended(results.outcomes[back], results.turns[back] - before, games.ends[back], games.over[back])


def met_positions(
    programs: Programs, players: Indices, other: int, keys: Keys, most_turns: int, game: DiceGame
) -> Positions:
    """Positions sampled from games.

    A game that is over before, or leads to a position without a choice, is followed by another one.
    """
    starts = compiled_dice(game).starts
    positions = np.zeros((len(keys), 3), np.int64)
    waiting, number = np.arange(len(keys)), 0
    while waiting.size:
        games = [part_key(key, number) for key in keys[waiting].tolist()]
        most = min(most_turns, game.most_turns) + 1
        drawn = [game_streams(part_key(key, _LENGTH)) for key in games]
        turns = np.array([below(streams, CHOICES, most) for streams in drawn], np.int64)
        for place, streams in zip(waiting.tolist(), drawn, strict=True):
            positions[place] = starts[one_of(len(starts), streams)]
        games_keys = np.array([part_key(key, _GAME) for key in games], np.uint64)
        # A game of no turns gives the start position.
        waiting, turns, games_keys = waiting[turns > 0], turns[turns > 0], games_keys[turns > 0]
        player, begins = players[waiting], turns % 2 == 0
        pairings = Pairings(np.where(begins, player, other), np.where(begins, other, player), games_keys)
        ended = play_parts(programs, pairings, positions[waiting], np.zeros_like(turns), turns, game)
        positions[waiting] = ended.boards
        waiting = waiting[ended.over | ~can_choose(ended.boards, game)]
        number += 1
    return positions


def play_from(
    programs: Programs, players: int, opponents: Indices, positions: Positions, keys: Keys, game: DiceGame
) -> PlayedOn:
    """Play on from positions."""
    shape = players, len(positions)
    pairings = Pairings(
        np.repeat(np.arange(players), len(positions)), np.tile(opponents, players), np.tile(keys, players)
    )
    boards, count = np.tile(positions, (players, 1)), players * len(positions)
    limit, to_move = np.full(count, game.most_turns), np.zeros(count, np.int64)
    ended = play_parts(programs, pairings, boards, to_move, limit, game)
    return PlayedOn(ended.outcomes.reshape(shape), ended.turns.reshape(shape), np.zeros(shape, np.bool_))


def _tried(
    programs: Programs,
    pairings: Pairings,
    after: Positions,
    results: Results,
    most_turns: int,
    game: DiceGame,
) -> tuple[NDArray[np.float64], Indices]:
    """Play a game after each of some choices.

    Args:
        programs: all programs that take part.
        pairings: who plays on for the player who chose, (choices,), and against whom.
        after: (choices, 3) int64, the boards after the choices, as the player who made them sees them.
        results: (choices,) int8, what follows them.
        most_turns: a game that is not decided after this many turns is a draw.
        game: the game, with its parameters.

    Returns:
        Two arrays (choices,): the points of the player who chose, and all turns, that of the choice included.
    """
    same_turn = results == THROWS_AGAIN
    over = ~same_turn & (results != GOES_ON)
    left = np.where(same_turn, most_turns, most_turns - 1)
    points, turns = np.where(over, (results + 1) / 2, 0.5), np.ones(len(over), np.int64)
    playing = np.flatnonzero(~over & (left > 0))
    left = left[playing]
    boards = following(after[playing], results[playing], game)
    to_move = np.where(same_turn[playing], 0, 1)
    ended = play_parts(programs, pairings.part(playing), boards, to_move, left, game)
    points[playing] = (ended.outcomes + 1) / 2
    turns[playing] = ended.turns + most_turns - left
    return points, turns


def played_out(
    programs: Programs,
    positions: Positions,
    partners: Indices,
    opponents: Indices,
    keys: Keys,
    most_turns: int,
    game: DiceGame,
) -> Cases:
    """What choices lead to: the mean of their playouts.

    A win counts 1, a draw, or a game that does not end, one half. There may be a choice in all positions. If
    there is nothing to choose whatever is thrown, the case has one choice.
    """
    playouts = partners.shape[1]
    choices = choices_at(positions, keys, game)
    # One row for each playout of each choice, with the playouts of a choice together.
    case = np.repeat(np.arange(len(positions)), np.diff(choices.begins))
    after = np.repeat(after_choices(choices), playouts, axis=0)
    results = np.repeat(choices.results, playouts)
    streams = np.array(
        [[part_key(key, _FIRST_PLAYOUT + playout) for playout in range(playouts)] for key in keys.tolist()],
        np.uint64,
    )
    pairings = Pairings(partners[case].ravel(), opponents[case].ravel(), streams[case].ravel())
    points, turns = _tried(programs, pairings, after, results, min(most_turns, game.most_turns), game)
    mean_turns = np.rint(turns.reshape(-1, playouts).mean(axis=1)).astype(np.int64)
    worth = points.reshape(-1, playouts).mean(axis=1)
    return Cases(choices.boards, choices.begins, worth, mean_turns, policy=False)
