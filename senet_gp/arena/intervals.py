"""Confidence intervals for shares of points."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist


def wilson(points: float, games: int, confidence: float = 0.95) -> tuple[float, float]:
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
