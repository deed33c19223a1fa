"""Pictures of the experiment of 1995, which no page shows: they are drawn beside its runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import zip_longest
from pathlib import Path
from statistics import fmean

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from senet_gp.arena.panel import RANDOM_TREES
from senet_gp.evolution.loop.state import GenerationRow
from senet_gp.show.plots import BLUE, GREEN, ORANGE, PURPLE, draw_grid, draw_legend, own_style, save
from studies.paper import (
    CHAMPION,
    DUELS,
    HAND_MADE,
    LONG,
    LONG_SEEDED,
    LONG_UNSEEDED,
    OPPONENTS,
    SEEDED,
    SHORT,
    STRONGLY_SEEDED,
    UNSEEDED,
    WINNER,
    PaperRun,
    Results,
    mean_of,
)
from studies.paper_statements import BEST, ENOUGH_WINS, PAPER_GENERATIONS

#: Unseeded runs are blue circles, seeded ones orange squares, strongly seeded ones green triangles.
_LOOKS = {
    UNSEEDED: (BLUE, "o", "-"),
    SEEDED: (ORANGE, "s", "--"),
    STRONGLY_SEEDED: (GREEN, "^", ":"),
    LONG_UNSEEDED: (BLUE, "o", "-"),
    LONG_SEEDED: (ORANGE, "s", "--"),
}

#: Groups of opponents that shares are averaged over.
_GROUPS = {"random expressions": RANDOM_TREES, "hand-made players": HAND_MADE}
#: The games of a match in the paper.
_GAMES = 200


def draw_as_in_1995(results: Results, directory: Path) -> None:
    """Draw all pictures into a directory."""
    directory.mkdir(exist_ok=True)
    for draw in (_paper, _sizes, _cost, _champions, _knockouts):
        save(draw(results), directory / f"{draw.__name__.removeprefix('_')}.png")


def _short(variant: str) -> str:
    """What a variant is called in a picture of long runs alone."""
    return variant.removeprefix("long-")


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
    _half(axes, _GAMES / 2)
    axes.axvline(len(RANDOM_TREES) - 0.5, color="0.85", linewidth=1)
    axes.set_xticks(
        range(len(OPPONENTS)),
        [name.replace("random-tree:", "RND").removeprefix("hand:") for name in OPPONENTS],
    )
    axes.set_xlim(-0.5, len(OPPONENTS) - 0.5)
    axes.set_ylim(0, _GAMES + 5)
    axes.set_xlabel("opponent: random expressions (RND) and hand-made players (HC)")
    axes.set_ylabel(f"wins of {_GAMES} games")
    axes.set_title("Winners of the last tournaments against each reference player")
    draw_legend(figure, 3, axes)
    draw_grid(axes)
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
    for axes, (group, opponents) in zip(figure.subplots(1, 2, sharey=True), _GROUPS.items(), strict=True):
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
