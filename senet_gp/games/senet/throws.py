"""The throws of Senet's four sticks: which can be thrown together, how often, and how they are packed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache

import numpy as np

from senet_gp.games.dice.rules import Law
from senet_gp.games.senet import rules
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.streams import Streams


def packed_throws(throws: Sequence[int]) -> int:
    """A multiset of throws as the compiled rules take it.

    Raises:
        UsageError: if there is none, more than four, or one that the sticks cannot show.
    """
    if not 1 <= len(throws) <= rules.MAX_THROWS:
        raise UsageError(f"1 to {rules.MAX_THROWS} throws are played together, not {len(throws)}")
    for throw in throws:
        if throw not in rules.THROW_CHANCES:
            raise UsageError(f"the sticks never show {throw}: throws are 1 to 5")
    return sum(1 << 3 * (throw - 1) for throw in throws)


def unpacked_throws(throws: int) -> tuple[int, ...]:
    """The throws of a packed multiset, in rising order."""
    return tuple(throw for throw in range(1, 6) for _ in range(throws >> 3 * (throw - 1) & 7))


def throw_group(streams: Streams, seat: int) -> tuple[tuple[int, ...], bool]:
    """The throws that a player plays together next, in rising order, and whether they throw on afterwards.

    Args:
        streams: the game's random streams.
        seat: 0 for the first mover, 1 for the other.
    """
    throws, again = rules.throw_group(streams, seat)
    return unpacked_throws(throws), bool(again)


def throw_once(streams: Streams, seat: int) -> int:
    """A single throw, as made by a player with a piece in the water."""
    return int(rules.throw_sticks(streams, seat))


@cache
def throw_groups() -> dict[tuple[int, ...], Fraction]:
    """The 55 multisets of throws that can be played together, in rising order, with probabilities.

    >>> groups = throw_groups()
    >>> len(groups), sum(groups.values()) == 1
    (55, True)
    """
    chances: dict[tuple[int, ...], Fraction] = {}

    def throw_on(held: tuple[int, ...], chance: Fraction) -> None:
        for throw, throw_chance in rules.THROW_CHANCES.items():
            now = tuple(sorted((*held, throw)))
            if rules.grants_another(throw) and len(now) < rules.MAX_THROWS:
                throw_on(now, chance * throw_chance)
            else:
                chances[now] = chances.get(now, Fraction(0)) + chance * throw_chance

    throw_on((), Fraction(1))
    return chances


def single_throws() -> dict[tuple[int, ...], Fraction]:
    """The single throws, with probabilities."""
    return {(throw,): chance for throw, chance in rules.THROW_CHANCES.items()}


@cache
def throw_laws() -> tuple[Law, Law]:
    """The laws of the throws: of groups, and of the single throw of a player with a piece in the water."""
    singles: dict[tuple[int, ...], Fraction] = {
        (throw,): chance for throw, chance in rules.THROW_CHANCES.items()
    }
    return _law(throw_groups()), _law(singles)._replace(chooses=False)


def _law(chances: Mapping[tuple[int, ...], Fraction]) -> Law:
    packed = np.array([packed_throws(throws) for throws in chances], np.int64)
    return Law(packed, np.array([float(chance) for chance in chances.values()]))
