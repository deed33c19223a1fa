"""Senet's rules: boards set by hand, and two implementations that must agree everywhere.

The boards set by hand follow the text of the rules. They are put to the compiled rules and to the slow
reference alike, since both could share a misreading. Random boards, whole games and counts of positions
then look for a difference between the two.

``SENET_GP_RANDOM_BOARDS`` sets the number of random boards, for a longer run than the usual one.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
import pytest
import reference_senet as reference

from primitives.types import MOST
from senet_gp.compiled import kernel
from senet_gp.errors import UsageError
from senet_gp.games.senet import game as senet
from senet_gp.games.senet.queries import move_byte
from senet_gp.streams import game_streams, key_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from numpy.typing import NDArray
    from reference_senet import Board

RANDOM_BOARDS = int(os.environ.get("SENET_GP_RANDOM_BOARDS", "5000"))

GROUPS = reference.throw_groups()


class End(NamedTuple):
    """A board that a turn can end in, the least list of (throw, start) moves to it, and its hits."""

    mine: Collection[int]
    theirs: Collection[int]
    moves: list[tuple[int, int]]
    hits: int = 0


class Rules(Protocol):
    """What both implementations are asked."""

    def ends(self, mine: Iterable[int], theirs: Iterable[int], throws: Sequence[int]) -> list[End]:
        """The distinct boards at the end, sorted by moves."""

    def rescue(self, mine: Iterable[int], theirs: Iterable[int], throw: int) -> set[int]:
        """My squares after the single throw of a player with a piece in the water."""

    def start(self, pieces: int) -> tuple[set[int], set[int]]:
        """The squares of the first mover and of the other player."""


class ReferenceRules:
    """The slow rules."""

    def ends(self, mine: Iterable[int], theirs: Iterable[int], throws: Sequence[int]) -> list[End]:
        """The boards that the reference finds, sorted here."""
        boards = reference.end_boards(frozenset(mine), frozenset(theirs), throws)
        ends = [End(set(m), set(t), list(moves), hits) for (m, t), (moves, hits) in boards.items()]
        return sorted(ends, key=lambda end: end.moves)

    def rescue(self, mine: Iterable[int], theirs: Iterable[int], throw: int) -> set[int]:
        """The reference's rescue."""
        return set(reference.rescue(frozenset(mine), frozenset(theirs), throw))

    def start(self, pieces: int) -> tuple[set[int], set[int]]:
        """The reference's start."""
        mine, theirs = reference.start(pieces)
        return set(mine), set(theirs)


class CompiledRules:
    """The rules that are played by."""

    def ends(self, mine: Iterable[int], theirs: Iterable[int], throws: Sequence[int]) -> list[End]:
        """The candidates in their own order."""
        return [
            End(
                set(candidate.position.my_squares),
                set(candidate.position.their_squares),
                [(move.throw, move.start) for move in candidate.moves],
                candidate.hits,
            )
            for candidate in senet.candidates(senet.Position.of(mine, theirs), throws)
        ]

    def rescue(self, mine: Iterable[int], theirs: Iterable[int], throw: int) -> set[int]:
        """The position after the rescue, which must leave the other side alone."""
        position = senet.Position.of(mine, theirs)
        after = senet.rescued(position, throw)
        assert after.their_squares == position.their_squares
        return set(after.my_squares)

    def start(self, pieces: int) -> tuple[set[int], set[int]]:
        """The position at the start."""
        position = senet.Position.start(pieces)
        return set(position.my_squares), set(position.their_squares)


@pytest.fixture(params=[ReferenceRules(), CompiledRules()], ids=["reference", "compiled"])
def rules(request: pytest.FixtureRequest) -> Rules:
    implementation: Rules = request.param
    return implementation


# The start


@pytest.mark.parametrize(
    ("pieces", "first", "second"),
    [
        (1, {2}, {1}),
        (2, {2, 4}, {1, 3}),
        (3, {2, 4, 6}, {1, 3, 5}),
        (4, {2, 4, 6, 8}, {1, 3, 5, 7}),
        (5, {2, 4, 6, 8, 10}, {1, 3, 5, 7, 9}),
        (6, {2, 4, 6, 8, 10, 12}, {1, 3, 5, 7, 9, 11}),
        (7, {2, 4, 6, 8, 10, 12, 14}, {1, 3, 5, 7, 9, 11, 13}),
    ],
)
def test_first_mover_holds_the_even_squares(
    rules: Rules, pieces: int, first: set[int], second: set[int]
) -> None:
    assert rules.start(pieces) == (first, second)


@pytest.mark.parametrize("pieces", [-1, 0, 8])
def test_pieces_are_one_to_seven(pieces: int) -> None:
    with pytest.raises(UsageError):
        senet.Position.start(pieces)


def test_first_turn_with_a_one_can_hit_any_piece(rules: Rules) -> None:
    mine, theirs = rules.start(7)
    assert rules.ends(mine, theirs, [1]) == [
        End({3, 4, 6, 8, 10, 12, 14}, {1, 2, 5, 7, 9, 11, 13}, [(1, 2)], 1),
        End({2, 5, 6, 8, 10, 12, 14}, {1, 3, 4, 7, 9, 11, 13}, [(1, 4)], 1),
        End({2, 4, 7, 8, 10, 12, 14}, {1, 3, 5, 6, 9, 11, 13}, [(1, 6)], 1),
        End({2, 4, 6, 9, 10, 12, 14}, {1, 3, 5, 7, 8, 11, 13}, [(1, 8)], 1),
        End({2, 4, 6, 8, 11, 12, 14}, {1, 3, 5, 7, 9, 10, 13}, [(1, 10)], 1),
        End({2, 4, 6, 8, 10, 13, 14}, {1, 3, 5, 7, 9, 11, 12}, [(1, 12)], 1),
        End({2, 4, 6, 8, 10, 12, 15}, {1, 3, 5, 7, 9, 11, 13}, [(1, 14)]),
    ]


def test_first_turn_with_a_two_has_one_move(rules: Rules) -> None:
    mine, theirs = rules.start(7)
    assert rules.ends(mine, theirs, [2]) == [
        End({2, 4, 6, 8, 10, 12, 16}, {1, 3, 5, 7, 9, 11, 13}, [(2, 14)])
    ]


# Throws


@pytest.mark.parametrize(
    ("ones", "moves", "sixteenths", "again"),
    [(3, 1, 4, True), (2, 2, 6, False), (1, 3, 4, False), (0, 4, 1, True), (4, 5, 1, True)],
)
def test_row_of_the_table_of_throws(ones: int, moves: int, sixteenths: int, *, again: bool) -> None:
    assert reference.MOVES_FOR_ONES[ones] == moves
    assert reference.THROWS[moves] == Fraction(sixteenths, 16)
    assert senet.THROW_CHANCES[moves] == sixteenths / 16
    # A throw that ends the throwing can be held alone; one that grants another cannot.
    assert ((moves,) in GROUPS) is not again


def test_table_of_throws_has_no_other_row() -> None:
    assert set(reference.THROWS) == set(senet.THROW_CHANCES) == {1, 2, 3, 4, 5}


@pytest.mark.parametrize(("throw", "target"), [(1, 4), (2, 5), (3, 6), (4, 7), (5, 8)])
def test_a_throw_moves_a_piece_as_many_squares(rules: Rules, throw: int, target: int) -> None:
    assert rules.ends({3}, {20}, [throw]) == [End({target}, {20}, [(throw, 3)])]


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


def test_more_than_four_throws_are_never_held() -> None:
    assert max(len(group) for group in GROUPS) == 4
    with pytest.raises(UsageError):
        senet.candidates(senet.Position.of([1], [20]), [1, 1, 1, 1, 2])


# Which orders there are, and which throws are lost


def test_one_piece_or_two_may_take_two_throws(rules: Rules) -> None:
    assert rules.ends({1, 10}, {20}, [1, 2]) == [
        End({4, 10}, {20}, [(1, 1), (2, 2)]),
        End({2, 12}, {20}, [(1, 1), (2, 10)]),
        End({3, 11}, {20}, [(1, 10), (2, 1)]),
        End({1, 13}, {20}, [(1, 10), (2, 11)]),
    ]


def test_equal_boards_are_one_and_carry_the_least_moves(rules: Rules) -> None:
    # (2, 1), (1, 3) leads to the same square.
    assert rules.ends({1}, {20}, [2, 1]) == [End({4}, {20}, [(1, 1), (2, 2)])]


def test_order_of_throws_is_free(rules: Rules) -> None:
    # The one first hits on 2, the two first hits on 4 from 3.
    assert rules.ends({1}, {2, 4}, [1, 2]) == [
        End({4}, {1, 2}, [(1, 1), (2, 2)], 2),
        End({4}, {2, 3}, [(2, 1), (1, 3)], 1),
    ]


def test_hits_are_those_of_the_least_moves(rules: Rules) -> None:
    # 24 is also reached by 21 to 25, back to 21 and on to 24, without a hit. The least list goes to 24,
    # hits backward on 20, then forward again the same piece on 24: two hits, and the same board.
    assert rules.ends({21}, {20, 29}, [3, 4, 4]) == [
        End({24}, {20, 29}, [(3, 21), (4, 24), (4, 20)], 2),
        End({26}, {20, 29}, [(4, 21), (3, 25), (4, 22)]),
    ]


def test_proper_beginning_is_the_lesser_list(rules: Rules) -> None:
    # Both ones first are lost, then the three is played. After the three, the ones would go 1 to 2 and back.
    assert rules.ends({1, 2}, {3, 4, 6, 7}, [1, 1, 3]) == [
        End({1, 5}, {3, 4, 6, 7}, [(3, 2)]),
        End({2, 5}, {3, 4, 6, 7}, [(3, 2), (1, 1)]),
    ]


def test_least_moves_of_a_board_may_begin_with_lost_throws(rules: Rules) -> None:
    # Fives after the two go 25 to 20 and back, each time hitting the same piece. Fives before it are lost,
    # as 17 protects 18. The two last, or last but one, is the least list, and has the fewest hits.
    assert rules.ends({23}, {17, 18, 20}, [2, 5, 5, 5]) == [
        End({25}, {17, 18, 20}, [(2, 23)], 0),
        End({20}, {17, 18, 25}, [(2, 23), (5, 25)], 1),
    ]


def test_moves_after_a_lost_throw_stand_in_order(rules: Rules) -> None:
    # The one first is lost: boards with one move, each to stand just before those that it begins.
    assert rules.ends({1, 2}, {3, 4}, [1, 5]) == [
        End({2, 6}, {3, 4}, [(5, 1)]),
        End({2, 7}, {3, 4}, [(5, 1), (1, 6)]),
        End({1, 7}, {3, 4}, [(5, 2)]),
        End({1, 8}, {3, 4}, [(5, 2), (1, 7)]),
    ]


def test_same_board_with_other_throws_left_is_another(rules: Rules) -> None:
    # 30 leaves with any of the three throws, so the same boards come up with different throws left. Of the
    # other two, one may hit on 20 or 22: nobody is protected whose piece is in the water.
    assert rules.ends({17, 30}, {16, 20, 22, 23, 27, 28, 29}, [3, 4, 5]) == [
        End({24}, {16, 17, 22, 23, 27, 28, 29}, [(3, 17), (4, 20), (5, 30)], 1),
        End({25}, {16, 17, 22, 23, 27, 28, 29}, [(3, 17), (4, 30), (5, 20)], 1),
        End({26}, {16, 20, 22, 23, 27, 28, 29}, [(3, 30), (4, 17), (5, 21)]),
        End({26}, {16, 17, 20, 23, 27, 28, 29}, [(3, 30), (5, 17), (4, 22)], 1),
        End({24}, {16, 20, 22, 23, 27, 28, 29}, [(4, 17), (3, 21), (5, 30)]),
        End({25}, {16, 17, 20, 23, 27, 28, 29}, [(4, 30), (5, 17), (3, 22)], 1),
    ]


def test_order_that_wastes_a_throw_is_allowed(rules: Rules) -> None:
    # Four and two win; two first takes the piece to 28, where the four is lost.
    assert rules.ends({26}, {5}, [2, 4]) == [
        End({28}, {5}, [(2, 26)]),
        End(set(), {5}, [(4, 26), (2, 30)]),
    ]


def test_throw_is_not_lost_if_any_piece_can_move(rules: Rules) -> None:
    # 28 has no move with a two, so the other piece must.
    assert rules.ends({28, 5}, {20}, [2]) == [End({28, 7}, {20}, [(2, 5)])]


def test_throw_is_lost_only_at_its_own_place(rules: Rules) -> None:
    # Two, one: the one finds 28 stuck. One, two: the water, where the two is lost.
    assert rules.ends({26}, {5}, [2, 1]) == [
        End({27}, {5}, [(1, 26)]),
        End({28}, {5}, [(2, 26)]),
    ]


def test_board_stays_if_nothing_can_move(rules: Rules) -> None:
    assert rules.ends({28, 29}, {5}, [1]) == [End({28, 29}, {5}, [])]
    assert rules.ends({28, 29}, {5}, [5, 4, 1, 1]) == [End({28, 29}, {5}, [])]


def test_last_piece_off_wins_at_once(rules: Rules) -> None:
    assert rules.ends({30}, {5}, [1, 4, 4, 5]) == [End(set(), {5}, [(1, 30)])]


def test_winning_leaves_the_other_throws_unplayed(rules: Rules) -> None:
    assert rules.ends({26}, {5}, [5, 2]) == [
        End({28}, {5}, [(2, 26)]),
        End(set(), {5}, [(5, 26)]),
    ]


def test_last_two_pieces_off_with_two_throws(rules: Rules) -> None:
    assert rules.ends({28, 29}, {5}, [3, 1, 1, 1]) == [End({29}, {5}, [(3, 28)])]
    assert rules.ends({29, 30}, {5}, [2, 5]) == [
        End(set(), {5}, [(2, 29), (5, 30)]),
        End({29}, {5}, [(2, 30)]),
    ]


# Hits


def test_hit_pieces_change_places(rules: Rules) -> None:
    assert rules.ends({9}, {13}, [4]) == [End({13}, {9}, [(4, 9)], 1)]


def test_own_piece_is_in_the_way(rules: Rules) -> None:
    assert rules.ends({9, 13}, {1}, [4]) == [End({9, 17}, {1}, [(4, 13)])]


@pytest.mark.parametrize("theirs", [{10, 11}, {9, 10}, {9, 10, 11}])
def test_neighbours_protect_each_other(rules: Rules, theirs: set[int]) -> None:
    # Forward is barred, so the piece must go back.
    assert rules.ends({6}, theirs, [4]) == [End({2}, theirs, [(4, 6)])]


@pytest.mark.parametrize(("start", "theirs"), [(9, {10, 11}), (19, {20, 21}), (18, {19, 20})])
def test_rows_are_one_track_for_protection(rules: Rules, start: int, theirs: set[int]) -> None:
    assert rules.ends({start}, theirs, [1]) == [End({start - 1}, theirs, [(1, start)])]


@pytest.mark.parametrize("other", [8, 12])
def test_distance_two_does_not_protect(rules: Rules, other: int) -> None:
    assert rules.ends({7}, {10, other}, [3]) == [End({10}, {7, other}, [(3, 7)], 1)]


@pytest.mark.parametrize("other", [20, 30])
def test_squares_that_are_not_neighbours_on_the_track_do_not_protect(rules: Rules, other: int) -> None:
    # 20 lies under 1 on the drawn board; 30 and 1 are the ends of the track. 9 and 10 bar the way forward.
    assert rules.ends({5}, {1, 9, 10, other}, [4]) == [End({1}, {5, 9, 10, other}, [(4, 5)], 1)]


def test_enemy_pieces_do_not_protect(rules: Rules) -> None:
    # My own 11 beside the enemy's 10 is no help to it.
    assert rules.ends({9, 11}, {10}, [1]) == [
        End({10, 11}, {9}, [(1, 9)], 1),
        End({9, 12}, {10}, [(1, 11)]),
    ]


def test_nobody_is_protected_whose_owner_is_in_the_water(rules: Rules) -> None:
    assert rules.ends({9}, {10, 11, 27}, [1]) == [End({10}, {9, 11, 27}, [(1, 9)], 1)]
    assert rules.ends({25}, {26, 27}, [1]) == [End({26}, {25, 27}, [(1, 25)], 1)]


def test_pushing_an_enemy_into_the_water_bares_the_others(rules: Rules) -> None:
    # Before the push 10 and 11 protect each other, so a one first must step into the water.
    assert rules.ends({9, 26}, {10, 11, 28}, [1, 2]) == [
        End({9, 27}, {10, 11, 28}, [(1, 26)]),
        End({10, 28}, {9, 11, 27}, [(2, 26), (1, 9)], 2),
    ]


def test_protection_is_seen_when_the_throw_is_played(rules: Rules) -> None:
    # Hitting 4 from 3 puts that piece beside 2, so that the two cannot take 1 to 3 after it.
    assert rules.ends({1, 3}, {2, 4}, [1, 2]) == [
        End({3, 4}, {1, 2}, [(1, 1), (2, 2)], 2),
        End({2, 5}, {1, 4}, [(1, 1), (2, 3)], 1),
        End({1, 6}, {2, 3}, [(1, 3), (2, 4)], 1),
        End({1, 6}, {2, 4}, [(2, 3), (1, 5)]),
    ]


def test_protection_holds_against_backward_hits(rules: Rules) -> None:
    assert rules.ends({24}, {20}, [4]) == [End({20}, {24}, [(4, 24)], 1)]
    assert rules.ends({24}, {19, 20}, [4]) == [End({24}, {19, 20}, [])]
    assert rules.ends({24}, {20, 21}, [4]) == [End({24}, {20, 21}, [])]
    assert rules.ends({24}, {19, 20, 27}, [4]) == [End({20}, {19, 24, 27}, [(4, 24)], 1)]


# Backward moves


def test_no_backward_move_while_a_piece_can_go_forward(rules: Rules) -> None:
    assert rules.ends({24, 5}, {1}, [4]) == [End({24, 9}, {1}, [(4, 5)])]


def test_every_piece_may_be_the_one_that_goes_back(rules: Rules) -> None:
    assert rules.ends({22, 24}, {1}, [5]) == [
        End({17, 24}, {1}, [(5, 22)]),
        End({19, 22}, {1}, [(5, 24)]),
    ]


def test_own_piece_is_in_the_way_backward(rules: Rules) -> None:
    assert rules.ends({20, 24}, {1}, [4]) == [End({16, 24}, {1}, [(4, 20)])]


def test_backward_hit_changes_places(rules: Rules) -> None:
    assert rules.ends({6}, {3, 9, 10}, [3]) == [End({3}, {6, 9, 10}, [(3, 6)], 1)]


def test_backward_target_below_one_is_illegal(rules: Rules) -> None:
    assert rules.ends({4}, {7, 8}, [3]) == [End({1}, {7, 8}, [(3, 4)])]
    assert rules.ends({3}, {6, 7}, [3]) == [End({3}, {6, 7}, [])]
    assert rules.ends({3}, {8, 9}, [5]) == [End({3}, {8, 9}, [])]


def test_backward_from_the_beautiful_house(rules: Rules) -> None:
    # 28 holds a piece of mine, which has no move with a two.
    assert rules.ends({26, 28}, {1}, [2]) == [End({24, 28}, {1}, [(2, 26)])]


def test_backward_hit_from_the_beautiful_house(rules: Rules) -> None:
    assert rules.ends({26, 28}, {24}, [2]) == [End({24, 28}, {26}, [(2, 26)], 1)]


@pytest.mark.parametrize(("square", "throw"), [(28, 1), (28, 4), (29, 1), (29, 5)])
def test_never_backward_from_the_last_squares(rules: Rules, square: int, throw: int) -> None:
    # 30 leaves with any throw, so the question never comes up there.
    assert rules.ends({square}, {5}, [throw]) == [End({square}, {5}, [])]


def test_backward_is_for_the_throw_that_cannot_go_forward_only(rules: Rules) -> None:
    # Three first goes back to 22 and on with the one; one first goes to 26, and the three to 29.
    assert rules.ends({25}, {5}, [1, 3]) == [
        End({29}, {5}, [(1, 25), (3, 26)]),
        End({23}, {5}, [(3, 25), (1, 22)]),
    ]


def test_only_forward_move_is_forced_even_into_the_water(rules: Rules) -> None:
    # Neither may 26 go back to 25, nor may the one be lost.
    assert rules.ends({26}, {5}, [1]) == [End({27}, {5}, [(1, 26)])]
    assert rules.ends({26, 28}, {5}, [1]) == [End({27, 28}, {5}, [(1, 26)])]


def test_step_into_the_water_is_not_forced_beside_another_move(rules: Rules) -> None:
    assert rules.ends({26, 7}, {5}, [1]) == [
        End({26, 8}, {5}, [(1, 7)]),
        End({27, 7}, {5}, [(1, 26)]),
    ]


# Square 26, the Beautiful House


@pytest.mark.parametrize(
    ("start", "throw", "target"),
    [
        (21, 5, 26),
        (22, 4, 26),
        (22, 5, 17),
        (23, 3, 26),
        (23, 4, 19),
        (23, 5, 18),
        (24, 2, 26),
        (24, 3, 21),
        (24, 4, 20),
        (24, 5, 19),
        (25, 1, 26),
        (25, 2, 23),
        (25, 3, 22),
        (25, 4, 21),
        (25, 5, 20),
    ],
)
def test_every_piece_must_stop_on_26(rules: Rules, start: int, throw: int, target: int) -> None:
    # A piece that would pass it cannot go forward, and being the only one it goes back.
    assert rules.ends({start}, {1}, [throw]) == [End({target}, {1}, [(throw, start)])]


def test_nobody_passes_26_to_hit(rules: Rules) -> None:
    assert rules.ends({25}, {28}, [3]) == [End({22}, {28}, [(3, 25)])]


@pytest.mark.parametrize(
    ("throw", "after"), [(1, {27, 2}), (2, {28, 2}), (3, {29, 2}), (4, {30, 2}), (5, {2})]
)
def test_from_26_with_each_throw(rules: Rules, throw: int, after: set[int]) -> None:
    # The enemy's barrier keeps the piece on 2 where it is.
    theirs = {3, 4, 5, 6, 7, 8}
    assert rules.ends({26, 2}, theirs, [throw]) == [End(after, theirs, [(throw, 26)])]


def test_hit_on_26_changes_places(rules: Rules) -> None:
    assert rules.ends({24}, {26}, [2]) == [End({26}, {24}, [(2, 24)], 1)]


# Squares 28, 29 and 30


@pytest.mark.parametrize("throw", [1, 2, 3, 4, 5])
def test_from_28_only_with_a_three(rules: Rules, throw: int) -> None:
    expected = End(set(), {5}, [(3, 28)]) if throw == 3 else End({28}, {5}, [])
    assert rules.ends({28}, {5}, [throw]) == [expected]


@pytest.mark.parametrize("throw", [1, 2, 3, 4, 5])
def test_from_29_only_with_a_two(rules: Rules, throw: int) -> None:
    expected = End(set(), {5}, [(2, 29)]) if throw == 2 else End({29}, {5}, [])
    assert rules.ends({29}, {5}, [throw]) == [expected]


@pytest.mark.parametrize("throw", [1, 2, 3, 4, 5])
def test_from_30_with_any_throw(rules: Rules, throw: int) -> None:
    assert rules.ends({30}, {5}, [throw]) == [End(set(), {5}, [(throw, 30)])]


@pytest.mark.parametrize(("throw", "square"), [(2, 28), (3, 29), (4, 30)])
def test_enemy_hit_on_the_last_squares_falls_into_the_water(rules: Rules, throw: int, square: int) -> None:
    # He does not come to 26, which is left empty.
    assert rules.ends({26}, {3, square}, [throw]) == [End({square}, {3, 27}, [(throw, 26)], 1)]


@pytest.mark.parametrize(("throw", "square"), [(2, 28), (3, 29), (4, 30)])
def test_no_hit_on_the_last_squares_while_the_water_is_taken(rules: Rules, throw: int, square: int) -> None:
    assert rules.ends({26}, {27, square}, [throw]) == [End({26 - throw}, {27, square}, [(throw, 26)])]


@pytest.mark.parametrize("throw", [2, 3, 4])
def test_no_hit_on_the_last_squares_while_my_piece_is_in_the_water(throw: int) -> None:
    # No turn comes to this, as one with a piece in the water only rescues it: so only the reference is asked.
    mine, theirs = frozenset({26, 27}), frozenset({26 + throw})
    assert reference.forward_starts(mine, theirs, throw) == []
    assert reference.forward_starts(mine, frozenset({5}), throw) == [26]


@pytest.mark.parametrize("throw", [2, 3, 4])
def test_empty_last_squares_are_open_while_the_water_is_taken(rules: Rules, throw: int) -> None:
    assert rules.ends({26}, {27}, [throw]) == [End({26 + throw}, {27}, [(throw, 26)])]


@pytest.mark.parametrize(("throw", "theirs"), [(2, {28, 29}), (3, {28, 29}), (3, {29, 30}), (4, {29, 30})])
def test_neighbours_protect_each_other_on_the_last_squares(
    rules: Rules, throw: int, theirs: set[int]
) -> None:
    assert rules.ends({26}, theirs, [throw]) == [End({26 - throw}, theirs, [(throw, 26)])]


def test_only_one_enemy_is_pushed_into_the_water(rules: Rules) -> None:
    # Once one lies there, the other on the last squares is safe in the same turn.
    assert rules.ends({22, 26}, {28, 30}, [2, 4, 4]) == [
        End({24}, {27, 28}, [(2, 22), (4, 26), (4, 30)], 1),
        End({22, 28}, {27, 30}, [(2, 26), (4, 22), (4, 26)], 1),
        End({26}, {27, 28}, [(4, 26), (2, 30), (4, 22)], 1),
    ]


# Square 27, the Water House


def test_nobody_moves_onto_27_when_it_is_taken(rules: Rules) -> None:
    assert rules.ends({26, 5}, {27}, [1]) == [End({26, 6}, {27}, [(1, 5)])]
    # Not being able to go forward, 26 goes back.
    assert rules.ends({26}, {27}, [1]) == [End({25}, {27}, [(1, 26)])]


def test_falling_in_ends_the_turn(rules: Rules) -> None:
    assert rules.ends({5, 26}, {20}, [1, 2]) == [
        End({26, 8}, {20}, [(1, 5), (2, 6)]),
        End({28, 6}, {20}, [(1, 5), (2, 26)]),
        End({27, 5}, {20}, [(1, 26)]),
        End({27, 7}, {20}, [(2, 5), (1, 26)]),
    ]


def test_falling_in_loses_all_throws_left(rules: Rules) -> None:
    # A one first must be played into the water, 2 being shut in. The five first bears 26 off, and the ones
    # go back to 1, forward to 2 and back again.
    theirs = {3, 4, 6, 7}
    assert rules.ends({2, 26}, theirs, [1, 1, 1, 5]) == [
        End({2, 27}, theirs, [(1, 26)]),
        End({1}, theirs, [(5, 26), (1, 2), (1, 1), (1, 2)]),
    ]


def test_rescue_with_a_four_takes_the_piece_off(rules: Rules) -> None:
    assert rules.rescue({27, 3}, {15}, 4) == {3}


def test_rescue_with_a_four_may_win(rules: Rules) -> None:
    assert rules.rescue({27}, {15}, 4) == set()


@pytest.mark.parametrize("throw", [1, 2, 3, 5])
def test_rescue_with_another_throw_goes_to_15(rules: Rules, throw: int) -> None:
    assert rules.rescue({27, 3}, {14, 16}, throw) == {3, 15}


@pytest.mark.parametrize(
    ("mine", "theirs", "after"),
    [
        ({27, 15}, {1}, {14, 15}),
        ({27}, {15}, {14}),
        ({27, 14}, {15, 16}, {13, 14}),
        ({27, 15, 13}, {14, 12, 10}, {15, 13, 11}),
        ({27, 3, 5, 7, 9, 11, 13}, {15, 14, 12, 10, 8, 6, 4}, {2, 3, 5, 7, 9, 11, 13}),
    ],
)
def test_rescue_goes_to_the_nearest_free_square_below_15(
    rules: Rules, mine: set[int], theirs: set[int], after: set[int]
) -> None:
    # A piece of either side takes the square; protected or not, nobody is hit.
    assert rules.rescue(mine, theirs, 1) == after


def test_player_in_the_water_has_nothing_to_choose() -> None:
    with pytest.raises(UsageError):
        senet.candidates(senet.Position.of([5, 27], [20]), [2])
    with pytest.raises(UsageError):
        senet.rescued(senet.Position.of([5], [20, 27]), 2)


# Agreement of the two implementations


def _drawn(rng: random.Random, squares: Sequence[int], most_mine: int, most_theirs: int) -> Board:
    """Pieces on some of these squares; none of mine in the water."""
    dry = [square for square in squares if square != 27]
    mine = rng.sample(dry, rng.randint(1, most_mine))
    free = [square for square in squares if square not in mine]
    return frozenset(mine), frozenset(rng.sample(free, rng.randint(1, most_theirs)))


def _dense(rng: random.Random) -> Board:
    """A stretch of track with hardly a gap, often the first: much of it is blocked in both directions."""
    mine: set[int] = set()
    theirs: set[int] = set()
    square = rng.choice([1, 1, 1, 2, 8, 14, 17, 20])
    while square <= 30 and not (len(mine) == len(theirs) == 7):
        side = rng.choice([mine, theirs])
        for _ in range(rng.randint(1, 3)):
            if len(side) < 7 and square <= 30 and not (side is mine and square == 27):
                side.add(square)
            square += 1
        square += rng.random() < 0.1
    for side in (mine, theirs):
        if not side:
            side.add(min(set(range(1, 9)) - mine - theirs))
    return frozenset(mine), frozenset(theirs)


def _random_board(rng: random.Random) -> Board:
    kind = rng.randrange(5)
    if kind == 0:
        mine, theirs = _drawn(rng, range(1, 31), 7, 7)
    elif kind == 1:
        mine, theirs = _drawn(rng, range(21, 31), 5, 5)
    elif kind == 2:
        mine, theirs = _drawn(rng, range(15, 31), 7, 7)
    elif kind == 3:
        # A few of mine among many: turns with few moves, and the ends of games.
        mine, theirs = _drawn(rng, range(1, 31), 2, 7)
    else:
        mine, theirs = _dense(rng)
    if rng.random() < 0.2 and len(theirs) < 7:
        theirs |= {27}
    return mine, theirs


def _random_group(rng: random.Random) -> tuple[int, ...]:
    """Throws held at once: as they come, or each multiset as likely as the next."""
    groups = list(GROUPS)
    weights = [float(chance) for chance, _ in GROUPS.values()] if rng.random() < 0.5 else None
    throws = list(rng.choices(groups, weights)[0])
    rng.shuffle(throws)
    return tuple(throws)


def _assert_same_ends(mine: Collection[int], theirs: Collection[int], throws: Sequence[int]) -> list[End]:
    """Compare everything that both say about a turn, and return it."""
    expected = ReferenceRules().ends(mine, theirs, throws)
    found = CompiledRules().ends(mine, theirs, throws)
    assert found == expected, f"{sorted(mine)=} {sorted(theirs)=} {throws=}"
    assert all(before.moves < after.moves for before, after in pairwise(found))
    return found


def test_random_boards_agree() -> None:
    rng = random.Random(20_240_601)
    for _ in range(RANDOM_BOARDS):
        mine, theirs = _random_board(rng)
        assert not mine & theirs
        _assert_same_ends(mine, theirs, _random_group(rng))


def test_random_boards_meet_every_rule() -> None:
    # Agreement says nothing about a rule that no random board comes to.
    rng = random.Random(7)
    seen: Counter[str] = Counter()
    for _ in range(1000):
        mine, theirs = _random_board(rng)
        throws = _random_group(rng)
        ends = ReferenceRules().ends(mine, theirs, throws)
        seen["unchanged board"] += ends == [End(mine, theirs, [])]
        seen["backward move"] += len(throws) == 1 and any(
            start not in reference.forward_starts(mine, theirs, throw)
            for end in ends
            for throw, start in end.moves
        )
        for end in ends:
            seen["win"] += not end.mine
            seen["win with throws left"] += not end.mine and len(end.moves) < len(throws)
            seen["fall"] += 27 in end.mine
            seen["fall with throws left"] += 27 in end.mine and len(end.moves) < len(throws)
            seen["lost throw"] += bool(end.mine) and 27 not in end.mine and len(end.moves) < len(throws)
            seen["push into the water"] += 27 in end.theirs and 27 not in theirs
            seen["hit"] += end.hits == 1
            seen["several hits"] += end.hits > 1
    assert len(seen) == 10
    assert min(seen.values()) >= 10, seen


def test_random_rescues_agree() -> None:
    rng = random.Random(15)
    for _ in range(2000):
        mine, theirs = _drawn(rng, rng.choice([range(1, 27), range(5, 17)]), 6, 6)
        throw = rng.randint(1, 5)
        expected = ReferenceRules().rescue(mine | {27}, theirs, throw)
        assert CompiledRules().rescue(mine | {27}, theirs, throw) == expected


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_agree(seed: int) -> None:
    """Each turn of a game between random players is asked of both; the boards are those of the game."""
    rng = random.Random(seed)
    groups = list(GROUPS)
    weights = [float(chance) for chance, _ in GROUPS.values()]
    first, second = ReferenceRules().start(7)
    mine: Collection[int] = first
    theirs: Collection[int] = second
    for _ in range(2000):
        if 27 in mine:
            throw = rng.choices(list(reference.THROWS), [float(p) for p in reference.THROWS.values()])[0]
            rescued = ReferenceRules().rescue(mine, theirs, throw)
            assert CompiledRules().rescue(mine, theirs, throw) == rescued
            mine = rescued
        else:
            again = True
            while again and mine and 27 not in mine:
                throws = rng.choices(groups, weights)[0]
                again = GROUPS[throws][1]
                end = rng.choice(_assert_same_ends(mine, theirs, throws))
                mine, theirs = end.mine, end.theirs
        if not mine:
            break
        mine, theirs = theirs, mine
    # 2,000 turns are a dozen games' worth.
    assert not mine


# Counts of positions by depth: (throws held, distinct positions that go on, distinct positions won).
# The reference found these numbers. A player in the water makes the first of the throws alone.

_COUNTS: dict[int, list[tuple[tuple[int, ...], int, int]]] = {
    7: [
        ((2,), 1, 0),
        ((3,), 7, 0),
        ((1, 2), 79, 0),
        ((2,), 154, 0),
        ((1, 3), 1635, 0),
        ((2,), 3654, 0),
        ((3,), 10222, 0),
        ((1, 2), 84475, 0),
    ],
    2: [
        ((4, 4, 5, 3), 8, 0),
        ((4, 5, 5, 2), 124, 0),
        ((4, 5, 5, 3), 830, 0),
        ((4, 4, 2), 2621, 0),
        ((1, 3), 5068, 0),
        ((1, 2), 9579, 0),
        ((5, 3), 11459, 0),
        ((4, 3), 16774, 0),
        ((5, 3), 17094, 0),
        ((5, 4, 2), 23190, 0),
        ((4, 3), 26014, 84),
    ],
    1: [
        ((4, 4, 5, 3), 1, 0),
        ((4, 5, 5, 2), 1, 0),
        ((1, 4, 5, 2), 4, 0),
        ((4, 4, 2), 8, 1),
        ((5, 3), 10, 2),
        ((4, 2), 12, 0),
        ((1, 3), 15, 0),
        ((4, 3), 19, 2),
        ((4, 5, 5, 2), 51, 6),
        ((1, 2), 53, 5),
        ((1, 1, 1, 1), 43, 5),
        ((3,), 35, 8),
        ((2,), 29, 0),
    ],
}


@pytest.mark.parametrize("pieces", [7, 2, 1])
def test_counts_of_positions_by_depth(pieces: int) -> None:
    positions = {senet.Position.start(pieces)}
    for depth, (throws, going_on, won) in enumerate(_COUNTS[pieces], 1):
        ends: set[senet.Position] = set()
        for position in positions:
            if position.in_water:
                ends.add(senet.rescued(position, throws[0]))
            else:
                ends.update(candidate.position for candidate in senet.candidates(position, throws))
        positions = {position.turned() for position in ends if not position.won}
        assert (depth, len(positions), len(ends) - len(positions)) == (depth, going_on, won)


@pytest.mark.parametrize(("pieces", "depths"), [(7, 6), (2, 4), (1, 13)])
def test_counts_of_positions_by_depth_are_the_references(pieces: int, depths: int) -> None:
    boards = {reference.start(pieces)}
    for depth, (throws, going_on, won) in enumerate(_COUNTS[pieces][:depths], 1):
        ends: set[Board] = set()
        for mine, theirs in boards:
            if 27 in mine:
                ends.add((reference.rescue(mine, theirs, throws[0]), theirs))
            else:
                ends.update(reference.end_boards(mine, theirs, throws))
        boards = {(theirs, mine) for mine, theirs in ends if mine}
        assert (depth, len(boards), len(ends) - len(boards)) == (depth, going_on, won)


@kernel
def _bytes_of(moves: int, numbers: NDArray[np.int64], bytes_there: NDArray[np.int64]) -> None:
    for place in range(numbers.size):
        bytes_there[place] = move_byte(moves, numbers[place])


@pytest.mark.parametrize("count", range(5))
def test_moves_are_counted_cyclically_by_any_number(count: int) -> None:
    rng = random.Random(count)
    played = [rng.randrange(1, 256) for _ in range(count)]
    moves = sum(byte << (24 - 8 * place) for place, byte in enumerate(played))
    near = [*range(-40, 41), *range(-MOST, -MOST + 40), *range(MOST - 40, MOST + 1)]
    numbers = np.array(near + [rng.randint(-MOST, MOST) for _ in range(2000)], np.int64)
    found = np.empty_like(numbers)
    _bytes_of(moves, numbers, found)
    assert found.tolist() == [played[(number - 1) % count] if count else 0 for number in numbers.tolist()]
