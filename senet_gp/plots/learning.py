"""Pictures of machines that learn."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter, StrMethodFormatter

from senet_gp.learning.comparison import Course
from senet_gp.players.matchbox import Window
from senet_gp.plots import BLUE, GREEN, ORANGE, PURPLE

_COLORS = (BLUE, ORANGE, GREEN, PURPLE, "#e69f00", "#56b4e9", "0.35")
_STYLES = ("-", "--", ":")


def draw_curve(curve: Sequence[Window], title: str) -> Figure:
    """The share of games that a machine won and drew as it learned, and where it could not lose.

    Args:
        curve: its learning curve, of at least one window.
        title: what the picture is of.
    """
    figure = Figure(figsize=(7.2, 4), layout="constrained")
    axes: Axes = figure.subplots()
    games = [window.games for window in curve]
    lengths = [max(1, window.won + window.drawn + window.lost) for window in curve]
    won = [window.won / length for window, length in zip(curve, lengths, strict=True)]
    drawn = [window.drawn / length for window, length in zip(curve, lengths, strict=True)]
    axes.plot(games, won, color=BLUE, label="won")
    if any(drawn):
        axes.plot(games, drawn, color=ORANGE, label="drawn")
    if any(window.proven for window in curve):
        proven = [float(window.proven) for window in curve]
        axes.fill_between(
            games, proven, step="post", color=GREEN, alpha=0.15, linewidth=0, label="proven: no line loses"
        )
    axes.set_xlabel("games learned from")
    axes.set_ylabel("share of games, window by window")
    axes.set_title(title, fontsize="medium")
    _scale(axes)
    figure.legend(loc="outside lower center", ncols=3, frameon=False)
    return figure


def draw_comparison(courses: Sequence[Course], title: str) -> Figure:
    """For each scheme, the share of machines that are proven, and the share of games won.

    Args:
        courses: how the machines of each scheme learned, at least one.
        title: what the picture is of.
    """
    figure = Figure(figsize=(8.4, 6.4), layout="constrained")
    upper, lower = figure.subplots(2, 1, sharex=True)
    # A colour for each scheme, and a style for each of its forms.
    names = [course.scheme.partition(", ") for course in courses]
    schemes = list(dict.fromkeys(scheme for scheme, _, _ in names))
    forms = list(dict.fromkeys(form for _, _, form in names))
    for course, (scheme, _, form) in zip(courses, names, strict=True):
        color = _COLORS[schemes.index(scheme) % len(_COLORS)]
        style = _STYLES[forms.index(form) % len(_STYLES)]
        upper.plot(course.games, course.proven, style, color=color, label=course.scheme)
        lower.plot(course.games, course.won, style, color=color)
    upper.set_ylabel("machines proven not to lose")
    lower.set_ylabel("games won")
    lower.set_xlabel("games learned from")
    upper.set_title(title, fontsize="medium")
    for axes in (upper, lower):
        _scale(axes)
    figure.legend(loc="outside right upper", frameon=False, fontsize="small")
    return figure


def _scale(axes: Axes) -> None:
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axes.set_ylim(-0.02, 1.02)
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.grid(color="0.9")
    axes.set_axisbelow(True)
