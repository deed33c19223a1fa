"""Lexicase selection, compiled.

For each parent, the tests are put in a random order. Each test in turn keeps only the individuals that are
best in it, until one is left. So an individual with a rare skill is sometimes chosen, whatever else it lacks
(Helmuth, Spector and Matheson, "Solving uncompromising problems with lexicase selection", IEEE Transactions
on Evolutionary Computation 19, 2015).

In graded tests hardly two individuals are equal, so the first test alone would decide. There, individuals
within epsilon of the best that is left are kept as well (epsilon-lexicase). Epsilon is the median absolute
deviation of a test over the whole population, computed once: the semi-dynamic form of La Cava, Helmuth,
Spector and Moore ("A probabilistic and multi-objective analysis of lexicase selection and epsilon-lexicase
selection", Evolutionary Computation 27, 2019). The static form compares with the best of the population, and
so ignores a test whose best individuals are already out. The dynamic form computes epsilon anew from the
individuals that are left; it needs a median at every step, and experiments found no better choices by it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from senet_gp.games.kernels import lowest_bit, popcount
from senet_gp.runtime.compiled import int64, kernel, uint64
from senet_gp.runtime.streams import CHOICES, Streams, below, game_streams

_BITS = 64
Words = NDArray[np.uint64]
Indices = NDArray[np.int64]
Points = NDArray[np.float64]


@kernel
def _leave(left: Words, those: Words) -> bool:
    """Keep only ``those`` of the individuals left, unless none would be left; returns whether it was done."""
    some = False
    for word in range(left.size):
        some |= (left[word] & those[word]) != 0
    if some:
        for word in range(left.size):
            left[word] &= those[word]
    return some


@kernel
def _one_is_left(left: Words) -> bool:
    count = 0
    for word in range(left.size):
        count += popcount(int64(left[word]))
        if count > 1:
            return False
    return True


@kernel
def _drawn(left: Words, streams: Streams) -> int:
    """A random one of the individuals left."""
    count = 0
    for word in range(left.size):
        count += popcount(int64(left[word]))
    number = below(streams, CHOICES, count)
    word = 0
    while number >= popcount(int64(left[word])):
        number -= popcount(int64(left[word]))
        word += 1
    rest = left[word]
    for _ in range(number):
        rest &= rest - uint64(1)
    return word * _BITS + lowest_bit(int64(rest))


@kernel
def _select(
    winning: Words,
    drawing: Words,
    everybody: Words,
    left: Words,
    order: Indices,
    streams: Streams,
    chosen: Indices,
) -> None:
    """Select by sets of bits, (tests, words) uint64: the individuals that win or at least draw each test."""
    tests = len(winning)
    for selection in range(chosen.size):
        for word in range(left.size):
            left[word] = everybody[word]
        for place in range(tests):
            other = place + below(streams, CHOICES, tests - place)
            order[place], order[other] = order[other], order[place]
            if not _leave(left, winning[order[place]]):
                _leave(left, drawing[order[place]])
            if _one_is_left(left):
                break
        chosen[selection] = _drawn(left, streams)


@kernel
def _select_graded(
    points: Points,
    epsilons: NDArray[np.float64],
    left: Indices,
    order: Indices,
    streams: Streams,
    chosen: Indices,
) -> None:
    """Select by grades, (tests, individuals) float64; draws random numbers as :func:`_select` does."""
    tests, individuals = points.shape
    for selection in range(chosen.size):
        count = individuals
        for index in range(individuals):
            left[index] = index
        for place in range(tests):
            other = place + below(streams, CHOICES, tests - place)
            order[place], order[other] = order[other], order[place]
            test = order[place]
            best = points[test, left[0]]
            for number in range(1, count):
                best = max(best, points[test, left[number]])
            kept = 0
            for number in range(count):
                if points[test, left[number]] >= best - epsilons[test]:
                    left[kept] = left[number]
                    kept += 1
            count = kept
            if count == 1:
                break
        chosen[selection] = left[below(streams, CHOICES, count)]


def epsilons_of(points: Points) -> NDArray[np.float64]:
    """The median absolute deviation of each test, (tests,) float64.

    Args:
        points: (individuals, tests) float64, the grades of the whole population.

    >>> epsilons_of(np.array([[0.0, 5.0], [1.0, 5.0], [4.0, 9.0]]))
    array([1., 0.])
    """
    deviations: NDArray[np.float64] = np.median(np.abs(points - np.median(points, axis=0)), axis=0)
    return deviations


@kernel
def _collect(outcomes: NDArray[np.int8], winning: Words, drawing: Words) -> None:
    """Fill the sets of bits, (words, tests) uint64: the individuals that win or at least draw each test."""
    for index in range(len(outcomes)):
        word, bit = index // _BITS, uint64(index % _BITS)
        for test in range(outcomes.shape[1]):
            outcome = outcomes[index, test]
            winning[word, test] |= uint64(outcome > 0) << bit
            drawing[word, test] |= uint64(outcome >= 0) << bit


def lexicase(
    outcomes: NDArray[np.int8] | Points,
    count: int,
    *,
    key: int,
    epsilons: NDArray[np.float64] | None = None,
) -> NDArray[np.int64]:
    """Select parents.

    Args:
        outcomes: (individuals, tests) int8: 1 for a win, 0 for a draw, -1 for a loss; or, with ``epsilons``,
            float64: any finite numbers.
        count: the number of parents.
        key: the key of the random stream.
        epsilons: (tests,) float64, for graded tests: grades this close to the best count as equal to it.

    Returns:
        The indices of the parents, (count,) int64.
    """
    individuals, tests = outcomes.shape
    chosen = np.empty(count, np.int64)
    # A test in which all individuals are equal decides nothing, and is left out.
    if epsilons is not None:
        telling = (outcomes != outcomes[0]).any(axis=0)
        graded = np.ascontiguousarray(outcomes.T[telling])
        left, order = np.empty(individuals, np.int64), np.arange(telling.sum())
        _select_graded(graded, epsilons[telling], left, order, game_streams(key), chosen)
        return chosen
    numbers = np.arange(-(-individuals // _BITS) * _BITS) < individuals
    everybody: Words = np.packbits(numbers, bitorder="little").view("<u8").astype(np.uint64)
    winning, drawing = np.zeros((2, everybody.size, tests), np.uint64)
    _collect(np.ascontiguousarray(outcomes, np.int8), winning, drawing)
    all_or_none = [
        (those == everybody[:, np.newaxis]).all(axis=0) | (those == 0).all(axis=0)
        for those in (winning, drawing)
    ]
    telling = ~(all_or_none[0] & all_or_none[1])
    _select(
        np.ascontiguousarray(winning.T[telling]),
        np.ascontiguousarray(drawing.T[telling]),
        everybody,
        np.empty_like(everybody),
        np.arange(telling.sum()),
        game_streams(key),
        chosen,
    )
    return chosen
