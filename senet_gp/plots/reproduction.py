"""The pictures of the repeated experiment of 1995: that of the paper, and further ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import fmean

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from senet_gp.plots import BLUE, GREEN, ORANGE, PURPLE, draw_shares, own_style, save
from senet_gp.reproduction.findings import ENOUGH_WINS, PAPER_GENERATIONS
from senet_gp.reproduction.measuring import HAND_MADE, PAPER_GAMES, RANDOM_PLAYERS, REFERENCES
from senet_gp.reproduction.plan import SEEDED, STRONGLY_SEEDED, UNSEEDED
from senet_gp.reproduction.results import GROUPS, Results, mean_of
from senet_gp.reproduction.tables import Step

#: Unseeded runs are blue circles, seeded ones orange squares, strongly seeded ones green triangles.
_STYLES = {UNSEEDED: (BLUE, "o", "-"), SEEDED: (ORANGE, "s", "--"), STRONGLY_SEEDED: (GREEN, "^", ":")}


#: The winner of a knockout should be among so many of the best.
_BEST = 16
_LENGTHS = {"": "runs as long as the paper's", "long-": "long runs with no limit on length"}


def draw_reproduction(results: Results, directory: Path) -> list[Path]:
    """Draw all pictures as PNG and SVG into an existing directory.

    Args:
        results: the tables of the experiment.
        directory: the directory.

    Returns:
        The files.

    Raises:
        FileError: if one of them cannot be written.
    """
    pictures: dict[str, Callable[[Results], Figure]] = {
        "paper": _paper,
        "references": _references,
        "learning": lambda r: _learning(r, ""),
        "long": lambda r: _learning(r, "long-"),
        "sizes": _sizes,
        "cost": _cost,
        "champions": _champions,
        "knockouts": _knockouts,
    }
    files = []
    for name, draw in pictures.items():
        figure = draw(results)
        for ending in ("png", "svg"):
            files.append(directory / f"{name}.{ending}")
            save(figure, files[-1])
    return files


def _label(name: str) -> str:
    """The paper's name of a player: RND1 for random-tree:1, HC1 for hand:HC1."""
    return name.replace("random-tree:", "RND").removeprefix("hand:")


def _half(axes: Axes, value: float) -> None:
    """A line where both players are equally strong."""
    axes.axhline(value, color="0.6", linewidth=1, zorder=0, label="equal strength")


def _log_ticks(axis: Axis, *steps: float) -> None:
    """Ticks at these multiples of 1, 10, 100 and so on, written as people write them."""
    axis.set_major_locator(LogLocator(subs=steps, numticks=20))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))


def _below(figure: Figure, axes: Axes, columns: int) -> None:
    """A legend below the figure, of what one of its axes shows."""
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=columns, frameon=False)


def _grid(axes: Axes, axis: str = "y") -> None:
    axes.grid(axis=axis, color="0.9")  # type: ignore[arg-type]
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


@own_style()
def _paper(results: Results) -> Figure:
    """Wins of 200 of the first two runs of each kind, as in the paper."""
    opponents = (*RANDOM_PLAYERS, *HAND_MADE)
    figure = Figure(figsize=(10, 5.2), layout="constrained")
    axes = figure.subplots()
    shown = [
        (f"{place} {kind} run", run, color, marker)
        for kind, (color, marker, _) in _STYLES.items()
        if kind in (UNSEEDED, SEEDED)
        for place, run in zip(("first", "second"), results.runs(kind), strict=False)
    ]
    for number, (label, run, color, marker) in enumerate(shown):
        wins = [m.wins for m in results.meetings(run, "winner", opponents, as_in_paper=True)]
        positions = np.arange(len(opponents)) + 0.16 * (number - (len(shown) - 1) / 2)
        filled = color if label.startswith("first") else "white"
        axes.plot(positions, wins, marker, color=color, markerfacecolor=filled, markersize=7, label=label)
    least = f"{ENOUGH_WINS} wins: the paper's winners have at least as many against every RND"
    axes.axhline(ENOUGH_WINS, color="0.3", linewidth=1, linestyle=":", label=least)
    _half(axes, PAPER_GAMES / 2)
    axes.axvline(len(RANDOM_PLAYERS) - 0.5, color="0.85", linewidth=1)
    axes.set_xticks(range(len(opponents)), [_label(name) for name in opponents])
    axes.set_xlim(-0.5, len(opponents) - 0.5)
    axes.set_ylim(0, PAPER_GAMES + 5)
    axes.set_xlabel("opponent: random expressions (RND) and hand-made players (HC)")
    axes.set_ylabel(f"wins of {PAPER_GAMES} games")
    axes.set_title("Winners of the last tournaments against each reference player")
    _below(figure, axes, 3)
    _grid(axes)
    return figure


@own_style()
def _references(results: Results) -> Figure:
    """The cross table of the reference players, the strongest first."""
    place = {name: index for index, name in enumerate(REFERENCES)}
    shares = np.full((len(place), len(place)), np.nan)
    for meeting in results.references:
        row, column = place[meeting.player], place[meeting.opponent]
        share = (meeting.wins + meeting.draws / 2) / meeting.games
        shares[row, column], shares[column, row] = 100 * share, 100 * (1 - share)
    order = np.argsort(-np.nanmean(shares, axis=1), kind="stable")
    names = [_label(REFERENCES[index]) for index in order]
    figure = Figure(figsize=(10.5, 9), layout="constrained")
    axes = figure.subplots()
    image = draw_shares(axes, shares[order][:, order], names, names)
    axes.tick_params(axis="x", rotation=90)
    axes.set_xlabel("opponent")
    axes.set_ylabel("player")
    axes.set_title("The reference players against one another")
    figure.colorbar(image, ax=axes, shrink=0.8, label="points of 100 of the player against the opponent")
    return figure


@own_style()
def _learning(results: Results, prefix: str) -> Figure:
    """Shares of points against the panel by generation, with 95 % intervals over runs."""
    figure = Figure(figsize=(10, 4.9), layout="constrained")
    for axes, (group, opponents) in zip(figure.subplots(1, 2, sharey=True), GROUPS.items(), strict=True):
        for kind in results.kinds(prefix):
            color, marker, line = _STYLES[kind]
            curve = results.mean_curve(prefix + kind, opponents)
            generations = list(curve)
            runs = len(results.runs(prefix + kind))
            label = f"{kind}, {runs} run{'s' if runs > 1 else ''}"
            axes.plot(
                generations,
                [100 * mean.value for mean in curve.values()],
                linestyle=line,
                marker=marker,
                markersize=4,
                color=color,
                label=label,
            )
            low, high = ([100 * end for end in ends] for ends in _ends(curve.values()))
            axes.fill_between(generations, low, high, color=color, alpha=0.2, linewidth=0)
        _half(axes, 50)
        axes.set_xlabel("generation")
        axes.set_title(f"against the {group}", fontsize="medium")
        axes.set_ylim(0, 100)
        _grid(axes)
    figure.axes[0].set_ylabel("points of 100")
    figure.axes[0].fill_between([], [], color="0.5", alpha=0.2, linewidth=0, label="95 % interval over runs")
    _below(figure, figure.axes[0], 3)
    figure.suptitle("Strength of the tournaments' winners, " + _LENGTHS[prefix])
    return figure


def _ends(means: Iterable[object]) -> tuple[list[float], list[float]]:
    means = list(means)
    return [mean.low for mean in means], [mean.high for mean in means]  # type: ignore[attr-defined]


def _by_generation(steps: Iterable[Step], value: Callable[[Step], float]) -> tuple[list[int], list[float]]:
    """The generations, and the mean of a value over all runs for each."""
    found: dict[int, list[float]] = {}
    for step in steps:
        found.setdefault(step.generation, []).append(value(step))
    return list(found), [fmean(values) for values in found.values()]


@own_style()
def _sizes(results: Results) -> Figure:
    """Sizes and depths of trees in the long runs."""
    figure = Figure(figsize=(10, 4.4), layout="constrained")
    nodes, depth = figure.subplots(1, 2)
    for kind in results.kinds("long-"):
        color, _, _ = _STYLES[kind]
        runs = set(results.runs(f"long-{kind}"))
        steps = [step for step in results.generations if step.run in runs]
        nodes.plot(*_by_generation(steps, lambda s: s.size_max), ":", color=color, label=f"{kind}, largest")
        nodes.plot(*_by_generation(steps, lambda s: s.size_mean), "-", color=color, label=f"{kind}, mean")
        depth.plot(*_by_generation(steps, lambda s: s.depth_max), ":", color=color, label=f"{kind}, deepest")
        depth.plot(*_by_generation(steps, lambda s: s.depth_mean), "-", color=color, label=f"{kind}, mean")
    for axes, what in ((nodes, "nodes of a tree"), (depth, "depth of a tree")):
        axes.set_yscale("log")
        _log_ticks(axes.yaxis, 1, 1.5, 2, 3, 5, 7)
        axes.set_xlabel("generation")
        axes.set_ylabel(what)
        ended = f"the paper's runs ended (generation {PAPER_GENERATIONS})"
        axes.axvline(PAPER_GENERATIONS, color="0.6", linewidth=1, label=ended)
        _grid(axes)
        axes.legend(frameon=False, fontsize="small")
    figure.suptitle("Growth of trees in the long runs, which have no limit on length")
    return figure


@own_style()
def _cost(results: Results) -> Figure:
    """Seconds and memory by generation in the long runs."""
    figure = Figure(figsize=(10, 4.4), layout="constrained")
    time, memory = figure.subplots(1, 2)
    for kind in results.kinds("long-"):
        color, _, line = _STYLES[kind]
        for run in results.runs(f"long-{kind}"):
            costs = [cost for cost in results.cost if cost.run == run]
            generations = [cost.generation for cost in costs]
            seconds = [cost.seconds_breeding + cost.seconds_evaluating for cost in costs]
            time.plot(generations, seconds, line, color=color, linewidth=1, label=run.removeprefix("long-"))
            held = [cost.memory_mb for cost in costs]
            memory.plot(generations, held, line, color=color, label=run.removeprefix("long-"))
    for axes, what in ((time, "seconds per generation"), (memory, "memory of the main process, MiB")):
        axes.set_xlabel("generation")
        axes.set_ylabel(what)
        axes.set_ylim(bottom=0)
        _grid(axes)
        axes.legend(frameon=False)
    figure.suptitle("Time and memory of the long runs, a line for each run")
    return figure


@own_style()
def _champions(results: Results) -> Figure:
    """Every run's champions against both groups of opponents."""
    figure = Figure(figsize=(10, 4.9), layout="constrained")
    columns = [
        (kind, player, _STYLES[kind][0], marker)
        for kind in results.kinds("")
        for player, marker in (("winner", "o"), ("champion", "D"))
    ]
    spread = np.random.default_rng(1)  # only moves dots apart
    for axes, (group, opponents) in zip(figure.subplots(1, 2, sharey=True), GROUPS.items(), strict=True):
        for place, (kind, player, color, marker) in enumerate(columns):
            shares = [100 * share for share in results.shares(kind, player, opponents)]
            positions = place + spread.uniform(-0.12, 0.12, len(shares))
            axes.plot(positions, shares, marker, color=color, alpha=0.5, markersize=5, linestyle="none")
            mean = mean_of(shares)
            reach = [[mean.value - mean.low], [mean.high - mean.value]]
            axes.errorbar(place + 0.28, mean.value, yerr=reach, fmt="_", color="black", capsize=4)
        kinds = results.kinds("")
        axes.set_xticks([2 * place + 0.5 for place in range(len(kinds))], kinds)
        axes.set_xlabel("kind of run")
        _half(axes, 50)
        axes.set_title(f"against the {group}", fontsize="medium")
        _grid(axes)
    first = figure.axes[0]
    first.set_ylabel("points of 100")
    first.plot([], [], "o", color="0.4", label="winner of the last tournament, as in the paper")
    first.plot([], [], "D", color="0.4", label="champion of the final round robin")
    first.errorbar([], [], yerr=[], fmt="_", color="black", capsize=4, label="mean, with 95 % interval")
    _below(figure, first, 2)
    figure.suptitle("Champions of all runs, a mark for each run")
    return figure


@own_style()
def _knockouts(results: Results) -> Figure:
    """The ranks of the winners of knockouts in a round robin of the same population."""
    figure = Figure(figsize=(7, 4.4), layout="constrained")
    axes = figure.subplots()
    lengths = sorted({trial.games for trial in results.knockouts})
    for games, color, line in zip(lengths, (BLUE, GREEN, PURPLE), ("-", "--", ":"), strict=True):
        ranks = np.sort([trial.rank for trial in results.knockouts if trial.games == games and trial.trial])
        share = 100 * np.arange(1, len(ranks) + 1) / len(ranks)
        axes.step(ranks, share, line, where="post", color=color, label=f"duels best of {games}")
    axes.axvline(_BEST, color="0.6", linewidth=1, label=f"the best {_BEST} of a population")
    axes.set_xscale("log")
    _log_ticks(axes.xaxis, 1, 2, 5)
    axes.set_xlim(1, None)
    axes.set_ylim(0, 101)
    axes.set_xlabel("rank of the winner in a round robin of the population (1 is the best)")
    axes.set_ylabel("knockouts whose winner has this rank or a better one, %")
    axes.legend(frameon=False, loc="lower right")
    _grid(axes)
    populations = len({trial.run for trial in results.knockouts})
    axes.set_title(
        f"How good winners of knockouts are: {len(ranks)} knockouts for each length of duels,\n"
        f"in {populations} population{'s' if populations > 1 else ''}",
        fontsize="medium",
    )
    return figure
