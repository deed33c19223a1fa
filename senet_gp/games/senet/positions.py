"""Single positions of Senet: met in games, played on from, and asked about.

All of it is games that start somewhere and stop somewhere, played side by side by
:mod:`senet_gp.games.senet.play`; nothing more is compiled. What is asked for here is told in
:mod:`senet_gp.engine.positions`.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.decisions import Cases
from senet_gp.engine.evaluator import Boards, room_for
from senet_gp.engine.participants import Programs
from senet_gp.engine.results import Indices, Keys, Positions
from senet_gp.games.senet import Senet
from senet_gp.games.senet.play import play_games_from
from senet_gp.games.senet.rules import TURN_LIMIT, WATER, starting_masks, throw_group
from senet_gp.games.senet.turns import MINE, REST, THEIRS, Workspace, end_boards, new_workspace
from senet_gp.streams import CHOICES, below, game_streams, part_key

#: So many groups of throws are thrown at most until there is something to choose. Who has one piece left
#: hardly ever has.
_MAX_GROUPS = 100
# The parts of an opening's key, and those of a case's: the first trial's is behind that of the throws.
_LENGTH, _GAME = range(2)
_THROWS, _FIRST_TRIAL = range(2)
_MIN_CHOICES = 2


@cache
def _workspace() -> Workspace:
    return new_workspace()


class _Ended(NamedTuple):
    """Games that have been played, an element each."""

    outcomes: NDArray[np.int8]  # 1: seat 0 won, -1: seat 1, 0: nobody
    turns: Indices  # how many there were
    masks: NDArray[np.int64]  # (games, 2): as who would move next sees them; the first of a won game is 0


def _played(
    programs: Programs,
    seats: tuple[Indices, Indices],
    keys: Keys,
    masks: NDArray[np.int64],
    to_move: NDArray[np.int64],
    most_turns: Indices,
) -> _Ended:
    """Play games from somewhere to some turn, those of the same two programs side by side.

    Args:
        programs: all programs that take part.
        seats: by game, the indices of who has seat 0, whose throws come from the key's first stream, and of
            who has seat 1.
        keys: by game, the key of its streams.
        masks: (games, 2), those of the player to move and of the other.
        to_move: by game, the seat of the player to move.
        most_turns: by game, after how many turns it is stopped: 1 at least.
    """
    before = TURN_LIMIT - most_turns
    starts = np.column_stack((masks, to_move, before + 1))
    order = np.lexsort((np.maximum(*seats), np.minimum(*seats)))
    first, second = seats[0][order], seats[1][order]
    results, ends = play_games_from(programs, first, second, keys[order], starts[order])
    back = np.argsort(order)
    return _Ended(results.outcomes[back], results.turns[back] - before, ends[back])


def _in_water(mine: NDArray[np.int64]) -> NDArray[np.bool_]:
    return (mine >> WATER & 1).astype(np.bool_)


def met_positions(
    programs: Programs, players: Indices, other: int, keys: Keys, most_turns: int, game: Senet
) -> Positions:
    """Positions that come up in games (see :func:`senet_gp.engine.positions.met_positions`).

    Nowhere is a piece of the player to move in the water, for there would be nothing to choose. An opening
    that ends there, or in which somebody wins, is followed by another.
    """
    start = starting_masks(game.pieces)
    positions = np.zeros((len(keys), 3), np.int64)
    waiting, number = np.arange(len(keys)), 0
    while waiting.size:
        positions[waiting, :2] = start
        games = [part_key(key, number) for key in keys[waiting].tolist()]
        most = min(most_turns, TURN_LIMIT) + 1
        lengths = [below(game_streams(part_key(key, _LENGTH)), CHOICES, most) for key in games]
        turns = np.array(lengths, np.int64)
        streams = np.array([part_key(key, _GAME) for key in games], np.uint64)
        # Of an opening of no turns the start is what is met.
        waiting, turns, streams = waiting[turns > 0], turns[turns > 0], streams[turns > 0]
        player, begins = players[waiting], turns % 2 == 0
        seats = np.where(begins, player, other), np.where(begins, other, player)
        ended = _played(programs, seats, streams, positions[waiting, :2], np.zeros_like(turns), turns)
        positions[waiting, :2] = ended.masks
        waiting = waiting[(ended.masks[:, 0] == 0) | _in_water(ended.masks[:, 0])]
        number += 1
    return positions


def play_from(
    programs: Programs, players: int, opponents: Indices, positions: Positions, keys: Keys, game: Senet
) -> tuple[NDArray[np.int8], Indices, NDArray[np.bool_]]:
    """Let programs play on from positions (see :func:`senet_gp.engine.positions.play_from`)."""
    shape = players, len(positions)
    seats = np.repeat(np.arange(players), len(positions)), np.tile(opponents, players)
    masks, count = np.tile(positions[:, :2], (players, 1)), players * len(positions)
    limit = np.full(count, game.most_turns)
    ended = _played(programs, seats, np.tile(keys, players), masks, np.zeros(count, np.int64), limit)
    return ended.outcomes.reshape(shape), ended.turns.reshape(shape), np.zeros(shape, np.bool_)


def _thrown(position: NDArray[np.int64], key: int) -> tuple[Boards, bool]:
    """The boards to choose from after a throw at a position, and whether the player then throws on.

    It is thrown again while there is nothing to choose. The boards' columns are those that programs see.
    """
    work, streams = _workspace(), game_streams(part_key(key, _THROWS))
    count = groups = 0
    while count < _MIN_CHOICES and groups < _MAX_GROUPS:
        throws, again = throw_group(streams, 0)
        count = end_boards(int(position[0]), int(position[1]), throws, work)
        groups += 1
    return work.boards[0, :REST, :count].copy(), again


def _tried(
    programs: Programs,
    seats: tuple[Indices, Indices],
    keys: Keys,
    after: NDArray[np.int64],
    throws_on: NDArray[np.bool_],
    most_turns: int,
) -> tuple[NDArray[np.float64], Indices]:
    """Play a game after each of some choices: the points of who made it, and all turns, theirs among them.

    Args:
        programs: all programs that take part.
        seats: by choice, the indices of who plays on for them, and of whom they play against.
        keys: by choice, that of the game.
        after: (choices, 2), the masks after it, seen by who made it.
        throws_on: by choice, whether four throws have been played that each grant another.
        most_turns: after so many turns nobody has won.
    """
    won = after[:, 0] == 0
    same_turn = throws_on & ~_in_water(after[:, 0])
    left = np.where(same_turn, most_turns, most_turns - 1)
    points, turns = np.where(won, 1.0, 0.5), np.ones(len(won), np.int64)
    playing = np.flatnonzero(~won & (left > 0))
    same_turn, left = same_turn[playing], left[playing]
    masks = np.where(same_turn[:, None], after[playing], after[playing, ::-1])
    to_move = np.where(same_turn, 0, 1)
    ended = _played(programs, (seats[0][playing], seats[1][playing]), keys[playing], masks, to_move, left)
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
    game: Senet,
) -> Cases:
    """What choices lead to (see :func:`senet_gp.engine.positions.played_out`): the mean of their games.

    A win counts 1, a game that does not end a half. No piece of a player to move is in the water. Where
    nothing can be chosen whatever is thrown, a case has one choice.
    """
    trials = partners.shape[1]
    thrown = [_thrown(position, key) for position, key in zip(positions, keys.tolist(), strict=True)]
    counts = [columns.shape[1] for columns, _ in thrown]
    begins = np.concatenate(([0], np.cumsum(counts)))
    boards = np.zeros((REST, room_for(begins[-1])), np.uint32)
    boards[:, : begins[-1]] = np.concatenate([columns for columns, _ in thrown], axis=1)
    # A row a choice and trial, the trials of a choice together.
    case = np.repeat(np.arange(len(positions)), counts)
    after = np.repeat(boards[[MINE, THEIRS], : begins[-1]].T.astype(np.int64), trials, axis=0)
    throws_on = np.repeat(np.array([again for _, again in thrown])[case], trials)
    streams = np.array(
        [[part_key(key, _FIRST_TRIAL + trial) for trial in range(trials)] for key in keys.tolist()], np.uint64
    )
    seats = partners[case].ravel(), opponents[case].ravel()
    limit = min(most_turns, game.most_turns)
    points, turns = _tried(programs, seats, streams[case].ravel(), after, throws_on, limit)
    mean_turns = np.rint(turns.reshape(-1, trials).mean(axis=1)).astype(np.int64)
    return Cases(boards, begins, points.reshape(-1, trials).mean(axis=1), mean_turns, policy=False)
