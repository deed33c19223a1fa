"""Lexicase selection, compiled.

For each parent the cases are put in a random order, and one after the other leaves only those who do best in
it, until one is left. So who alone can do something rare is chosen now and then, whatever else he cannot do
(Helmuth, Spector and Matheson, "Solving uncompromising problems with lexicase selection", IEEE Transactions
on Evolutionary Computation 19, 2015).
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


def _as_bits(truths: NDArray[np.bool_]) -> Words:
    """A set of individuals for each case, as bits of as many words as are needed; by case and individual."""
    padded = np.zeros((truths.shape[0], -(-truths.shape[1] // _BITS) * _BITS), np.bool_)
    padded[:, : truths.shape[1]] = truths
    bits: Words = np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64)
    return bits


def lexicase(points: NDArray[np.float64], count: int, *, key: int) -> NDArray[np.int64]:
    """The indices of so many parents.

    Args:
        points: by individual and case: 1 for a win, 0 for a loss, and something between for a draw.
        count: how many selections are made.
        key: the key of the stream that is drawn from.
    """
    winning, drawing = (points == 1).T, (points > 0).T
    # A case in which all are equal leaves everybody.
    telling = (points != points[0]).any(axis=0)
    chosen = np.empty(count, np.int64)
    everybody = _as_bits(np.ones((1, len(points)), np.bool_))[0]
    _select(
        _as_bits(winning[telling]),
        _as_bits(drawing[telling]),
        everybody,
        everybody.copy(),
        np.arange(telling.sum()),
        game_streams(key),
        chosen,
    )
    return chosen
