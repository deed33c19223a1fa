"""The findings of an experiment in words, for the terminal and the page."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from math import sqrt

import numpy as np

from senet_gp.experiments.comparison import Comparison, Findings, HeadToHead, Sensitivity, Summary
from senet_gp.experiments.inference import POWER, Interval

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
