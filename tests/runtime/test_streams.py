"""Random streams."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from senet_gp.runtime import streams
from senet_gp.runtime.streams import CHOICES

FIRST = 0  # the throws of the first mover

_MASK = 2**64 - 1


def splitmix(state: int) -> int:
    """SplitMix64's output for a state, in plain Python."""
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    state = (state ^ (state >> 27)) * 0x94D049BB133111EB & _MASK
    return state ^ (state >> 31)


def test_streams_are_splitmix64() -> None:
    """The published first outputs for seed 1234567."""
    stream = np.array([1234567, 0], np.uint64)
    outputs = [int(streams.next_bits(stream, 0)) for _ in range(5)]
    assert outputs == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert outputs[0] == splitmix((1234567 + 0x9E3779B97F4A7C15) & _MASK)


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 10, 1811])
def test_below_is_uniform(bound: int) -> None:
    stream = streams.game_streams(5)
    count = 20_000
    drawn = np.array([streams.below(stream, CHOICES, bound) for _ in range(count)])
    assert drawn.min() >= 0
    assert drawn.max() < bound
    observed = np.bincount(drawn, minlength=bound)
    expected = count / bound
    chi_square = ((observed - expected) ** 2 / expected).sum()
    # Its mean is bound - 1, its variance twice that; five standard deviations.
    assert chi_square <= bound - 1 + 5 * np.sqrt(2 * max(1, bound - 1))


@pytest.mark.parametrize("bound", [3 * 2**30, 2**31 + 1, 2**32 - 1, 2**31])
def test_words_that_would_make_some_numbers_likelier_are_drawn_again(bound: int) -> None:
    """Of large bounds a half of all words at most; of the first bound every fourth."""
    stream, words = streams.game_streams(6), streams.game_streams(6)
    for _ in range(300):
        product = (int(streams.next_bits(words, CHOICES)) >> 32) * bound
        while product % 2**32 < 2**32 % bound:
            product = (int(streams.next_bits(words, CHOICES)) >> 32) * bound
        assert streams.below(stream, CHOICES, bound) == product >> 32
    assert stream.tolist() == words.tolist()


def test_the_three_streams_of_a_game_are_independent() -> None:
    a, b = streams.game_streams(1), streams.game_streams(1)
    throws = [int(streams.next_bits(a, FIRST)) for _ in range(5)]
    for _ in range(3):
        streams.next_bits(b, CHOICES)
        streams.next_bits(b, 1)
    assert throws == [int(streams.next_bits(b, FIRST)) for _ in range(5)]


def test_keys_are_all_different() -> None:
    keys = [
        streams.key_of(seed, generation, part)
        for seed in range(20)
        for generation in range(20)
        for part in range(20)
    ]
    keys += [streams.key_of(seed) for seed in range(20)]
    assert len(set(keys)) == len(keys)
    assert streams.part_keys(streams.key_of(3), 5).tolist() == [streams.key_of(3, n) for n in range(5)]


def test_neighbouring_keys_give_unrelated_streams() -> None:
    """Each bit of the first output is set in half of the games, whatever the neighbour has."""
    outputs = [int(streams.next_bits(streams.game_streams(key), FIRST)) for key in range(4000)]
    ones = Counter(bit for output in outputs for bit in range(64) if output >> bit & 1)
    changes = Counter(bit for a, b in pairwise(outputs) for bit in range(64) if (a ^ b) >> bit & 1)
    limit = 5 * np.sqrt(4000) / 2
    assert all(abs(ones[bit] - 2000) < limit and abs(changes[bit] - 2000) < limit for bit in range(64))
