"""The picture of a round robin."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from senet_gp.arena.ratings import Standing
from senet_gp.arena.round_robin import RoundRobin
from senet_gp.plots import BLUE, draw_shares, literal, save

_LONGEST_NAME = 34


def draw_tournament(played: RoundRobin, table: list[Standing], path: Path | str) -> None:
    """Draw the ratings with their intervals and the cross table of a round robin.

    Args:
        played: the games.
        table: the standings, the best first.
        path: the file, whose name ends in .png, .svg or .pdf.

    Raises:
        FileError: if the file cannot be written.
    """
    count = len(table)
    names = [
        s.player if len(s.player) <= _LONGEST_NAME else s.player[: _LONGEST_NAME - 1] + "…" for s in table
    ]
    order = [standing.entrant for standing in table]
    shares = 100 * played.points[order][:, order] / played.games
    np.fill_diagonal(shares, np.nan)
    size = max(3.2, 0.34 * count + 1.2)
    figure = Figure(figsize=(size + 7.2, size), layout="constrained")
    ratings, cross = figure.subplots(1, 2, width_ratios=(4.2, size))

    middle = np.array([standing.rating for standing in table])
    lows, highs = np.array([standing.interval for standing in table]).T
    # An interval without a bound reaches to the edge and ends in an arrow.
    known = np.concatenate([middle, lows, highs])
    known = known[np.isfinite(known)]
    margin = max(50.0, 0.12 * float(np.ptp(known)))
    edges = known.min() - margin, known.max() + margin
    reach = [middle - np.clip(lows, *edges), np.clip(highs, *edges) - middle]
    ratings.errorbar(middle, range(count), xerr=reach, fmt="o", color=BLUE, capsize=3)
    ratings.set_xlim(*edges)
    for ends, edge, marker in zip((lows, highs), edges, "<>", strict=True):
        rows = np.flatnonzero(np.isinf(ends))
        ratings.plot(np.full(len(rows), edge), rows, marker, color=BLUE, clip_on=False)
    ratings.set_yticks(range(count), [literal(name) for name in names])
    ratings.set_ylim(count - 0.5, -0.5)
    ratings.set_xlabel("rating, with 95 % interval")
    ratings.grid(axis="x", color="0.9")
    ratings.set_axisbelow(True)

    numbers = [str(place + 1) for place in range(count)]
    image = draw_shares(cross, shares, numbers, numbers)
    cross.set_title("points of 100, row against column", fontsize="medium")
    figure.colorbar(image, ax=cross, shrink=0.8)
    save(figure, path)
