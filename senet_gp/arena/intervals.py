"""Confidence intervals for shares of points.

The games of a match come in pairs with the same throws and exchanged seats, so they are not independent; and
part of what decides them is known, the luck of the throws. Both narrow the interval; docs/measuring.md tells
by how much.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

#: The design effect is shrunk towards that of independent games as if this many clusters of them were known.
#: This keeps the interval honest for few games, and where all games ended alike and show no variance at all.
PRIOR_CLUSTERS = 10


def wilson(points: float, games: float) -> tuple[float, float]:
    """Wilson's 95 % score interval (1927) for the share of points in independent games.

    It is made for wins and losses. With draws, each half a point, it is a little too wide, never too narrow:
    a result with draws varies less than a win or loss of the same mean.

    >>> [round(bound, 3) for bound in wilson(60, 100)]
    [0.502, 0.691]

    Args:
        points: wins, plus half of the draws.
        games: the number of games.

    Returns:
        The lower and the upper end; 0 and 1 if no game was played.
    """
    if games == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf(0.975)
    share = points / games
    center = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(0.0, center - half), min(1.0, center + half)


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate of a player's true share of points.

    Attributes:
        score: the share of points won.
        adjusted: the share with luck subtracted: what is expected with average throws.
        interval: the 95 % confidence interval of the true share, around ``adjusted``.
        effective_games: the number of independent games that would give an interval of this width.
    """

    score: float
    adjusted: float
    interval: tuple[float, float]
    effective_games: float


def estimate(
    points: NDArray[np.float64], clusters: NDArray[np.int64], luck: NDArray[np.float64] | None = None
) -> Estimate:
    """Estimate a player's share of points from games that depend on one another within clusters.

    Luck is a control variate: its expectation is zero for all players, so subtracting a multiple of it does
    not change the expectation, and regression finds the multiple that leaves the least variance. The variance
    of the mean is that of the sums over clusters; the interval is Wilson's for the number of independent
    games that would have the same variance.

    >>> points = np.array([1.0, 0.0, 1.0, 1.0])
    >>> estimate(points, clusters=np.array([0, 0, 1, 1])).score
    0.75

    Args:
        points: (games,) float64, 1, 0.5 or 0 for each game.
        clusters: (games,) int64, the number of each game's cluster, from 0 on.
        luck: (games,) float64, a quantity with expectation zero that correlates with the result, or None.
    """
    games = len(points)
    score = float(points.mean())
    residual, adjusted = points - score, score
    if luck is not None:
        luck_sums, residual_sums = np.bincount(clusters, luck), np.bincount(clusters, residual)
        spread = float(luck_sums @ luck_sums)
        if spread > 0:
            # With few clusters a freely fitted coefficient would explain too much, so it is shrunk too.
            slope = float(luck_sums @ residual_sums) / spread
            slope *= len(luck_sums) / (len(luck_sums) + PRIOR_CLUSTERS)
            adjusted = min(1.0, max(0.0, score - slope * float(luck.mean())))
            residual = residual - slope * (luck - luck.mean())
    sums = np.bincount(clusters, residual)
    independent = adjusted * (1 - adjusted)
    prior = PRIOR_CLUSTERS * independent * games / len(sums)
    expected = independent * games + prior
    effect = (float(sums @ sums) + prior) / expected if expected else 1.0
    effective = games / effect
    return Estimate(score, adjusted, wilson(adjusted * effective, effective), effective)
