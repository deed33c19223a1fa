"""Random streams for games: small, fast, and derived from the numbers that name a game.

Each player has a stream of throws. So when two games are played from the same key with exchanged seats, each
player gets the throws that the other got in the other game. This narrows the confidence interval of the score
(docs/measuring.md) more than equal throws at equal times do.

A stream is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA
2014): a 64-bit counter and a mixing function. A game has three streams, one for the throws of each player and
one for choices. Its key is derived from the seed, what it is used for (:data:`Purpose`), the
generation, and in a knockout the round, the duel and the game, else the test. So the game does not depend on
which process plays it, or when.

The state of a stream is one element of a ``uint64`` array, which compiled code changes in place.
"""

from __future__ import annotations

import operator
from typing import Any, NewType

import numpy as np
from numpy.typing import NDArray

from senet_gp.runtime.compiled import int64, kernel, uint64
from senet_gp.runtime.errors import UsageError, shown

Streams = NDArray[np.uint64]

_STEP = uint64(0x9E3779B97F4A7C15)
_MULTIPLIER_1 = uint64(0xBF58476D1CE4E5B9)
_MULTIPLIER_2 = uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = (uint64(n) for n in (27, 30, 31, 32))
_LOW_32 = uint64(0xFFFFFFFF)

#: The elements of a game's streams: 0 and 1 are the throws of the first mover (seat 0) and of the other (seat
#: 1), then follow the choices.
CHOICES = 2
STREAMS = 3


#: What a seed is used for, as a number: keys begin with both, ``key_of(seed, purpose, ...)``, so that no two
#: uses draw the same random numbers. A module that draws declares its purpose as a constant; one that several
#: modules share stands in the lowest of them. The numbers are part of every recorded result, so they never
#: change, and a new purpose takes one that no purpose ever had. A test finds all purposes by this name.
Purpose = NewType("Purpose", int)


@kernel
def _mixed(value: int) -> int:
    value = (value ^ (value >> _S30)) * _MULTIPLIER_1
    value = (value ^ (value >> _S27)) * _MULTIPLIER_2
    return value ^ (value >> _S31)


@kernel
def derived_key(key: int, number: int) -> int:
    """The key of part ``number`` of what ``key`` names, such as a game of a duel; both are ``uint64``."""
    return _mixed(key + _STEP * (_mixed(number + _STEP) | uint64(1)))


@kernel
def open_streams(key: int, streams: Streams) -> None:
    """Set the streams of the game that ``key`` (``uint64``) names to their beginning."""
    for which in range(STREAMS):
        streams[which] = derived_key(key, uint64(which))


@kernel
def next_bits(streams: Streams, which: int) -> int:
    """The next 64 random bits of a stream, as ``uint64``."""
    streams[which] += _STEP
    return _mixed(streams[which])


@kernel
def below(streams: Streams, which: int, bound: int) -> int:
    """A number from 0 to ``bound`` - 1, all exactly equally likely (Lemire 2019); 1 <= ``bound`` < 2^32."""
    n = uint64(bound)
    product = (next_bits(streams, which) >> _S32) * n
    if (product & _LOW_32) < n:
        threshold = ((_LOW_32 - n) + uint64(1)) % n
        while (product & _LOW_32) < threshold:
            product = (next_bits(streams, which) >> _S32) * n
    return int64(product >> _S32)


@kernel
def _fill_with_keys(key: int, keys: Streams) -> None:
    for number in range(keys.size):
        keys[number] = derived_key(key, uint64(number))


@kernel
def _fill_with_parts(keys: Streams, number: int, parts: Streams) -> None:
    for index in range(keys.size):
        parts[index] = derived_key(keys[index], number)


def _as_key(number: int) -> Any:
    return np.uint64(operator.index(number) & 0xFFFF_FFFF_FFFF_FFFF)


def key_of(*numbers: int) -> int:
    """The key for a path of non-negative numbers, such as (seed, generation, round, duel).

    >>> key_of(7, 1) == part_key(key_of(7), 1), key_of(7) == key_of(8)
    (True, False)

    Args:
        numbers: the path; numbers of more than 64 bits are taken modulo 2^64.
    """
    key = 0
    for number in numbers:
        key = part_key(key, number)
    return key


def part_key(key: int, number: int) -> int:
    """The key of part ``number`` of what ``key`` names."""
    return int(derived_key(_as_key(key), _as_key(number)))


def part_keys(key: int, count: int) -> Streams:
    """The keys of parts 0 to ``count`` - 1 of what ``key`` names, as ``uint64``."""
    keys = np.empty(count, np.uint64)
    _fill_with_keys(_as_key(key), keys)
    return keys


def part_of_each(keys: Streams, number: int) -> Streams:
    """The key of part ``number`` of what each key names, as ``uint64``.

    >>> part_of_each(part_keys(7, 2), 3).tolist() == [part_key(part_key(7, index), 3) for index in (0, 1)]
    True
    """
    parts = np.empty(keys.size, np.uint64)
    _fill_with_parts(keys, _as_key(number), parts)
    return parts


def game_streams(key: int) -> Streams:
    """The streams of the game that ``key`` names, at their beginning.

    Args:
        key: a whole number; of more than 64 bits, these count.

    Raises:
        UsageError: if it is no whole number.

    >>> game_streams(1).tolist() == game_streams(2).tolist()
    False
    """
    if isinstance(key, bool) or not isinstance(key, int | np.integer):
        raise UsageError(f"key is {shown(key)}, but it must be a whole number")
    streams = np.empty(STREAMS, np.uint64)
    open_streams(_as_key(key), streams)
    return streams
