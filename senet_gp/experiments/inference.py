"""The statistics of experiments: how sure a difference between two samples of runs is.

A value is one run's, so the unit is the run: games within a run never count as independent observations.
What SciPy has is taken from there: the bootstrap, the test of Mann and Whitney, and the search for roots.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb, sqrt
from statistics import fmean
from typing import Any

import numpy as np
import scipy  # its modules are loaded when they are first used, which takes a second

from senet_gp.engine.measurement import Z95, wilson

#: How often an interval contains the true value.
CONFIDENCE = 0.95
#: The probability below which a difference is not put down to chance.
ALPHA = 0.05
#: The probability with which a difference is to be found.
POWER = 0.8
_RESAMPLES = 9_999
#: With ties, a p value is that of all divisions into two samples if there are at most this many; else of as
#: many random ones.
_DIVISIONS = 20_000
#: In larger samples the normal approximation, which allows for ties, is used.
_SMALL = 8
#: No experiment has more runs of a variant.
_MAX_SEEDS = 1_000_000
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
    return _bootstrap_interval(np.median, values)


def mean_share_interval(shares: Sequence[float]) -> Interval | None:
    """The 95 % bootstrap interval of the mean of some shares of points; None for a single one.

    Where all shares are equal a bootstrap has no width; then it is Wilson's interval of as many games.

    >>> [round(end, 2) for end in mean_share_interval([0.4, 0.5, 0.6, 0.7])]
    [0.45, 0.65]
    >>> [round(end, 2) for end in mean_share_interval([1.0] * 10)]
    [0.72, 1.0]
    """
    if len(shares) > 1 and len(set(shares)) == 1:
        return wilson(sum(shares), len(shares))
    return _bootstrap_interval(np.mean, shares)


def _bootstrap_interval(statistic: Callable[..., Any], values: Sequence[float]) -> Interval | None:
    if len(values) < 2:
        return None
    found = scipy.stats.bootstrap(
        (np.asarray(values, float),),
        statistic,
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


def superiority_interval(effect: float, a: int, b: int) -> Interval:
    """The 95 % interval of A12, by Newcombe's method 5 (Statistics in Medicine 25, 2006).

    It solves for the effects from which the observed one is just as far as chance allows. So it also has a
    width where one sample is wholly above the other, where a bootstrap has none.

    >>> [round(end, 3) for end in superiority_interval(1.0, 10, 10)]
    [0.8, 1.0]

    Args:
        effect: the observed A12.
        a: the size of one sample.
        b: the size of the other.
    """

    def excess(true: float) -> float:
        return abs(effect - true) - Z95 * _deviation(true, a, b)

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


def equal_shares_p_value(shares: Sequence[float]) -> float:
    """The p value of shares of points in encounters, if neither side were the better one.

    Exchanging the sides of an encounter would then make 1 of a share of 0 just as likely, and so on. The test
    is two-sided; it exchanges the sides of some encounters in all ways, or, for more than 14 encounters, in
    20,000 random ones drawn with a fixed seed, and compares the means.

    >>> equal_shares_p_value([0.6, 0.7, 0.8, 0.9, 1.0, 1.0]), equal_shares_p_value([0.5, 0.5])
    (0.03125, 1.0)
    """
    from_half = np.asarray(shares, float) - 0.5
    if len(shares) < 2 or not from_half.any():
        return 1.0
    found = scipy.stats.permutation_test(
        (from_half,),
        lambda sample, axis: sample.mean(axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=_DIVISIONS,
        rng=np.random.default_rng(1),
    )
    return float(found.pvalue)


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


def power_of(effect: float, seeds: int, alpha: float) -> float:
    """The probability that a true effect is found by this many runs of each of two variants.

    The deviation of the observed effect is that of values with a normal distribution; where no division of
    so few values is significant, the power is 0.

    >>> round(power_of(0.7, 30, ALPHA), 2), power_of(0.99, 3, ALPHA)
    (0.78, 0.0)

    Args:
        effect: the true A12.
        seeds: the number of runs of each variant.
        alpha: the p value below which an effect counts as found.
    """
    if not _can_be_significant(seeds, alpha):
        return 0.0
    by_chance = sqrt((2 * seeds + 1) / (12 * seeds * seeds))
    # SciPy's correction for continuity is half a pair of values.
    least = float(scipy.stats.norm.ppf(1 - alpha / 2)) * by_chance + 0.5 / seeds**2
    deviation = _normal_deviation(max(effect, 1 - effect), seeds)
    distance = abs(effect - 0.5) - least
    return float(scipy.stats.norm.cdf(distance / deviation)) if deviation else float(distance > 0)


def _can_be_significant(seeds: int, alpha: float) -> bool:
    return seeds > _SMALL or 2 / comb(2 * seeds, seeds) < alpha


def _normal_deviation(effect: float, seeds: int) -> float:
    """The standard deviation of the observed A12 of two normal distributions of one width.

    Two values of one variant against the same value of the other are correlated by half; Owen's T gives the
    probability that both are greater.
    """
    from scipy.special import owens_t

    shift = float(scipy.stats.norm.ppf(effect))
    both = effect - 2 * float(owens_t(shift, 1 / sqrt(3)))
    own = effect * (1 - effect)
    return sqrt(max(0.0, (own + 2 * (seeds - 1) * (both - effect * effect)) / seeds**2))


def detectable_effect(seeds: int, alpha: float) -> float | None:
    """The least A12 that is found with a probability of 80 %; None if so few runs find none.

    >>> round(detectable_effect(30, ALPHA), 3), detectable_effect(3, ALPHA)
    (0.704, None)
    """
    nearly = 1.0 - _NEAR
    if power_of(nearly, seeds, alpha) < POWER:
        return None
    return float(scipy.optimize.brentq(lambda effect: power_of(effect, seeds, alpha) - POWER, 0.5, nearly))


def seeds_needed(effect: float, alpha: float) -> int | None:
    """How many runs of each variant find a true effect with a probability of 80 %.

    >>> seeds_needed(0.71, ALPHA), seeds_needed(0.5, ALPHA)
    (29, None)

    Returns:
        The number; None if more than a million are needed.
    """
    low, high = 1, 2
    while power_of(effect, high, alpha) < POWER - _NEAR:
        low, high = high, 2 * high
        if low > _MAX_SEEDS:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if power_of(effect, middle, alpha) >= POWER - _NEAR else (middle, high)
    return high


def effect_of_shift(shift: float) -> float:
    """The A12 of two normal distributions whose means differ by so many standard deviations.

    >>> effect_of_shift(0.0), round(effect_of_shift(1.0), 3)
    (0.5, 0.76)
    """
    return float(scipy.stats.norm.cdf(shift / sqrt(2)))


def shift_of_effect(effect: float) -> float:
    """The difference of the means of two normal distributions with this A12, in standard deviations."""
    return float(scipy.stats.norm.ppf(effect)) * sqrt(2)


@dataclass(frozen=True, slots=True)
class Noise:
    """The spread of a variant's measured values, by its two sources.

    Attributes:
        seeds: the standard deviation from run to run, which only more seeds average out.
        games: the standard deviation of a measured value around the true one, which more games make smaller.
    """

    seeds: float
    games: float


def noise_of(values: Sequence[float], errors: Sequence[float]) -> Noise:
    """Tell the noise of seeds and the noise of games apart.

    The variance of the measured values is the sum of both. The noise of games is known from the games of each
    run; the rest is that of seeds.

    Args:
        values: the measured value of each run.
        errors: the standard error of each, from its games.

    >>> noise_of([0.4, 0.6], [0.0, 0.0]).games
    0.0
    """
    games = float(np.mean(np.square(errors)))
    whole = float(np.var(values, ddof=1)) if len(values) > 1 else 0.0
    return Noise(sqrt(max(0.0, whole - games)), sqrt(games))
