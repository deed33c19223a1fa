"""Measured matches, round robins, and their intervals."""

from __future__ import annotations

import json
from math import sqrt

import numpy as np
import pytest
from played_games import played
from slow_players import Slow

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.match import play_match
from senet_gp.arena.tournament import play_tournament
from senet_gp.arena.verdict import verdict
from senet_gp.games.registry import game_of
from senet_gp.games.senet import Senet, SenetDecision
from senet_gp.players import ExpressionPlayer, RandomPlayer
from senet_gp.players.parsing import player_from_text
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.streams import Streams
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import from_lisp


class LastPlayer:
    """A player that compiled code does not know: it always chooses the last afterstate."""

    name = "last"
    participant = None

    def choose(self, decision: SenetDecision, _streams: Streams) -> int:
        """The last one."""
        return len(decision.afterstates) - 1


def test_two_random_movers_play_as_the_specification_says(pool: WorkerPool) -> None:
    report = play_match(RandomPlayer(), RandomPlayer(), games=6000, seed=1, pool=pool)
    assert 160 <= report.mean_turns <= 172
    assert abs(report.first_mover_wins / 6000 - 0.52) < 0.01 + 2 * sqrt(0.25 / 6000)
    assert report.draws == 0


def test_games_lost_by_the_own_last_move_are_told_of_the_player_who_made_it() -> None:
    """A random mover steps back and forth in Pursuit, a perfect player does not."""
    game = game_of("pursuit")
    players = [player_from_text(text, game) for text in ("random", "minimax")]
    first, second = (play_match(*pair, game=game, games=40, seed=1) for pair in (players, players[::-1]))
    assert first.self_losses[0] > 0 == first.self_losses[1]
    assert second.self_losses == first.self_losses[::-1]


def test_there_are_thirteen_boards_to_choose_from_on_average() -> None:
    options = [
        len(choice.decision.afterstates)
        for key in range(40)
        for choice in played(Senet(), key)[1]
        if not choice.before.in_water
    ]
    assert 9 < np.mean(options) < 17
    assert np.median(options) in {3, 4, 5}


def test_a_match_is_the_same_for_any_number_of_workers() -> None:
    tree = player_from_text("random-tree:4", "senet")
    reports = []
    for workers in (1, 2, 7):
        with WorkerPool(workers) as pool:
            reports.append(play_match(tree, RandomPlayer(), games=101, seed=9, pool=pool))
    assert reports[0] == reports[1] == reports[2]
    with WorkerPool(1) as pool:
        assert play_match(tree, RandomPlayer(), games=101, seed=10, pool=pool) != reports[0]


def test_both_paths_measure_the_same(pool: WorkerPool) -> None:
    tree = player_from_text("expr:(sub their_distance my_moves)", "senet")
    fast = play_match(tree, RandomPlayer(), games=41, seed=2, pool=pool, game=Senet(3))
    for workers in (1, 2):
        with WorkerPool(workers) as some:
            for one, other in [
                (Slow(tree), RandomPlayer()),
                (tree, Slow(RandomPlayer())),
            ]:
                assert play_match(one, other, games=41, seed=2, pool=some, game=Senet(3)) == fast


def test_seats_alternate_and_wins_are_counted_for_the_right_player(pool: WorkerPool) -> None:
    strong = player_from_text("expr:(sub their_distance my_distance)", "senet")
    one = play_match(strong, RandomPlayer(), games=400, seed=3, pool=pool)
    other = play_match(RandomPlayer(), strong, games=400, seed=3, pool=pool)
    assert one.wins[0] > 350
    assert other.wins[1] > 350
    assert sum(one.wins) + one.draws == 400
    # The strong one moved first in half of the games, so that is how often the first mover won.
    assert abs(one.first_mover_wins - 200) < 30
    with WorkerPool(1) as one_worker:
        last = play_match(LastPlayer(), RandomPlayer(), games=4, seed=3, pool=one_worker)
    assert sum(last.wins) == 4


def test_draws_count_half(pool: WorkerPool) -> None:
    back = player_from_text("expr:(add my_distance (mul 30 (add my_pieces their_pieces)))", "senet")
    report = play_match(back, back, games=200, seed=1, pool=pool)
    assert report.draws > 0
    assert report.score == (report.wins[0] + report.draws / 2) / 200


def test_the_json_has_the_interval(pool: WorkerPool) -> None:
    report = play_match(RandomPlayer(), RandomPlayer(), games=10, seed=4, pool=pool, game=Senet(1)).as_json()
    assert json.loads(json.dumps(report)) == report
    assert report["interval_method"].startswith("clustered")
    assert report["interval"][0] <= report["adjusted_score"] <= report["interval"][1]


def test_a_player_against_itself_scores_exactly_half(pool: WorkerPool) -> None:
    """With the same throws and exchanged seats, the second game of a pair mirrors the first."""
    for text in ("random", "random-tree:4", "expr:(sub their_distance my_distance)"):
        report = play_match(
            player_from_text(text, "senet"), player_from_text(text, "senet"), games=400, seed=1, pool=pool
        )
        assert report.wins == (200, 200)
        low, high = report.interval
        assert 0.48 < low < 0.5 < high < 0.52


def test_intervals_of_real_matches_hold_the_truth(pool: WorkerPool) -> None:
    """About 95 of 100 intervals of short matches contain the score of a very long match."""
    a, b = (
        player_from_text(text, "senet")
        for text in (
            "expr:(add (mul their_barricade their_distance) my_moves)",
            "expr:(add their_distance hits)",
        )
    )
    game = Senet(4)  # whose games are shorter
    long = play_match(a, b, games=20_000, seed=999, pool=pool, game=game)
    reports = [play_match(a, b, games=50, seed=seed, pool=pool, game=game) for seed in range(100)]
    held = [report.interval[0] <= long.score <= report.interval[1] for report in reports]
    assert 0.91 <= np.mean(held) <= 0.99
    # Throws shared, and luck subtracted, these games say more than as many independent ones.
    assert long.measured.effective_games > 1.05 * 20_000


def test_random_players_are_seeded_by_their_number() -> None:
    one, again, other = (player_from_text(f"random-tree:{n}", "senet") for n in (1, 1, 2))
    assert isinstance(one, ExpressionPlayer)
    assert isinstance(again, ExpressionPlayer)
    assert isinstance(other, ExpressionPlayer)
    assert list(one.tree) == list(again.tree) != list(other.tree)


def test_showing_progress_does_not_change_a_match() -> None:
    players = player_from_text("random-tree:1", "hexapawn"), player_from_text("minimax", "hexapawn")
    told: list[int] = []
    with WorkerPool(2) as pool:
        reports = [
            play_match(*players, games=101, seed=5, pool=pool, game=game_of("hexapawn"), show=show)
            for show in (None, lambda done, _total, _text: told.append(done))
        ]
    assert reports[0] == reports[1]
    assert told == sorted(set(told))
    assert len(told) > 3
    assert told[-1] == 101


def test_the_game_is_that_of_the_expressions_and_others_are_refused(pool: WorkerPool) -> None:
    pawn, piece = (player_from_text("expr:my_pieces", game) for game in ("hexapawn", "senet"))
    assert play_match(pawn, RandomPlayer(), games=2, seed=1, pool=pool).game == "hexapawn"
    assert play_match(RandomPlayer(), pawn, games=2, seed=1, pool=pool).game == "hexapawn"
    for game in (None, game_of("senet"), game_of("hexapawn")):
        with pytest.raises(UsageError, match=r"a player of \w+ cannot play \w+: name players of one game"):
            play_match(pawn, piece, games=2, seed=1, pool=pool, game=game)


def test_an_individual_plays_as_the_text_of_its_expression_does() -> None:
    individual = from_lisp("(sub my_moves their_moves)", "hexapawn")
    assert isinstance(individual, Individual)
    text = "expr:(sub my_moves their_moves)"
    # The game is that of the individual.
    report = play_match(individual, "minimax", games=20)
    assert report == play_match(text, "minimax", game="hexapawn", games=20)
    assert verdict("hexapawn", individual) == verdict("hexapawn", text)
    found, named = (play_tournament([one, "random"], game="hexapawn", games=20) for one in (individual, text))
    assert found.standings == named.standings


def test_individuals_that_begin_alike_have_different_short_names() -> None:
    begin = "(add my_moves " * 10
    two = [from_lisp(f"{begin}{end}{')' * 10}", "hexapawn") for end in ("1", "2")]
    names = {row.player for row in play_tournament(two, game="hexapawn", games=2).standings}
    assert len(names) == 2
    assert all(name.startswith("expr:(add my_moves") and len(name) < 80 for name in names)


def test_what_is_no_player_is_refused() -> None:
    for wrong in (5, RandomPlayer):
        with pytest.raises(UsageError, match="cannot play: give an expression, a player, or a text"):
            play_match(wrong, "minimax", game="hexapawn", games=2)  # type: ignore[arg-type]
