"""What the studies of strength share: runs of equal processor time, and their players at every size."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from scipy import stats

from senet_gp import Individual, WorkerPool, player_from_text
from senet_gp.arena.match import play_match
from senet_gp.experiments.inference import mean_interval
from senet_gp.players.champion import PlayersBySize
from senet_gp.trees import to_lisp
from studies.pages import table
from studies.work import Work

SIZES = (8, 15, 30, 60, 100, 200)
OPPONENTS = ("net", "hand:HC5")
#: In matches of a study, so that about 0.9 points either way are chance.
GAMES = 10_000


def played(
    work: Work, plan: str, *, seeds: int, seconds: int, out: str = "runs", plugin: Path | None = None
) -> Path:
    """The directory of runs of a plan, which are played or gone on with; the seconds are of the processor."""
    text = (Path(__file__).parent / f"{plan}.toml").read_text(encoding="utf-8")
    if work.small:
        seeds, seconds, text = 1, 2, _smaller(text)
    own = work.directory / f"{plan}.toml"
    own.write_text(text, encoding="utf-8")
    bounds = ("--seeds", seeds, "--max-seconds", seconds, "--jobs", 2)
    loaded = () if plugin is None else ("--plugin", plugin)
    work.command("experiment", own.name, *bounds, "--games", 20, "--out", out, *loaded)
    return work.directory / out / "runs"


def players(runs: Path, variant: str) -> dict[int, PlayersBySize]:
    """The players of every size of a variant's runs, by seed."""
    directories = sorted((runs / variant).iterdir(), key=lambda path: int(path.name))
    return {int(path.name): PlayersBySize.read(path / "sizes.json") for path in directories}


def measured(work: Work, kept: PlayersBySize, sizes: Iterable[int] = SIZES) -> dict[str, Any]:
    """The strongest of at most so many nodes of a run, each with its shares in fresh games."""
    games = work.pick(GAMES, 40)

    def played_by(tree: Individual) -> dict[str, float]:
        opponents = {text: player_from_text(text, kept.game) for text in OPPONENTS}
        with WorkerPool() as pool:
            return {
                text: play_match(
                    tree, opponent, game=kept.game, games=games, seed=2, pool=pool
                ).measured.share
                for text, opponent in opponents.items()
            }

    found: dict[str, Any] = {}
    by_text: dict[str, Any] = {}
    for size in sizes:
        if size < len(kept.front[0].tree):
            continue
        tree = kept.best(size).tree
        text = to_lisp(tree)
        if text not in by_text:
            name = f"{games} games, seed 2, against {', '.join(OPPONENTS)}: {text}"
            by_text[text] = {
                "nodes": len(tree),
                "expression": text,
                "shares": work.keep(name, partial(played_by, tree)),
            }
        found[str(size)] = by_text[text]
    return found


def measured_plan(
    work: Work, plan: str, seeds: int, seconds: int, variants: tuple[str, ...], *, out: str = "runs"
) -> Any:
    """For each variant of a plan its runs, in the order of their seeds."""
    runs = played(work, plan, seeds=seeds, seconds=seconds, out=out)
    return {
        variant: [
            {"seed": seed, "generations": kept.origin["generations"]} | measured(work, kept)
            for seed, kept in players(runs, variant).items()
        ]
        for variant in variants
    }


def by_size(result: Any, ours: str, other: str, opponent: str) -> str:
    """A table of two variants at every size, and their differences against one opponent."""
    rows = []
    for size in SIZES:
        cells: list[object] = [size]
        for variant in (ours, other):
            cells += [mean_told(shares(result[variant], size, one)) for one in OPPONENTS]
        both = [shares(result[variant], size, opponent) for variant in (ours, other)]
        rows.append([*cells, *difference_told(both[0], both[1])])
    head = ["nodes at most", f"{ours}: `net`", "`hand:HC5`", f"{other}: `net`", "`hand:HC5`"]
    head += [f"difference, `{opponent}`", "p"]
    return table(head, rows)


def shares(runs: Sequence[dict[str, Any]], size: int, opponent: str) -> np.ndarray:
    """The shares of the players of at most so many nodes, a number for each run; NaN where it has none."""
    missing = {"shares": {opponent: np.nan}}
    return np.array([run.get(str(size), missing)["shares"][opponent] for run in runs])


def mean_and_reach(values: Sequence[float] | np.ndarray) -> tuple[float, float]:
    """The mean, and how far Student's 95 % interval of it reaches to either side; NaNs do not count."""
    known = np.asarray(values)[~np.isnan(values)]
    low, high = mean_interval(known.tolist()) or (np.nan, np.nan)
    return float(known.mean()), (high - low) / 2


def mean_told(values: np.ndarray, sign: str = "") -> str:
    """The mean over runs with Student's 95 % interval, in points of 100; with "+" it always has a sign."""
    known = values[~np.isnan(values)]
    if len(known) < 2:
        return f"{100 * known[0]:{sign}.1f}" if len(known) else ""
    mean, reach = mean_and_reach(known)
    return f"{100 * mean:{sign}.1f} (± {100 * reach:.1f})"


def difference_told(first: np.ndarray, second: np.ndarray) -> tuple[str, str]:
    """The mean difference of runs of the same seeds in points of 100, with its interval; p of its t test."""
    gaps = first - second
    gaps = gaps[~np.isnan(gaps)]
    if len(gaps) < 2 or not gaps.any():
        return "", ""
    return mean_told(gaps, "+"), p_told(stats.ttest_1samp(gaps, 0).pvalue)


def p_told(p: float) -> str:
    """A p value as tables have it."""
    return "< 0.001" if p < 0.001 else f"{p:.2g}"


def draw_runs(axes: Axes, places: Sequence[float], columns: Sequence[np.ndarray], label: str) -> None:
    """A line through the means of runs at some places, with the least and the greatest of each."""
    known = [100 * column[~np.isnan(column)] for column in columns]
    places = [place for place, column in zip(places, known, strict=True) if len(column)]
    points = [column for column in known if len(column)]
    middle = np.array([column.mean() for column in points])
    ends = [middle - [column.min() for column in points], [column.max() for column in points] - middle]
    axes.errorbar(places, middle, yerr=ends, marker="o", capsize=3, label=label)


def name_places(axes: Axes, places: Sequence[float]) -> None:
    """A logarithmic axis that names the places that were measured, and no others."""
    axes.set_xscale("log")
    axes.set_xticks(places, [f"{place:,}" for place in places])
    axes.set_xticks([], minor=True)


def _smaller(plan: str) -> str:
    """A plan whose runs take seconds."""
    plan = plan.replace("fitness = { ", "fitness = { labelled = 256, cases = 64, ")
    plan = plan.replace("pieces = 2", "pieces = 1")
    plan = re.sub(r"fitness\.cases = \d+", "fitness.cases = 32", plan)
    plan = re.sub(r"fitness\.labelled = \d+", "fitness.labelled = 256", plan)
    return re.sub(r"teacher_games = \d+", "teacher_games = 2000", plan)
