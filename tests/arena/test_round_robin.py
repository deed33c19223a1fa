"""Round robins and ratings."""

from __future__ import annotations

import numpy as np
import pytest

from senet_gp.arena.pool import WorkerPool
from senet_gp.arena.ratings import standings
from senet_gp.arena.round_robin import RoundRobin, round_robin
from senet_gp.engine.results import GameResults
from senet_gp.games.senet import Senet
from senet_gp.players.parsing import player_from_text

NAMES = ("expr:(sub my_distance their_distance)", "expr:(sub their_distance my_distance)", "random")


def played(pool: WorkerPool, games: int = 50, names: tuple[str, ...] = NAMES, key: int = 3) -> RoundRobin:
    players = [player_from_text(name, "senet") for name in names]
    return round_robin(players, key=key, pool=pool, rules=Senet(), games=games)


def test_every_pair_is_played_from_both_seats(pool: WorkerPool) -> None:
    tournament = played(pool)
    points = tournament.points
    assert np.array_equal(points + points.T, 50 * (1 - np.eye(3)))
    assert points.sum(axis=1).argmax() == 1
    seats = np.zeros((3, 3), int)
    np.add.at(seats, (tournament.first, tournament.second), 1)
    assert np.array_equal(seats, 25 * (1 - np.eye(3)))
    assert sum(tournament.tally(outcome).sum() for outcome in (1, 0, -1)) == 2 * 150
    assert np.array_equal(tournament.tally(1) + tournament.tally(0) / 2, points.sum(axis=1))
    with WorkerPool(1) as one:
        assert np.array_equal(points, played(one).points)


def test_players_of_both_kinds_meet(pool: WorkerPool) -> None:
    tournament = played(pool, 2, ("random", "search:1:random-tree:2", "random-tree:2"))
    assert np.array_equal(tournament.points + tournament.points.T, 2 * (1 - np.eye(3)))
    # A search of one turn plays as its base does, and on the same throws each mirrors the other.
    assert tournament.points[1, 2] == tournament.points[2, 1] == 1
    with WorkerPool(1) as one:
        again = played(one, 2, ("random", "search:1:random-tree:2", "random-tree:2"))
    assert np.array_equal(again.points, tournament.points)


def test_a_round_robin_of_one_and_with_odd_games(pool: WorkerPool) -> None:
    assert played(pool, 50, ("random",)).points.tolist() == [[0.0]]
    with pytest.raises(ValueError, match="cannot be shared equally"):
        played(pool, 3)


def invented(strengths: list[float], games: int, rng: np.random.Generator) -> RoundRobin:
    """A round robin drawn from the model of Bradley and Terry."""
    count = len(strengths)
    pairs = [(i, j) for i in range(count) for j in range(i + 1, count) for _ in range(games)]
    first, second = np.array(pairs).T
    turned = np.arange(len(first)) % 2 == 1
    first, second = np.where(turned, second, first), np.where(turned, first, second)
    chance = 1 / (1 + 10 ** ((np.array(strengths)[second] - np.array(strengths)[first]) / 400))
    outcomes = np.where(rng.random(len(first)) < chance, 1, -1).astype(np.int8)
    results = GameResults.new(len(first))._replace(outcomes=outcomes, turns=np.ones(len(first), np.int16))
    names = tuple(f"player {n}" for n in range(count))
    return RoundRobin(names, games, first, second, np.arange(len(first)) // 2, results)


def test_ratings_find_the_strengths_and_their_intervals_hold_them() -> None:
    rng = np.random.default_rng(1)
    strengths = [300.0, 100.0, 0.0, -150.0, -250.0]
    held = []
    for _ in range(300):
        found = {standing.player: standing for standing in standings(invented(strengths, 40, rng))}
        for number, strength in enumerate(strengths):
            low, high = found[f"player {number}"].interval
            held.append(low <= strength <= high)
    assert 0.93 <= np.mean(held) <= 0.97


def test_equal_players_do_not_look_different() -> None:
    rng = np.random.default_rng(2)
    held = [
        standing.interval[0] <= 0 <= standing.interval[1]
        for _ in range(300)
        for standing in standings(invented([0.0] * 4, 20, rng))
    ]
    assert 0.93 <= np.mean(held) <= 0.975


def test_a_player_that_wins_everything_has_a_finite_rating() -> None:
    table = standings(invented([9000.0, 0.0, 0.0], 20, np.random.default_rng(3)))
    assert table[0].player == "player 0"
    assert (table[0].wins, table[0].losses, table[0].draws) == (40, 0, 0)
    assert 200 < table[0].rating < 2000
    assert table[0].interval[1] > table[0].rating + 50
    assert sum(standing.rating for standing in table) == pytest.approx(0, abs=1e-6)
