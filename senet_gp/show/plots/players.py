"""Pictures of players: the learning curve of a machine, and the ratings of a round robin."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogFormatter, MaxNLocator, PercentFormatter, StrMethodFormatter

from senet_gp.arena.match import RoundRobin
from senet_gp.arena.tournament import Standing
from senet_gp.players.matchbox import Window
from senet_gp.show.plots import BLUE, GREEN, ORANGE, draw_legend, draw_shares, own_style, save

#: The smallest number of games that a share is computed from, if there are as many.
_SHARE_OF = 10
#: Up to this number of games the scale is linear.
_FEW_GAMES = 200
#: The longest name of a player in a picture, in characters; a longer one is cut.
_LONGEST_NAME = 26


@own_style()
def draw_curve(curve: Sequence[Window], title: str) -> Figure:
    """Draw the shares of games that a machine won and drew as it learned, and when it could not lose.

    A short window, such as that of a single game at the table, counts together with windows before it; a
    window of a single game is also drawn as a point.

    Args:
        curve: the learning curve of the machine, with at least one window.
        title: the title of the picture.

    >>> window = Window(games=20, won=15, drawn=0, lost=5, worst=-1)
    >>> draw_curve([window], "hexapawn").axes[0].get_xlabel()
    'games learned from'
    """
    figure = Figure(figsize=(7.2, 4), layout="constrained")
    axes: Axes = figure.subplots()
    games = [window.games for window in curve]
    won, drawn = zip(*_shares(curve), strict=True)
    axes.plot(games, won, color=BLUE, label="won")
    if any(drawn):
        axes.plot(games, drawn, color=ORANGE, label="drawn")
    single = [window for window in curve if _length(window) == 1]
    if single:
        results = [window.won + window.drawn / 2 for window in single]
        ends = [window.games for window in single]
        axes.plot(ends, results, ".", color="0.35", markersize=4, label="a game at the table", clip_on=False)
    if any(window.proven for window in curve):
        proven = [float(window.proven) for window in curve]
        axes.fill_between(
            games, proven, step="post", color=GREEN, alpha=0.15, linewidth=0, label="proven: no line loses"
        )
    axes.set_xlabel("games learned from")
    axes.set_ylabel(f"share of the last games, at least {_SHARE_OF}")
    axes.set_title(title, fontsize="medium")
    axes.set_ylim(-0.02, 1.02)
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.grid(color="0.9")
    axes.set_axisbelow(True)
    if games[-1] <= _FEW_GAMES:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    else:
        axes.set_xscale("log")
        axes.xaxis.set_minor_formatter(LogFormatter())  # in plain figures
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    draw_legend(figure, 4)
    return figure


def _shares(curve: Sequence[Window]) -> list[tuple[float, float]]:
    """The shares won and drawn at the end of each window, over as many windows before it as needed."""
    shares = []
    for end in range(len(curve)):
        won = drawn = length = 0
        for window in reversed(curve[: end + 1]):
            won, drawn, length = won + window.won, drawn + window.drawn, length + _length(window)
            if length >= _SHARE_OF:
                break
        shares.append((won / max(1, length), drawn / max(1, length)))
    return shares


def _length(window: Window) -> int:
    """The number of games in a window."""
    return window.won + window.drawn + window.lost


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
