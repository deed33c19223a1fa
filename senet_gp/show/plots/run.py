"""The pictures of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator, PercentFormatter

from senet_gp.engine.measurement import Measurement
from senet_gp.evolution.loop.logbook import GenerationRow
from senet_gp.evolution.record.run_logs import RunLog
from senet_gp.evolution.run.measured_winners import MINUTES_FROM, LearningCurve, Proof
from senet_gp.players.champion import PlayersBySize
from senet_gp.show.plots import BLUE, GREEN, ORANGE, PURPLE, draw_grid, draw_legend, own_style

_COLORS = (BLUE, ORANGE, GREEN, PURPLE)
_STYLES = ("-", "--", "-.", ":")
_MARKERS = ("o", "s", "^", "D")
# In inches. A page of a phone shows this width at three quarters, so its text can still be read.
_WIDTH = 4.9
_HEIGHT = 3.4
#: Lines of at most this many points have markers, so that even a single point is visible.
_MARKED = 40
#: Names of lines across are written together if they are nearer than this share of the picture's height.
_APART = 0.035
#: Times of this many seconds or minutes are written without a decimal.
_WHOLE_FROM = 10
#: The scale of sizes is logarithmic if the largest is more than this many times the smallest.
_WIDE = 30
_WHOLE = "{x:,.0f}"
_RESULTS = {1: ("always wins", GREEN, "^"), 0: ("never loses", BLUE, "o"), -1: ("can lose", ORANGE, "v")}


def _figure(ylabel: str, height: float = _HEIGHT) -> tuple[Figure, Axes]:
    """An empty picture over generations."""
    figure = Figure(figsize=(_WIDTH, height), layout="constrained")
    axes: Axes = figure.subplots()
    _scale_generations(axes, ylabel)
    return figure, axes


def _scale_generations(axes: Axes, ylabel: str) -> None:
    axes.set_xlabel("generation")
    axes.set_ylabel(ylabel)
    draw_grid(axes)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))


def _scale_shares(axes: Axes) -> None:
    """The scale of shares of points, with a line where both players are equally strong."""
    axes.axhline(0.5, color="0.75", linewidth=0.8, zorder=0, label="equal strength")
    axes.set_ylim(-0.02, 1.02)
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))


def _plot_measured(
    axes: Axes, places: Sequence[int], measured: Sequence[Measurement], look: int, label: str
) -> None:
    """A line of shares of points with their intervals."""
    shares = [one.share for one in measured]
    # By a rounding error, a share of 0 or 1 may be outside its interval.
    reach = [
        [max(0.0, one.share - one.interval[0]) for one in measured],
        [max(0.0, one.interval[1] - one.share) for one in measured],
    ]
    axes.errorbar(
        places,
        shares,
        yerr=reach,
        color=_COLORS[look],
        linestyle=_STYLES[look],
        marker=_MARKERS[look],
        markersize=4,
        linewidth=1.2,
        elinewidth=0.8,
        capsize=2,
        label=label,
    )


def _mark_champion(axes: Axes, place: int, label: str) -> None:
    axes.axvline(place, color="0.5", linestyle=":", linewidth=1.2, label=label, zorder=0)


@own_style()
def draw_curves(
    curves: dict[str, LearningCurve], seconds_until: Callable[[int], float | None], best: int, called: str
) -> Figure:
    """Draw the winners of chosen generations against groups of opponents, by generation and time.

    Args:
        curves: the winners against each group of opponents, by its name; at least one group.
        seconds_until: tells the seconds that the run took until a generation had been played; None if they
            are not known.
        best: the generation of the champion, or of the best winner so far.
        called: the label of this winner.
    """
    figure, axes = _figure("share of points", 4.2)
    for number, (name, curve) in enumerate(curves.items()):
        look = number % len(_COLORS)
        generations = list(curve)
        lows, highs = ([one.interval[end] for one in curve.values()] for end in (0, 1))
        axes.fill_between(generations, lows, highs, color=_COLORS[look], alpha=0.12, linewidth=0)
        _plot_measured(axes, generations, list(curve.values()), look, f"against {name}")
    _mark_champion(axes, best, f"generation of the {called}")
    _scale_shares(axes)
    _show_time(axes, {generation: seconds_until(generation) for generation in next(iter(curves.values()))})
    draw_legend(figure, 1)
    return figure


def _show_time(axes: Axes, seconds_at: Mapping[int, float | None]) -> None:
    """Show above when the generations had been played that are named below, if that is known."""
    known = [(generation, seconds) for generation, seconds in seconds_at.items() if seconds]
    if len(known) < len(seconds_at) or len(known) < 2:
        return
    generations, seconds = np.array(known, np.float64).T
    unit, length = ("minutes", 60.0) if seconds[-1] >= MINUTES_FROM else ("seconds", 1.0)
    ticks = [tick for tick in axes.get_xticks() if generations[0] <= tick <= generations[-1]]
    times = np.interp(ticks, generations, seconds / length)
    above = axes.secondary_xaxis("top")
    above.set_xticks(ticks, [f"{time:.1f}" if time < _WHOLE_FROM else f"{time:,.0f}" for time in times])
    above.set_xlabel(f"{unit} since the run began")


@own_style()
def draw_islands(curves: Sequence[LearningCurve], champion: int, migrations: Iterable[int]) -> Figure:
    """Draw the strength of the winners of each island.

    Args:
        curves: the winners of each island.
        champion: the number of the champion's island, from 1 on, whose line is thicker.
        migrations: the generations after which individuals migrated, as thin vertical lines.
    """
    figure, axes = _figure("share of points", 4.2)
    for number, generation in enumerate(migrations):
        label = "migration" if number == 0 else None
        axes.axvline(generation, color="0.85", linewidth=0.8, zorder=0, label=label)
    colors = len(_COLORS)
    for number, curve in enumerate(curves, 1):
        color, style = (number - 1) % colors, (number - 1) // colors % len(_STYLES)
        axes.plot(
            list(curve),
            [one.share for one in curve.values()],
            color=_COLORS[color],
            linestyle=_STYLES[style],
            marker=_MARKERS[color],
            markersize=4,
            linewidth=2.2 if number == champion else 1.2,
            label=f"island {number}, champion" if number == champion else f"island {number}",
        )
    _scale_shares(axes)
    draw_legend(figure, 3)
    return figure


@own_style()
def draw_proofs(proofs: Sequence[Proof]) -> Figure:
    """Draw the worst result over all lines of play of the winners of chosen generations, in both seats."""
    figure, axes = _figure("", 1.7)
    for worst, (name, color, marker) in _RESULTS.items():
        marks = [(p.generation, seat) for p in proofs for seat in (0, 1) if p.worst[seat] == worst]
        # The legend also names results without marks, so that it is the same in all pictures.
        axes.plot([x for x, _ in marks], [y for _, y in marks], marker, color=color, markersize=6, label=name)
    axes.set_yticks([0, 1], ["moving first", "moving second"])
    axes.set_ylim(1.5, -0.5)
    draw_legend(figure, 3)
    return figure


@own_style()
def draw_population(generations: Sequence[GenerationRow], population: int) -> Figure:
    """Draw the nodes of the population's trees, and below how many of them differ.

    Where games were counted that a player lost by their own last move, their share stands there, too.
    """
    figure = Figure(figsize=(_WIDTH, 4.8), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    _scale_generations(above, "nodes")
    _scale_generations(below, "share")
    above.set_xlabel("")
    lines = {
        "largest": [row.size_max for row in generations],
        "winner": [float(row.winner_size) for row in generations],
        "mean": [row.size_mean for row in generations],
    }
    for number, (name, values) in enumerate(lines.items()):
        _plot(above, generations, values, number, name)
    _scale_sizes(above, [value for values in lines.values() for value in values])
    different = [row.distinct_trees / population for row in generations]
    _plot(below, generations, different, 3, "different trees")
    if generations[-1].self_losses is not None:
        _plot(below, generations, [row.self_losses or 0.0 for row in generations], 1, "self-losses")
    below.set_ylim(0, 1.05)
    below.yaxis.set_major_formatter(PercentFormatter(1.0))
    draw_legend(figure, 3)
    return figure


def _scale_sizes(axes: Axes, sizes: Sequence[float]) -> None:
    if max(sizes) > _WIDE * max(1.0, min(sizes)):
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.yaxis.set_minor_locator(NullLocator())
        axes.yaxis.set_major_formatter(_WHOLE)
    else:
        axes.set_ylim(0, 1.05 * max(sizes))
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))


@own_style()
def draw_front(sizes: PlayersBySize, lines: Mapping[str, float] = MappingProxyType({})) -> Figure:
    """Draw how strong the best players of each size are.

    Args:
        sizes: the players, and their opponents.
        lines: the shares of well-known players against the last of the opponents, by name: then shares
            against this opponent alone are drawn, and a line across for each of these players.
    """
    figure, axes = _figure("share of points", 4.2 if lines else _HEIGHT)
    axes.set_xlabel("nodes")
    front, nodes = sizes.front, [len(player.tree) for player in sizes.front]
    shown = list(enumerate(sizes.opponents))[-1:] if lines else list(enumerate(sizes.opponents))
    for look, (number, name) in enumerate(shown):
        _plot_measured(axes, nodes, [player.against[number] for player in front], look, f"against {name}")
    _mark_champion(axes, len(sizes.champion.tree), "the champion's nodes")
    if lines:
        axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        _draw_lines(axes, dict(lines) | {sizes.opponents[-1]: 0.5})
    else:
        _scale_shares(axes)
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(_WHOLE)
    draw_legend(figure, 2)
    return figure


def _draw_lines(axes: Axes, lines: Mapping[str, float]) -> None:
    """A line across for each of some players, named at the right; names that would meet share one."""
    low, high = axes.get_ylim()
    low, high = min(low, *lines.values()), max(high, *lines.values())
    axes.set_ylim(low - 0.02 * (high - low), high + 0.03 * (high - low))
    together: list[tuple[float, list[str]]] = []
    for name, share in sorted(lines.items(), key=lambda line: line[1]):
        axes.axhline(share, color="0.7", linewidth=0.8, zorder=0)
        if together and share - together[-1][0] < _APART * (high - low):
            together[-1][1].append(name)
        else:
            together.append((share, [name]))
    for share, names in together:
        axes.annotate(
            ", ".join(names),
            (1, share),
            xycoords=("axes fraction", "data"),
            xytext=(4, 0),
            textcoords="offset points",
            fontsize=7.5,
            color="0.35",
            va="center",
        )


@own_style()
def draw_speed(log: RunLog, counted: str) -> Figure:
    """Draw how many games, or whatever the tests of the run are called, there were a second, where known."""
    known = [(row, seconds) for row, seconds in zip(log.generations, log.seconds, strict=True) if seconds]
    figure, axes = _figure(f"{counted} per second", 2.6)
    _plot(axes, [row for row, _ in known], [row.games / seconds for row, seconds in known], 2, "")
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(_WHOLE)
    return figure


def _plot(
    axes: Axes, generations: Sequence[GenerationRow], values: Sequence[float], style: int, name: str
) -> None:
    marker = _MARKERS[style] if len(values) <= _MARKED else ""
    axes.plot(
        [row.generation for row in generations],
        values,
        color=_COLORS[style],
        linestyle=_STYLES[style],
        linewidth=1.3,
        marker=marker,
        markersize=3.5,
        label=name,
    )
