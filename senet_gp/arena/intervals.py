"""Confidence intervals for shares of points.

Games of a match come in pairs on the same throws with seats changed, so they are not independent, and part of
what decides them is known: how far each side threw. Both narrow the interval, by how much is told in
docs/measuring.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

#: The design effect is shrunk towards that of independent games as if so many clusters of them were known. It
#: keeps the interval honest for few games, and where all games ended alike and show no variance at all.
PRIOR_CLUSTERS = 10


def wilson(points: float, games: float, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval (1927) for the share of points in independent games.

    Exact wins and losses are what it is made for. With draws, each half a point, it is a little too
    wide, never too narrow: a result with draws varies less than a win or loss of the same mean.

    Args:
        points: wins, plus half of the draws.
        games: how many games were played.
        confidence: how often the interval shall hold the true share.

    Returns:
        The lower and the upper end; 0 and 1 if no game was played.
    """
    if games == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = points / games
    center = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(0.0, center - half), min(1.0, center + half)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a player's points say of its true share.

    Attributes:
        score: the share of points won.
        adjusted: the same with luck subtracted: what it is expected to be with average throws.
        interval: the 95 % confidence interval of the true share, around ``adjusted``.
        effective_games: as many independent games would give an interval of this width.
    """

    score: float
    adjusted: float
    interval: tuple[float, float]
    effective_games: float


def estimate(
    points: NDArray[np.float64], clusters: NDArray[np.int64], luck: NDArray[np.float64] | None = None
) -> Estimate:
    """Estimate a player's share of points from games that depend on one another within clusters.

    Luck is a control variate: its expectation is zero whoever plays, so subtracting a multiple of it changes
    no expectation, and the multiple is chosen by regression to leave the least variance. The variance of the
    mean is that of the sums over clusters; Wilson's interval is taken for as many games as would, being
    independent, have the same variance.

    Args:
        points: for each game 1, ½ or 0.
        clusters: for each game the number of its cluster, from 0 on.
        luck: for each game something of expectation zero that goes with the result, or None.
    """
    games = len(points)
    score = float(points.mean())
    residual, adjusted = points - score, score
    if luck is not None:
        luck_sums, residual_sums = np.bincount(clusters, luck), np.bincount(clusters, residual)
        spread = float(luck_sums @ luck_sums)
        if spread > 0:
            # One coefficient is lost to few clusters if it is fitted freely, so it is shrunk likewise.
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
