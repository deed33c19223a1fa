"""How networks learn from games against themselves, with TD(λ).

A network plays against itself, and after each throw takes the board from which it gives the player who moved
the best chance. After a game, every board that ended a turn learns a target from what came later: a mean of
the network's own values of all later boards and the result, in which each step further counts λ times as much
(the "forward view" of TD(λ): Sutton and Barto, Reinforcement Learning, second edition, chapter 12; Tesauro,
"Temporal difference learning and TD-Gammon", Communications of the ACM 38, 1995). A board is seen by the
player who has just moved, the other being to throw.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.dice_side_by_side import CompiledDice, compiled_dice
from senet_gp.engine.network import NETWORK, Network
from senet_gp.engine.network_values import (
    BIASES,
    BLOCK,
    LAST_BIAS,
    OUTPUT,
    Prepared,
    best_of,
    chance_on,
    points_of,
    prepared,
    slopes,
)
from senet_gp.engine.results import one_of
from senet_gp.games.dice.features import AGAIN, Active, inputs_of, noted
from senet_gp.games.dice.game import DiceGame, boards_of
from senet_gp.games.dice.rules import (
    GOES_ON,
    MINE,
    MOST_IN_A_TURN,
    STATE,
    THEIRS,
    THROWS_AGAIN,
    Room,
    afterstates,
    new_room,
    swapped,
    thrown,
)
from senet_gp.runtime.checks import real_number, seed_number, whole_number
from senet_gp.runtime.compiled import int64, kernel, uint64
from senet_gp.runtime.streams import STREAMS, derived_key, key_of, open_streams

#: The most games that a network learns from.
MAX_GAMES = 10**9
#: The part of the key of a network's training that the games are drawn from.
_GAMES = 1


@dataclass(frozen=True)
class Course:
    """How a network learns; with the number of games it determines the network.

    Attributes:
        seed: what the first weights and the games are drawn from.
        decay: λ, the weight of a result compared with one a step earlier, 0 to 1.
        rate: the rate of learning of the first game, above 0 and at most 1.
        halving: after this many games the rate is a half of that, after twice as many a third, and so on.
        mixed: true if each game begins as one of the game's shorter forms, drawn evenly
            (:meth:`~senet_gp.games.dice.game.DiceGame.shorter_forms`); None, as in files without it, if it
            always begins as the game itself.

    Raises:
        UsageError: if a number is impossible.

    >>> Course(seed=1).decay
    0.8
    """

    seed: int
    decay: float = 0.8
    rate: float = 0.02
    halving: int = 50_000
    mixed: bool | None = None

    def __post_init__(self) -> None:
        found = {
            "seed": seed_number(self.seed),
            "decay": real_number("lambda", self.decay, 0, 1),
            "rate": real_number("the rate of learning", self.rate, 1e-9, 1),
            "halving": whole_number("the number of games that halves the rate", self.halving, 1, MAX_GAMES),
        }
        for name, value in found.items():
            object.__setattr__(self, name, value)


def self_taught(network: Network, first: int, end: int, course: Course, game: DiceGame) -> Network:
    """The network after it has learned from games against itself.

    A network's games are numbered from 0 on. The number of a game decides its throws and how large the
    rate of learning is, so games that are learned in several parts give the same as at once.

    >>> from senet_gp.games.registry import game_of
    >>> course, game = Course(seed=3), game_of("senet", {"pieces": 2})
    >>> blank = Network.new(game, 16, course.seed)
    >>> learned = self_taught(blank, 0, 2, course, game)
    >>> learned == self_taught(self_taught(blank, 0, 1, course, game), 1, 2, course, game)
    True

    Args:
        network: the network.
        first: the number of the first game: how many games it has learned from before.
        end: the number after that of the last game: how many it has learned from then.
        course: how it learns, the same for all its games.
        game: its game, with the parameters that it learns with.
    """
    weights = network.weights.copy()
    key = uint64(key_of(course.seed, NETWORK, _GAMES))
    rates = _Rates(float(course.rate), float(course.halving), float(course.decay))
    buffers = _new_buffers(network.hidden, game)
    compiled = compiled_dice(game)
    if course.mixed:
        starts = [boards_of(game, one.starts()) for one in game.shorter_forms()]
        compiled = compiled._replace(starts=np.concatenate(starts))
    _learn_games(prepared(weights, network.rules), key, first, end, compiled, rates, buffers)
    return network.with_weights(weights)


class _Rates(NamedTuple):
    """How large the steps of learning are."""

    first: float  # the rate of the first game
    halving: float  # after this many games the rate is half of that
    decay: float  # λ


class _Buffers(NamedTuple):
    """Buffers of the training; nothing in them lasts from one game to the next."""

    room: Room
    streams: NDArray[np.uint64]  # (3,)
    errors: NDArray[np.float32]  # (hidden,): by how much the sum of each hidden value is to change
    boards: NDArray[np.int64]  # (most noted, 3): boards after moves, as the player sees them who has moved
    chances: NDArray[np.float64]  # (most noted,): the chance of winning of the player who moved
    unlike: Active  # the inputs that are 1 on another board


def _new_buffers(hidden: int, game: DiceGame) -> _Buffers:
    """Buffers for networks of a game with this many hidden units."""
    return _Buffers(
        new_room(game.rules_module),
        np.zeros(STREAMS, np.uint64),
        np.zeros(hidden, np.float32),
        np.zeros((2 * game.most_turns, 3), np.int64),
        np.zeros(2 * game.most_turns, np.float64),
        np.zeros(inputs_of(game.rules_module)[1], np.int64),
    )


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
def _play_game(network: Prepared, game: CompiledDice, buffers: _Buffers) -> tuple[int, int]:
    """Play a game and note the board after each turn, and those within turns that the network tells apart.

    Returns:
        How many boards are noted, the last of which ended the last turn; and the result for the player who
        moved last, ``GOES_ON`` if the game was stopped.
    """
    count_noted = 0
    streams, boards = buffers.streams, buffers.room.boards
    start = one_of(len(game.starts), streams)
    mine, theirs, state = game.starts[start, 0], game.starts[start, 1], game.starts[start, 2]
    for turn in range(game.most_turns):
        result = int64(THROWS_AGAIN)
        for _ in range(MOST_IN_A_TURN):
            throw = thrown(game.rules, mine, theirs, state, streams, turn & 1)
            count = afterstates(game.rules, mine, theirs, state, throw, buffers.room)
            chosen = 0
            if count > 1:
                chosen, _ = best_of(network, count, buffers.room)
            mine, theirs = int64(boards[MINE, chosen]), int64(boards[THEIRS, chosen])
            state, result = int64(boards[STATE, chosen]), int64(buffers.room.results[chosen])
            again = result == THROWS_AGAIN
            if again and (
                count_noted - turn >= game.most_turns
                or not _sees_another_throw(network, mine, theirs, state, buffers.unlike)
            ):
                continue
            board = buffers.boards[count_noted]
            board[0], board[1], board[2] = mine, theirs, state | (AGAIN if again else 0)
            count_noted += 1
            if not again:
                break
        if result != GOES_ON:
            return count_noted, GOES_ON if result == THROWS_AGAIN else result
        mine, theirs, state = swapped(game.rules, mine, theirs, state)
    return count_noted, GOES_ON


@kernel
def _step_towards(
    network: Prepared, board: NDArray[np.int64], target: float, rate: float, buffers: _Buffers
) -> None:
    """Move the weights a step towards a target for a board: down the gradient of the cross-entropy."""
    weights, errors, terms = network.weights, buffers.errors, network.terms
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
def _learn_games(
    network: Prepared,
    key: int,
    first: int,
    end: int,
    game: CompiledDice,
    rates: _Rates,
    buffers: _Buffers,
) -> None:
    """Play the games with the numbers ``first`` to ``end`` - 1, and learn from each when it has ended.

    Args:
        network: the network, whose weights are changed.
        key: the key from which the keys of the games are derived, ``uint64``.
        first: the number of the first game.
        end: the number after that of the last one.
        game: the game.
        rates: how large the steps are.
        buffers: what the training needs.
    """
    for number in range(first, end):
        open_streams(derived_key(key, uint64(number)), buffers.streams)
        count, result = _play_game(network, game, buffers)
        rate = rates.first / (1.0 + number / rates.halving)
        for place in range(count - 1):
            board = buffers.boards[place]
            buffers.chances[place] = chance_on(network, board[0], board[1], board[2])
        # What the last board was worth to the player who made it; from there back to the first board.
        last = buffers.boards[count - 1]
        target = buffers.chances[count - 1] = 0.5 if result == GOES_ON else points_of(result)
        if result != GOES_ON and noted(network.features, last[0], last[1], last[2], network.active) >= 0:
            _step_towards(network, last, target, rate, buffers)
        for place in range(count - 2, -1, -1):
            later = rates.decay * target + (1.0 - rates.decay) * buffers.chances[place + 1]
            # After another throw it is the same player who has moved.
            target = later if buffers.boards[place, 2] & AGAIN else 1.0 - later
            _step_towards(network, buffers.boards[place], target, rate, buffers)
