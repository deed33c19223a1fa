"""TD(λ) learning of a network by self-play, compiled.

A network plays against itself: after each throw it takes the board from which it gives the player who moved
the best chance. After a game, every board that ended a turn learns a target from what came later: a mean of
the network's own values of all later boards and the result, in which each step further counts λ times as much
(the "forward view" of TD(λ): Sutton and Barto, Reinforcement Learning, second edition, chapter 12; Tesauro,
"Temporal difference learning and TD-Gammon", Communications of the ACM 38, 1995).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.dice_side_by_side import CompiledDice
from senet_gp.engine.network_values import (
    BIASES,
    BLOCK,
    LAST_BIAS,
    OUTPUT,
    Prepared,
    chance_on,
    log_odds_of,
    points_of,
    slopes,
)
from senet_gp.games.dice.features import AGAIN, Active, inputs_of, noted
from senet_gp.games.dice.game import DiceGame
from senet_gp.games.dice.rules import (
    DRAWN,
    GOES_ON,
    LOST,
    MINE,
    STATE,
    THEIRS,
    THROWS_AGAIN,
    WON,
    Room,
    afterstates,
    new_room,
    swapped,
    thrown,
)
from senet_gp.runtime.compiled import int64, kernel, uint64
from senet_gp.runtime.streams import CHOICES, STREAMS, below, derived_key, open_streams


class Table(NamedTuple):
    """Buffers of the training; nothing in them lasts from one game to the next."""

    room: Room
    streams: NDArray[np.uint64]  # (3,)
    errors: NDArray[np.float32]  # (hidden,): by how much the sum of each hidden value is to change
    boards: NDArray[np.int64]  # (most noted, 3): boards after moves, as the player sees them who has moved
    chances: NDArray[np.float64]  # (most noted,): the chance of winning of the player who moved
    unlike: Active  # the inputs that are 1 on another board


def new_table(hidden: int, game: DiceGame) -> Table:
    """Buffers for networks of a game with this many hidden values."""
    return Table(
        new_room(game.rules_module),
        np.zeros(STREAMS, np.uint64),
        np.zeros(hidden, np.float32),
        np.zeros((2 * game.most_turns, 3), np.int64),
        np.zeros(2 * game.most_turns, np.float64),
        np.zeros(inputs_of(game.rules_module)[1], np.int64),
    )


@kernel
def best_of(network: Prepared, count: int, room: Room) -> tuple[int, float]:
    """The best of the ``count`` boards in the room, and the logarithm of its odds: infinite if it wins.

    It is the first one that wins at once, or else has the best chance. After throws that grant another, a
    board is valued as if the turn had ended, unless the network sees that it has not [decided].
    """
    boards, results = room.boards, room.results
    for board in range(count):
        if results[board] == WON:
            return board, np.inf
    best = int64(0)
    highest = -np.inf
    for board in range(count):
        if results[board] == LOST:
            continue
        if results[board] == DRAWN:
            found = 0.0
        else:
            mine, theirs, state = (
                int64(boards[MINE, board]),
                int64(boards[THEIRS, board]),
                int64(boards[STATE, board]),
            )
            found = log_odds_of(
                network, mine, theirs, state | (AGAIN if results[board] == THROWS_AGAIN else 0)
            )
        if found > highest:
            best, highest = int64(board), found
    return best, highest


@kernel
def _sees_another_throw(network: Prepared, mine: int, theirs: int, state: int, unlike: Active) -> bool:
    """Whether a network can tell that the player who has moved throws again."""
    count = noted(network.features, mine, theirs, state | AGAIN, unlike)
    if noted(network.features, mine, theirs, state, network.active) != count:
        return True
    same = 0
    for place in range(count):
        same += int64(network.active[place] == unlike[place])
    return same < count


@kernel
def _play(network: Prepared, game: CompiledDice, table: Table) -> tuple[int, int, int]:
    """Play a game and note the board after each turn, and those within turns that the network tells apart.

    Returns:
        How many boards are noted, the last of which ended the last turn; how many turns were played; and the
        result for the player who moved last, ``GOES_ON`` if the game was stopped.
    """
    count_noted = int64(0)
    streams, boards = table.streams, table.room.boards
    start = below(streams, CHOICES, len(game.starts)) if len(game.starts) > 1 else 0
    mine, theirs, state = game.starts[start, 0], game.starts[start, 1], game.starts[start, 2]
    for turn in range(game.most_turns):
        result = int64(THROWS_AGAIN)
        while result == THROWS_AGAIN:
            throw = thrown(game.rules, mine, theirs, state, streams, turn & 1)
            count = afterstates(game.rules, mine, theirs, state, throw, table.room)
            chosen = int64(0)
            if count > 1:
                chosen, _ = best_of(network, count, table.room)
            mine, theirs = int64(boards[MINE, chosen]), int64(boards[THEIRS, chosen])
            state, result = int64(boards[STATE, chosen]), int64(table.room.results[chosen])
            again = result == THROWS_AGAIN
            if again and (
                count_noted - turn >= game.most_turns
                or not _sees_another_throw(network, mine, theirs, state, table.unlike)
            ):
                continue
            board = table.boards[count_noted]
            board[0], board[1], board[2] = mine, theirs, state | (AGAIN if again else 0)
            count_noted += 1
        if result != GOES_ON:
            return count_noted, turn + 1, result
        mine, theirs, state = swapped(game.rules, mine, theirs, state)
    return count_noted, game.most_turns, GOES_ON


@kernel
def _learn(network: Prepared, board: NDArray[np.int64], target: float, rate: float, table: Table) -> None:
    """Move the weights a step towards a target for a board: down the gradient of the cross-entropy."""
    weights, errors, terms = network.weights, table.errors, network.terms
    output, biases = weights[OUTPUT], weights[BIASES]
    count, step = slopes(network, board[0], board[1], board[2], target, rate, errors)
    width = weights.shape[1] // BLOCK * BLOCK
    weights[LAST_BIAS, 0] += step
    for unit in range(width):
        output[unit] += step * terms[unit]
        biases[unit] += errors[unit]
    for place in range(count):
        row = weights[network.active[place]]
        for unit in range(width):
            row[unit] += errors[unit]


@kernel
def learn_games(
    network: Prepared,
    key: int,
    first: int,
    end: int,
    game: CompiledDice,
    rates: tuple[float, float, float],
    table: Table,
) -> int:
    """Play the games with the numbers ``first`` to ``end`` - 1, and learn from each when it has ended.

    Args:
        network: the network, whose weights are changed.
        key: the key from which the keys of the games are derived, ``uint64``.
        first: the number of the first game.
        end: the number after that of the last one.
        game: the game.
        rates: the first rate of learning; the number of games after which it is half of that; and λ.
        table: buffers.

    Returns:
        How many turns were played.
    """
    rate, halved, decay = rates
    played = 0
    for number in range(first, end):
        open_streams(derived_key(key, uint64(number)), table.streams)
        count, turns, result = _play(network, game, table)
        played += turns
        now = rate / (1.0 + number / halved)
        for place in range(count - 1):
            board = table.boards[place]
            table.chances[place] = chance_on(network, board[0], board[1], board[2])
        # What the last board was worth to the player who made it; from there back to the first board.
        last = table.boards[count - 1]
        target = table.chances[count - 1] = 0.5 if result == GOES_ON else points_of(result)
        if result != GOES_ON and noted(network.features, last[0], last[1], last[2], network.active) >= 0:
            _learn(network, last, target, now, table)
        for place in range(count - 2, -1, -1):
            later = decay * target + (1.0 - decay) * table.chances[place + 1]
            # After another throw it is the same player who has moved.
            target = later if table.boards[place, 2] & AGAIN else 1.0 - later
            _learn(network, table.boards[place], target, now, table)
    return played
