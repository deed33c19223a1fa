"""Exact values: alpha-beta and retrograde analysis against plain recursion, and known facts."""

from __future__ import annotations

from collections import Counter

import pytest
from plain_negamax import solver, states
from reference_small_games import HEXAPAWN, TIC_TAC_TOE, trilobite

from senet_gp.games.board.game import BoardGame, Position
from senet_gp.games.hexapawn import Hexapawn
from senet_gp.games.pursuit import Pursuit
from senet_gp.games.small import Value
from senet_gp.games.solving import perfect
from senet_gp.games.solving.perfect import (
    AlphaBeta,
    PerfectPlay,
    graph,
    reachable,
    value_of_move,
    values,
)
from senet_gp.games.tictactoe import TicTacToe
from senet_gp.games.trilobite import Trilobite
from senet_gp.runtime.errors import UsageError

ACYCLIC = [
    (Hexapawn(), HEXAPAWN),
    (TicTacToe(), TIC_TAC_TOE),
    (Trilobite(), trilobite(3, 3, 3)),
    (Trilobite(3, 4, 3), trilobite(3, 4, 3)),
    (Trilobite(5, 2, 3), trilobite(5, 2, 3)),
    (Trilobite(7, 1, 2), trilobite(7, 1, 2)),
]


@pytest.fixture(params=ACYCLIC, ids=lambda pair: repr(pair[0]), scope="module")
def solved(request: pytest.FixtureRequest) -> tuple[BoardGame, dict[Position, Value]]:
    """A game with the values of all positions that can be reached, by plain recursion."""
    game, reference = request.param
    outcome = solver(reference)
    return game, {
        game.position_from(reference.seen(state, seat)): Value(*outcome(state))
        for state, seat in states(reference)
    }


def test_alpha_beta_finds_what_plain_recursion_finds(solved: tuple[BoardGame, dict[Position, Value]]) -> None:
    """At every position, asked in an order in which much is in the table already, or little."""
    game, expected = solved
    forward, backward = AlphaBeta(game), AlphaBeta(game)
    for position, value in expected.items():
        assert forward.value(position) == value.result
    for position, value in reversed(expected.items()):
        assert backward.value(position) == value.result


def test_retrograde_analysis_finds_values_and_distances(
    solved: tuple[BoardGame, dict[Position, Value]],
) -> None:
    game, expected = solved
    assert values(game, graph(game, game.starts())) == expected


def test_retrograde_analysis_goes_on_from_what_is_known(
    solved: tuple[BoardGame, dict[Position, Value]],
) -> None:
    game, expected = solved
    known: dict[Position, Value] = {}
    for position in [*expected][:: max(1, len(expected) // 20)]:
        if position not in known:
            known |= values(game, graph(game, [position], known), known)
    assert known.items() <= expected.items()


@pytest.mark.parametrize(
    ("game", "value"), [(Trilobite(5, 4, 3), 1), (Trilobite(4, 4, 4), 0), (Trilobite(5, 5, 4), 0)], ids=repr
)
def test_larger_boards_are_decided(game: Trilobite, value: int) -> None:
    assert AlphaBeta(game).value(game.starts()[0]) == value


def test_the_second_player_wins_hexapawn_and_tic_tac_toe_is_a_draw() -> None:
    for game, result in ((Hexapawn(), -1), (TicTacToe(), 0), (Trilobite(), 0)):
        assert PerfectPlay(game).value(game.starts()[0]) == result


def all_states(game: Pursuit) -> list[Position]:
    places = [(x, y) for x in range(game.size) for y in range(game.size)]
    lasts = range(-1, 4)
    return [
        game.position(own, enemy, own_last, their_last)
        for own in places
        for enemy in places
        if own != enemy
        for own_last in lasts
        for their_last in lasts
    ]


@pytest.mark.parametrize(("size", "states", "won"), [(3, 1800, 480), (4, 6000, 960), (5, 15000, 1600)])
def test_pursuit_is_a_draw_wherever_it_is_not_won_in_one(size: int, states: int, won: int) -> None:
    game = Pursuit(size)
    known = values(game, graph(game, all_states(game)))
    assert Counter(known.values()) == {Value(1, 1): won, Value(0): states - won}
    assert all(known[start] == Value(0) for start in game.starts())


def test_pursuit_is_rated_in_states_that_no_start_leads_to() -> None:
    game = Pursuit()
    perfect = PerfectPlay(game)
    for position in all_states(game)[::50]:
        ratings = perfect.ratings(game.afterstates(position))
        assert max(ratings) == perfect.value(position)
        assert max(ratings) == int(1 in [afterstate.result for afterstate in game.afterstates(position)])


def test_values_are_ranked_told_and_turned() -> None:
    best_first = [Value(1, 1), Value(1, 3), Value(0), Value(-1, 4), Value(-1, 2)]
    assert sorted(best_first, key=lambda value: -value.rank) == best_first
    assert [str(value) for value in best_first] == ["win in 1", "win in 3", "draw", "loss in 4", "loss in 2"]
    assert [value.before() for value in best_first[1:4]] == [Value(-1, 4), Value(0), Value(1, 5)]


def test_the_value_of_a_move_is_that_of_what_it_leads_to() -> None:
    game = TicTacToe()
    position = game.position_from("xx.oo....")
    moves = graph(game, [position])
    known = values(game, moves)
    found = [str(value_of_move(game, afterstate, known)) for afterstate in moves[position]]
    assert found == ["win in 1", "draw", "loss in 2", "loss in 2", "loss in 2"]


@pytest.mark.parametrize("game", [Hexapawn(), Pursuit()], ids=repr)
def test_both_orders_reach_the_same_positions(game: BoardGame) -> None:
    starts = game.starts()
    breadth_first, depth_first = (
        [position for position, _ in reachable(game, starts, depth_first=deep)] for deep in (False, True)
    )
    assert breadth_first != depth_first
    assert breadth_first[: len(starts)] == list(starts)
    assert len(set(breadth_first)) == len(breadth_first)
    assert sorted(map(repr, breadth_first)) == sorted(map(repr, depth_first))


def test_known_positions_are_not_passed() -> None:
    game = TicTacToe()
    (start,) = game.starts()
    replies = [game.swapped(afterstate.position) for afterstate in game.afterstates(start)]
    assert [position for position, _ in reachable(game, [start], replies)] == [start]
    assert start not in {position for position, _ in reachable(game, replies)}


def test_too_many_positions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(perfect, "MAX_POSITIONS", 100)
    with pytest.raises(UsageError, match="trilobite has more than 100 positions: take a smaller"):
        graph(Trilobite(), Trilobite().starts())


@pytest.mark.parametrize(
    ("game", "text", "message"),
    [
        (TicTacToe(), "xx.ooo...", "a line is complete, so the game is over"),
        (TicTacToe(), "xoxxoooxx", "the board is full, so the game is over"),
        (TicTacToe(), "xxxoo....", "a line is complete, so the game is over"),
        (TicTacToe(), "-1,-1,-1,1,1,0,0,0,0", "a line is complete, so the game is over"),
        (TicTacToe(), "-1,-1,0,0,0,0,0,0,0", r"crosses \(-1\) begin, so they are as many as noughts"),
        (TicTacToe(), "1,0,0,0,0,0,0,0,0", r"crosses \(-1\) begin, so they are as many as noughts"),
        (TicTacToe(), "-1,0,0,0,0,0,0,0,2", r"or x the crosses, who begin\), or 9 numbers -1 \(a cross\)"),
        (TicTacToe(), "xx.......", "two pieces more"),
        (Trilobite(), "...oooxx.", "has nothing below it"),
        (Trilobite(), "......ooo", "two pieces more"),
        (Trilobite(), "...xx.ooo", "a line is complete, so the game is over"),
        (Hexapawn(), "x..o..o..", "the player to move has no move, so the game is over"),
        (Hexapawn(), "x......xo", "a pawn has reached the far row, so the game is over"),
        (Hexapawn(), "o.......x", "a pawn has reached the far row, so the game is over"),
    ],
)
def test_positions_at_which_nobody_can_play_on_are_refused(game: BoardGame, text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        game.position_to_move_from(text)


class ShortGame(TicTacToe):
    """It says that no game lasts longer than six turns."""

    most_turns = 6


class FewMoves(TicTacToe):
    """It says that no position has more than five moves."""

    max_afterstates = 5


def test_a_search_ends_where_the_longest_game_should_have_ended() -> None:
    with pytest.raises(UsageError, match=r"goes on after most_turns = 6 turns, .*: set cyclic = True in its"):
        AlphaBeta(ShortGame()).value(Position(0, 0))
    # From here no game is longer than that.
    position = TicTacToe().position_from("xox......")
    assert AlphaBeta(ShortGame()).value(position) == AlphaBeta(TicTacToe()).value(position)


def test_more_moves_than_the_game_says_are_refused() -> None:
    message = r"successors of .* has listed [6-9] boards, and max_afterstates of Tic-tac-toe is 5"
    with pytest.raises(UsageError, match=message):
        FewMoves().afterstates(Position(0, 0))
    with pytest.raises(UsageError, match=message):
        AlphaBeta(FewMoves()).value(Position(0, 0))


def test_positions_that_squares_do_not_show_are_refused() -> None:
    """Else the search would take them for others; Pursuit, whose pieces have memories, is listed."""
    with pytest.raises(UsageError, match=r"squares of Tic-tac-toe do not show everything.* cyclic = True"):
        AlphaBeta(TicTacToe()).value(Position(0, 0, extra=1))
    game = Pursuit()
    start = next(one for one in game.starts() if not one.extra)
    with pytest.raises(UsageError, match="squares of Pursuit do not show everything"):
        AlphaBeta(game).value(start)
