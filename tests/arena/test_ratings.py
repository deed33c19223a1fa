"""Ratings and their intervals, tested by simulation and against the intervals of matches."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from simulated_tournaments import Field, drawn, ladder
from thinned import thinned

from senet_gp.arena.match import PairedGames, RoundRobin
from senet_gp.arena.tournament import places_without_a_loss, standings
from senet_gp.engine.measurement import estimated_share, interval_of
from senet_gp.runtime.codec import as_json


def held(field: Field, games: int, tournaments: int) -> list[float]:
    """How often the interval of each player of the field holds the true rating."""
    rng, truth = np.random.default_rng(7), field.truth()
    count = np.zeros(len(truth))
    for _ in range(tournaments):
        for standing in standings(drawn(field, games, rng)):
            low, high = standing.interval
            count[standing.entrant] += low <= truth[standing.entrant] <= high
    return list(count / tournaments)


@pytest.mark.parametrize(
    ("field", "games", "tournaments"),
    thinned(
        [
            (ladder("two, unequal", 2, 0.99), 20, 120),
            (ladder("two, unequal", 2, 0.99), 200, 120),
            (ladder("a ladder", 3, 0.9), 200, 80),
            (ladder("equal", 9, 0.5), 20, 40),
            (ladder("six alike", 9, 0.85, alike=6), 20, 80),
        ],
        kept=[0],
    ),
    ids=lambda value: value.name if isinstance(value, Field) else None,
)
def test_intervals_hold_the_truth(field: Field, games: int, tournaments: int) -> None:
    found = held(field, games, tournaments)
    assert np.mean(found) >= 0.93
    assert min(found) >= 0.88


def test_intervals_are_not_wider_than_they_have_to_be() -> None:
    assert np.mean(held(ladder("equal", 5, 0.5), 40, 60)) <= 0.97


def test_the_truth_of_a_simulated_field_is_that_of_the_model() -> None:
    assert ladder("a ladder", 3, 10 / 11).truth() == pytest.approx([-400, 0, 400], abs=1e-6)
    assert ladder("alike", 4, 10 / 11, alike=3).truth() == pytest.approx([-100, -100, -100, 300], abs=1e-6)


def tournament_of(outcomes: list[list[int]], luck: list[float] | None = None) -> RoundRobin:
    """A round robin from the outcomes of all games, pair by pair: 1, -1, or 0 for a draw."""
    count = next(n for n in range(2, 9) if n * (n - 1) == 2 * len(outcomes))
    won = np.array(outcomes, np.int8)
    results = PairedGames(
        outcomes=won,
        turns=np.ones(won.shape, np.int16),
        luck=np.reshape(luck or np.zeros(won.size), won.shape).astype(np.float32),
        self_losses=np.zeros(won.shape, np.bool_),
    )
    names = tuple(f"player {number}" for number in range(count))
    return RoundRobin(names, np.transpose(np.triu_indices(count, 1)), results)


GAME = st.tuples(st.integers(-1, 1), st.floats(-30, 30, width=32))


@given(st.integers(1, 40).flatmap(lambda pairs: st.lists(GAME, min_size=2 * pairs, max_size=2 * pairs)))
@example([(1, 0.0)] * 20)
@example([(1, 5.0)] * 200)
@example([(0, 0.0)] * 40)
@example([(1, 0.0), (0, 0.0)] * 100)
@example([(1, 0.0), (-1, 0.0)] * 100)
@example([(1, 3.0)] * 199 + [(-1, -9.0)])
@settings(max_examples=60)
def test_a_tournament_of_two_promises_no_more_than_their_match(games: list[tuple[int, float]]) -> None:
    outcomes, luck = np.array([won for won, _ in games]), np.array([thrown for _, thrown in games])
    share, effective_games = estimated_share((1 + outcomes) / 2, np.arange(len(games)) // 2, luck)
    table = {row.entrant: row for row in standings(tournament_of([outcomes.tolist()], luck.tolist()))}
    low, high = (1 / (1 + 10 ** (-2 * end / 400)) for end in table[0].interval)
    least, most = interval_of(share, effective_games)
    assert low <= least + 1e-9
    assert high >= most - 1e-9
    assert low <= 1 / (1 + 10 ** (-2 * table[0].rating / 400)) <= high
    assert table[0].rating == -table[1].rating


@given(
    st.integers(2, 5).flatmap(
        lambda players: st.lists(
            st.lists(st.sampled_from([-1, -1, 0, 1, 1]), min_size=4, max_size=4),
            min_size=players * (players - 1) // 2,
            max_size=players * (players - 1) // 2,
        )
    )
)
@settings(max_examples=60)
def test_ratings_lie_in_their_intervals_and_go_with_the_points(outcomes: list[list[int]]) -> None:
    tournament = tournament_of(outcomes)
    table = standings(tournament)
    assert sum(row.rating for row in table) == pytest.approx(0, abs=1e-4)
    assert all(row.interval[0] < row.rating < row.interval[1] for row in table)
    points = tournament.points.sum(axis=1)[[row.entrant for row in table]]
    assert points.tolist() == sorted(points, reverse=True)
    opened = [row for row in table if not np.isfinite(row.interval).all()]
    assert bool(opened) == bool(places_without_a_loss(tournament, table))
    written = json.dumps(as_json(table), allow_nan=False)
    assert sum(row["interval"].count(None) for row in json.loads(written)) == sum(
        np.isinf(row.interval).sum() for row in opened
    )


def test_between_which_places_nothing_was_lost() -> None:
    tournament = tournament_of([[-1, -1], [1, -1], [-1, -1], [1, 1], [1, 1], [-1, -1]])
    table = standings(tournament)
    assert [row.entrant for row in table] == [1, 3, 0, 2]
    assert places_without_a_loss(tournament, table) == [1, 2]
