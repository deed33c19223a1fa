"""Round robins."""

from __future__ import annotations

import numpy as np

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.match import RoundRobin, round_robin
from senet_gp.games.senet import Senet
from senet_gp.players.parsing import player_from_text

NAMES = ("expr:(sub my_distance their_distance)", "expr:(sub their_distance my_distance)", "random")


def played(
    pool: WorkerPool, games: int = 50, names: tuple[str, ...] = NAMES, *, by_name: bool = False
) -> RoundRobin:
    players = [player_from_text(name, "senet") for name in names]
    return round_robin(players, key=3, pool=pool, game=Senet(), games=games, by_name=by_name)


def test_every_pair_is_played_from_both_seats(pool: WorkerPool) -> None:
    tournament = played(pool)
    points = tournament.points
    assert np.array_equal(points + points.T, 50 * (1 - np.eye(3)))
    assert points.sum(axis=1).argmax() == 1
    assert tournament.sides.tolist() == [[0, 1], [0, 2], [1, 2]]
    assert tournament.results.outcomes.shape == (3, 50)
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


def test_a_round_robin_of_one(pool: WorkerPool) -> None:
    assert played(pool, 50, ("random",)).points.tolist() == [[0.0]]


def test_games_named_after_players_depend_on_nothing_else(pool: WorkerPool) -> None:
    names = (*NAMES, "random")
    tournament = played(pool, 10, names, by_name=True)
    order = [3, 1, 0, 2]
    swapped = played(pool, 10, tuple(names[n] for n in order), by_name=True)
    # Players of the same name cannot be told apart, so their results are added up.
    both = [
        np.array([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1]]),
        np.array([[0, 0, 1, 0], [0, 1, 0, 0], [1, 0, 0, 1]]),
    ]
    assert np.array_equal(both[0] @ tournament.points @ both[0].T, both[1] @ swapped.points @ both[1].T)
    with WorkerPool(1) as one:
        fewer = played(one, 10, (NAMES[2], NAMES[0]), by_name=True)
    assert fewer.points[1, 0] == tournament.points[0, 2]
    # The two of the same name play games of their own against the third.
    turns = tournament.results.turns
    assert turns[1].tolist() != turns[2].tolist()
    assert not np.array_equal(played(pool, 10, names).results.turns, tournament.results.turns)
