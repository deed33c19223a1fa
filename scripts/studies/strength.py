"""What the studies of strength share: runs of equal processor time, and their players at every size."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from senet_gp import Individual, WorkerPool, player_from_text
from senet_gp.arena.match import play_match
from senet_gp.experiments.inference import holm, mean_interval, p_value
from senet_gp.players.champion import PlayersBySize
from senet_gp.trees import to_lisp
from studies import network_judges
from studies.work import Work

SIZES = (8, 15, 30, 60, 100, 200)
OPPONENTS = ("net", "hand:HC5")
#: In matches of a study, so that about 0.9 points either way are chance.
GAMES = 10_000


def played(
    work: Work,
    plan: str,
    *,
    seeds: int,
    seconds: int,
    out: str = "runs",
    plugins: Sequence[object] = (),
    jobs: int = 2,
) -> Path:
    """The directory of runs of a plan, which are played or gone on with; the seconds are of the processor."""
    text = (Path(__file__).parent / f"{plan}.toml").read_text(encoding="utf-8")
    if work.small:
        seeds, seconds, text = 1, 2, _smaller(text)
    own = work.directory / f"{plan}.toml"
    own.write_text(text, encoding="utf-8")
    bounds = ("--seeds", seeds, "--max-seconds", seconds, "--jobs", jobs)
    loaded = [word for plugin in plugins for word in ("--plugin", plugin)]
    work.command("experiment", own.name, *bounds, "--games", 20, "--out", out, *loaded)
    return work.directory / out / "runs"


def players(runs: Path, variant: str) -> dict[int, PlayersBySize]:
    """The players of every size of a variant's runs, by seed."""
    directories = sorted((runs / variant).iterdir(), key=lambda path: int(path.name))
    return {int(path.name): PlayersBySize.read(path / "sizes.json") for path in directories}


def measured(work: Work, kept: PlayersBySize, sizes: Iterable[int] = SIZES) -> dict[str, Any]:
    """The strongest of at most so many nodes of a run, each with its shares in fresh games and its regret."""
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
                "regrets": network_judges.regrets([tree])[0],
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


def shares(runs: Sequence[dict[str, Any]], size: int, opponent: str) -> np.ndarray:
    """The shares of the players of at most so many nodes, a number for each run; NaN where it has none."""
    missing = {"shares": {opponent: np.nan}}
    return np.array([run.get(str(size), missing)["shares"][opponent] for run in runs])


def regrets(runs: Sequence[dict[str, Any]], size: int) -> np.ndarray:
    """The regrets of the players of at most so many nodes, by both networks; NaN where a run has none."""
    return np.array([np.mean(run.get(str(size), {"regrets": np.nan})["regrets"]) for run in runs])


def mean_and_reach(values: Sequence[float] | np.ndarray) -> tuple[float, float]:
    """The mean, and how far Student's 95 % interval of it reaches to either side; NaNs do not count."""
    known = np.asarray(values)[~np.isnan(values)]
    low, high = mean_interval(known.tolist()) or (np.nan, np.nan)
    return float(known.mean()), (high - low) / 2


def mean_told(values: np.ndarray, digits: int = 1, unit: float = 0.01) -> str:
    """The mean over runs with Student's 95 % interval, by default in points of 100."""
    known = values[~np.isnan(values)] / unit
    if len(known) < 2:
        return f"{known[0]:.{digits}f}" if len(known) else ""
    mean, reach = mean_and_reach(known)
    return f"{mean:.{digits}f} (± {reach:.{digits}f})"


def corrected(pairs: Iterable[tuple[np.ndarray, np.ndarray]]) -> list[str]:
    """How p of pairs of samples is told: by the test of Mann and Whitney, corrected by Holm."""
    known = [[values[~np.isnan(values)].tolist() for values in pair] for pair in pairs]
    return [p_told(p) for p in holm([p_value(*pair) if all(pair) else 1.0 for pair in known])]


def against(values: Mapping[str, np.ndarray], reference: str) -> dict[str, str]:
    """How p of each of these samples against one of them is told, corrected; empty for that one."""
    others = [name for name in values if name != reference]
    told = corrected((values[name], values[reference]) for name in others)
    return {reference: "", **dict(zip(others, told, strict=True))}


def p_told(p: float) -> str:
    """A p value as tables have it."""
    return "<0.001" if p < 0.001 else f"{p:.2g}"


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
    plan = re.sub(r"(pieces = |table:)\d", r"\g<1>1", plan)
    plan = re.sub(r"fitness\.cases = \d+", "fitness.cases = 32", plan)
    plan = re.sub(r"fitness\.labelled = \d+", "fitness.labelled = 256", plan)
    return re.sub(r"teacher_games = \d+", "teacher_games = 2000", plan)
