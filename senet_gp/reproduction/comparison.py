"""A comparison of the kinds of runs: medians over runs and the effects of seeds, with intervals and tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats

from senet_gp.reproduction.experiment import SEEDS
from senet_gp.reproduction.plan import SEEDED, UNSEEDED
from senet_gp.reproduction.results import GROUPS, Mean, Results

_RESAMPLES = 9_999


@dataclass(frozen=True, slots=True)
class Effect:
    """The difference between the runs of two kinds.

    Attributes:
        difference: the difference of the medians, with a bootstrap interval over runs.
        superiority: the probability that a run of this kind is better than one of the other, where a tie
            counts half (the A measure of Vargha and Delaney).
        p: the p value of the two-sided Mann-Whitney test.
    """

    difference: Mean
    superiority: float
    p: float


@dataclass(frozen=True, slots=True)
class KindResult:
    """The results of the champions of one kind of runs against a group of opponents.

    Attributes:
        against: the group.
        kind: the kind of runs.
        runs: the number of runs.
        median: the median of the runs' mean shares of points, with a bootstrap interval over runs.
        effect: the difference from unseeded runs; None for the unseeded runs themselves.
    """

    against: str
    kind: str
    runs: int
    median: Mean
    effect: Effect | None


def median_of(values: Sequence[float]) -> Mean:
    """The median of independent values, with a 95 % bootstrap interval; a single value has none.

    >>> median_of([0.5]).value
    0.5
    """
    return _bootstrapped(np.median, values)


def effect_of(values: Sequence[float], others: Sequence[float]) -> Effect:
    """The difference between two samples of independent values."""

    def difference(a: Any, b: Any, axis: int = -1) -> Any:
        return np.median(a, axis=axis) - np.median(b, axis=axis)

    test = stats.mannwhitneyu(values, others, alternative="two-sided")
    superiority = float(test.statistic) / (len(values) * len(others))
    return Effect(_bootstrapped(difference, values, others), superiority, float(test.pvalue))


def _bootstrapped(statistic: Callable[..., Any], *samples: Sequence[float]) -> Mean:
    """A statistic of samples, with a percentile bootstrap interval."""
    value = float(statistic(*samples))
    if min(map(len, samples)) < 2:
        return Mean(value, float("nan"), float("nan"))
    found = stats.bootstrap(
        samples,
        statistic,
        n_resamples=_RESAMPLES,
        method="percentile",
        rng=np.random.default_rng(1),
    ).confidence_interval
    return Mean(value, float(found.low), float(found.high))


def compared(results: Results, player: str) -> Iterator[KindResult]:
    """Every kind of runs against every group of opponents, except the runs' own seeds.

    Args:
        results: the experiment's tables.
        player: ``winner`` of the last tournament, or ``champion`` of the final round robin.
    """
    for against, opponents in {**GROUPS, "S1 to S8": SEEDS}.items():
        unseeded = results.shares(UNSEEDED, player, opponents)
        for kind in results.kinds(""):
            if opponents == SEEDS and kind == SEEDED:
                continue
            shares = results.shares(kind, player, opponents)
            effect = None if kind == UNSEEDED else effect_of(shares, unseeded)
            yield KindResult(against, kind, len(shares), median_of(shares), effect)
