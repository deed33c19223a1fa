"""A comparison of the kinds of runs: medians over runs and the effects of seeds, with intervals and tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from senet_gp.experiments.inference import median_difference_interval, median_interval, p_value, superiority
from senet_gp.reproduction.measuring import SEEDS
from senet_gp.reproduction.plan import SEEDED, UNSEEDED
from senet_gp.reproduction.results import GROUPS, Mean, Results


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


def effect_of(values: Sequence[float], others: Sequence[float]) -> Effect:
    """The difference between two samples of independent values."""
    difference = float(np.median(values) - np.median(others))
    return Effect(
        Mean.of(difference, median_difference_interval(values, others)),
        superiority(values, others),
        p_value(values, others),
    )


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
            median = Mean.of(float(np.median(shares)), median_interval(shares))
            yield KindResult(against, kind, len(shares), median, effect)
