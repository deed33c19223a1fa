"""The Beautiful House on 26, and the squares 28 to 30: stopping, leaving, and hits there."""

from __future__ import annotations

import pytest
from senet_rules import End, Game

from senet_gp.games.senet import plain_rules as reference


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
def test_every_piece_must_stop_on_26(game: Game, start: int, throw: int, target: int) -> None:
    # A piece that would pass it cannot go forward, and being the only one it goes back.
    assert game.ends({start}, {1}, [throw]) == [End({target}, {1}, [(throw, start)])]


def test_nobody_passes_26_to_hit(game: Game) -> None:
    assert game.ends({25}, {28}, [3]) == [End({22}, {28}, [(3, 25)])]


@pytest.mark.parametrize(
    ("throw", "after"), [(1, {27, 2}), (2, {28, 2}), (3, {29, 2}), (4, {30, 2}), (5, {2})]
)
def test_from_26_with_each_throw(game: Game, throw: int, after: set[int]) -> None:
    # The enemy's barrier keeps the piece on 2 where it is.
    theirs = {3, 4, 5, 6, 7, 8}
    assert game.ends({26, 2}, theirs, [throw]) == [End(after, theirs, [(throw, 26)])]


def test_hit_on_26_changes_places(game: Game) -> None:
    assert game.ends({24}, {26}, [2]) == [End({26}, {24}, [(2, 24)], 1)]


# Squares 28, 29 and 30


@pytest.mark.parametrize("throw", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(("square", "leaving"), [(28, {3}), (29, {2}), (30, {1, 2, 3, 4, 5})])
def test_28_is_left_with_a_three_29_with_a_two_30_with_any_throw(
    game: Game, square: int, leaving: set[int], throw: int
) -> None:
    expected = End(set(), {5}, [(throw, square)]) if throw in leaving else End({square}, {5}, [])
    assert game.ends({square}, {5}, [throw]) == [expected]


@pytest.mark.parametrize(("throw", "square"), [(2, 28), (3, 29), (4, 30)])
def test_enemy_hit_on_the_last_squares_falls_into_the_water(game: Game, throw: int, square: int) -> None:
    # The piece that is hit does not go to 26, which is left empty.
    assert game.ends({26}, {3, square}, [throw]) == [End({square}, {3, 27}, [(throw, 26)], 1)]


@pytest.mark.parametrize(("throw", "square"), [(2, 28), (3, 29), (4, 30)])
def test_no_hit_on_the_last_squares_while_the_water_is_taken(game: Game, throw: int, square: int) -> None:
    assert game.ends({26}, {27, square}, [throw]) == [End({26 - throw}, {27, square}, [(throw, 26)])]


@pytest.mark.parametrize("throw", [2, 3, 4])
def test_no_hit_on_the_last_squares_while_my_piece_is_in_the_water(throw: int) -> None:
    # No turn comes to this, as one with a piece in the water only rescues it: so only the reference is asked.
    mine, theirs = frozenset({26, 27}), frozenset({26 + throw})
    assert reference.forward_starts(mine, theirs, throw) == []
    assert reference.forward_starts(mine, frozenset({5}), throw) == [26]


@pytest.mark.parametrize("throw", [2, 3, 4])
def test_empty_last_squares_are_open_while_the_water_is_taken(game: Game, throw: int) -> None:
    assert game.ends({26}, {27}, [throw]) == [End({26 + throw}, {27}, [(throw, 26)])]


@pytest.mark.parametrize(("throw", "theirs"), [(2, {28, 29}), (3, {28, 29}), (3, {29, 30}), (4, {29, 30})])
def test_neighbours_protect_each_other_on_the_last_squares(game: Game, throw: int, theirs: set[int]) -> None:
    assert game.ends({26}, theirs, [throw]) == [End({26 - throw}, theirs, [(throw, 26)])]


def test_only_one_enemy_is_pushed_into_the_water(game: Game) -> None:
    # Once one lies there, the other on the last squares is safe in the same turn.
    assert game.ends({22, 26}, {28, 30}, [2, 4, 4]) == [
        End({24}, {27, 28}, [(2, 22), (4, 26), (4, 30)], 1),
        End({22, 28}, {27, 30}, [(2, 26), (4, 22), (4, 26)], 1),
        End({26}, {27, 28}, [(4, 26), (2, 30), (4, 22)], 1),
    ]
