"""When a piece goes back, and which moves are forced."""

from __future__ import annotations

import pytest
from senet_rules import End, Game


def test_no_backward_move_while_a_piece_can_go_forward(game: Game) -> None:
    assert game.ends({24, 5}, {1}, [4]) == [End({24, 9}, {1}, [(4, 5)])]


def test_every_piece_may_be_the_one_that_goes_back(game: Game) -> None:
    assert game.ends({22, 24}, {1}, [5]) == [
        End({17, 24}, {1}, [(5, 22)]),
        End({19, 22}, {1}, [(5, 24)]),
    ]


def test_own_piece_is_in_the_way_backward(game: Game) -> None:
    assert game.ends({20, 24}, {1}, [4]) == [End({16, 24}, {1}, [(4, 20)])]


def test_backward_hit_changes_places(game: Game) -> None:
    assert game.ends({6}, {3, 9, 10}, [3]) == [End({3}, {6, 9, 10}, [(3, 6)], 1)]


def test_backward_target_below_one_is_illegal(game: Game) -> None:
    assert game.ends({4}, {7, 8}, [3]) == [End({1}, {7, 8}, [(3, 4)])]
    assert game.ends({3}, {6, 7}, [3]) == [End({3}, {6, 7}, [])]
    assert game.ends({3}, {8, 9}, [5]) == [End({3}, {8, 9}, [])]


def test_backward_from_the_beautiful_house(game: Game) -> None:
    # 28 holds a piece of mine, which has no move with a two.
    assert game.ends({26, 28}, {1}, [2]) == [End({24, 28}, {1}, [(2, 26)])]


def test_backward_hit_from_the_beautiful_house(game: Game) -> None:
    assert game.ends({26, 28}, {24}, [2]) == [End({24, 28}, {26}, [(2, 26)], 1)]


@pytest.mark.parametrize(("square", "throw"), [(28, 1), (28, 4), (29, 1), (29, 5)])
def test_never_backward_from_the_last_squares(game: Game, square: int, throw: int) -> None:
    # 30 leaves with any throw, so the question never comes up there.
    assert game.ends({square}, {5}, [throw]) == [End({square}, {5}, [])]


def test_backward_is_for_the_throw_that_cannot_go_forward_only(game: Game) -> None:
    # Three first goes back to 22 and on with the one; one first goes to 26, and the three to 29.
    assert game.ends({25}, {5}, [1, 3]) == [
        End({29}, {5}, [(1, 25), (3, 26)]),
        End({23}, {5}, [(3, 25), (1, 22)]),
    ]


def test_only_forward_move_is_forced_even_into_the_water(game: Game) -> None:
    # Neither may 26 go back to 25, nor may the one be lost.
    assert game.ends({26}, {5}, [1]) == [End({27}, {5}, [(1, 26)])]
    assert game.ends({26, 28}, {5}, [1]) == [End({27, 28}, {5}, [(1, 26)])]


def test_step_into_the_water_is_not_forced_beside_another_move(game: Game) -> None:
    assert game.ends({26, 7}, {5}, [1]) == [
        End({26, 8}, {5}, [(1, 7)]),
        End({27, 7}, {5}, [(1, 26)]),
    ]
