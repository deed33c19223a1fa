"""Measured matches, round robins, and their intervals."""

from __future__ import annotations

import json
import random
from math import sqrt

import numpy as np
import pytest

from primitives import vocabulary
from senet_gp.arena.game import Game
from senet_gp.arena.intervals import wilson
from senet_gp.arena.match import play_match
from senet_gp.arena.pool import WorkerPool
from senet_gp.arena.round_robin import round_robin
from senet_gp.engine.program import RANDOM_MOVER, translate
from senet_gp.games.senet import Candidate, Rules
from senet_gp.players import ExpressionPlayer, RandomPlayer
from senet_gp.players.parsing import player_from_text
from senet_gp.streams import Streams, game_streams
from senet_gp.trees.text import from_lisp


class LastPlayer:
    """A player that only the object level knows: always the last candidate."""

    name = "last"
    program = None

    def choose(self, candidates: list[Candidate], _streams: Streams) -> int:
        """The last one."""
        return len(candidates) - 1


def test_two_random_movers_play_as_the_specification_says(pool: WorkerPool) -> None:
    report = play_match(RandomPlayer(), RandomPlayer(), games=6000, seed=1, pool=pool)
    assert 160 <= report.mean_turns <= 172
    assert abs(report.first_mover_wins / 6000 - 0.52) < 0.01 + 2 * sqrt(0.25 / 6000)
    low, high = report.interval
    assert low <= 0.5 <= high
    assert report.draws == 0


def test_there_are_thirteen_boards_to_choose_from_on_average() -> None:
    options = [
        choice.options
        for key in range(40)
        for choice in Game((RandomPlayer(), RandomPlayer()), game_streams(key)).choices()
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
    assert isinstance(tree, ExpressionPlayer)

    class ChoiceByChoice:
        name = tree.name
        program = None
        choose = staticmethod(tree.choose)

    fast = play_match(tree, RandomPlayer(), games=40, seed=2, pool=pool)
    slow = play_match(ChoiceByChoice(), RandomPlayer(), games=40, seed=2, pool=pool)
    assert fast == slow


def test_seats_alternate_and_wins_are_counted_for_the_right_player(pool: WorkerPool) -> None:
    strong = player_from_text("expr:(sub their_distance my_distance)", "senet")
    one = play_match(strong, RandomPlayer(), games=400, seed=3, pool=pool)
    other = play_match(RandomPlayer(), strong, games=400, seed=3, pool=pool)
    assert one.wins[0] > 350
    assert other.wins[1] > 350
    assert sum(one.wins) + one.draws == 400
    # The strong one moved first in half of the games, so that is how often the first mover won.
    assert abs(one.first_mover_wins - 200) < 30
    last = play_match(LastPlayer(), RandomPlayer(), games=4, seed=3, pool=pool)
    assert sum(last.wins) == 4


def test_draws_count_half(pool: WorkerPool) -> None:
    back = player_from_text("expr:(add my_distance (mul 30 (add my_pieces their_pieces)))", "senet")
    report = play_match(back, back, games=200, seed=1, pool=pool)
    assert report.draws > 0
    assert report.score == (report.wins[0] + report.draws / 2) / 200


def test_the_json_is_as_documented(pool: WorkerPool) -> None:
    report = play_match(RandomPlayer(), RandomPlayer(), games=10, seed=4, pool=pool, rules=Rules(1)).as_json()
    assert json.loads(json.dumps(report)) == report
    assert list(report)[:10] == [
        *(
            "game",
            "players",
            "games",
            "seed",
            "wins",
            "draws",
            "first_mover_wins",
            "mean_turns",
            "score",
            "interval",
        ),
    ]
    assert report["interval_method"] == "wilson"


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    # Newcombe 1998, table I, method 3 (Wilson without continuity correction).
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilsons_interval(points: float, games: int, low: float, high: float) -> None:
    assert wilson(points, games) == pytest.approx((low, high), abs=5e-5)


def test_wilsons_interval_covers_the_truth_in_95_of_100_cases() -> None:
    rng = np.random.default_rng(5)
    for share in (0.1, 0.5, 0.85):
        points = rng.binomial(200, share, size=4000)
        held = [low <= share <= high for low, high in (wilson(int(p), 200) for p in points)]
        assert 0.935 <= np.mean(held) <= 0.965
    # With draws it may only be too wide.
    points = rng.multinomial(200, [0.4, 0.3, 0.3], size=4000) @ [1, 0.5, 0]
    assert np.mean([low <= 0.55 <= high for low, high in (wilson(p, 200) for p in points)]) >= 0.95


def test_wilsons_interval_of_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_round_robin_plays_every_pair(pool: WorkerPool) -> None:
    words = vocabulary("senet")
    good = translate(from_lisp("(sub their_distance my_distance)", words), words)
    bad = translate(from_lisp("(sub my_distance their_distance)", words), words)
    points = round_robin([bad, good, RANDOM_MOVER], key=3, pool=pool, rules=Rules(), games=50)
    assert np.array_equal(points + points.T, 50 * (1 - np.eye(3)))
    assert points.sum(axis=1).argmax() == 1
    with WorkerPool(1) as one:
        again = round_robin([bad, good, RANDOM_MOVER], key=3, pool=one, rules=Rules(), games=50)
    assert np.array_equal(points, again)


def test_a_round_robin_of_one_and_with_odd_games(pool: WorkerPool) -> None:
    assert round_robin([RANDOM_MOVER], key=3, pool=pool, rules=Rules(), games=50).tolist() == [[0.0]]
    with pytest.raises(ValueError, match="cannot be shared equally"):
        round_robin([RANDOM_MOVER] * 2, key=3, pool=pool, rules=Rules(), games=3)


def test_random_players_are_seeded_by_their_number() -> None:
    assert random.Random(1).random() != random.Random(2).random()
    one, again, other = (player_from_text(f"random-tree:{n}", "senet") for n in (1, 1, 2))
    assert isinstance(one, ExpressionPlayer)
    assert isinstance(again, ExpressionPlayer)
    assert isinstance(other, ExpressionPlayer)
    assert list(one.tree) == list(again.tree) != list(other.tree)
