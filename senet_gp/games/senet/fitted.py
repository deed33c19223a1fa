"""Chances of winning a game of Senet, fitted to games of others: a network that learns from what was seen.

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

from senet_gp.compiled import inlined_kernel, kernel
from senet_gp.engine.labels import Masks, Seen
from senet_gp.games.senet.network import SenetNetwork
from senet_gp.games.senet.network_values import (
    BIASES,
    LAST_BIAS,
    OUTPUT,
    Room,
    Weights,
    new_room,
    slopes,
)

#: The hidden values of the network, and how often it goes through the boards.
_HIDDEN, _PASSES = 32, 10
#: The rate of learning, and what the sum of the squares of each weight's slopes begins with.
_RATE, _FIRST_SQUARE = np.float32(0.1), 1e-3
#: How much of what a board should be worth is due to what the board after it should be worth; the rest is
#: due to what that is worth at present.
_TRUST = 0.7


def fitted_network(seen: Seen, *, key: int) -> SenetNetwork:
    """A network whose chances are fitted to games.

    Args:
        seen: the boards that were seen in the games.
        key: draws the first weights, and the orders in which the boards are gone through.
    """
    rng = np.random.Generator(np.random.PCG64(key))
    network = SenetNetwork.new(_HIDDEN, int(rng.integers(1 << 62)))
    masks = np.ascontiguousarray(seen.masks[:, ::-1])
    boards = masks.T.astype(np.uint32)
    results = 1 - seen.results
    same = seen.seats == seen.seats[seen.following]
    wanted, errors = np.empty(len(masks)), np.empty(_HIDDEN, np.float32)
    squares = np.full_like(network.weights, _FIRST_SQUARE)
    for _ in range(_PASSES):
        _fill_wanted(network.chances(boards), results, seen.following, same, wanted)
        weights = network.weights.copy()
        _learn(weights, squares, masks, wanted, rng.permutation(len(masks)), new_room(_HIDDEN), errors)
        network = SenetNetwork.of(weights)
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
    weights: Weights,
    squares: Weights,
    masks: Masks,
    wanted: NDArray[np.float64],
    order: NDArray[np.int64],
    room: Room,
    errors: NDArray[np.float32],
) -> None:
    """Go through the boards once; ``squares`` has the sums of the squares of each weight's slopes."""
    width = weights.shape[1]
    for place in range(order.size):
        board = order[place]
        count, step = slopes(weights, masks[board, 0], masks[board, 1], wanted[board], 1.0, room, errors)
        for unit in range(width):
            room.terms[unit] *= step
        squares[LAST_BIAS, 0] += step * step
        weights[LAST_BIAS, 0] += _RATE * step / np.sqrt(squares[LAST_BIAS, 0])
        _change_row(weights[OUTPUT], squares[OUTPUT], room.terms)
        _change_row(weights[BIASES], squares[BIASES], errors)
        for active in range(count):
            row = room.active[active]
            _change_row(weights[row], squares[row], errors)


@inlined_kernel
def _change_row(row: NDArray[np.float32], squares: NDArray[np.float32], changes: NDArray[np.float32]) -> None:
    """Change weights, the less the more they were changed before."""
    for unit in range(changes.size):
        squares[unit] += changes[unit] * changes[unit]
        row[unit] += _RATE * changes[unit] / np.sqrt(squares[unit])
