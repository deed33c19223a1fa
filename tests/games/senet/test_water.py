"""The Water House on 27: who falls in, and how the piece is rescued."""

from __future__ import annotations

import pytest
from senet_rules import End, Game


def test_nobody_moves_onto_27_when_it_is_taken(game: Game) -> None:
    assert game.ends({26, 5}, {27}, [1]) == [End({26, 6}, {27}, [(1, 5)])]
    # Not being able to go forward, 26 goes back.
    assert game.ends({26}, {27}, [1]) == [End({25}, {27}, [(1, 26)])]


def test_falling_in_ends_the_turn(game: Game) -> None:
    assert game.ends({5, 26}, {20}, [1, 2]) == [
        End({26, 8}, {20}, [(1, 5), (2, 6)]),
        End({28, 6}, {20}, [(1, 5), (2, 26)]),
        End({27, 5}, {20}, [(1, 26)]),
        End({27, 7}, {20}, [(2, 5), (1, 26)]),
    ]


def test_falling_in_loses_all_throws_left(game: Game) -> None:
    # A one first must be played into the water, 2 being shut in. The five first bears 26 off, and the ones
    # go back to 1, forward to 2 and back again.
    theirs = {3, 4, 6, 7}
    assert game.ends({2, 26}, theirs, [1, 1, 1, 5]) == [
        End({2, 27}, theirs, [(1, 26)]),
        End({1}, theirs, [(5, 26), (1, 2), (1, 1), (1, 2)]),
    ]


def test_rescue_with_a_four_takes_the_piece_off(game: Game) -> None:
    assert game.rescue({27, 3}, {15}, 4) == {3}


def test_rescue_with_a_four_may_win(game: Game) -> None:
    assert game.rescue({27}, {15}, 4) == set()


@pytest.mark.parametrize("throw", [1, 2, 3, 5])
def test_rescue_with_another_throw_goes_to_15(game: Game, throw: int) -> None:
    assert game.rescue({27, 3}, {14, 16}, throw) == {3, 15}


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
    game: Game, mine: set[int], theirs: set[int], after: set[int]
) -> None:
    # A piece of either side takes the square; protected or not, no piece is hit.
    assert game.rescue(mine, theirs, 1) == after
