"""Positions of games with throws: sampling them, playing on from them, and the values of choices there.

All of this is done by games from some position to some turn, which :mod:`senet_gp.engine.dice_play` plays
side by side. :mod:`senet_gp.engine.positions` describes ``met_positions``, ``play_from`` and ``played_out``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.decisions import Cases
from senet_gp.engine.dice_play import play_games_from
from senet_gp.engine.dice_side_by_side import compiled_dice
from senet_gp.engine.evaluator import Boards, room_for
from senet_gp.engine.participants import Programs
from senet_gp.engine.results import Indices, Keys, Positions
from senet_gp.games.dice.game import DiceGame
from senet_gp.games.dice.rules import (
    COLUMNS,
    GOES_ON,
    MINE,
    STATE,
    THEIRS,
    THROWS_AGAIN,
    DiceRules,
    Room,
    afterstates,
    law,
    new_room,
    swapped,
    thrown,
)
from senet_gp.runtime.compiled import kept_per_thread, kernel
from senet_gp.runtime.streams import CHOICES, Streams, below, game_streams, part_key

#: How often is thrown at most until there is a choice. In Senet with one piece left there hardly ever is.
_MAX_THROWS = 100
# The parts of the key of a sampled game, and of a case: the keys of the playouts follow that of the throws.
_LENGTH, _GAME = range(2)
_THROWS, _FIRST_PLAYOUT = range(2)
_MIN_CHOICES = 2

#: The room for the afterstates of the games of this thread, by the module of their rules.
room_of = kept_per_thread(4)(new_room)


class Ended(NamedTuple):
    """Games that have been played, one element for each game."""

    outcomes: NDArray[np.int8]  # 1: seat 0 won, -1: seat 1, 0: nobody
    turns: Indices  # how many turns were played
    boards: Positions  # as the next player to move sees them
    over: NDArray[np.bool_]  # whether the game is over, and not only stopped


class Choices(NamedTuple):
    """The boards that throws at some positions can lead to, one position after the other."""

    boards: Boards  # (COLUMNS, room): as programs score them
    results: NDArray[np.int8]  # (choices,): what follows each, for the player who chooses
    begins: Indices  # (positions + 1,): where the choices of each position begin


def played(
    programs: Programs,
    seats: tuple[Indices, Indices],
    keys: Keys,
    boards: Positions,
    to_move: Indices,
    most_turns: Indices,
    game: DiceGame,
) -> Ended:
    """Play games from given positions to given turns, those of the same two programs side by side.

    Args:
        programs: all programs that take part.
        seats: two arrays (games,) int64: the indices of the programs in seat 0, whose throws come from the
            key's first stream, and of those in seat 1.
        keys: (games,) uint64, the key of each game's streams.
        boards: (games, 3) int64, as the player to move sees them.
        to_move: (games,) int64, the seat of the player to move.
        most_turns: (games,) int64, after how many turns, at least 1, each game is stopped.
        game: the game, with its parameters.
    """
    before = game.most_turns - most_turns
    starts = np.column_stack((boards, to_move, before + 1))
    order = np.lexsort((np.maximum(*seats), np.minimum(*seats)))
    first, second = seats[0][order], seats[1][order]
    results, ends, over = play_games_from(programs, first, second, keys[order], starts[order], game)
    back = np.argsort(order)
    return Ended(results.outcomes[back], results.turns[back] - before, ends[back], over[back])


@kernel
def fill_laws(rules: DiceRules, boards: Positions, laws: NDArray[Any]) -> None:
    """Write the index of the law of the throws on each board, (boards, 3), into ``laws``."""
    for place in range(len(boards)):
        laws[place] = law(rules, boards[place, 0], boards[place, 1], boards[place, 2])


def can_choose(boards: Positions, game: DiceGame) -> NDArray[np.bool_]:
    """Whether the player to move may have a choice, (boards,) bool, as the law of their throws says."""
    laws = np.empty(len(boards), np.int64)
    fill_laws(compiled_dice(game).rules, np.ascontiguousarray(boards), laws)
    chooses = np.array([each.chooses for each in game.laws()])
    found: NDArray[np.bool_] = chooses[laws]
    return found


def met_positions(
    programs: Programs, players: Indices, other: int, keys: Keys, most_turns: int, game: DiceGame
) -> Positions:
    """Positions sampled from games (see :func:`senet_gp.engine.positions.met_positions`).

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
            positions[place] = starts[below(streams, CHOICES, len(starts)) if len(starts) > 1 else 0]
        games_keys = np.array([part_key(key, _GAME) for key in games], np.uint64)
        # A game of no turns gives the start position.
        waiting, turns, games_keys = waiting[turns > 0], turns[turns > 0], games_keys[turns > 0]
        player, begins = players[waiting], turns % 2 == 0
        seats = np.where(begins, player, other), np.where(begins, other, player)
        ended = played(programs, seats, games_keys, positions[waiting], np.zeros_like(turns), turns, game)
        positions[waiting] = ended.boards
        waiting = waiting[ended.over | ~can_choose(ended.boards, game)]
        number += 1
    return positions


def play_from(
    programs: Programs, players: int, opponents: Indices, positions: Positions, keys: Keys, game: DiceGame
) -> tuple[NDArray[np.int8], Indices, NDArray[np.bool_]]:
    """Play on from positions (see :func:`senet_gp.engine.positions.play_from`)."""
    shape = players, len(positions)
    seats = np.repeat(np.arange(players), len(positions)), np.tile(opponents, players)
    boards, count = np.tile(positions, (players, 1)), players * len(positions)
    limit, to_move = np.full(count, game.most_turns), np.zeros(count, np.int64)
    ended = played(programs, seats, np.tile(keys, players), boards, to_move, limit, game)
    return ended.outcomes.reshape(shape), ended.turns.reshape(shape), np.zeros(shape, np.bool_)


@kernel
def throw_at(
    rules: DiceRules,
    mine: int,
    theirs: int,
    state: int,
    streams: Streams,
    seat: int,
    most_throws: int,
    room: Room,
) -> int:
    """Throw at a position until there is a choice; returns how many choices are listed in the room.

    Args:
        rules: the rules of the game.
        mine: the mask of the player to move.
        theirs: the mask of the other player.
        state: what the squares do not show.
        streams: the streams of the game.
        seat: the seat of the player to move, from whose stream the throws come.
        most_throws: how often is thrown at most.
        room: where the boards and what follows them are written.
    """
    count = 0
    for _ in range(most_throws):
        throw = thrown(rules, mine, theirs, state, streams, seat)
        count = afterstates(rules, mine, theirs, state, throw, room)
        if count >= _MIN_CHOICES:
            break
    return count


def choices_at(positions: Positions, keys: Keys, game: DiceGame) -> Choices:
    """Throw at positions: the boards to choose from.

    A throw is repeated while there is nothing to choose.

    Args:
        positions: (positions, 3) int64, as the player to move sees them.
        keys: (positions,) uint64: the key of each position's throws.
        game: the game, with its parameters.
    """
    rules, room = compiled_dice(game).rules, room_of(game.rules_module)
    boards, results = [], []
    for (mine, theirs, state), key in zip(positions.tolist(), keys.tolist(), strict=True):
        streams = game_streams(part_key(key, _THROWS))
        count = throw_at(rules, mine, theirs, state, streams, 0, _MAX_THROWS, room)
        boards.append(room.boards[:, :count].copy())
        results.append(room.results[:count].copy())
    begins = np.cumsum([0, *(len(one) for one in results)])
    together = np.zeros((COLUMNS, room_for(begins[-1])), np.uint32)
    together[:, : begins[-1]] = np.concatenate(boards, axis=1)
    return Choices(together, np.concatenate(results), begins)


@kernel
def _swap(rules: DiceRules, boards: Positions, which: NDArray[np.bool_]) -> None:
    for place in range(len(boards)):
        if which[place]:
            board = swapped(rules, boards[place, 0], boards[place, 1], boards[place, 2])
            boards[place, 0], boards[place, 1], boards[place, 2] = board


def after_choices(choices: Choices) -> Positions:
    """The boards after all choices, (choices, 3) int64, as the player who has chosen sees them."""
    count = choices.begins[-1]
    return np.ascontiguousarray(choices.boards[[MINE, THEIRS, STATE], :count].T.astype(np.int64))


def swapped_where(boards: Positions, which: NDArray[np.bool_], game: DiceGame) -> Positions:
    """The same boards, (boards, 3) int64, some of them as the other player sees them."""
    found = boards.copy()
    _swap(compiled_dice(game).rules, found, which)
    return found


def in_columns(boards: Positions) -> Boards:
    """Boards as programs score them, (COLUMNS, boards) uint32, with no moves made and nothing done."""
    columns = np.zeros((COLUMNS, len(boards)), np.uint32)
    columns[[MINE, THEIRS, STATE]] = boards.T
    return columns


def following(after: Positions, results: NDArray[np.int8], game: DiceGame) -> Positions:
    """The boards after choices, (choices, 3) int64, as the player who is to move then sees them."""
    return swapped_where(after, results == GOES_ON, game)


def _tried(
    programs: Programs,
    seats: tuple[Indices, Indices],
    keys: Keys,
    after: Positions,
    results: NDArray[np.int8],
    most_turns: int,
    game: DiceGame,
) -> tuple[NDArray[np.float64], Indices]:
    """Play a game after each of some choices.

    Args:
        programs: all programs that take part.
        seats: two arrays (choices,) int64: the indices of the programs that play on for the player who chose,
            and of their opponents.
        keys: (choices,) uint64, the keys of the games.
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
    both = seats[0][playing], seats[1][playing]
    ended = played(programs, both, keys[playing], boards, to_move, left, game)
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
    """What choices lead to (see :func:`senet_gp.engine.positions.played_out`): the mean of their playouts.

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
    seats = partners[case].ravel(), opponents[case].ravel()
    limit = min(most_turns, game.most_turns)
    points, turns = _tried(programs, seats, streams[case].ravel(), after, results, limit, game)
    mean_turns = np.rint(turns.reshape(-1, playouts).mean(axis=1)).astype(np.int64)
    worth = points.reshape(-1, playouts).mean(axis=1)
    return Cases(choices.boards, choices.begins, worth, mean_turns, policy=False)
