"""The pictures of experiments: champions, learning curves with bands of quartiles, and those of 1995."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from statistics import fmean

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator, PercentFormatter
from numpy.typing import NDArray

from senet_gp.arena.panel import RANDOM_TREES
from senet_gp.evolution.state import GenerationRow
from senet_gp.experiments.comparison import Summary
from senet_gp.experiments.paper import (
    CHAMPION,
    DUELS,
    GROUPS,
    LONG,
    LONG_SEEDED,
    LONG_UNSEEDED,
    OPPONENTS,
    PAPER_GAMES,
    REFERENCES,
    SEEDED,
    SHORT,
    STRONGLY_SEEDED,
    UNSEEDED,
    WINNER,
    PaperRun,
    Results,
    mean_of,
)
from senet_gp.experiments.paper_findings import BEST, ENOUGH_WINS, PAPER_GENERATIONS
from senet_gp.show.plots import BLUE, GREEN, ORANGE, PURPLE, draw_grid, draw_legend, draw_shares, own_style

#: The most variants that one picture of curves shows; more cannot be told apart.
MAX_CURVES = 8
_COLORS = (BLUE, ORANGE, GREEN, PURPLE, "#56b4e9", "#e69f00", "#000000", "#999999")
_STYLES = ("-", "--", "-.", ":")
_WIDTH = 7.4
_POINTS = 120

#: The curve of a run: what it had spent, and the score of its winner then.
Curve = tuple[Sequence[float], Sequence[float]]
#: Unseeded runs are blue circles, seeded ones orange squares, strongly seeded ones green triangles.
_LOOKS = {
    UNSEEDED: (BLUE, "o", "-"),
    SEEDED: (ORANGE, "s", "--"),
    STRONGLY_SEEDED: (GREEN, "^", ":"),
    LONG_UNSEEDED: (BLUE, "o", "-"),
    LONG_SEEDED: (ORANGE, "s", "--"),
}


@own_style()
def draw_champions(summaries: Sequence[Summary], column: str) -> Figure:
    """Draw the value of every run, variant by variant, with the median and its interval.

    Args:
        summaries: the variants, at least one.
        column: the column of ``runs.csv`` that they are compared by.
    """
    figure = Figure(figsize=(_WIDTH, 1.1 + 0.42 * len(summaries)), layout="constrained")
    axes = figure.subplots()
    for row, summary in enumerate(summaries):
        color = _COLORS[row % len(_COLORS)]
        # Side by side in a fixed order, so that equal values are all visible.
        places = row + 0.26 * _spread(len(summary.values))
        axes.plot(sorted(summary.values), places, "o", color=color, alpha=0.45, markersize=4, linewidth=0)
        low, high = summary.interval or (summary.median, summary.median)
        axes.plot([low, high], [row, row], color="black", linewidth=2.2, solid_capstyle="butt")
        axes.plot([summary.median], [row], "D", color="black", markersize=5)
    axes.set_yticks(range(len(summaries)), [summary.name for summary in summaries])
    axes.set_ylim(len(summaries) - 0.5, -0.5)
    draw_grid(axes, "x")
    axes.set_xlabel(column if column != "score" else "score: share of points against the opponents")
    if column == "score":
        axes.xaxis.set_major_formatter(PercentFormatter(1.0))
    return figure


def _spread(count: int) -> NDArray[np.float64]:
    """Offsets from -1 to 1 that keep neighbours apart."""
    return np.array([(place * 0.618034 % 1) * 2 - 1 for place in range(count)])


@own_style()
def draw_learning(curves: Mapping[str, Sequence[Curve]], xlabel: str) -> Figure:
    """Draw the median learning curve of each variant, with a band from the first to the third quartile.

    Args:
        curves: the curves of the runs of each variant, by its name; at most ``MAX_CURVES`` variants.
        xlabel: what is spent, such as ``generations``.
    """
    figure = Figure(figsize=(_WIDTH, 3.9), layout="constrained")
    axes = figure.subplots()
    for number, (name, runs) in enumerate(curves.items()):
        at, quartiles = bands_of(runs)
        color = _COLORS[number]
        axes.fill_between(at, quartiles[0], quartiles[2], color=color, alpha=0.13, linewidth=0)
        axes.plot(
            at,
            quartiles[1],
            color=color,
            linestyle=_STYLES[number % len(_STYLES)],
            linewidth=1.6,
            marker="o" if len(at) == 1 else "",
            label=name,
        )
    axes.set_xlabel(xlabel)
    axes.set_ylabel("share of points")
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.xaxis.set_major_locator(MaxNLocator(7, integer=xlabel != "seconds", min_n_ticks=1))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
    draw_grid(axes)
    draw_legend(figure, 2)
    return figure


def bands_of(runs: Sequence[Curve]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The quartiles of some curves at common places, where a curve is straight between its points.

    Places are from the median of the beginnings to the median of the ends; a curve that has ended keeps its
    last score.

    >>> at, quartiles = bands_of([([1, 3], [0.0, 1.0]), ([1, 3], [1.0, 1.0])])
    >>> float(at[0]), float(at[-1]), quartiles[1, 0].item(), quartiles[1, -1].item()
    (1.0, 3.0, 0.5, 1.0)

    Args:
        runs: the curves, at least one.

    Returns:
        The places, (points,) float64, and the first quartile, the median and the third quartile there,
        (3, points) float64.
    """
    begin, end = (float(np.median([places[at] for places, _ in runs])) for at in (0, -1))
    at = np.linspace(begin, end, _POINTS) if end > begin else np.array([begin])
    scores = np.array([np.interp(at, places, values) for places, values in runs])
    return at, np.percentile(scores, [25, 50, 75], axis=0)


def draw_as_in_1995(results: Results) -> dict[str, Figure]:
    """All pictures of the experiment of 1995, by name."""
    return {
        "paper": _paper(results),
        "references": _references(results),
        "learning": _learning(results, SHORT, "runs as long as the paper's"),
        "long": _learning(results, LONG, "long runs with no limit on length"),
        "sizes": _sizes(results),
        "cost": _cost(results),
        "champions": _champions(results),
        "knockouts": _knockouts(results),
    }


def _short(variant: str) -> str:
    """What a variant is called in a picture of long runs alone."""
    return variant.removeprefix("long-")


def _label(name: str) -> str:
    """The paper's name of a player: RND1 for random-tree:1, HC1 for hand:HC1."""
    return name.replace("random-tree:", "RND").removeprefix("hand:")


def _half(axes: Axes, value: float) -> None:
    """A line where both players are equally strong."""
    axes.axhline(value, color="0.6", linewidth=1, zorder=0, label="equal strength")


def _log_ticks(axis: Axis, *steps: float) -> None:
    """Ticks at these multiples of 1, 10, 100 and so on, written as people write them."""
    axis.set_major_locator(LogLocator(subs=steps, numticks=20))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))


@own_style()
def _paper(results: Results) -> Figure:
    """Wins of 200 of the first two runs of each kind, as in the paper."""
    figure = Figure(figsize=(10, 5.2), layout="constrained")
    axes = figure.subplots()
    shown = [
        (f"{place} {variant} run", run, *_LOOKS[variant][:2])
        for variant in (UNSEEDED, SEEDED)
        for place, run in zip(("first", "second"), results.of(variant), strict=False)
    ]
    for number, (label, run, color, marker) in enumerate(shown):
        wins = [run.scores[WINNER][name].wins for name in OPPONENTS]
        positions = np.arange(len(OPPONENTS)) + 0.16 * (number - (len(shown) - 1) / 2)
        filled = color if label.startswith("first") else "white"
        axes.plot(positions, wins, marker, color=color, markerfacecolor=filled, markersize=7, label=label)
    least = f"{ENOUGH_WINS} wins: the paper's winners have at least as many against every RND"
    axes.axhline(ENOUGH_WINS, color="0.3", linewidth=1, linestyle=":", label=least)
    _half(axes, PAPER_GAMES / 2)
    axes.axvline(len(RANDOM_TREES) - 0.5, color="0.85", linewidth=1)
    axes.set_xticks(range(len(OPPONENTS)), [_label(name) for name in OPPONENTS])
    axes.set_xlim(-0.5, len(OPPONENTS) - 0.5)
    axes.set_ylim(0, PAPER_GAMES + 5)
    axes.set_xlabel("opponent: random expressions (RND) and hand-made players (HC)")
    axes.set_ylabel(f"wins of {PAPER_GAMES} games")
    axes.set_title("Winners of the last tournaments against each reference player")
    draw_legend(figure, 3, axes)
    draw_grid(axes)
    return figure


@own_style()
def _references(results: Results) -> Figure:
    """The cross table of the reference players, the strongest first."""
    place = {name: index for index, name in enumerate(REFERENCES)}
    shares = np.full((len(place), len(place)), np.nan)
    for (player, opponent), share in results.references.items():
        row, column = place[player], place[opponent]
        shares[row, column], shares[column, row] = 100 * share, 100 * (1 - share)
    order = np.argsort(-np.nanmean(shares, axis=1), kind="stable")
    names = [_label(REFERENCES[index]) for index in order]
    figure = Figure(figsize=(10.5, 9), layout="constrained")
    axes = figure.subplots()
    image = draw_shares(axes, shares[order][:, order], names, names)
    axes.tick_params(axis="x", rotation=90)
    axes.set_xlabel("opponent")
    axes.set_ylabel("player")
    axes.set_title("The reference players against one another")
    figure.colorbar(image, ax=axes, shrink=0.8, label="points of 100 of the player against the opponent")
    return figure


@own_style()
def _learning(results: Results, variants: Sequence[str], which: str) -> Figure:
    """Shares of points against the panel by generation, with 95 % intervals over runs."""
    figure = Figure(figsize=(10, 4.9), layout="constrained")
    for axes, (group, opponents) in zip(figure.subplots(1, 2, sharey=True), GROUPS.items(), strict=True):
        for variant in variants:
            color, marker, line = _LOOKS[variant]
            curve = results.learned(variant, opponents)
            generations = list(curve)
            runs = len(results.of(variant))
            label = f"{_short(variant)}, {runs} run{'s' if runs > 1 else ''}"
            axes.plot(
                generations,
                [100 * mean.value for mean in curve.values()],
                linestyle=line,
                marker=marker,
                markersize=4,
                color=color,
                label=label,
            )
            # A single run has no interval: its ends are NaN, which clip keeps.
            low, high = 100 * np.clip([(mean.low, mean.high) for mean in curve.values()], 0, 1).T
            axes.fill_between(generations, low, high, color=color, alpha=0.2, linewidth=0)
        _half(axes, 50)
        axes.set_xlabel("generation")
        axes.set_title(f"against the {group}", fontsize="medium")
        axes.set_ylim(0, 100)
        draw_grid(axes)
    figure.axes[0].set_ylabel("points of 100")
    figure.axes[0].fill_between([], [], color="0.5", alpha=0.2, linewidth=0, label="95 % interval over runs")
    draw_legend(figure, 3, figure.axes[0])
    figure.suptitle(f"Strength of the tournaments' winners, {which}")
    return figure


def _by_generation(
    runs: Iterable[PaperRun], value: Callable[[GenerationRow], float]
) -> tuple[range, list[float]]:
    """The generations, and the mean of a value over all runs for each."""
    each = list(zip_longest(*(run.generations for run in runs)))
    means = [fmean(value(one) for one in alike if one) for alike in each]
    return range(1, len(each) + 1), means


@own_style()
def _sizes(results: Results) -> Figure:
    """Sizes and depths of trees in the long runs."""
    figure = Figure(figsize=(10, 4.4), layout="constrained")
    nodes, depth = figure.subplots(1, 2)
    for variant in LONG:
        color, runs, name = _LOOKS[variant][0], results.of(variant), _short(variant)
        nodes.plot(*_by_generation(runs, lambda s: s.size_max), ":", color=color, label=f"{name}, largest")
        nodes.plot(*_by_generation(runs, lambda s: s.size_mean), "-", color=color, label=f"{name}, mean")
        depth.plot(*_by_generation(runs, lambda s: s.depth_max), ":", color=color, label=f"{name}, deepest")
        depth.plot(*_by_generation(runs, lambda s: s.depth_mean), "-", color=color, label=f"{name}, mean")
    for axes, what in ((nodes, "nodes of a tree"), (depth, "depth of a tree")):
        axes.set_yscale("log")
        _log_ticks(axes.yaxis, 1, 1.5, 2, 3, 5, 7)
        axes.set_xlabel("generation")
        axes.set_ylabel(what)
        ended = f"the paper's runs ended (generation {PAPER_GENERATIONS})"
        axes.axvline(PAPER_GENERATIONS, color="0.6", linewidth=1, label=ended)
        draw_grid(axes)
        axes.legend(frameon=False, fontsize="small")
    figure.suptitle("Growth of trees in the long runs, which have no limit on length")
    return figure


@own_style()
def _cost(results: Results) -> Figure:
    """Seconds and memory by generation in the long runs."""
    figure = Figure(figsize=(10, 4.4), layout="constrained")
    time, memory = figure.subplots(1, 2)
    for variant in LONG:
        color, _, line = _LOOKS[variant]
        for run in results.of(variant):
            generations = [one.generation for one in run.times]
            label = f"{_short(variant)}-{run.number}"
            seconds = [one.seconds for one in run.times]
            time.plot(generations, seconds, line, color=color, linewidth=1, label=label)
            memory.plot(generations, [one.memory_mb for one in run.times], line, color=color, label=label)
    for axes, what in ((time, "seconds per generation"), (memory, "memory of the main process, MiB")):
        axes.set_xlabel("generation")
        axes.set_ylabel(what)
        axes.set_ylim(bottom=0)
        draw_grid(axes)
        axes.legend(frameon=False)
    figure.suptitle("Time and memory of the long runs, a line for each run")
    return figure


@own_style()
def _champions(results: Results) -> Figure:
    """Every run's champions against both groups of opponents."""
    figure = Figure(figsize=(10, 4.9), layout="constrained")
    columns = [
        (variant, player, _LOOKS[variant][0], marker)
        for variant in SHORT
        for player, marker in ((WINNER, "o"), (CHAMPION, "D"))
    ]
    spread = np.random.default_rng(1)  # only moves dots apart
    for axes, (group, opponents) in zip(figure.subplots(1, 2, sharey=True), GROUPS.items(), strict=True):
        for place, (variant, player, color, marker) in enumerate(columns):
            shares = [100 * share for share in results.shares(variant, player, opponents)]
            positions = place + spread.uniform(-0.12, 0.12, len(shares))
            axes.plot(positions, shares, marker, color=color, alpha=0.5, markersize=5, linestyle="none")
            mean = mean_of(shares)
            reach = [[mean.value - mean.low], [mean.high - mean.value]]
            axes.errorbar(place + 0.28, mean.value, yerr=reach, fmt="_", color="black", capsize=4)
        axes.set_xticks([2 * place + 0.5 for place in range(len(SHORT))], SHORT)
        axes.set_xlabel("kind of run")
        _half(axes, 50)
        axes.set_title(f"against the {group}", fontsize="medium")
        draw_grid(axes)
    first = figure.axes[0]
    first.set_ylabel("points of 100")
    first.plot([], [], "o", color="0.4", label="winner of the last tournament, as in the paper")
    first.plot([], [], "D", color="0.4", label="champion of the final round robin")
    first.errorbar([], [], yerr=[], fmt="_", color="black", capsize=4, label="mean, with 95 % interval")
    draw_legend(figure, 2, first)
    figure.suptitle("Champions of all runs, a mark for each run")
    return figure


@own_style()
def _knockouts(results: Results) -> Figure:
    """The ranks of the winners of knockouts in a round robin of the same population."""
    figure = Figure(figsize=(7, 4.4), layout="constrained")
    axes = figure.subplots()
    ranked = [run.ranks for run in results.runs if run.ranks]
    for games, color, line in zip(DUELS, (BLUE, GREEN, PURPLE), ("-", "--", ":"), strict=True):
        ranks = np.sort([rank for found in ranked for rank in found[games]])
        share = 100 * np.arange(1, len(ranks) + 1) / len(ranks)
        axes.step(ranks, share, line, where="post", color=color, label=f"duels best of {games}")
    axes.axvline(BEST, color="0.6", linewidth=1, label=f"the best {BEST} of a population")
    axes.set_xscale("log")
    _log_ticks(axes.xaxis, 1, 2, 5)
    axes.set_xlim(1, None)
    axes.set_ylim(0, 101)
    axes.set_xlabel("rank of the winner in a round robin of the population (1 is the best)")
    axes.set_ylabel("knockouts whose winner has this rank or a better one, %")
    axes.legend(frameon=False, loc="lower right")
    draw_grid(axes)
    axes.set_title(
        f"How good winners of knockouts are: {len(ranks)} knockouts for each length of duels,\n"
        f"in {len(ranked)} population{'s' if len(ranked) > 1 else ''}",
        fontsize="medium",
    )
    return figure
