"""Chances of winning a game of Senet, fitted to how games went on: a logistic model of what stands where.

The model knows, for either side, the squares of pieces and of protected pieces, how many pieces there are,
moves and throws that hit, pieces that stand near one of the other's, and the lead. Each has one weight for
the beginning of a game and one for its end, between which the squares still to go decide ("tapered", as chess
programs have it). It is linear, so it is fitted in seconds, by stochastic gradient steps whose lengths fall
weight by weight (Duchi, Hazan and Singer, "Adaptive subgradient methods for online learning and stochastic
optimization", JMLR 12, 2011). What a board should be worth is a mean of the result of its game and of what
the boards that followed are worth at present: the results alone are mostly luck (temporal differences;
Sutton, "Learning to predict by the methods of temporal differences", Machine Learning 3, 1988).

A board is seen here by the player who has just moved, the other being to throw.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.compiled import kernel
from senet_gp.engine.evaluator import Boards
from senet_gp.engine.labels import Masks, Seen
from senet_gp.games.bits import lowest_bit, popcount
from senet_gp.games.senet.queries import distance, mobility
from senet_gp.games.senet.rich_queries import threats
from senet_gp.games.senet.rules import protected_pieces

_MINE, _THEIRS, _MINE_PROTECTED, _THEIRS_PROTECTED = 0, 31, 62, 93
_MY_COUNT, _THEIR_COUNT, _SUMS, _NEAR = 124, 132, 140, 146
#: Pieces at most so many squares apart are near each other.
_REACH = 6
_FEATURES = 146 + 4 * _REACH
#: At most so many of them differ from 0: seven pieces, protected, of either side, two counts, six sums, and
#: the distances between pieces that are near.
_MOST = 28 + 2 + 6 + 4 * _REACH
#: The squares that both sides have to go together, above which a game is at its beginning.
_BEGINNING = 256.0
#: How much of what a board should be worth is due to what the board after it should be worth; the rest is
#: due to what that is worth at present. And the length of the steps, and how often boards are gone through.
_TRUST, _STEP, _PASSES = 0.7, 0.03, 10

Weights = NDArray[np.float64]


@kernel
def _put_squares(
    pieces: int, offset: int, count: int, features: NDArray[np.int64], amounts: NDArray[np.float64]
) -> int:
    while pieces:
        features[count] = offset + lowest_bit(pieces)
        amounts[count] = 1.0
        count += 1
        pieces &= pieces - 1
    return count


@kernel
def _describe(
    mine: int, theirs: int, features: NDArray[np.int64], amounts: NDArray[np.float64]
) -> tuple[int, float]:
    """Write the features that are not 0; returns how many they are, and how far the game is from its end."""
    count = _put_squares(mine, _MINE, 0, features, amounts)
    count = _put_squares(theirs, _THEIRS, count, features, amounts)
    count = _put_squares(protected_pieces(mine), _MINE_PROTECTED, count, features, amounts)
    count = _put_squares(protected_pieces(theirs), _THEIRS_PROTECTED, count, features, amounts)
    features[count], amounts[count] = _MY_COUNT + popcount(mine), 1.0
    features[count + 1], amounts[count + 1] = _THEIR_COUNT + popcount(theirs), 1.0
    count += 2
    to_go, others_to_go = distance(mine), distance(theirs)
    features[count], amounts[count] = _SUMS, (others_to_go - to_go) / 32.0
    features[count + 1], amounts[count + 1] = _SUMS + 1, mobility(mine, theirs) / 8.0
    features[count + 2], amounts[count + 2] = _SUMS + 2, mobility(theirs, mine) / 8.0
    features[count + 3], amounts[count + 3] = _SUMS + 3, threats(mine, theirs) / 8.0
    features[count + 4], amounts[count + 4] = _SUMS + 4, threats(theirs, mine) / 8.0
    features[count + 5], amounts[count + 5] = _SUMS + 5, 1.0
    count += 6
    mine_exposed, theirs_exposed = mine & ~protected_pieces(mine), theirs & ~protected_pieces(theirs)
    for apart in range(1, _REACH + 1):
        place = _NEAR + 4 * (apart - 1)
        features[count], amounts[count] = place, popcount(mine & (theirs >> apart)) / 2.0
        features[count + 1], amounts[count + 1] = place + 1, popcount(theirs & (mine >> apart)) / 2.0
        features[count + 2], amounts[count + 2] = place + 2, popcount(mine & (theirs_exposed >> apart)) / 2.0
        features[count + 3], amounts[count + 3] = place + 3, popcount(theirs & (mine_exposed >> apart)) / 2.0
        count += 4
    return count, min(1.0, (to_go + others_to_go) / _BEGINNING)


@kernel
def _chance(
    weights: Weights, count: int, early: float, features: NDArray[np.int64], amounts: NDArray[np.float64]
) -> float:
    total = 0.0
    for place in range(count):
        feature = features[place]
        total += amounts[place] * (early * weights[0, feature] + (1.0 - early) * weights[1, feature])
    return 1.0 / (1.0 + math.exp(-total))


@kernel
def _fill_chances(
    weights: Weights,
    masks: Masks,
    features: NDArray[np.int64],
    amounts: NDArray[np.float64],
    chances: NDArray[np.float64],
) -> None:
    for board in range(len(masks)):
        mine, theirs = masks[board, 0], masks[board, 1]
        if mine == 0:
            chances[board] = 1.0
        elif theirs == 0:
            chances[board] = 0.0
        else:
            count, early = _describe(mine, theirs, features, amounts)
            chances[board] = _chance(weights, count, early, features, amounts)


@kernel
def _fit(
    weights: Weights,
    squares: Weights,
    masks: Masks,
    wanted: NDArray[np.float64],
    order: NDArray[np.int64],
    step: float,
    features: NDArray[np.int64],
    amounts: NDArray[np.float64],
) -> None:
    """One pass over boards: a step of each weight against the error of each board's chance."""
    for place in range(order.size):
        board = order[place]
        count, early = _describe(masks[board, 0], masks[board, 1], features, amounts)
        error = _chance(weights, count, early, features, amounts) - wanted[board]
        for number in range(count):
            feature = features[number]
            for end in range(2):
                slope = error * amounts[number] * (early if end == 0 else 1.0 - early)
                squares[end, feature] += slope * slope
                weights[end, feature] -= step * slope / math.sqrt(squares[end, feature] + 1e-8)


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


class FittedChances(NamedTuple):
    """Chances of winning by a fitted model; a value that travels to other processes."""

    weights: Weights  # (2, features): for the beginning of a game, and for its end

    @classmethod
    def fitted(cls, seen: Seen, *, key: int) -> FittedChances:
        """Fit the model to games.

        Args:
            seen: the boards that were seen in games.
            key: draws the order in which the boards are gone through.
        """
        weights, squares = np.zeros((2, _FEATURES)), np.zeros((2, _FEATURES))
        features, amounts = np.empty(_MOST, np.int64), np.empty(_MOST)
        rng = np.random.Generator(np.random.PCG64(key))
        masks = seen.masks[:, ::-1].copy()
        boards = masks.T.astype(np.uint32)
        same = seen.seats == seen.seats[seen.following]
        wanted = np.empty(len(masks))
        for _ in range(_PASSES):
            _fill_wanted(cls(weights).chances(boards), 1 - seen.results, seen.following, same, wanted)
            _fit(weights, squares, masks, wanted, rng.permutation(len(masks)), _STEP, features, amounts)
        return cls(weights)

    def chances(self, boards: Boards) -> NDArray[np.float64]:
        """The chance of winning of the player who has just moved, (boards,) float64.

        Args:
            boards: (2 or more, boards) uint32, whose first two rows are the masks of their pieces and of the
                other player's.
        """
        masks = boards[:2].T.astype(np.int64)
        found = np.empty(len(masks))
        _fill_chances(self.weights, masks, np.empty(_MOST, np.int64), np.empty(_MOST), found)
        return found
