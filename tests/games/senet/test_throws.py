"""Senet's throws, the groups of them that a player holds, and their chances."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from senet_rules import GROUPS, End, Game

from senet_gp.games import senet
from senet_gp.games.senet import plain_rules as reference
from senet_gp.games.senet import rules
from senet_gp.runtime.streams import game_streams, key_of


@pytest.mark.parametrize(
    ("ones", "moves", "sixteenths", "again"),
    [(3, 1, 4, True), (2, 2, 6, False), (1, 3, 4, False), (0, 4, 1, True), (4, 5, 1, True)],
)
def test_row_of_the_table_of_throws(ones: int, moves: int, sixteenths: int, *, again: bool) -> None:
    assert reference.MOVES_FOR_ONES[ones] == moves
    assert reference.THROWS[moves] == Fraction(sixteenths, 16)
    assert rules.THROW_CHANCES[moves] == sixteenths / 16
    # A throw that ends the throwing can be held alone; one that grants another cannot.
    assert ((moves,) in GROUPS) is not again


def test_table_of_throws_has_no_other_row() -> None:
    assert set(reference.THROWS) == set(rules.THROW_CHANCES) == {1, 2, 3, 4, 5}


@pytest.mark.parametrize(("throw", "target"), [(1, 4), (2, 5), (3, 6), (4, 7), (5, 8)])
def test_a_throw_moves_a_piece_as_many_squares(game: Game, throw: int, target: int) -> None:
    assert game.ends({3}, {20}, [throw]) == [End({target}, {20}, [(throw, 3)])]


def test_there_are_55_groups_of_throws() -> None:
    assert len(GROUPS) == 55
    assert sum(probability for probability, _ in GROUPS.values()) == 1
    assert Counter(len(group) for group in GROUPS) == {1: 2, 2: 6, 3: 12, 4: 35}


@pytest.mark.parametrize(
    ("group", "probability", "again"),
    [
        ((2,), Fraction(6, 16), False),
        ((3,), Fraction(4, 16), False),
        ((1, 2), Fraction(4 * 6, 16**2), False),
        ((3, 5), Fraction(1 * 4, 16**2), False),
        ((1, 2, 4), Fraction(2 * 4 * 1 * 6, 16**3), False),
        ((1, 3, 4, 5), Fraction(6 * 4 * 1 * 1 * 4, 16**4), False),
        ((1, 1, 1, 1), Fraction(4**4, 16**4), True),
        ((1, 1, 4, 5), Fraction(12 * 4**2, 16**4), True),
        ((5, 5, 5, 5), Fraction(1, 16**4), True),
    ],
)
def test_chance_of_a_group_of_throws(group: tuple[int, ...], probability: Fraction, *, again: bool) -> None:
    assert GROUPS[group] == (probability, again)


def test_four_throws_that_each_grant_another_come_in_two_turns_of_a_hundred() -> None:
    goes_on = sum(probability for probability, again in GROUPS.values() if again)
    assert goes_on == Fraction(6, 16) ** 4
    assert 0.015 < goes_on < 0.025


def _chi_square(counts: Counter[tuple[int, ...]], chances: dict[tuple[int, ...], Fraction]) -> float:
    total = counts.total()
    return sum(
        (counts[cell] - total * float(chance)) ** 2 / (total * float(chance))
        for cell, chance in chances.items()
    )


def test_groups_are_thrown_with_their_exact_chances() -> None:
    streams = game_streams(key_of(1995))
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(200_000):
        group, again = senet.throw_group(streams, 0)
        assert GROUPS[group][1] is again
        counts[group] += 1
    # 54 degrees of freedom: mean 54, standard deviation about 10.4. The bound is six deviations above
    # (a chance of some 1 in 10^5), while a probability wrong by a sixteenth would give many thousands.
    # The rarest groups are expected three times, which is few but shares little of the statistic.
    assert _chi_square(counts, {group: chance for group, (chance, _) in GROUPS.items()}) < 116


def test_single_throws_have_their_exact_chances() -> None:
    streams = game_streams(key_of(1978))
    counts: Counter[tuple[int, ...]] = Counter((senet.throw_once(streams, 0),) for _ in range(50_000))
    assert set(counts) == {(1,), (2,), (3,), (4,), (5,)}
    # 4 degrees of freedom: a statistic above 33 has a chance of about 1 in 10^6.
    assert _chi_square(counts, {(throw,): chance for throw, chance in reference.THROWS.items()}) < 33
