"""What games come to: shares, and confidence intervals."""

from __future__ import annotations

import json
from statistics import NormalDist

import numpy as np
import pytest

from senet_gp.engine.measurement import Measurement, estimated_share, interval_of, wilson
from senet_gp.runtime.codec import decoded
from senet_gp.runtime.errors import FileError, UsageError


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


def test_wilsons_interval_of_no_game_or_next_to_none() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(1e-250, 1e-200) == wilson(1e-158, 1e-158) == (0.0, 1.0)


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
        low, high = interval_of(*estimated_share((drawn < threshold).astype(float), pairs, luck))
        held.append(low <= share <= high)
    assert 0.92 <= np.mean(held) <= 0.985


def test_luck_narrows_the_interval_and_moves_no_mean() -> None:
    rng = np.random.default_rng(3)
    plain, adjusted = [], []
    for _ in range(2000):
        luck = rng.normal(size=200)
        points = (0.8 * luck + 0.6 * rng.normal(size=200) < 0.3).astype(float)
        share, effective_games = estimated_share(points, np.arange(200), luck)
        plain.append(points.mean())
        adjusted.append(share)
        assert effective_games > 200
    assert np.mean(adjusted) == pytest.approx(NormalDist().cdf(0.3), abs=0.004)
    assert np.std(adjusted) < 0.8 * np.std(plain)


def test_the_interval_of_games_that_all_ended_alike() -> None:
    found = estimated_share(np.ones(20), np.arange(20) // 2, np.zeros(20))
    assert found == (1.0, 20.0)
    assert interval_of(*found) == wilson(20, 20)


def test_a_share_without_luck_is_a_share() -> None:
    """Who won nearly all games in spite of bad luck would otherwise be expected to win more than all."""
    points, luck = np.ones(200), np.full(200, -1.0)
    points[0], luck[0] = 0, -20
    pairs = np.arange(200) // 2
    won, lost = estimated_share(points, pairs, luck), estimated_share(1 - points, pairs, -luck)
    assert (won[0], lost[0]) == (1, 0)
    low, high = interval_of(*won)
    assert 0.9 < low < high == 1
    assert interval_of(*lost) == pytest.approx((0, 1 - low))


def test_independent_games_give_about_wilsons_interval() -> None:
    points = np.random.default_rng(4).integers(0, 2, size=2000).astype(float)
    found = interval_of(*estimated_share(points, np.arange(2000)))
    assert found == pytest.approx(wilson(points.sum(), 2000), abs=0.002)


def test_a_measurement_tells_of_both_sides() -> None:
    measured = Measurement(games=10, wins=6, draws=1, share=0.7, effective_games=12.0)
    assert (measured.losses, measured.score) == (3, 0.65)
    other = measured.reversed
    assert (other.wins, other.losses, other.score) == (3, 6, 0.35)
    low, high = measured.interval
    assert (low, high) == wilson(0.7 * 12, 12)
    assert other.interval == pytest.approx((1 - high, 1 - low))
    assert other.error == pytest.approx(measured.error) == (high - low) / (2 * NormalDist().inv_cdf(0.975))
    assert str(measured) == f"70% ({low:.0%} to {high:.0%})"


def test_a_measurement_reads_what_it_writes() -> None:
    measured = Measurement(games=4, wins=0, draws=3, share=1 / 3, effective_games=4.5)
    content = json.loads(json.dumps(measured.as_json()))
    assert content["interval"] == list(measured.interval)
    assert decoded(content, Measurement) == measured


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("games", value) for value in (0, True, 4.0, 1 << 60)),
        *(("wins", value) for value in (-1, "1", None)),
        *(("share", value) for value in (-0.1, 1.1, float("nan"), "0.5", 10**400)),
        *(("effective_games", value) for value in (-1.0, float("inf"), 10**400, [1])),
    ],
)
def test_an_unsound_measurement_is_refused(name: str, value: object) -> None:
    content = Measurement(games=4, wins=1, draws=3, share=0.5, effective_games=4.5).as_json()
    with pytest.raises(FileError, match=f"^{name} is "):
        decoded(content | {name: value}, Measurement)
    del content[name]
    with pytest.raises(FileError, match=f"^{name} is missing"):
        decoded(content, Measurement)


def test_no_more_games_are_won_and_drawn_than_there_are() -> None:
    with pytest.raises(UsageError, match="1 wins and 3 draws are more than all 3 games"):
        Measurement(games=3, wins=1, draws=3, share=0.5, effective_games=4.5)
