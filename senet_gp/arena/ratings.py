"""Ratings of the players of a round robin, with confidence intervals.

The model is that of Bradley and Terry (:mod:`senet_gp.arena.bradley_terry`); ratings are on the scale of
chess, where 400 points are odds of ten to one, with mean 0. The games of each two players are measured like a
match (:mod:`senet_gp.arena.intervals`): luck is subtracted, and pairs of games with the same throws form
clusters. Existing libraries for this model, such as choix, give no intervals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import isfinite, log
from typing import Any

import numpy as np
from scipy.special import stdtrit

from senet_gp.arena.bradley_terry import Meetings, bounds, strengths
from senet_gp.arena.intervals import PRIOR_CLUSTERS, estimate
from senet_gp.arena.round_robin import RoundRobin
from senet_gp.quoting import brief

#: The method of the intervals, for ``--json``.
INTERVAL_METHOD = "score test, clustered by pairs of games on the same throws, luck subtracted"

_SCALE = 400 / log(10)


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of an entrant in a round robin.

    Attributes:
        entrant: its index among the entrants, from 0 on.
        player: its name.
        rating: its rating, from the points with luck subtracted; the mean of all entrants is 0.
        interval: the 95 % confidence interval of its rating relative to the mean of all entrants; -inf or inf
            where the games set no bound.
        wins: the number of games won.
        losses: the number of games lost.
        draws: the number of games drawn.
    """

    entrant: int
    player: str
    rating: float
    interval: tuple[float, float]
    wins: int
    losses: int
    draws: int

    def __repr__(self) -> str:
        low, high = self.interval
        results = f"{self.wins} won, {self.draws} drawn, {self.losses} lost"
        return brief(self, f"{self.rating:+.0f} ({low:+.0f} to {high:+.0f})", results, self.player)

    def as_json(self) -> dict[str, Any]:
        """The standing as ``senet-gp tournament --json`` prints it; a missing bound is None."""
        return asdict(self) | {"interval": [end if isfinite(end) else None for end in self.interval]}


def standings(tournament: RoundRobin) -> list[Standing]:
    """The entrants of a round robin with their ratings, the best first; equal ones in their order."""
    meetings = _meetings(tournament)
    fitted = strengths(meetings)
    # Differences below a millionth of a point are rounding errors.
    ratings = (_SCALE * fitted).round(6) + 0.0
    intervals = _SCALE * bounds(meetings, fitted, _level(len(tournament.players), tournament.games))
    wins, losses, draws = (tournament.tally(outcome) for outcome in (1, -1, 0))
    rows = [
        Standing(
            index,
            player,
            float(ratings[index]),
            (float(intervals[index, 0]), float(intervals[index, 1])),
            int(wins[index]),
            int(losses[index]),
            int(draws[index]),
        )
        for index, player in enumerate(tournament.players)
    ]
    return sorted(rows, key=lambda standing: -standing.rating)


def places_without_a_loss(tournament: RoundRobin, table: Sequence[Standing]) -> list[int]:
    """The ranks down to which all entrants won all their games against all lower-ranked entrants.

    The distance between these groups is then unbounded, and with it the mean of all entrants.
    """
    order = [standing.entrant for standing in table]
    points = tournament.points[order][:, order]
    return [n for n in range(1, len(order)) if (points[:n, n:] == tournament.games).all()]


def _level(players: int, games: int) -> float:
    """How many standard deviations contain 95 %, by Student's t because the variances are estimated too."""
    return float(stdtrit((players - 1) * (games // 2 + PRIOR_CLUSTERS) - 1, 0.975))


def _meetings(tournament: RoundRobin) -> Meetings:
    """The games of each two entrants, each measured as a match."""
    count, games = len(tournament.players), tournament.games
    shares, effects = np.full((count, count), 0.5), np.ones((count, count))
    # Estimating the share from the same games takes up the variance of one cluster.
    clusters = games // 2 + PRIOR_CLUSTERS
    correction = clusters / (clusters - 1)
    for begin in range(0, len(tournament.first), games):
        part = slice(begin, begin + games)
        one, other = tournament.first[begin], tournament.second[begin]
        sign = np.where(tournament.first[part] == one, 1, -1)
        measured = estimate(
            (1 + tournament.results.outcomes[part] * sign) / 2,
            tournament.pairs[part] - tournament.pairs[begin],
            (tournament.results.luck[part] * sign).astype(np.float64),
        )
        shares[one, other], shares[other, one] = measured.adjusted, 1 - measured.adjusted
        effects[one, other] = effects[other, one] = games / measured.effective_games * correction
    return Meetings(games, shares, effects)
