"""Variants compared: medians over runs and their differences, and both in words."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple, Self

import numpy as np

from senet_gp.experiments import COMPARED
from senet_gp.experiments.inference import (
    ALPHA,
    Interval,
    holm,
    least_p_value,
    median_interval,
    p_value,
    superiority,
    superiority_interval,
)
from senet_gp.experiments.plan import Plan
from senet_gp.experiments.runs_table import RunRow
from senet_gp.games.registry import in_words
from senet_gp.runtime.codec import as_json, fields_as_json
from senet_gp.runtime.errors import UsageError

#: Runs with fewer generations show little of how they breed.
FEW_GENERATIONS = 10
#: From this value on, numbers are written whole.
_WHOLE = 1_000
#: With this many seeds a difference could be shown between any number of variants.
_ENOUGH = 100


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
        generations: the median of the generations that a run played.
        games: the same of games.
        seconds: the median of the seconds that a run took; None if they are not known.
    """

    name: str
    game: str
    values: tuple[float, ...]
    median: float
    interval: Interval | None
    quartiles: Interval
    generations: float
    games: float
    seconds: float | None

    @classmethod
    def of(cls, rows: Sequence[RunRow], column: str) -> Self:
        """The summary of the runs of a variant by a column, in which each has a value."""
        values = tuple(float(getattr(row, column)) for row in rows)
        first, third = np.percentile(values, [25, 75])
        seconds = [row.seconds for row in rows if row.seconds is not None]
        return cls(
            name=rows[0].name,
            game=rows[0].game,
            values=values,
            median=float(np.median(values)),
            interval=median_interval(values),
            quartiles=(float(first), float(third)),
            generations=float(np.median([row.generations for row in rows])),
            games=float(np.median([row.games for row in rows])),
            seconds=float(np.median(seconds)) if seconds else None,
        )

    def as_json(self) -> dict[str, Any]:
        """The summary as ``senet-gp experiment --json`` prints it, with the number of its runs."""
        content = fields_as_json(self) | {"runs": len(self.values)}
        del content["values"]
        return content


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two variants of one game compared, or two levels of a factor over all levels of the others.

    Attributes:
        a: one variant, or ``FACTOR=LEVEL``.
        b: the other.
        game: their game, in words.
        difference: the median of ``a`` less that of ``b``.
        effect: A12, the probability that a run of ``a`` has a greater value than one of ``b``.
        interval: its 95 % interval.
        p: the p value of the test of Mann and Whitney.
        p_corrected: the p value corrected by Holm for all comparisons of variants, or of levels.
    """

    a: str
    b: str
    game: str
    difference: float
    effect: float
    interval: Interval
    p: float
    p_corrected: float

    @property
    def different(self) -> bool:
        """Whether the difference is called real: by the corrected p value it is not put down to chance."""
        return self.p_corrected < ALPHA

    def as_json(self) -> dict[str, Any]:
        """The comparison as ``senet-gp experiment --json`` prints it."""
        return fields_as_json(self) | {"different": self.different}


@dataclass(frozen=True, slots=True)
class Findings:
    """What an experiment says.

    Attributes:
        column: the column of ``runs.csv`` by which variants are compared.
        summaries: the variants, in the order of the plan.
        comparisons: every pair of variants of one game.
        effects: every pair of levels of a factor, where several factors make the variants.
    """

    column: str
    summaries: tuple[Summary, ...]
    comparisons: tuple[Comparison, ...]
    effects: tuple[Comparison, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The findings as ``senet-gp experiment --json`` prints them."""
        return {
            "compared": self.column,
            "variants": as_json(self.summaries),
            "comparisons": as_json(self.comparisons),
            "effects": as_json(self.effects),
        }


def findings_of(rows: Sequence[RunRow], column: str = "score") -> Findings:
    """Compare every pair of variants of each game, with one correction for all comparisons.

    Args:
        rows: the runs.
        column: what is compared, one of :data:`~senet_gp.experiments.COMPARED`.

    Raises:
        UsageError: if there is no such column, or a run has no value in it.
    """
    if column not in COMPARED:
        raise UsageError(f"variants cannot be compared by {column!r}: name one of {', '.join(COMPARED)}")
    variants: dict[str, list[RunRow]] = {}
    for row in rows:
        if getattr(row, column) is None:
            raise UsageError(
                f"variants cannot be compared by {column}: nothing is proven about the champion of "
                f"{row.name} with seed {row.seed}; compare by another column, such as score"
            )
        variants.setdefault(row.name, []).append(row)
    summaries = [Summary.of(own, column) for own in variants.values()]
    pairs = [(a, b) for a, b in combinations(summaries, 2) if a.game == b.game]
    levels = [pair for own in _levels(rows, column) for pair in combinations(own, 2)]
    return Findings(column, tuple(summaries), _compared(pairs), _compared(levels))


def _levels(rows: Sequence[RunRow], column: str) -> Iterator[list[Summary]]:
    """The levels of each factor in each game in which several factors vary, over all levels of the others."""
    for game in dict.fromkeys(row.game for row in rows):
        own = [row for row in rows if row.game == game]
        runs: dict[str, dict[str, list[RunRow]]] = {}
        for row in own:
            for factor, level in row.levels.items():
                runs.setdefault(factor, {}).setdefault(f"{factor}={level}", []).append(row)
        # Where only some variants have a factor, its levels differ in more than this factor.
        varying = [of for of in runs.values() if len(of) > 1 and sum(map(len, of.values())) == len(own)]
        for of in varying if len(varying) > 1 else []:
            yield [dataclasses.replace(Summary.of(own, column), name=name) for name, own in of.items()]


def _compared(pairs: Sequence[tuple[Summary, Summary]]) -> tuple[Comparison, ...]:
    p_values = [p_value(a.values, b.values) for a, b in pairs]
    return tuple(
        Comparison(
            a=a.name,
            b=b.name,
            game=a.game,
            difference=a.median - b.median,
            effect=superiority(a.values, b.values),
            interval=superiority_interval(a.values, b.values),
            p=p,
            p_corrected=corrected,
        )
        for (a, b), p, corrected in zip(pairs, p_values, holm(p_values), strict=True)
    )


def at_best(plan: Plan) -> str:
    """What the seeds of an experiment can show at best, in a sentence; empty if nothing is compared.

    >>> six = {"game": "hexapawn", "vary": {"population": [8, 9, 10, 11, 12, 13]}}
    >>> at_best(Plan.of(six, seeds=5))
    'with 5 runs a variant no p of 15, corrected by Holm, can be below 0.12: use at least 6 --seeds'
    >>> at_best(Plan.of(six, seeds=30))
    'with 30 runs a variant the least p of 15, corrected by Holm, can be 4.5e-10'
    """
    games = {name: in_words(one.game_value) for name, one in plan.variants.items()}
    compared = [pair for pair in combinations(games, 2) if games[pair[0]] == games[pair[1]]]
    if not compared:
        return ""

    def least_with(seeds: int) -> float:
        runs = {name: min(seeds, plan.at_most.get(name, seeds)) for name in games}
        return least_p_value([(runs[a], runs[b]) for a, b in compared])

    least, many = least_with(plan.seeds), len(compared)
    runs = f"{'at most ' if plan.at_most else ''}{plan.seeds} run{'s'[: plan.seeds - 1]} a variant"
    if least < ALPHA:
        return f"with {runs} the least p of {many}, corrected by Holm, can be {least:.2g}"
    more = range(plan.seeds + 1, _ENOUGH + 1)
    needed = next((seeds for seeds in more if least_with(seeds) < ALPHA), None)
    remedy = "give variants more seeds in the plan" if needed is None else f"use at least {needed} --seeds"
    return f"with {runs} no p of {many}, corrected by Holm, can be below {least:.2g}: {remedy}"


def short_runs(rows: Sequence[RunRow]) -> str:
    """A warning, in a sentence, that runs had little time to breed; empty if all had."""
    short = sum(row.generations < FEW_GENERATIONS for row in rows)
    if not short:
        return ""
    return (
        f"{short} of {len(rows)} runs played fewer than {FEW_GENERATIONS} generations, so they say "
        "little about breeding: give runs more generations, games or time"
    )


def labels_of(names: Sequence[str]) -> tuple[str, dict[str, str]]:
    """A heading for the variants of one game, and short names: without levels that all of them have.

    If they are made by the same factors, these are the heading, and levels alone the names.

    >>> labels_of(["shared,game=hexapawn,noise=0.1", "mean,game=hexapawn"])
    ('variant', {'shared,game=hexapawn,noise=0.1': 'shared,noise=0.1', 'mean,game=hexapawn': 'mean'})
    >>> labels_of(["noise=0.1,elite=best", "noise=0.2,elite=best"])
    ('noise', {'noise=0.1,elite=best': '0.1', 'noise=0.2,elite=best': '0.2'})
    """
    parts = {name: name.split(",") for name in names}
    common = set.intersection(*map(set, parts.values())) if len(names) > 1 else set()
    left = {name: [part for part in own if part not in common] or own[:1] for name, own in parts.items()}
    levels = {name: [part.rpartition("=") for part in own] for name, own in left.items()}
    (factors, *others) = {tuple(factor for factor, _, _ in own) for own in levels.values()}
    if others or not all(factors):
        return "variant", {name: ",".join(own) for name, own in left.items()}
    return ", ".join(factors), {name: ", ".join(part[2] for part in own) for name, own in levels.items()}


class InGame(NamedTuple):
    """The findings of one game.

    Attributes:
        heading: what stands above the names of its variants.
        summaries: its variants, with short names.
        comparisons: these compared.
        effects: the levels of its factors compared.
    """

    heading: str
    summaries: list[Summary]
    comparisons: list[Comparison]
    effects: list[Comparison]


def in_game(findings: Findings, game: str) -> InGame:
    """The findings of one game, with short names."""
    summaries = [summary for summary in findings.summaries if summary.game == game]
    heading, labels = labels_of([summary.name for summary in summaries])
    return InGame(
        heading,
        [dataclasses.replace(summary, name=labels[summary.name]) for summary in summaries],
        [
            dataclasses.replace(one, a=labels[one.a], b=labels[one.b])
            for one in findings.comparisons
            if one.game == game
        ],
        [dataclasses.replace(one, b=one.b.partition("=")[2]) for one in findings.effects if one.game == game],
    )


def value_in_words(value: float, column: str) -> str:
    """A value of a column; a score is a percentage.

    >>> value_in_words(0.5, "score"), value_in_words(120, "nodes")
    ('50.0 %', '120')
    """
    if column == "score":
        return f"{100 * value:.1f} %"
    return f"{value:,.4g}" if abs(value) < _WHOLE else f"{value:,.0f}"


def difference_in_words(value: float, column: str) -> str:
    """The difference of two values of a column; that of scores is in percentage points.

    >>> difference_in_words(-0.031, "score")
    '-3.1 points'
    """
    if column == "score":
        return f"{100 * value:+.1f} points"
    return f"{value:+,.4g}" if abs(value) < _WHOLE else f"{value:+,.0f}"


def interval_in_words(interval: Interval | None, column: str) -> str:
    """An interval of values.

    >>> interval_in_words((0.25, 0.5), "score"), interval_in_words(None, "score")
    ('25.0 to 50.0 %', '-')
    """
    if interval is None:
        return "-"
    low, high = (value_in_words(end, column) for end in interval)
    return f"{low.removesuffix(' %')} to {high}"
