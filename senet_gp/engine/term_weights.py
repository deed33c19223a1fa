"""Which weight of a term lets a weighted sum choose best, counted exactly.

The sum of integers and the worth of what it chooses are computed in a fixed order, without rounding that
depends on the machine, so tuned weights are the same everywhere.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.results import Indices
from senet_gp.runtime.compiled import int64, kernel

#: (boards,) int64: the values of a sum on the boards after all choices of all decisions.
Sums = NDArray[np.int64]


class Graded(NamedTuple):
    """Decisions whose choices have values."""

    begins: Indices  # (decisions + 1,): where each decision's choices begin, and their total number
    worth: NDArray[np.float64]  # (choices,): 1 less what a choice loses against the best


class _Levels(NamedTuple):
    """The choices of one decision, put together where a term has the same value.

    Whatever the weight of the term, the best choice is the best of some level, and there are few levels.
    """

    term: NDArray[np.int64]  # (choices,): the value of the term; the first entries hold the levels
    best: NDArray[np.int64]  # (choices,): the greatest value of the sum
    total: NDArray[np.float64]  # (choices,): the worth of the choices with it, summed
    equals: NDArray[np.int64]  # (choices,): how many these are


class _Trials(NamedTuple):
    """Weights that are tried."""

    weights: NDArray[np.int64]  # (weights,)
    losses: NDArray[np.float64]  # (weights,): what each has lost so far, with its cost
    open: NDArray[np.int64]  # (weights,): the numbers of those that have not yet lost too much, in front


def _room_for_levels(begins: Indices) -> _Levels:
    """Memory for the levels of each decision in turn."""
    most = int(np.diff(begins).max(initial=1))
    wholes = np.empty((3, most), np.int64)
    return _Levels(wholes[0], wholes[1], np.empty(most), wholes[2])


@kernel
def _find_levels(sums: Sums, term: Sums, graded: Graded, decision: int, levels: _Levels) -> int:
    """Fill in the levels of a decision; returns how many there are."""
    begins, worth = graded
    found = int64(0)
    for choice in range(begins[decision], begins[decision + 1]):
        level = int64(0)
        while level < found and levels.term[level] != term[choice]:
            level += 1
        if level == found or sums[choice] > levels.best[level]:
            levels.term[level], levels.best[level] = term[choice], sums[choice]
            levels.total[level], levels.equals[level] = worth[choice], int64(1)
            found = max(found, level + 1)
        elif sums[choice] == levels.best[level]:
            levels.total[level] += worth[choice]
            levels.equals[level] += 1
    return found


@kernel
def _loss_at(levels: _Levels, found: int, weight: int) -> float:
    """What the best choice of a decision loses, with a weight of the term."""
    best = levels.best[0] + weight * levels.term[0]
    total, equals = levels.total[0], levels.equals[0]
    for level in range(1, found):
        value = levels.best[level] + weight * levels.term[level]
        if value > best:
            best, total, equals = value, levels.total[level], levels.equals[level]
        elif value == best:
            total += levels.total[level]
            equals += levels.equals[level]
    loss: float = 1.0 - total / equals
    return loss


@kernel
def _add_losses(sums: Sums, term: Sums, trials: _Trials, graded: Graded, most: float, levels: _Levels) -> int:
    """Add what each weight loses in all decisions; returns how many stay, first in ``trials.open``."""
    weights, losses, numbers = trials
    left = len(numbers)
    for decision in range(len(graded.begins) - 1):
        found = _find_levels(sums, term, graded, decision, levels)
        # Most terms are the same after all choices of most decisions, and then no weight matters.
        same = _loss_at(levels, found, int64(0)) if found == 1 else 0.0
        kept = 0
        for place in range(left):
            number = numbers[place]
            losses[number] += same if found == 1 else _loss_at(levels, found, weights[number])
            if losses[number] < most:
                numbers[kept] = number
                kept += 1
        left = kept
        if not left:
            break
    return left


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
    trials = _Trials(weights, costs.astype(np.float64), np.arange(len(weights)))
    left = _add_losses(sums, term, trials, graded, most, _room_for_levels(graded.begins))
    if not left:
        return -1, most
    best = trials.open[:left][trials.losses[trials.open[:left]].argmin()]
    return int(best), float(trials.losses[best])


def loss_of(sums: Sums, graded: Graded) -> float:
    """What the choices of a sum lose in all decisions together."""
    return best_weight(sums, np.zeros_like(sums), np.zeros(1, np.int64), np.zeros(1), graded, np.inf)[1]
