"""How a game of Senet starts, and its first turn."""

from __future__ import annotations

import pytest
from senet_rules import End, Game


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
    game: Game, pieces: int, first: set[int], second: set[int]
) -> None:
    assert game.start(pieces) == (first, second)


def test_first_turn_with_a_one_can_hit_any_piece(game: Game) -> None:
    mine, theirs = game.start(7)
    assert game.ends(mine, theirs, [1]) == [
        End({3, 4, 6, 8, 10, 12, 14}, {1, 2, 5, 7, 9, 11, 13}, [(1, 2)], 1),
        End({2, 5, 6, 8, 10, 12, 14}, {1, 3, 4, 7, 9, 11, 13}, [(1, 4)], 1),
        End({2, 4, 7, 8, 10, 12, 14}, {1, 3, 5, 6, 9, 11, 13}, [(1, 6)], 1),
        End({2, 4, 6, 9, 10, 12, 14}, {1, 3, 5, 7, 8, 11, 13}, [(1, 8)], 1),
        End({2, 4, 6, 8, 11, 12, 14}, {1, 3, 5, 7, 9, 10, 13}, [(1, 10)], 1),
        End({2, 4, 6, 8, 10, 13, 14}, {1, 3, 5, 7, 9, 11, 12}, [(1, 12)], 1),
        End({2, 4, 6, 8, 10, 12, 15}, {1, 3, 5, 7, 9, 11, 13}, [(1, 14)]),
    ]


def test_first_turn_with_a_two_has_one_move(game: Game) -> None:
    mine, theirs = game.start(7)
    assert game.ends(mine, theirs, [2]) == [End({2, 4, 6, 8, 10, 12, 16}, {1, 3, 5, 7, 9, 11, 13}, [(2, 14)])]
