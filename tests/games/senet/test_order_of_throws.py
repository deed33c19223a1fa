"""In which orders throws are played, which are lost, and how the boards of a turn are listed."""

from __future__ import annotations

from senet_rules import End, Game


def test_one_piece_or_two_may_take_two_throws(game: Game) -> None:
    assert game.ends({1, 10}, {20}, [1, 2]) == [
        End({4, 10}, {20}, [(1, 1), (2, 2)]),
        End({2, 12}, {20}, [(1, 1), (2, 10)]),
        End({3, 11}, {20}, [(1, 10), (2, 1)]),
        End({1, 13}, {20}, [(1, 10), (2, 11)]),
    ]


def test_equal_boards_are_one_and_carry_the_least_moves(game: Game) -> None:
    # (2, 1), (1, 3) leads to the same square.
    assert game.ends({1}, {20}, [2, 1]) == [End({4}, {20}, [(1, 1), (2, 2)])]


def test_order_of_throws_is_free(game: Game) -> None:
    # The one first hits on 2, the two first hits on 4 from 3.
    assert game.ends({1}, {2, 4}, [1, 2]) == [
        End({4}, {1, 2}, [(1, 1), (2, 2)], 2),
        End({4}, {2, 3}, [(2, 1), (1, 3)], 1),
    ]


def test_hits_are_those_of_the_least_moves(game: Game) -> None:
    # 24 is also reached by 21 to 25, back to 21 and on to 24, without a hit. The least list goes to 24,
    # hits backward on 20, then forward again the same piece on 24: two hits, and the same board.
    assert game.ends({21}, {20, 29}, [3, 4, 4]) == [
        End({24}, {20, 29}, [(3, 21), (4, 24), (4, 20)], 2),
        End({26}, {20, 29}, [(4, 21), (3, 25), (4, 22)]),
    ]


def test_proper_beginning_is_the_lesser_list(game: Game) -> None:
    # Both ones first are lost, then the three is played. After the three, the ones would go 1 to 2 and back.
    assert game.ends({1, 2}, {3, 4, 6, 7}, [1, 1, 3]) == [
        End({1, 5}, {3, 4, 6, 7}, [(3, 2)]),
        End({2, 5}, {3, 4, 6, 7}, [(3, 2), (1, 1)]),
    ]


def test_least_moves_of_a_board_may_begin_with_lost_throws(game: Game) -> None:
    # Fives after the two go 25 to 20 and back, each time hitting the same piece. Fives before it are lost,
    # as 17 protects 18. The two last, or last but one, is the least list, and has the fewest hits.
    assert game.ends({23}, {17, 18, 20}, [2, 5, 5, 5]) == [
        End({25}, {17, 18, 20}, [(2, 23)], 0),
        End({20}, {17, 18, 25}, [(2, 23), (5, 25)], 1),
    ]


def test_moves_after_a_lost_throw_stand_in_order(game: Game) -> None:
    # The one first is lost: boards with one move, each to stand just before those that it begins.
    assert game.ends({1, 2}, {3, 4}, [1, 5]) == [
        End({2, 6}, {3, 4}, [(5, 1)]),
        End({2, 7}, {3, 4}, [(5, 1), (1, 6)]),
        End({1, 7}, {3, 4}, [(5, 2)]),
        End({1, 8}, {3, 4}, [(5, 2), (1, 7)]),
    ]


def test_same_board_with_other_throws_left_is_another(game: Game) -> None:
    # 30 leaves with any of the three throws, so the same boards come up with different throws left. Of the
    # other two, one may hit on 20 or 22: a player with a piece in the water is not protected.
    assert game.ends({17, 30}, {16, 20, 22, 23, 27, 28, 29}, [3, 4, 5]) == [
        End({24}, {16, 17, 22, 23, 27, 28, 29}, [(3, 17), (4, 20), (5, 30)], 1),
        End({25}, {16, 17, 22, 23, 27, 28, 29}, [(3, 17), (4, 30), (5, 20)], 1),
        End({26}, {16, 20, 22, 23, 27, 28, 29}, [(3, 30), (4, 17), (5, 21)]),
        End({26}, {16, 17, 20, 23, 27, 28, 29}, [(3, 30), (5, 17), (4, 22)], 1),
        End({24}, {16, 20, 22, 23, 27, 28, 29}, [(4, 17), (3, 21), (5, 30)]),
        End({25}, {16, 17, 20, 23, 27, 28, 29}, [(4, 30), (5, 17), (3, 22)], 1),
    ]


def test_order_that_wastes_a_throw_is_allowed(game: Game) -> None:
    # Four and two win; two first takes the piece to 28, where the four is lost.
    assert game.ends({26}, {5}, [2, 4]) == [
        End({28}, {5}, [(2, 26)]),
        End(set(), {5}, [(4, 26), (2, 30)]),
    ]


def test_throw_is_not_lost_if_any_piece_can_move(game: Game) -> None:
    # 28 has no move with a two, so the other piece must.
    assert game.ends({28, 5}, {20}, [2]) == [End({28, 7}, {20}, [(2, 5)])]


def test_throw_is_lost_only_at_its_own_place(game: Game) -> None:
    # Two, one: the one finds 28 stuck. One, two: the water, where the two is lost.
    assert game.ends({26}, {5}, [2, 1]) == [
        End({27}, {5}, [(1, 26)]),
        End({28}, {5}, [(2, 26)]),
    ]


def test_board_stays_if_nothing_can_move(game: Game) -> None:
    assert game.ends({28, 29}, {5}, [1]) == [End({28, 29}, {5}, [])]
    assert game.ends({28, 29}, {5}, [5, 4, 1, 1]) == [End({28, 29}, {5}, [])]


def test_last_piece_off_wins_at_once(game: Game) -> None:
    assert game.ends({30}, {5}, [1, 4, 4, 5]) == [End(set(), {5}, [(1, 30)])]


def test_winning_leaves_the_other_throws_unplayed(game: Game) -> None:
    assert game.ends({26}, {5}, [5, 2]) == [
        End({28}, {5}, [(2, 26)]),
        End(set(), {5}, [(5, 26)]),
    ]


def test_last_two_pieces_off_with_two_throws(game: Game) -> None:
    assert game.ends({28, 29}, {5}, [3, 1, 1, 1]) == [End({29}, {5}, [(3, 28)])]
    assert game.ends({29, 30}, {5}, [2, 5]) == [
        End(set(), {5}, [(2, 29), (5, 30)]),
        End({29}, {5}, [(2, 30)]),
    ]
