"""The pictures of experiments: champions, and learning curves with bands of quartiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter
from numpy.typing import NDArray

from senet_gp.experiments.comparison import Summary
from senet_gp.show.plots import BLUE, GREEN, ORANGE, PURPLE, draw_grid, draw_legend, own_style

#: The most variants that one picture of curves shows; more cannot be told apart.
MAX_CURVES = 8
_COLORS = (BLUE, ORANGE, GREEN, PURPLE, "#56b4e9", "#e69f00", "#000000", "#999999")
_STYLES = ("-", "--", "-.", ":")
_WIDTH = 7.4
_POINTS = 120

#: The curve of a run: what it had spent, and the score of its winner then.
Curve = tuple[Sequence[float], Sequence[float]]


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
