"""The picture of an experiment: the value of every run, variant by variant."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter
from numpy.typing import NDArray

from senet_gp.experiments.comparison import Summary
from senet_gp.show.plots import BLUE, GREEN, ORANGE, PURPLE, draw_grid, own_style

_COLORS = (BLUE, ORANGE, GREEN, PURPLE, "#56b4e9", "#e69f00", "#000000", "#999999")
_WIDTH = 7.4


@own_style()
def draw_champions(summaries: Sequence[Summary], column: str, heading: str = "") -> Figure:
    """Draw the value of every run, variant by variant, with the median and its interval.

    Args:
        summaries: the variants, at least one.
        column: the column of ``runs.csv`` that they are compared by.
        heading: what stands beside the names of the variants.
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
    axes.set_ylabel(heading)
    axes.set_ylim(len(summaries) - 0.5, -0.5)
    draw_grid(axes, "x")
    axes.set_xlabel(column if column != "score" else "score: share of points against the opponents")
    if column == "score":
        axes.xaxis.set_major_formatter(PercentFormatter(1.0))
    return figure


def _spread(count: int) -> NDArray[np.float64]:
    """Offsets from -1 to 1 that keep neighbours apart."""
    return np.array([(place * 0.618034 % 1) * 2 - 1 for place in range(count)])
