"""The results of the experiment: its tables, and the shares of points of every run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import isnan, nan
from statistics import fmean
from typing import Self

from senet_gp.experiments.inference import Interval, mean_interval
from senet_gp.reproduction.measuring import HAND_MADE, PAPER_GAMES, RANDOM_PLAYERS
from senet_gp.reproduction.plan import KINDS
from senet_gp.reproduction.tables import Cost, CurvePoint, KnockoutTrial, Meeting, Step

#: Groups of opponents that shares are averaged over.
GROUPS = {"random expressions": RANDOM_PLAYERS, "hand-made players": HAND_MADE}


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean or a median with its 95 % confidence interval, whose ends are NaN if there is none."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, value: float, interval: Interval | None) -> Self:
        """A value with its interval, if there is one."""
        return cls(value, *(interval or (nan, nan)))


def mean_share(values: Iterable[float]) -> Mean:
    """The mean of independent shares, whose interval is cut at 0 and 1."""
    mean = mean_of(values)
    return Mean(mean.value, max(0.0, mean.low), min(1.0, mean.high)) if not isnan(mean.low) else mean


def mean_of(values: Iterable[float]) -> Mean:
    """The mean of independent values, with an interval by Student's t, which a single value does not have.

    >>> mean_of([0.5, 0.7]).value
    0.6
    """
    values = list(values)
    return Mean.of(fmean(values), mean_interval(values))


@dataclass(frozen=True)
class Results:
    """The tables of an experiment.

    Attributes:
        references: the reference players against one another.
        panel: the winners of some tournaments of every run against the panel.
        champions: the champions of every run against the panel and, if S1 to S8 were not its seeds, against
            these.
        knockouts: repeated knockouts in ranked populations.
        generations: sizes, depths and similar measures by generation.
        cost: time and memory by generation.
    """

    references: list[Meeting]
    panel: list[Meeting]
    champions: list[Meeting]
    knockouts: list[KnockoutTrial]
    generations: list[Step]
    cost: list[Cost]

    def runs(self, kind: str) -> list[str]:
        """The runs of a kind: unseeded, seeded, strongly-seeded, long-unseeded or long-seeded."""
        names = dict.fromkeys(step.run for step in self.generations)
        return [name for name in names if name.rpartition("-")[0] == kind]

    def kinds(self, prefix: str) -> list[str]:
        """The kinds of runs in the tables whose names begin with a prefix: ``long-`` or none."""
        return [kind for kind in KINDS if self.runs(prefix + kind)]

    def curve(self, run: str, opponents: Iterable[str]) -> dict[int, float]:
        """The mean share of points of a run's winners against opponents, by generation."""
        wanted = set(opponents)
        shares = defaultdict(list)
        for meeting in self.panel:
            if meeting.run == run and meeting.opponent in wanted:
                shares[meeting.generation].append(meeting.score)
        return {generation: fmean(values) for generation, values in sorted(shares.items())}

    def curve_points(self) -> list[CurvePoint]:
        """The points of all curves."""
        return [
            CurvePoint(run, generation, group, share)
            for run in dict.fromkeys(step.run for step in self.generations)
            for group, opponents in GROUPS.items()
            for generation, share in self.curve(run, opponents).items()
        ]

    def mean_curve(self, kind: str, opponents: Iterable[str]) -> dict[int, Mean]:
        """The mean over all runs of a kind of their :meth:`curve`."""
        curves = [self.curve(run, opponents) for run in self.runs(kind)]
        return {generation: mean_share(curve[generation] for curve in curves) for generation in curves[0]}

    def shares(self, kind: str, player: str, opponents: Iterable[str]) -> list[float]:
        """The mean share of points of each run's champion against opponents.

        Args:
            kind: the kind of runs.
            player: ``winner`` of the last tournament, or ``champion`` of the final round robin.
            opponents: the names of the opponents.
        """
        return [
            fmean(meeting.score for meeting in self.meetings(run, player, opponents))
            for run in self.runs(kind)
        ]

    def meetings(
        self, run: str, player: str, opponents: Iterable[str], *, as_in_paper: bool = False
    ) -> list[Meeting]:
        """A champion's meetings with opponents: the long matches, or those of 200 games as in the paper."""
        wanted = set(opponents)
        return [
            meeting
            for meeting in self.champions
            if meeting.run == run
            and meeting.player == player
            and meeting.opponent in wanted
            and (meeting.games == PAPER_GAMES) == as_in_paper
        ]
