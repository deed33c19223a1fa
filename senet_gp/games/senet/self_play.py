"""TD(λ) learning of a network by self-play, compiled.

A network plays against itself: in each turn it takes the board from which it gives the player who moved the
best chance. After a game, every board that ended a turn learns a target from what came later: a mean of the
network's own values of all later boards and the result, in which each step further counts λ times as much
(the "forward view" of TD(λ): Sutton and Barto, Reinforcement Learning, second edition, chapter 12; Tesauro,
"Temporal difference learning and TD-Gammon", Communications of the ACM 38, 1995).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.compiled import int64, kernel, uint64
from senet_gp.games.senet.network_values import (
    BIASES,
    BLOCK,
    LAST_BIAS,
    OUTPUT,
    Room,
    Weights,
    chance_on,
    log_odds_of,
    new_room,
    slopes,
)
from senet_gp.games.senet.rules import (
    TURN_LIMIT,
    WATER,
    rescued,
    starting_masks,
    throw_group,
    throw_sticks,
)
from senet_gp.games.senet.turns import MINE, THEIRS, Workspace, end_boards, new_workspace
from senet_gp.streams import STREAMS, derived_key, open_streams


class Table(NamedTuple):
    """Buffers of the training; nothing in them lasts from one game to the next."""

    work: Workspace
    streams: NDArray[np.uint64]  # (3,)
    room: Room
    errors: NDArray[np.float32]  # (hidden,): by how much the sum of each hidden value is to change
    boards: NDArray[np.int64]  # (turns, 2): the masks of mine and theirs after each turn
    chances: NDArray[np.float64]  # (turns,): the chance of winning of the player who moved


def new_table(hidden: int) -> Table:
    """Buffers for networks with this many hidden values."""
    return Table(
        new_workspace(),
        np.zeros(STREAMS, np.uint64),
        new_room(hidden),
        np.zeros(hidden, np.float32),
        np.zeros((TURN_LIMIT, 2), np.int64),
        np.zeros(TURN_LIMIT, np.float64),
    )


@kernel
def _best(weights: Weights, count: int, table: Table) -> int:
    """The first of the boards in the workspace that wins at once, or else has the best chance."""
    boards = table.work.boards[0]
    best = 0
    highest = -np.inf
    for board in range(count):
        if boards[MINE, board] == 0:
            return board
        if count > 1:
            found = log_odds_of(weights, int64(boards[MINE, board]), int64(boards[THEIRS, board]), table.room)
            if found > highest:
                best, highest = board, found
    return best


@kernel
def _play(weights: Weights, pieces: int, table: Table) -> tuple[int, bool]:
    """Play a game and note the board after each turn; returns how many turns, and whether it was won."""
    mine, theirs = starting_masks(pieces)
    boards = table.work.boards[0]
    for turn in range(TURN_LIMIT):
        seat = turn & 1
        again = True
        if (mine >> WATER) & 1:
            mine = rescued(mine, theirs, throw_sticks(table.streams, seat))
            again = False
        while again and mine != 0 and not (mine >> WATER) & 1:
            throws, again = throw_group(table.streams, seat)
            chosen = _best(weights, end_boards(mine, theirs, throws, table.work), table)
            mine, theirs = int64(boards[MINE, chosen]), int64(boards[THEIRS, chosen])
        table.boards[turn, 0], table.boards[turn, 1] = mine, theirs
        if mine == 0:
            return turn + 1, True
        mine, theirs = theirs, mine
    return TURN_LIMIT, False


@kernel
def _learn(weights: Weights, mine: int, theirs: int, target: float, rate: float, table: Table) -> None:
    """Move the weights a step towards a target for a board: down the gradient of the cross-entropy."""
    room, errors, output, biases = table.room, table.errors, weights[OUTPUT], weights[BIASES]
    count, step = slopes(weights, mine, theirs, target, rate, room, errors)
    width = weights.shape[1] // BLOCK * BLOCK
    weights[LAST_BIAS, 0] += step
    for unit in range(width):
        output[unit] += step * room.terms[unit]
        biases[unit] += errors[unit]
    for place in range(count):
        row = weights[room.active[place]]
        for unit in range(width):
            row[unit] += errors[unit]


@kernel
def learn_games(
    weights: Weights,
    key: int,
    first: int,
    end: int,
    pieces: int,
    rates: tuple[float, float, float],
    table: Table,
) -> int:
    """Play the games with the numbers ``first`` to ``end`` - 1, and learn from each when it has ended.

    Args:
        weights: the network, which is changed.
        key: the key from which the keys of the games are derived, ``uint64``.
        first: the number of the first game.
        end: the number after that of the last one.
        pieces: the number of pieces of each player.
        rates: the first rate of learning; the number of games after which it is half of that; and λ.
        table: buffers.

    Returns:
        How many turns were played.
    """
    rate, halved, decay = rates
    played = 0
    for number in range(first, end):
        open_streams(derived_key(key, uint64(number)), table.streams)
        turns, won = _play(weights, pieces, table)
        played += turns
        now = rate / (1.0 + number / halved)
        for turn in range(turns - 1):
            mine, theirs = table.boards[turn, 0], table.boards[turn, 1]
            table.chances[turn] = chance_on(weights, mine, theirs, table.room)
        # What the last board was worth to the player who made it; from there back to the first board.
        target = table.chances[turns - 1] = 1.0 if won else 0.5
        for turn in range(turns - 2, -1, -1):
            target = 1.0 - (decay * target + (1.0 - decay) * table.chances[turn + 1])
            mine, theirs = table.boards[turn, 0], table.boards[turn, 1]
            _learn(weights, mine, theirs, target, now, table)
    return played
