"""Single positions of Senet: sampling them from games, playing on from them, and the values of choices there.

All of this is done by games from some position to some turn, which :mod:`senet_gp.games.senet.play` plays
side by side; nothing more is compiled. :mod:`senet_gp.engine.positions` describes the functions of this
module.
"""

from __future__ import annotations

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
from senet_gp.per_thread import kept_per_thread
from senet_gp.streams import CHOICES, below, game_streams, part_key

#: How often the sticks are thrown at most until there is a choice. With one piece left there hardly ever is.
_MAX_GROUPS = 100
# The parts of the key of a sampled game, and of a case: the keys of the playouts follow that of the throws.
_LENGTH, _GAME = range(2)
_THROWS, _FIRST_PLAYOUT = range(2)
_MIN_CHOICES = 2


@kept_per_thread()
def _workspace() -> Workspace:
    return new_workspace()


class Ended(NamedTuple):
    """Games that have been played, one element for each game."""

    outcomes: NDArray[np.int8]  # 1: seat 0 won, -1: seat 1, 0: nobody
    turns: Indices  # how many turns were played
    masks: NDArray[np.int64]  # (games, 2): as the next player to move sees them; the first is 0 if won


def played(
    programs: Programs,
    seats: tuple[Indices, Indices],
    keys: Keys,
    masks: NDArray[np.int64],
    to_move: NDArray[np.int64],
    most_turns: Indices,
) -> Ended:
    """Play games from given positions to given turns, those of the same two programs side by side.

    Args:
        programs: all programs that take part.
        seats: two arrays (games,) int64: the indices of the programs in seat 0, whose throws come from the
            key's first stream, and of those in seat 1.
        keys: (games,) uint64, the key of each game's streams.
        masks: (games, 2) int64, the masks of the player to move and of the other.
        to_move: (games,) int64, the seat of the player to move.
        most_turns: (games,) int64, after how many turns, at least 1, each game is stopped.
    """
    before = TURN_LIMIT - most_turns
    starts = np.column_stack((masks, to_move, before + 1))
    order = np.lexsort((np.maximum(*seats), np.minimum(*seats)))
    first, second = seats[0][order], seats[1][order]
    results, ends = play_games_from(programs, first, second, keys[order], starts[order])
    back = np.argsort(order)
    return Ended(results.outcomes[back], results.turns[back] - before, ends[back])


def in_water(mine: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether there is a piece in the water, (masks,) bool."""
    return (mine >> WATER & 1).astype(np.bool_)


def met_positions(
    programs: Programs, players: Indices, other: int, keys: Keys, most_turns: int, game: Senet
) -> Positions:
    """Positions sampled from games (see :func:`senet_gp.engine.positions.met_positions`).

    No player to move has a piece in the water, because they would have nothing to choose. A game that leads
    to such a position, or that is won before, is followed by another one.
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
        # A game of no turns gives the start position.
        waiting, turns, streams = waiting[turns > 0], turns[turns > 0], streams[turns > 0]
        player, begins = players[waiting], turns % 2 == 0
        seats = np.where(begins, player, other), np.where(begins, other, player)
        ended = played(programs, seats, streams, positions[waiting, :2], np.zeros_like(turns), turns)
        positions[waiting, :2] = ended.masks
        waiting = waiting[(ended.masks[:, 0] == 0) | in_water(ended.masks[:, 0])]
        number += 1
    return positions


def play_from(
    programs: Programs, players: int, opponents: Indices, positions: Positions, keys: Keys, game: Senet
) -> tuple[NDArray[np.int8], Indices, NDArray[np.bool_]]:
    """Play on from positions (see :func:`senet_gp.engine.positions.play_from`)."""
    shape = players, len(positions)
    seats = np.repeat(np.arange(players), len(positions)), np.tile(opponents, players)
    masks, count = np.tile(positions[:, :2], (players, 1)), players * len(positions)
    limit = np.full(count, game.most_turns)
    ended = played(programs, seats, np.tile(keys, players), masks, np.zeros(count, np.int64), limit)
    return ended.outcomes.reshape(shape), ended.turns.reshape(shape), np.zeros(shape, np.bool_)


def thrown(position: NDArray[np.int64], key: int) -> tuple[Boards, bool]:
    """Throw at a position: the boards to choose from, as programs see them, and whether the player throws on.

    The throw is repeated while there is nothing to choose.
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
    """Play a game after each of some choices.

    Args:
        programs: all programs that take part.
        seats: two arrays (choices,) int64: the indices of the programs that play on for the player who chose,
            and of their opponents.
        keys: (choices,) uint64, the keys of the games.
        after: (choices, 2) int64, the masks after the choice, as the player who made it sees them.
        throws_on: (choices,) bool, whether the player throws on after the choice.
        most_turns: a game that is not won after this many turns is a draw.

    Returns:
        Two arrays (choices,): the points of the player who chose, and all turns, that of the choice included.
    """
    won = after[:, 0] == 0
    same_turn = throws_on & ~in_water(after[:, 0])
    left = np.where(same_turn, most_turns, most_turns - 1)
    points, turns = np.where(won, 1.0, 0.5), np.ones(len(won), np.int64)
    playing = np.flatnonzero(~won & (left > 0))
    same_turn, left = same_turn[playing], left[playing]
    masks = np.where(same_turn[:, None], after[playing], after[playing, ::-1])
    to_move = np.where(same_turn, 0, 1)
    ended = played(programs, (seats[0][playing], seats[1][playing]), keys[playing], masks, to_move, left)
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
    """What choices lead to (see :func:`senet_gp.engine.positions.played_out`): the mean of their playouts.

    A win counts 1, a game that does not end counts one half. No player to move may have a piece in the water.
    If there is nothing to choose whatever is thrown, the case has one choice.
    """
    playouts = partners.shape[1]
    both = [thrown(position, key) for position, key in zip(positions, keys.tolist(), strict=True)]
    counts = [columns.shape[1] for columns, _ in both]
    begins = np.concatenate(([0], np.cumsum(counts)))
    boards = np.zeros((REST, room_for(begins[-1])), np.uint32)
    boards[:, : begins[-1]] = np.concatenate([columns for columns, _ in both], axis=1)
    # One row for each playout of each choice, with the playouts of a choice together.
    case = np.repeat(np.arange(len(positions)), counts)
    after = np.repeat(boards[[MINE, THEIRS], : begins[-1]].T.astype(np.int64), playouts, axis=0)
    throws_on = np.repeat(np.array([again for _, again in both])[case], playouts)
    streams = np.array(
        [[part_key(key, _FIRST_PLAYOUT + playout) for playout in range(playouts)] for key in keys.tolist()],
        np.uint64,
    )
    seats = partners[case].ravel(), opponents[case].ravel()
    limit = min(most_turns, game.most_turns)
    points, turns = _tried(programs, seats, streams[case].ravel(), after, throws_on, limit)
    mean_turns = np.rint(turns.reshape(-1, playouts).mean(axis=1)).astype(np.int64)
    return Cases(boards, begins, points.reshape(-1, playouts).mean(axis=1), mean_turns, policy=False)
