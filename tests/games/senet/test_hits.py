"""Hits, and who is protected from them."""

from __future__ import annotations

import pytest
from senet_rules import End, Game


def test_hit_pieces_change_places(game: Game) -> None:
    assert game.ends({9}, {13}, [4]) == [End({13}, {9}, [(4, 9)], 1)]


def test_own_piece_is_in_the_way(game: Game) -> None:
    assert game.ends({9, 13}, {1}, [4]) == [End({9, 17}, {1}, [(4, 13)])]


@pytest.mark.parametrize("theirs", [{10, 11}, {9, 10}, {9, 10, 11}])
def test_neighbours_protect_each_other(game: Game, theirs: set[int]) -> None:
    # Forward is barred, so the piece must go back.
    assert game.ends({6}, theirs, [4]) == [End({2}, theirs, [(4, 6)])]


@pytest.mark.parametrize(("start", "theirs"), [(9, {10, 11}), (19, {20, 21}), (18, {19, 20})])
def test_rows_are_one_track_for_protection(game: Game, start: int, theirs: set[int]) -> None:
    assert game.ends({start}, theirs, [1]) == [End({start - 1}, theirs, [(1, start)])]


@pytest.mark.parametrize("other", [8, 12])
def test_distance_two_does_not_protect(game: Game, other: int) -> None:
    assert game.ends({7}, {10, other}, [3]) == [End({10}, {7, other}, [(3, 7)], 1)]


@pytest.mark.parametrize("other", [20, 30])
def test_squares_that_are_not_neighbours_on_the_track_do_not_protect(game: Game, other: int) -> None:
    # 20 lies under 1 on the drawn board; 30 and 1 are the ends of the track. 9 and 10 bar the way forward.
    assert game.ends({5}, {1, 9, 10, other}, [4]) == [End({1}, {5, 9, 10, other}, [(4, 5)], 1)]


def test_enemy_pieces_do_not_protect(game: Game) -> None:
    # My own 11 beside the enemy's 10 is no help to it.
    assert game.ends({9, 11}, {10}, [1]) == [
        End({10, 11}, {9}, [(1, 9)], 1),
        End({9, 12}, {10}, [(1, 11)]),
    ]


def test_nobody_is_protected_whose_owner_is_in_the_water(game: Game) -> None:
    assert game.ends({9}, {10, 11, 27}, [1]) == [End({10}, {9, 11, 27}, [(1, 9)], 1)]
    assert game.ends({25}, {26, 27}, [1]) == [End({26}, {25, 27}, [(1, 25)], 1)]


def test_pushing_an_enemy_into_the_water_bares_the_others(game: Game) -> None:
    # Before the push 10 and 11 protect each other, so a one first must step into the water.
    assert game.ends({9, 26}, {10, 11, 28}, [1, 2]) == [
        End({9, 27}, {10, 11, 28}, [(1, 26)]),
        End({10, 28}, {9, 11, 27}, [(2, 26), (1, 9)], 2),
    ]


def test_protection_is_seen_when_the_throw_is_played(game: Game) -> None:
    # Hitting 4 from 3 puts that piece beside 2, so that the two cannot take 1 to 3 after it.
    assert game.ends({1, 3}, {2, 4}, [1, 2]) == [
        End({3, 4}, {1, 2}, [(1, 1), (2, 2)], 2),
        End({2, 5}, {1, 4}, [(1, 1), (2, 3)], 1),
        End({1, 6}, {2, 3}, [(1, 3), (2, 4)], 1),
        End({1, 6}, {2, 4}, [(2, 3), (1, 5)]),
    ]


def test_protection_holds_against_backward_hits(game: Game) -> None:
    assert game.ends({24}, {20}, [4]) == [End({20}, {24}, [(4, 24)], 1)]
    assert game.ends({24}, {19, 20}, [4]) == [End({24}, {19, 20}, [])]
    assert game.ends({24}, {20, 21}, [4]) == [End({24}, {20, 21}, [])]
    assert game.ends({24}, {19, 20, 27}, [4]) == [End({20}, {19, 24, 27}, [(4, 24)], 1)]
