"""Lexicase selection, compiled.

For each parent the cases are put in a random order, and one after the other leaves only those who do best in
it, until one is left. So who alone can do something rare is chosen now and then, whatever else he cannot do
(Helmuth, Spector and Matheson, "Solving uncompromising problems with lexicase selection", IEEE Transactions
on Evolutionary Computation 19, 2015).

Where tests are graded, hardly two individuals are equal, and the first test would decide alone. There whoever
comes within epsilon of the best of those who are left stays, too (epsilon-lexicase). Epsilon is the median
absolute deviation of a test over the whole population, counted once: the semi-dynamic form of La Cava,
Helmuth, Spector and Moore ("A probabilistic and multi-objective analysis of lexicase selection and
epsilon-lexicase selection", Evolutionary Computation 27, 2019). The static form, which compares with the best
of all, learns nothing from a test whose best are out already; the dynamic one, which counts epsilon anew
among those who are left, needs a median at every step, and was not found to choose better.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from senet_gp.compiled import int64, kernel, uint64
from senet_gp.games.bits import popcount
from senet_gp.streams import CHOICES, Streams, below, game_streams

_BITS = 64
Words = NDArray[np.uint64]
Indices = NDArray[np.int64]
Points = NDArray[np.float64]


@kernel
def _leave(left: Words, those: Words) -> bool:
    """Leave only ``those``, unless nobody would be left: whether that was done."""
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
def _drawn(left: Words, streams: Streams, individuals: int) -> int:
    """One of those who are left."""
    count = 0
    for word in range(left.size):
        count += popcount(int64(left[word]))
    number = below(streams, CHOICES, count)
    for index in range(individuals):
        if (left[index // _BITS] >> uint64(index % _BITS)) & uint64(1):
            if number == 0:
                return index
            number -= 1
    return -1


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
    cases = len(winning)
    for selection in range(chosen.size):
        for word in range(left.size):
            left[word] = everybody[word]
        for place in range(cases):
            other = place + below(streams, CHOICES, cases - place)
            order[place], order[other] = order[other], order[place]
            if not _leave(left, winning[order[place]]):
                _leave(left, drawing[order[place]])
            if _one_is_left(left):
                break
        chosen[selection] = _drawn(left, streams, everybody.size * _BITS)


@kernel
def _select_graded(
    points: Points,
    epsilons: NDArray[np.float64],
    left: Indices,
    order: Indices,
    streams: Streams,
    chosen: Indices,
) -> None:
    """The same by points of any size, (tests, individuals); draws as :func:`_select` does."""
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
    """The median absolute deviation of each test, (tests,).

    Args:
        points: (individuals, tests) of the whole population.
    """
    deviations: NDArray[np.float64] = np.median(np.abs(points - np.median(points, axis=0)), axis=0)
    return deviations


def _as_bits(truths: NDArray[np.bool_]) -> Words:
    """A set of individuals for each case, as bits of as many words as are needed; by case and individual."""
    padded = np.zeros((truths.shape[0], -(-truths.shape[1] // _BITS) * _BITS), np.bool_)
    padded[:, : truths.shape[1]] = truths
    bits: Words = np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64)
    return bits


def lexicase(
    points: Points, count: int, *, key: int, epsilons: NDArray[np.float64] | None = None
) -> NDArray[np.int64]:
    """The indices of so many parents.

    Args:
        points: (individuals, tests): 1 for a win, 0 for a loss, and something between, in all tests the same,
            for a draw; or, with ``epsilons``, any finite numbers.
        count: how many selections are made.
        key: the key of the stream that is drawn from.
        epsilons: (tests,): how much less than the best is as good as it, where tests are graded.
    """
    # A test in which all are equal leaves everybody.
    telling = (points != points[0]).any(axis=0)
    chosen = np.empty(count, np.int64)
    order = np.arange(telling.sum())
    if epsilons is not None:
        graded = np.ascontiguousarray(points.T[telling])
        left = np.empty(len(points), np.int64)
        _select_graded(graded, epsilons[telling], left, order, game_streams(key), chosen)
        return chosen
    winning, drawing = (points == 1).T, (points > 0).T
    everybody = _as_bits(np.ones((1, len(points)), np.bool_))[0]
    _select(
        _as_bits(winning[telling]),
        _as_bits(drawing[telling]),
        everybody,
        everybody.copy(),
        order,
        game_streams(key),
        chosen,
    )
    return chosen
