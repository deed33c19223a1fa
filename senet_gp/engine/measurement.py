"""What games come to: shares of points, with confidence intervals.

The games of a match come in pairs with the same throws and exchanged seats, so they are not independent; and
part of what decides them is known, the luck of the throws. Both narrow the interval; docs/measuring.md tells
by how much.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from senet_gp.runtime.codec import MAX_EXACT, Between, Count, Portion, fields_as_json
from senet_gp.runtime.errors import UsageError

#: 95 % of a normal distribution lie within this many standard deviations of its mean.
Z95 = NormalDist().inv_cdf(0.975)
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
    # In a file from anyone, effective games may also be so few that their square is 0.
    if games * games == 0:
        return 0.0, 1.0
    share, square = points / games, Z95 * Z95
    center = (share + square / (2 * games)) / (1 + square / games)
    half = Z95 / (1 + square / games) * sqrt(share * (1 - share) / games + square / (4 * games * games))
    return max(0.0, center - half), min(1.0, center + half)


def interval_of(share: float, effective_games: float) -> tuple[float, float]:
    """The 95 % confidence interval of a share of points in this many independent games."""
    return wilson(share * effective_games, effective_games)


def error_of(interval: tuple[float, float]) -> float:
    """The standard error of which a 95 % interval tells."""
    low, high = interval
    return (high - low) / (2 * Z95)


def estimated_share(
    points: NDArray[np.float64], clusters: NDArray[np.int64], luck: NDArray[np.float64] | None = None
) -> tuple[float, float]:
    """Estimate a player's true share of points from games that depend on one another within clusters.

    Luck is a control variate: its expectation is zero for all players, so subtracting a multiple of it does
    not change the expectation, and regression finds the multiple that leaves the least variance. The variance
    of the mean is that of the sums over clusters. The interval of the share is Wilson's for the number of
    independent games that would have the same variance.

    >>> share, games = estimated_share(np.array([1.0, 0.0, 1.0, 1.0]), clusters=np.array([0, 0, 1, 1]))
    >>> share, [round(end, 2) for end in interval_of(share, games)]
    (0.75, [0.31, 0.95])

    Args:
        points: (games,) float64, 1, 0.5 or 0 for each game.
        clusters: (games,) int64, the number of each game's cluster, from 0 on.
        luck: (games,) float64, a quantity with expectation zero that correlates with the result, or None.

    Returns:
        The share with luck subtracted, and the number of independent games that would tell as much.
    """
    games = len(points)
    score = float(points.mean())
    residual, share = points - score, score
    if luck is not None:
        luck_sums, residual_sums = np.bincount(clusters, luck), np.bincount(clusters, residual)
        spread = float(luck_sums @ luck_sums)
        if spread > 0:
            # With few clusters a freely fitted coefficient would explain too much, so it is shrunk too.
            slope = float(luck_sums @ residual_sums) / spread
            slope *= len(luck_sums) / (len(luck_sums) + PRIOR_CLUSTERS)
            share = min(1.0, max(0.0, score - slope * float(luck.mean())))
            residual = residual - slope * (luck - luck.mean())
    sums = np.bincount(clusters, residual)
    independent = share * (1 - share)
    prior = PRIOR_CLUSTERS * independent * games / len(sums)
    expected = independent * games + prior
    effect = (float(sums @ sums) + prior) / expected if expected else 1.0
    return share, games / effect


@dataclass(frozen=True, slots=True)
class Measurement:
    """What some games of a player come to.

    >>> print(Measurement(games=100, wins=50, draws=0, share=0.5, effective_games=96.0))
    50% (40% to 60%)

    Attributes:
        games: the number of games.
        wins: how many of them the player won.
        draws: the number of drawn games.
        share: the player's share of points, a draw counting half, with luck subtracted: what is expected
            with average throws.
        effective_games: the number of independent games that would tell as much.

    Raises:
        UsageError: if more games were won and drawn than there are.
    """

    games: Annotated[int, Between(1, MAX_EXACT)]
    wins: Count
    draws: Count
    share: Portion
    effective_games: Annotated[float, Between(0, MAX_EXACT)]

    def __post_init__(self) -> None:
        if self.wins + self.draws > self.games:
            raise UsageError(f"{self.wins} wins and {self.draws} draws are more than all {self.games} games")

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.share:.0%} ({low:.0%} to {high:.0%})"

    @property
    def losses(self) -> int:
        """How many games the player lost."""
        return self.games - self.wins - self.draws

    @property
    def score(self) -> float:
        """The share of points as it was played, luck included."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the true share, around ``share``."""
        return interval_of(self.share, self.effective_games)

    @property
    def error(self) -> float:
        """The standard error of the share; not zero where all games ended alike, as the interval knows."""
        return error_of(self.interval)

    @property
    def reversed(self) -> Measurement:
        """The same games as the opponent sees them."""
        return Measurement(self.games, self.losses, self.draws, 1 - self.share, self.effective_games)

    def as_json(self) -> dict[str, Any]:
        """The measurement as files hold it, with the interval beside it."""
        return fields_as_json(self) | {"interval": list(self.interval)}
