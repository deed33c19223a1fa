"""Pictures."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from senet_gp.arena.ratings import Standing
from senet_gp.arena.round_robin import RoundRobin
from senet_gp.errors import FileError, UsageError
from senet_gp.files import shortened

_LONGEST_NAME = 34


def check_drawable(path: Path) -> None:
    """Make sure that the name's ending is that of a format which can be drawn.

    Raises:
        UsageError: if it is not.
    """
    if path.suffix.lstrip(".").lower() not in Figure().canvas.get_supported_filetypes():
        raise UsageError(f"{shortened(path)} cannot be drawn: its name should end in .png, .svg or .pdf")


def draw_tournament(played: RoundRobin, table: list[Standing], path: Path) -> None:
    """Draw the ratings with their intervals and the cross table of a round robin.

    Args:
        played: the games.
        table: the standings, the best first.
        path: where to; the ending (png, svg, pdf) decides the format.

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

    places = range(count)
    middle = [standing.rating for standing in table]
    reach = [
        [standing.rating - standing.interval[0] for standing in table],
        [standing.interval[1] - standing.rating for standing in table],
    ]
    ratings.errorbar(middle, places, xerr=reach, fmt="o", color="#0072b2", capsize=3)
    ratings.set_yticks(places, names)
    ratings.set_ylim(count - 0.5, -0.5)
    ratings.set_xlabel("rating, with 95 % interval")
    ratings.grid(axis="x", color="0.9")
    ratings.set_axisbelow(True)

    image = cross.imshow(shares, cmap=mpl.colormaps["cividis"], vmin=0, vmax=100)
    cross.set_xticks(places, [str(place + 1) for place in places])
    cross.set_yticks(places, [str(place + 1) for place in places])
    cross.set_title("points of 100, row against column", fontsize="medium")
    for row in places:
        for column in places:
            if row != column:
                share = shares[row, column]
                color = "white" if share < 55 else "black"
                cross.text(
                    column, row, f"{share:.0f}", ha="center", va="center", color=color, fontsize="small"
                )
    figure.colorbar(image, ax=cross, shrink=0.8)
    try:
        figure.savefig(path, dpi=150, format=path.suffix.lstrip(".").lower())
    except OSError as error:
        raise FileError(f"{path} cannot be written: {error.strerror}") from None
