"""Strengths and their bounds, against what is known of them otherwise."""

from __future__ import annotations

from math import exp, inf, log

import numpy as np
import pytest
from numpy.typing import NDArray

from senet_gp.arena.tournament import Meetings, bounds, strengths
from senet_gp.engine.measurement import wilson

_LEVEL = 1.959964


def meetings(shares: NDArray[np.float64], games: int) -> Meetings:
    return Meetings(games, shares, np.ones_like(shares))


def found_at_random(players: int, games: int, seed: int) -> tuple[NDArray[np.float64], Meetings]:
    """Strengths with mean 0, and the results of independent games between such players."""
    rng = np.random.default_rng(seed)
    true = rng.normal(size=players)
    true -= true.mean()
    upper = np.triu(rng.binomial(games, 1 / (1 + np.exp(true[None, :] - true[:, None]))) / games, 1)
    return true, meetings(upper + np.tril(1 - upper.T, -1), games)


@pytest.mark.parametrize("effect", [0.5, 1.0, 1.7])
@pytest.mark.parametrize(("points", "games"), [(20, 20), (0, 2), (10, 20), (19.5, 20), (150, 200)])
def test_of_two_players_the_bounds_are_wilsons(points: float, games: int, effect: float) -> None:
    share = points / games
    shares = np.array([[0.5, share], [1 - share, 0.5]])
    two = Meetings(games, shares, np.full((2, 2), effect))
    fitted = strengths(two)
    # Firth's correction of one chance is half a game won and half a game lost.
    assert fitted[0] - fitted[1] == pytest.approx(log((points + 0.5) / (games - points + 0.5)))
    expected = wilson(points / effect, games / effect)
    lows, highs = bounds(two, fitted, _LEVEL).T
    assert [1 / (1 + exp(-2 * end)) for end in (lows[0], highs[0])] == pytest.approx(expected, abs=1e-6)
    assert (lows[1], highs[1]) == pytest.approx((-highs[0], -lows[0]), abs=1e-6)


def test_of_many_games_the_bounds_are_those_of_the_normal_distribution() -> None:
    true, met = found_at_random(5, 40_000, 1)
    fitted = strengths(met)
    assert np.abs(fitted - true).max() < 0.03

    def log_likelihood(at: NDArray[np.float64]) -> float:
        upper = np.triu_indices(5, 1)
        apart = (at[:, None] - at[None, :])[upper]
        share = met.shares[upper]
        return -met.games * float(
            (share * np.log1p(np.exp(-apart)) + (1 - share) * np.log1p(np.exp(apart))).sum()
        )

    step, unit = 1e-3, np.eye(5)
    hessian = np.array(
        [
            [
                log_likelihood(fitted + step * (a + b))
                - log_likelihood(fitted + step * (a - b))
                - log_likelihood(fitted - step * (a - b))
                + log_likelihood(fitted - step * (a + b))
                for a in unit
            ]
            for b in unit
        ]
    ) / (4 * step * step)
    errors = np.sqrt(np.linalg.pinv(-hessian, rcond=1e-6, hermitian=True).diagonal())
    expected = np.stack([fitted - _LEVEL * errors, fitted + _LEVEL * errors], axis=1)
    assert bounds(met, fitted, _LEVEL) == pytest.approx(expected, abs=0.05 * errors.max())


def test_where_nothing_was_lost_there_is_no_bound() -> None:
    ladder = np.triu(np.ones((4, 4)), 1)
    fitted = strengths(meetings(ladder, 20))
    assert fitted.tolist() == sorted(fitted, reverse=True)
    found = bounds(meetings(ladder, 20), fitted, _LEVEL)
    assert [ends[0] > 0 for ends in found] == [True, False, False, False]
    assert found[1:, 0].tolist() == [-inf] * 3
    assert found[:3, 1].tolist() == [inf] * 3
    # A player that wins everything moves the mean, from which the others, who are equal, are measured.
    best = np.full((4, 4), 0.5)
    best[0, 1:], best[1:, 0] = 1, 0
    found = bounds(meetings(best, 20), strengths(meetings(best, 20)), _LEVEL)
    assert found[0, 1] == inf
    assert found[1:, 0].tolist() == [-inf] * 3
    assert (found[1:, 1] < 0).all()
    # A single game lost binds them all.
    best[0, 1], best[1, 0] = 0.95, 0.05
    assert np.isfinite(bounds(meetings(best, 20), strengths(meetings(best, 20)), _LEVEL)).all()


def test_an_interval_holds_at_least_the_strength_itself() -> None:
    shares = np.array([[0.5, 1.0], [0.0, 0.5]])
    fitted = strengths(meetings(shares, 20))
    found = bounds(Meetings(20, shares, np.full((2, 2), 1e-3)), fitted, _LEVEL)
    assert found.tolist() == [[fitted[0], inf], [-inf, fitted[1]]]


def test_bounds_follow_the_players_and_hold_their_strengths() -> None:
    _, met = found_at_random(12, 10, 2)
    fitted = strengths(met)
    found = bounds(met, fitted, _LEVEL)
    order = np.random.default_rng(3).permutation(12)
    swapped = meetings(met.shares[order][:, order], 10)
    assert strengths(swapped) == pytest.approx(fitted[order], abs=1e-7)
    assert bounds(swapped, fitted[order], _LEVEL) == pytest.approx(found[order], abs=1e-5)
    assert fitted.sum() == pytest.approx(0, abs=1e-9)
    assert ((found[:, 0] < fitted) & (fitted < found[:, 1])).all()
