"""Confidence intervals."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pytest

from senet_gp.arena.intervals import estimate, wilson


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


@pytest.mark.parametrize("games", [50, 200, 1000])
@pytest.mark.parametrize("share", [0.5, 0.8, 0.95])
@pytest.mark.parametrize("within", [-0.2, 0.0, 0.3])
def test_the_clustered_interval_covers_the_truth(games: int, share: float, within: float) -> None:
    """Games in pairs that go together or against each other, half decided by luck that is seen."""
    rng = np.random.default_rng(int(games * share + 100 * within))
    pairs = np.arange(games) // 2
    seats = np.tile([1, -1], games // 2) if within < 0 else np.ones(games)
    threshold = NormalDist().inv_cdf(share)
    held = []
    for _ in range(1000):
        luck = rng.normal(size=games)
        shared = np.repeat(rng.normal(size=games // 2), 2) * seats
        noise = 0.5 * luck + np.sqrt(0.75) * rng.normal(size=games)
        drawn = np.sqrt(abs(within)) * shared + np.sqrt(1 - abs(within)) * noise
        low, high = estimate((drawn < threshold).astype(float), pairs, luck).interval
        held.append(low <= share <= high)
    assert 0.92 <= np.mean(held) <= 0.985


def test_luck_narrows_the_interval_and_moves_no_mean() -> None:
    rng = np.random.default_rng(3)
    plain, adjusted = [], []
    for _ in range(2000):
        luck = rng.normal(size=200)
        points = (0.8 * luck + 0.6 * rng.normal(size=200) < 0.3).astype(float)
        found = estimate(points, np.arange(200), luck)
        plain.append(found.score)
        adjusted.append(found.adjusted)
        assert found.effective_games > 200
    assert np.mean(adjusted) == pytest.approx(NormalDist().cdf(0.3), abs=0.004)
    assert np.std(adjusted) < 0.8 * np.std(plain)


def test_the_interval_of_games_that_all_ended_alike() -> None:
    found = estimate(np.ones(20), np.arange(20) // 2, np.zeros(20))
    assert found.interval == wilson(20, 20)
    assert found.adjusted == 1.0


def test_a_share_without_luck_is_a_share() -> None:
    """Who won nearly all games in spite of bad luck would otherwise be expected to win more than all."""
    points, luck = np.ones(200), np.full(200, -1.0)
    points[0], luck[0] = 0, -20
    pairs = np.arange(200) // 2
    won, lost = estimate(points, pairs, luck), estimate(1 - points, pairs, -luck)
    assert (won.adjusted, lost.adjusted) == (1, 0)
    assert 0.9 < won.interval[0] < won.interval[1] == 1
    assert lost.interval == pytest.approx((0, 1 - won.interval[0]))


def test_independent_games_give_about_wilsons_interval() -> None:
    points = np.random.default_rng(4).integers(0, 2, size=2000).astype(float)
    found = estimate(points, np.arange(2000))
    assert found.interval == pytest.approx(wilson(points.sum(), 2000), abs=0.002)
