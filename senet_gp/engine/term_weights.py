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
#: After this many decisions each it is seen whether any weight can still be good enough.
_LOOKS = 512


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


class _Tally(NamedTuple):
    """What is lost with each weight of a range."""

    least: int  # the first weight
    costs: NDArray[np.float64]  # (weights,): what is added to the loss with each weight
    changes: NDArray[np.float64]  # (weights,): how much more is lost with a weight than with the one before
    alone: NDArray[np.float64]  # (weights,): how much more is lost with this weight alone


def _room_for_levels(begins: Indices) -> _Levels:
    """Memory for the levels of each decision in turn."""
    most = int(np.diff(begins).max(initial=1))
    wholes = np.empty((3, most), np.int64)
    return _Levels(wholes[0], wholes[1], np.empty(most), wholes[2])


@kernel
def _find_levels(sums: Sums, term: Sums, graded: Graded, decision: int, levels: _Levels) -> int:
    """Fill in the levels of a decision; returns how many there are."""
    begins, worth = graded
    found = 0
    for choice in range(begins[decision], begins[decision + 1]):
        level = 0
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
def _best_level(levels: _Levels, found: int, weight: int) -> int:
    """The level whose choices are best with a weight; of equal ones, that with the greatest term."""
    best = 0
    for level in range(1, found):
        more = levels.best[level] - levels.best[best] + weight * (levels.term[level] - levels.term[best])
        if more > 0 or (more == 0 and levels.term[level] > levels.term[best]):
            best = level
    return best


@kernel
def _next_weight(levels: _Levels, found: int, best: int, end: int) -> int:
    """The least weight with which a level of a greater term is as good as the best one, at most ``end``."""
    weight = end
    for level in range(found):
        more = levels.term[level] - levels.term[best]
        if more > 0:
            # Its greater term makes up for its smaller sum; the quotient is rounded up.
            weight = min(weight, -((levels.best[level] - levels.best[best]) // more))
    return weight


@kernel
def _loss_at(levels: _Levels, found: int, weight: int, best: int) -> float:
    """What a decision loses with a weight with which this level, and perhaps others, are best."""
    most = levels.best[best] + weight * levels.term[best]
    total, equals = 0.0, 0
    for level in range(found):
        if levels.best[level] + weight * levels.term[level] == most:
            total += levels.total[level]
            equals += levels.equals[level]
    loss: float = 1.0 - total / equals
    return loss


@kernel
def _add_losses(levels: _Levels, found: int, tally: _Tally) -> None:
    """Add what a decision loses with each weight.

    With growing weights the best level changes to greater and greater terms, at a few weights. At such a
    weight both may be equally good.
    """
    least, end = tally.least, tally.least + len(tally.costs)
    weight, before = least, 0.0
    while weight < end:
        best = _best_level(levels, found, weight)
        loss = 1.0 - levels.total[best] / levels.equals[best]
        tally.changes[weight - least] += loss - before
        tally.alone[weight - least] += _loss_at(levels, found, weight, best) - loss
        weight, before = _next_weight(levels, found, best, end), loss


@kernel
def _least_loss(tally: _Tally) -> float:
    """What is lost with the best weight so far, with its cost."""
    least, so_far = np.inf, 0.0
    for number in range(len(tally.costs)):
        so_far += tally.changes[number]
        least = min(least, so_far + tally.alone[number] + tally.costs[number])
    return least


@kernel
def _count_losses(
    sums: Sums, term: Sums, graded: Graded, tally: _Tally, most: float, levels: _Levels
) -> bool:
    """Add what all decisions lose with each weight; returns whether any weight loses less than ``most``."""
    decisions = len(graded.begins) - 1
    for decision in range(decisions):
        found = _find_levels(sums, term, graded, decision, levels)
        if found == 1:
            # Most terms are the same after all choices of most decisions, and then no weight matters.
            tally.changes[0] += 1.0 - levels.total[0] / levels.equals[0]
        else:
            _add_losses(levels, found, tally)
        if decision % _LOOKS == _LOOKS - 1 and _least_loss(tally) >= most:
            return False
    return _least_loss(tally) < most


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
        weights: (weights,) int64, the weights to try, which should be close together: all between are tried.
        costs: (weights,) float64, what is added to the loss with each weight, for instance for its nodes.
        graded: the decisions.
        most: only a smaller loss counts.

    Returns:
        The index of the best weight, -1 if none loses less than ``most``; and that loss with its cost.
    """
    least = int(weights.min())
    all_costs = np.full(int(weights.max()) - least + 1, np.inf)
    all_costs[weights - least] = costs
    tally = _Tally(least, all_costs, np.zeros_like(all_costs), np.zeros_like(all_costs))
    if not _count_losses(sums, term, graded, tally, most, _room_for_levels(graded.begins)):
        return -1, most
    losses = tally.changes.cumsum() + tally.alone + tally.costs
    best = int(losses[weights - least].argmin())
    return best, float(losses[weights[best] - least])


def loss_of(sums: Sums, graded: Graded) -> float:
    """What the choices of a sum lose in all decisions together."""
    return best_weight(sums, np.zeros_like(sums), np.zeros(1, np.int64), np.zeros(1), graded, np.inf)[1]
