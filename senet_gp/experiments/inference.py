"""The statistics of experiments: how sure a difference between two samples of runs is.

A value is one run's, so the unit is the run: games within a run never count as independent observations.
What SciPy has is taken from there: the bootstrap, the test of Mann and Whitney, and the search for roots.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean
from typing import Any

import numpy as np
import scipy  # its modules are loaded when they are first used, which takes a second

from senet_gp.engine.measurement import Z95

#: How often an interval contains the true value.
CONFIDENCE = 0.95
#: The probability below which a difference is not put down to chance.
ALPHA = 0.05
_RESAMPLES = 9_999
#: With ties, a p value is that of all divisions into two samples if there are at most this many; else of as
#: many random ones.
_DIVISIONS = 20_000
#: In larger samples the normal approximation, which allows for ties, is used.
_SMALL = 8
#: Effects that differ by less are the same.
_NEAR = 1e-9

Interval = tuple[float, float]


def median_interval(values: Sequence[float]) -> Interval | None:
    """The 95 % bootstrap interval of the median, by percentiles; None for a single value.

    With fewer than six values no interval within their range can hold the median that often; then this is
    about the range of the values. The resamples are drawn with a fixed seed.

    >>> median_interval([0.5, 0.5, 0.5]), median_interval([0.5])
    ((0.5, 0.5), None)
    """
    if len(values) < 2:
        return None
    found = scipy.stats.bootstrap(
        (np.asarray(values, float),),
        np.median,
        n_resamples=_RESAMPLES,
        confidence_level=CONFIDENCE,
        method="percentile",
        rng=np.random.default_rng(1),
    ).confidence_interval
    return float(found.low), float(found.high)


def mean_interval(values: Sequence[float]) -> Interval | None:
    """The 95 % interval of the mean, by Student's t; None for a single value.

    >>> mean_interval([0.5, 0.5]), mean_interval([0.5])
    ((0.5, 0.5), None)
    """
    if len(values) < 2:
        return None
    mean, error = fmean(values), float(scipy.stats.sem(values))
    if not error:
        return mean, mean
    low, high = scipy.stats.t.interval(CONFIDENCE, len(values) - 1, mean, error)
    return float(low), float(high)


def superiority(a: Sequence[float], b: Sequence[float]) -> float:
    """The probability that a value of ``a`` is greater than one of ``b``, where a tie counts half.

    This is the effect size A12 of Vargha and Delaney (2000): 0.5 means no difference, 1 that every value of
    ``a`` is greater.

    >>> superiority([3, 4, 5], [1, 2, 3])
    0.9444444444444444
    """
    x, y = np.asarray(a, float)[:, None], np.asarray(b, float)[None, :]
    return float(((x > y) + (x == y) / 2).mean())


def superiority_interval(a: Sequence[float], b: Sequence[float]) -> Interval:
    """The 95 % interval of A12, by Newcombe's method 5 (Statistics in Medicine 25, 2006).

    It solves for the effects from which the observed one is just as far as chance allows. So it also has a
    width where one sample is wholly above the other, where a bootstrap has none.

    >>> [round(end, 3) for end in superiority_interval([2.0] * 10, [1.0] * 10)]
    [0.8, 1.0]
    """
    effect = superiority(a, b)

    def excess(true: float) -> float:
        return abs(effect - true) - Z95 * _deviation(true, len(a), len(b))

    # At 0 and 1 the deviation is 0, so these are solutions, too, but not those that are looked for.
    low = 0.0 if effect <= _NEAR else float(scipy.optimize.brentq(excess, 0.0, effect - _NEAR))
    high = 1.0 if effect >= 1 - _NEAR else float(scipy.optimize.brentq(excess, effect + _NEAR, 1.0))
    return low, high


def _deviation(true: float, a: int, b: int) -> float:
    """The standard deviation of the observed A12, by the mean of the formula of Hanley and McNeil (1982)."""
    size = (a + b) / 2 - 1
    variance = true * (1 - true) * (1 + size * ((1 - true) / (2 - true) + true / (1 + true))) / (a * b)
    return sqrt(max(0.0, variance))


def p_value(a: Sequence[float], b: Sequence[float]) -> float:
    """The p value of the two-sided test of Mann and Whitney.

    It is exact for small samples: with ties, all divisions of the values into two samples are counted, or
    20,000 random ones, drawn with a fixed seed. In larger samples, the normal approximation allows for ties.

    >>> p_value([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    0.007936507936507936
    >>> p_value([1, 1], [1, 1]), p_value([1], [2, 2, 3])
    (1.0, 0.5)
    """
    together = [*a, *b]
    if len(set(together)) == 1:
        return 1.0
    method: Any = "auto"
    if len(set(together)) < len(together) and min(len(a), len(b)) <= _SMALL:
        if min(len(a), len(b)) == 1:
            return _p_value_of_one(a[0] if len(a) == 1 else b[0], together)
        method = scipy.stats.PermutationMethod(n_resamples=_DIVISIONS, rng=np.random.default_rng(1))
    return float(scipy.stats.mannwhitneyu(a, b, alternative="two-sided", method=method).pvalue)


def _p_value_of_one(value: float, together: Sequence[float]) -> float:
    """How many of all values are as far from the middle as this one, which scipy does not count."""
    far = [abs(superiority([one], together) - 0.5) for one in (value, *together)]
    return float(np.mean([one >= far[0] - _NEAR for one in far[1:]]))


def holm(p_values: Sequence[float]) -> list[float]:
    """The p values corrected by Holm (1979), so that one wrong difference among all has the given chance.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    corrected = [0.0] * len(p_values)
    largest = 0.0
    for place, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, min(1.0, (len(p_values) - place) * p_values[index]))
        corrected[index] = largest
    return corrected


def least_p_value(seeds: Sequence[tuple[int, int]]) -> float:
    """The least p value that some comparisons can have after Holm's correction.

    It is that of two samples of which one lies wholly above the other, times the number of comparisons.

    >>> round(least_p_value([(5, 5)] * 15), 3)
    0.119

    Args:
        seeds: the numbers of runs of both variants of each comparison, at least one.
    """
    apart = {pair: p_value(range(pair[0]), range(pair[0], sum(pair))) for pair in set(seeds)}
    return min(1.0, len(seeds) * min(apart.values()))
