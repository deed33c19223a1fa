"""The learning curve of a machine."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogFormatter, MaxNLocator, PercentFormatter, StrMethodFormatter

from senet_gp.players.matchbox import Window
from senet_gp.show.plots import BLUE, GREEN, ORANGE, draw_legend, own_style

#: The smallest number of games that a share is computed from, if there are as many.
_SHARE_OF = 10
#: Up to this number of games the scale is linear.
_FEW_GAMES = 200


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
