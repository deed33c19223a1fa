"""Chances of winning, fitted to games of others: a network that learns from what was seen.

What a board should be worth is a mean of the result of its game and of what the boards that followed are
worth at present: the results alone are mostly luck (temporal differences; Sutton, "Learning to predict by the
methods of temporal differences", Machine Learning 3, 1988). The network goes through all boards several
times, in a new order each time, by gradient steps whose lengths fall weight by weight (Duchi, Hazan and
Singer, "Adaptive subgradient methods for online learning and stochastic optimization", JMLR 12, 2011): with
steps of one length, weights of squares on which pieces seldom stand would need four times the passes.

A board is seen here by the player who has just moved, the other being to throw.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.dice_positions import in_columns, swapped_where
from senet_gp.engine.labels import Seen
from senet_gp.engine.network import Network
from senet_gp.engine.network_values import BIASES, LAST_BIAS, OUTPUT, Prepared, Weights, prepared, slopes
from senet_gp.engine.results import Positions
from senet_gp.games.dice.game import DiceGame
from senet_gp.runtime.compiled import inlined_kernel, kernel

#: The hidden values of the network, and how often it goes through the boards.
_HIDDEN, _PASSES = 32, 10
#: The rate of learning, and what the sum of the squares of each weight's slopes begins with.
_RATE, _FIRST_SQUARE = np.float32(0.1), 1e-3
#: How much of what a board should be worth is due to what the board after it should be worth; the rest is
#: due to what that is worth at present.
_TRUST = 0.7


def fitted_network(seen: Seen, game: DiceGame, *, key: int) -> Network:
    """A network whose chances are fitted to games.

    Args:
        seen: the boards that were seen in the games.
        game: the game, with its parameters.
        key: draws the first weights, and the orders in which the boards are gone through.
    """
    rng = np.random.Generator(np.random.PCG64(key))
    network = Network.new(game, _HIDDEN, int(rng.integers(1 << 62)))
    count = len(seen.boards)
    moved = swapped_where(seen.boards, np.ones(count, np.bool_), game)
    listed = in_columns(moved)
    results = 1 - seen.results
    same = seen.seats == seen.seats[seen.following]
    wanted, errors = np.empty(count), np.empty(_HIDDEN, np.float32)
    squares = np.full_like(network.weights, _FIRST_SQUARE)
    for _ in range(_PASSES):
        _fill_wanted(network.chances(listed), results, seen.following, same, wanted)
        weights = network.weights.copy()
        _learn(prepared(weights, network.rules), squares, moved, wanted, rng.permutation(count), errors)
        network = network.with_weights(weights)
    return network


@kernel
def _fill_wanted(
    chances: NDArray[np.float64],
    results: NDArray[np.float64],
    following: NDArray[np.int64],
    same: NDArray[np.bool_],
    wanted: NDArray[np.float64],
) -> None:
    """What each board should be worth: the result of its game, weakened by the boards in between."""
    for board in range(len(wanted) - 1, -1, -1):
        after = following[board]
        if after < 0:
            wanted[board] = results[board]
            continue
        value = _TRUST * wanted[after] + (1.0 - _TRUST) * chances[after]
        wanted[board] = value if same[board] else 1.0 - value


@kernel
def _learn(
    network: Prepared,
    squares: Weights,
    boards: Positions,
    wanted: NDArray[np.float64],
    order: NDArray[np.int64],
    errors: NDArray[np.float32],
) -> None:
    """Go through the boards once; ``squares`` has the sums of the squares of each weight's slopes."""
    weights, terms = network.weights, network.terms
    width = weights.shape[1]
    for place in range(order.size):
        number = order[place]
        board = boards[number]
        count, step = slopes(network, board[0], board[1], board[2], wanted[number], 1.0, errors)
        for unit in range(width):
            terms[unit] *= step
        squares[LAST_BIAS, 0] += step * step
        weights[LAST_BIAS, 0] += _RATE * step / np.sqrt(squares[LAST_BIAS, 0])
        _change_row(weights[OUTPUT], squares[OUTPUT], terms)
        _change_row(weights[BIASES], squares[BIASES], errors)
        for active in range(count):
            row = network.active[active]
            _change_row(weights[row], squares[row], errors)


@inlined_kernel
def _change_row(row: NDArray[np.float32], squares: NDArray[np.float32], changes: NDArray[np.float32]) -> None:
    """Change weights, the less the more they were changed before."""
    for unit in range(changes.size):
        squares[unit] += changes[unit] * changes[unit]
        row[unit] += _RATE * changes[unit] / np.sqrt(squares[unit])
