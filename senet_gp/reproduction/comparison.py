"""Kinds of runs compared: medians over runs, and what seeds change, with 95 % intervals and tests."""

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
    """What is different in the runs of one kind from those of another.

    Attributes:
        difference: of the medians, with the interval of the bootstrap over runs.
        superiority: the chance that a run of this kind does better than one of the other, equal ones counting
            a half (the A of Vargha and Delaney).
        p: of the test of Mann and Whitney, two-sided.
    """

    difference: Mean
    superiority: float
    p: float


@dataclass(frozen=True, slots=True)
class KindResult:
    """How the champions of a kind of runs do against a group of opponents.

    Attributes:
        against: the group.
        kind: the kind of runs.
        runs: how many there are.
        median: of the runs' mean shares of points, with the interval of the bootstrap over runs.
        effect: beside unseeded runs; None of these themselves.
    """

    against: str
    kind: str
    runs: int
    median: Mean
    effect: Effect | None


def median_of(values: Sequence[float]) -> Mean:
    """The median of independent values, with the bootstrap's 95 % interval; a single value has none."""
    return _bootstrapped(np.median, values)


def effect_of(values: Sequence[float], others: Sequence[float]) -> Effect:
    """How values differ from others, all of them independent."""

    def difference(a: Any, b: Any, axis: int = -1) -> Any:
        return np.median(a, axis=axis) - np.median(b, axis=axis)

    test = stats.mannwhitneyu(values, others, alternative="two-sided")
    superiority = float(test.statistic) / (len(values) * len(others))
    return Effect(_bootstrapped(difference, values, others), superiority, float(test.pvalue))


def _bootstrapped(statistic: Callable[..., Any], *samples: Sequence[float]) -> Mean:
    """A statistic of samples, with the percentiles of the bootstrap as its interval."""
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
    """Every kind of runs against every group of opponents that its runs did not begin with.

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
