"""The picture of a round robin."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from senet_gp.arena.paired_games import RoundRobin
from senet_gp.arena.tournament import Standing
from senet_gp.show.plots import BLUE, draw_shares, own_style, save

_LONGEST_NAME = 26


@own_style()
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
    # Names stand at both pictures, and under the second one upright.
    longest = 0.085 * max(map(len, names))
    figure = Figure(figsize=(size + 6.2 + 2 * longest, size + longest + 2.0), layout="constrained")
    ratings, cross = figure.subplots(1, 2, width_ratios=(4.2, size))
    figure.suptitle(f"Round robin of {count} players, {played.games:,} games a pair")

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
    ratings.set_yticks(range(count), names)
    ratings.set_ylim(count - 0.5, -0.5)
    arrows = ", arrows have no bound" if np.isinf([lows, highs]).any() else ""
    ratings.set_title(f"Ratings; bars are 95 % intervals{arrows}", fontsize="medium")
    ratings.set_xlabel("rating, on the Elo scale of chess with mean 0")
    ratings.set_ylabel("player, the best first")
    ratings.grid(axis="x", color="0.9")
    ratings.set_axisbelow(True)

    draw_shares(cross, shares, names, names)
    cross.tick_params(axis="x", rotation=90)
    cross.set_title("Points of 100 of the player against each opponent", fontsize="medium")
    cross.set_xlabel("opponent")
    cross.set_ylabel("player, the best first")
    save(figure, path)
