"""Variants compared: medians over runs, their differences, champions that met; and all this in words."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Any, Self

import numpy as np

from senet_gp.experiments import COMPARED
from senet_gp.experiments.encounters import Encounter
from senet_gp.experiments.inference import (
    ALPHA,
    POWER,
    Interval,
    Noise,
    detectable_effect,
    effect_of_shift,
    equal_shares_p_value,
    holm,
    mean_share_interval,
    median_interval,
    noise_of,
    p_value,
    seeds_needed,
    shift_of_effect,
    superiority,
    superiority_interval,
)
from senet_gp.experiments.measured_runs import DIGITS
from senet_gp.experiments.run_tables import RunRow, value_of
from senet_gp.runtime.codec import as_json, fields_as_json
from senet_gp.runtime.errors import UsageError


@dataclass(frozen=True, slots=True)
class Summary:
    """The runs of a variant.

    Attributes:
        name: the variant.
        game: its game, in words.
        values: the value of each run.
        median: their median.
        interval: its 95 % bootstrap interval over runs; None for a single run.
        quartiles: the first and the third quartile of the values.
        noise: what the values vary by; None if the column has no noise of games.
        games: the median of the games that a run played.
        seconds: the median of the seconds that a run took; None if they are not known.
    """

    name: str
    game: str
    values: tuple[float, ...]
    median: float
    interval: Interval | None
    quartiles: Interval
    noise: Noise | None
    games: float
    seconds: float | None

    @classmethod
    def of(
        cls,
        name: str,
        game: str,
        values: Sequence[float],
        *,
        games: float,
        noise: Noise | None = None,
        seconds: float | None = None,
    ) -> Self:
        """The summary of some values, one for each run; the other arguments are the attributes."""
        first, third = np.percentile(values, [25, 75])
        return cls(
            name=name,
            game=game,
            values=tuple(map(float, values)),
            median=float(np.median(values)),
            interval=median_interval(values),
            quartiles=(float(first), float(third)),
            noise=noise,
            games=games,
            seconds=seconds,
        )

    def as_json(self) -> dict[str, Any]:
        """The summary as ``senet-gp experiment --json`` prints it, with the number of its runs."""
        content = fields_as_json(self) | {"runs": len(self.values)}
        del content["values"]
        return content


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two variants of one game compared.

    Attributes:
        a: one variant.
        b: the other.
        game: their game, in words.
        difference: the median of ``a`` less that of ``b``.
        effect: A12, the probability that a run of ``a`` has a greater value than one of ``b``.
        interval: its 95 % interval.
        p: the p value of the test of Mann and Whitney.
        p_corrected: the p value corrected by Holm for all comparisons of the experiment.
        seeds_needed: how many runs of each would find the observed effect with a probability of 80 %; None if
            more than a million would.
    """

    a: str
    b: str
    game: str
    difference: float
    effect: float
    interval: Interval
    p: float
    p_corrected: float
    seeds_needed: int | None

    @property
    def different(self) -> bool:
        """Whether the difference is called real: by the corrected p value it is not put down to chance."""
        return self.p_corrected < ALPHA

    def as_json(self) -> dict[str, Any]:
        """The comparison as ``senet-gp experiment --json`` prints it."""
        return fields_as_json(self) | {"different": self.different}

    def __str__(self) -> str:
        """The comparison in a sentence."""
        if not self.different:
            return f"{self.a} and {self.b}: no significant difference"
        more, less = (self.a, self.b) if self.effect > 0.5 else (self.b, self.a)
        return f"{more} has more than {less}: in {max(self.effect, 1 - self.effect):.0%} of pairs of runs"


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """What an experiment of this size can find in one game.

    Attributes:
        game: the game, in words.
        seeds: the least number of runs of a variant.
        deviation: the standard deviation of the values within variants.
        alpha: the p value below which a single comparison counts as found, whatever the others are.
        effect: the least A12 that is found with a probability of 80 %; None if so few runs find none.
        difference: the difference of values with this effect, for normal distributions; None likewise.
    """

    game: str
    seeds: int
    deviation: float
    alpha: float
    effect: float | None
    difference: float | None

    def seeds_for(self, difference: float) -> int | None:
        """How many runs of each variant find a difference of values with a probability of 80 %."""
        if not self.deviation:
            return None
        return seeds_needed(effect_of_shift(difference / self.deviation), self.alpha)


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The champions of two variants against each other.

    Attributes:
        a: one variant.
        b: the other.
        game: their game, in words.
        encounters: how many pairs of champions met.
        share: the mean share of points of the champions of ``a``.
        interval: its 95 % bootstrap interval over encounters; None for a single one.
        p: the p value of shares so far from a half.
        p_corrected: the p value corrected by Holm for all pairs of variants whose champions met.
    """

    a: str
    b: str
    game: str
    encounters: int
    share: float
    interval: Interval | None
    p: float
    p_corrected: float

    @property
    def better(self) -> str:
        """The variant whose champions are called better; empty if the difference is not significant."""
        if self.p_corrected >= ALPHA:
            return ""
        return self.a if self.share > 0.5 else self.b

    def as_json(self) -> dict[str, Any]:
        """The encounters of two variants as ``senet-gp experiment --json`` prints them."""
        return fields_as_json(self) | {"better": self.better or None}


@dataclass(frozen=True, slots=True)
class Findings:
    """What an experiment says.

    Attributes:
        column: the column of ``runs.csv`` by which variants are compared.
        summaries: the variants, in the order of the plan.
        comparisons: every pair of variants of one game.
        sensitivities: what can be found in each game.
        met: every pair of variants whose champions played each other, if they did.
    """

    column: str
    summaries: tuple[Summary, ...]
    comparisons: tuple[Comparison, ...]
    sensitivities: tuple[Sensitivity, ...]
    met: tuple[HeadToHead, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The findings as ``senet-gp experiment --json`` prints them."""
        return {
            "compared": self.column,
            "variants": as_json(self.summaries),
            "comparisons": as_json(self.comparisons),
            "sensitivity": as_json(self.sensitivities),
            "head_to_head": as_json(self.met),
        }


def findings_of(
    rows: Sequence[RunRow], column: str = "score", seconds: Sequence[float | None] | None = None
) -> Findings:
    """Compare all variants of each game.

    Args:
        rows: the runs.
        column: what is compared, one of :data:`~senet_gp.experiments.COMPARED`.
        seconds: the seconds that each run took, if they are known.

    Raises:
        UsageError: if there is no such column, or a run has no value in it.
    """
    if column not in COMPARED:
        raise UsageError(f"variants cannot be compared by {column!r}: name one of {', '.join(COMPARED)}")
    variants: dict[str, list[int]] = {}
    for number, row in enumerate(rows):
        if value_of(row, column) is None:
            raise UsageError(
                f"variants cannot be compared by {column}: nothing is proven about the champion of "
                f"{row.variant} with seed {row.seed}; compare by another column, such as score"
            )
        variants.setdefault(row.variant, []).append(number)
    taken = seconds or [None] * len(rows)
    return compared(
        column,
        [
            _summary([rows[number] for number in numbers], column, [taken[number] for number in numbers])
            for numbers in variants.values()
        ],
    )


def compared(column: str, summaries: Sequence[Summary]) -> Findings:
    """Compare every pair of summaries of one game, with one correction for all comparisons.

    Args:
        column: what their values are.
        summaries: the variants, or whatever else has a value for each of several seeds.
    """
    games = {summary.game: [s for s in summaries if s.game == summary.game] for summary in summaries}
    pairs = [pair for own in games.values() for pair in combinations(own, 2)]
    p_values = [p_value(a.values, b.values) for a, b in pairs]
    alpha = ALPHA / max(1, len(pairs))
    comparisons = tuple(
        _comparison(a, b, p, corrected, alpha)
        for (a, b), p, corrected in zip(pairs, p_values, holm(p_values), strict=True)
    )
    sensitivities = tuple(_sensitivity(own, alpha) for own in games.values() if len(own) > 1)
    return Findings(column, tuple(summaries), comparisons, sensitivities)


def _summary(rows: Sequence[RunRow], column: str, seconds: Sequence[float | None]) -> Summary:
    values = tuple(value for row in rows if (value := value_of(row, column)) is not None)
    known = [value for value in seconds if value is not None]
    return Summary.of(
        rows[0].variant,
        rows[0].game,
        values,
        noise=noise_of(values, [row.error for row in rows]) if column == "score" else None,
        games=float(np.median([row.games for row in rows])),
        seconds=float(np.median(known)) if known else None,
    )


def _comparison(a: Summary, b: Summary, p: float, corrected: float, alpha: float) -> Comparison:
    effect = superiority(a.values, b.values)
    return Comparison(
        a=a.name,
        b=b.name,
        game=a.game,
        difference=a.median - b.median,
        effect=effect,
        interval=superiority_interval(effect, len(a.values), len(b.values)),
        p=p,
        p_corrected=corrected,
        seeds_needed=seeds_needed(effect, alpha),
    )


def _sensitivity(summaries: Sequence[Summary], alpha: float) -> Sensitivity:
    seeds = min(len(summary.values) for summary in summaries)
    free = sum(len(summary.values) - 1 for summary in summaries)
    squares = sum(float(np.var(summary.values)) * len(summary.values) for summary in summaries)
    deviation = sqrt(squares / free) if free else 0.0
    effect = detectable_effect(seeds, alpha)
    difference = None if effect is None else shift_of_effect(effect) * deviation
    return Sensitivity(summaries[0].game, seeds, deviation, alpha, effect, difference)


def head_to_head(encounters: Sequence[Encounter]) -> tuple[HeadToHead, ...]:
    """What encounters say of every two variants whose champions met."""
    shares: dict[tuple[str, str, str], list[float]] = {}
    for one in encounters:
        shares.setdefault((one.a, one.b, one.game), []).append(round(one.measured.share, DIGITS))
    p_values = [equal_shares_p_value(own) for own in shares.values()]
    return tuple(
        HeadToHead(*names, len(own), sum(own) / len(own), mean_share_interval(own), p, corrected)
        for (names, own), p, corrected in zip(shares.items(), p_values, holm(p_values), strict=True)
    )


#: If games make up more of the variance than this, more games help more than more seeds.
_MUCH = 0.25


def labels_of(names: Sequence[str]) -> dict[str, str]:
    """Short names for the variants of one game: without the values of a grid that all of them have.

    >>> labels_of(["shared,game=hexapawn,noise=0.1", "mean,game=hexapawn"])
    {'shared,game=hexapawn,noise=0.1': 'shared,noise=0.1', 'mean,game=hexapawn': 'mean'}
    """
    parts = {name: name.split(",") for name in names}
    common = set.intersection(*(set(own[1:]) for own in parts.values())) if parts else set()
    return {
        name: ",".join([own[0], *(part for part in own[1:] if part not in common)])
        for name, own in parts.items()
    }


def in_game(findings: Findings, game: str) -> tuple[list[Summary], list[Comparison]]:
    """The variants of one game and their comparisons, with short names."""
    summaries = [summary for summary in findings.summaries if summary.game == game]
    labels = labels_of([summary.name for summary in summaries])
    return (
        [dataclasses.replace(summary, name=labels[summary.name]) for summary in summaries],
        [
            dataclasses.replace(one, a=labels[one.a], b=labels[one.b])
            for one in findings.comparisons
            if one.game == game
        ],
    )


def met_in_game(findings: Findings, game: str) -> list[HeadToHead]:
    """The variants of one game whose champions met, with short names."""
    labels = labels_of([summary.name for summary in findings.summaries if summary.game == game])
    return [
        dataclasses.replace(one, a=labels[one.a], b=labels[one.b]) for one in findings.met if one.game == game
    ]


def value_in_words(value: float, column: str) -> str:
    """A value of a column; a score is a percentage.

    >>> value_in_words(0.5, "score"), value_in_words(120, "nodes")
    ('50.0 %', '120')
    """
    return f"{100 * value:.1f} %" if column == "score" else f"{value:,.4g}"


def difference_in_words(value: float, column: str) -> str:
    """The difference of two values of a column; that of scores is in percentage points.

    >>> difference_in_words(-0.031, "score")
    '-3.1 points'
    """
    return f"{100 * value:+.1f} points" if column == "score" else f"{value:+,.4g}"


def interval_in_words(interval: Interval | None, column: str) -> str:
    """An interval of values.

    >>> interval_in_words((0.25, 0.5), "score"), interval_in_words(None, "score")
    ('25.0 to 50.0 %', '-')
    """
    if interval is None:
        return "-"
    low, high = (value_in_words(end, column) for end in interval)
    return f"{low.removesuffix(' %')} to {high}"


def sensitivity_in_words(one: Sensitivity, column: str) -> str:
    """What an experiment of this size can find, and how many seeds would find half of that."""
    power = f"{POWER:.0%}"
    if one.effect is None or one.difference is None:
        seeds = _seeds(one.seeds)
        return f"With {seeds} a variant, even the largest difference may be missed: use more --seeds."
    found = (
        f"With {_seeds(one.seeds)} a variant, a difference that shows in {one.effect:.0%} of pairs of runs "
        f"(A12) is found in {power} of experiments"
    )
    if not one.deviation:
        return f"{found}."
    half = one.seeds_for(one.difference / 2)
    difference = difference_in_words(one.difference, column).lstrip("+")
    further = f"; half of it would need {half:,} seeds" if half else ""
    return f"{found}: with the spread seen here, {difference}{further}."


def _seeds(count: int) -> str:
    return "1 seed" if count == 1 else f"{count:,} seeds"


def noise_in_words(summaries: Sequence[Summary]) -> str:
    """How much of the spread comes from seeds and how much from games; empty where it is not known."""
    noises = [summary.noise for summary in summaries if summary.noise and len(summary.values) > 1]
    if not noises:
        return ""
    seeds = sqrt(float(np.mean([noise.seeds**2 for noise in noises])))
    games = sqrt(float(np.mean([noise.games**2 for noise in noises])))
    whole = seeds**2 + games**2
    much = bool(whole) and games**2 / whole > _MUCH
    advice = "more --games would help" if much else "more --games would help little, more --seeds would"
    return (
        f"Scores differ by {100 * seeds:.1f} points from seed to seed and by {100 * games:.1f} points from "
        f"the number of games (standard deviations): {advice}."
    )
