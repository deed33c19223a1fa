"""Ratings of players who met one another, with intervals.

The model of Bradley and Terry (1952): the better of two wins with a chance that depends on the difference
of their ratings alone. Ratings are on the scale of chess (400 points are ten to one), with mean 0. The
libraries that fit this model (choix, for one) give no intervals; the fit is a few lines of Newton's
method.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.round_robin import RoundRobin

_SCALE = 400 / log(10)
#: As if everybody had also won and lost half a game each against an average player: keeps ratings finite.
_PRIOR = 0.5
#: The dispersion is shrunk towards that of independent games as if so many pairs of games were known.
_PRIOR_PAIRS = 10
_STEPS = 100


@dataclass(frozen=True, slots=True)
class Standing:
    """How an entrant did in a round robin.

    Attributes:
        entrant: its place among the entrants, from 0 on.
        player: its name.
        rating: its rating; the mean of all is 0.
        interval: the 95 % confidence interval of its rating against the mean of all present.
        wins: games won.
        losses: games lost.
        draws: games drawn.
    """

    entrant: int
    player: str
    rating: float
    interval: tuple[float, float]
    wins: int
    losses: int
    draws: int


def standings(tournament: RoundRobin) -> list[Standing]:
    """The entrants of a round robin with their ratings, the best first; equal ones in order of entrance."""
    ratings, errors = _fitted(tournament)
    wins, losses, draws = (tournament.tally(outcome) for outcome in (1, -1, 0))
    rows = [
        Standing(
            index,
            player,
            float(ratings[index]),
            (float(ratings[index] - 1.96 * errors[index]), float(ratings[index] + 1.96 * errors[index])),
            int(wins[index]),
            int(losses[index]),
            int(draws[index]),
        )
        for index, player in enumerate(tournament.players)
    ]
    return sorted(rows, key=lambda standing: -standing.rating)


def _fitted(tournament: RoundRobin) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Ratings and their standard errors."""
    points = tournament.points
    games = points + points.T
    strengths = np.zeros(len(points))
    for _ in range(_STEPS):
        gradient, curvature = _slopes(strengths, points, games)
        step = np.linalg.solve(curvature, gradient)
        strengths += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-10:
            break
    _, curvature = _slopes(strengths, points, games)
    centering = np.eye(len(points)) - 1 / len(points)
    covariance = centering @ np.linalg.inv(curvature) @ centering * _dispersion(tournament, strengths)
    return _SCALE * (strengths - strengths.mean()), _SCALE * np.sqrt(np.maximum(0, covariance.diagonal()))


def _slopes(
    strengths: NDArray[np.float64], points: NDArray[np.float64], games: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Gradient, and negative matrix of second derivatives, of the logarithm of the likelihood."""
    chances = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    against_average = 1 / (1 + np.exp(-strengths))
    gradient = (points - games * chances).sum(axis=1) + _PRIOR * (1 - 2 * against_average)
    weights = games * chances * (1 - chances)
    own = weights.sum(axis=1) + 2 * _PRIOR * against_average * (1 - against_average)
    return gradient, np.diag(own) - weights


def _dispersion(tournament: RoundRobin, strengths: NDArray[np.float64]) -> float:
    """The variance of the points of a pair of games, over what it would be if the two were independent."""
    difference = strengths[tournament.second] - strengths[tournament.first]
    chances = 1 / (1 + np.exp(difference))
    # Within a pair of games the seats change, and with them the sign.
    sign = np.where(tournament.first < tournament.second, 1, -1)
    sums = np.bincount(tournament.pairs, sign * ((1 + tournament.results.outcomes) / 2 - chances))
    expected = float((chances * (1 - chances)).sum())
    prior = _PRIOR_PAIRS * expected / max(1, len(sums))
    return (float(sums @ sums) + prior) / (expected + prior) if expected else 1.0
