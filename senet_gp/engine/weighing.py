"""Which weight of a term lets a weighted sum choose best, counted exactly.

The sum of integers and the worth of what it chooses are computed in a fixed order, without rounding that
depends on the machine, so tuned weights are the same everywhere.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.compiled import int64, kernel
from senet_gp.engine.results import Indices

#: (boards,) int64: the values of a sum on the boards after all choices of all decisions.
Sums = NDArray[np.int64]


class Graded(NamedTuple):
    """Decisions whose choices have values."""

    begins: Indices  # (decisions + 1,): where each decision's choices begin, and their total number
    worth: NDArray[np.float64]  # (choices,): 1 less what a choice loses against the best


@kernel
def _loss_with(sums: Sums, term: Sums, weight: int, graded: Graded, most: float) -> float:
    """What the choices of ``sums + weight * term`` lose in all decisions; at least ``most`` if it is more."""
    begins, worth = graded
    loss = 0.0
    for decision in range(len(begins) - 1):
        first = begins[decision]
        best = sums[first] + weight * term[first]
        total, equals = worth[first], int64(1)
        for choice in range(first + 1, begins[decision + 1]):
            value = sums[choice] + weight * term[choice]
            if value > best:
                best, total, equals = value, worth[choice], int64(1)
            elif value == best:
                total += worth[choice]
                equals += 1
        loss += 1.0 - total / equals
        if loss >= most:
            break
    return loss


@kernel
def _best_weight(
    sums: Sums,
    term: Sums,
    weights: NDArray[np.int64],
    costs: NDArray[np.float64],
    graded: Graded,
    most: float,
) -> tuple[int, float]:
    best, least = int64(-1), most
    for number in range(len(weights)):
        loss = _loss_with(sums, term, weights[number], graded, least - costs[number])
        if loss + costs[number] < least:
            best, least = int64(number), loss + costs[number]
    return best, least


def best_weight(
    sums: Sums,
    term: Sums,
    weights: NDArray[np.int64],
    costs: NDArray[np.float64],
    graded: Graded,
    most: float,
) -> tuple[int, float]:
    """The weight with which a term, added to a sum, makes it lose least.

    A choice among equal values is random, so their mean counts.

    >>> graded = Graded(np.array([0, 2]), np.array([1.0, 0.5]))
    >>> nothing, term = np.zeros(2, np.int64), np.array([3, 1])
    >>> best_weight(nothing, term, np.array([-1, 1]), np.zeros(2), graded, 9.0)
    (1, 0.0)

    Args:
        sums: (choices,) int64, the sum.
        term: (choices,) int64, the values of the term.
        weights: (weights,) int64, the weights to try.
        costs: (weights,) float64, what is added to the loss with each weight, for instance for its nodes.
        graded: the decisions.
        most: only a smaller loss counts.

    Returns:
        The index of the best weight, -1 if none loses less than ``most``; and that loss with its cost.
    """
    best, least = _best_weight(sums, term, weights, costs, graded, most)
    return int(best), float(least)


def loss_of(sums: Sums, graded: Graded) -> float:
    """What the choices of a sum lose in all decisions together."""
    return float(_loss_with(sums, sums, 0, graded, np.inf))
