"""What the studies of strength share: runs of equal processor time, and their players at every size."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy import stats

from senet_gp import WorkerPool, player_from_text
from senet_gp.arena.match import play_match
from senet_gp.players.by_size import PlayersBySize
from senet_gp.trees import to_lisp
from studies.pages import percent
from studies.work import Work

SIZES = (8, 15, 30, 60, 100, 200)
OPPONENTS = ("net", "hand:HC5")
#: In matches of a study, so that about 0.9 points either way are chance.
GAMES = 10_000


def played(work: Work, plan: str, *, seeds: int, seconds: int, out: str = "runs") -> Path:
    """The directory of runs of a plan, which are played or gone on with; the seconds are of the processor."""
    text = (Path(__file__).parent / f"{plan}.toml").read_text(encoding="utf-8")
    if work.small:
        seeds, seconds, text = 2, 2, _smaller(text)
    own = work.directory / f"{plan}.toml"
    own.write_text(text, encoding="utf-8")
    bounds = ("--seeds", seeds, "--max-seconds", seconds, "--jobs", 2)
    work.command("experiment", own.name, *bounds, "--games", 20, "--out", out)
    return work.directory / out / "runs"


def players(runs: Path, variant: str) -> dict[int, PlayersBySize]:
    """The players of every size of a variant's runs, by seed."""
    directories = sorted((runs / variant).iterdir(), key=lambda path: int(path.name))
    return {int(path.name): PlayersBySize.read(path / "sizes.json") for path in directories}


def measured(work: Work, kept: PlayersBySize, name: str, sizes: Iterable[int] = SIZES) -> dict[str, Any]:
    """The strongest of at most so many nodes of a run, each with its shares in fresh games."""
    games = work.pick(GAMES, 40)
    found: dict[str, Any] = {}
    by_text: dict[str, Any] = {}
    with WorkerPool() as pool:
        for size in sizes:
            if size < len(kept.front[0].tree):
                continue
            champion = kept.best(size)
            text = to_lisp(champion.tree)
            if text not in by_text:
                shares = work.keep(
                    f"{games} games of {name}: {text}",
                    lambda champion=champion: {
                        opponent: play_match(
                            champion.tree,
                            player_from_text(opponent, champion.game),
                            game=champion.game,
                            games=games,
                            seed=2,
                            pool=pool,
                        ).measured.share
                        for opponent in OPPONENTS
                    },
                )
                by_text[text] = {"nodes": len(champion.tree), "expression": text, "shares": shares}
            found[str(size)] = by_text[text]
    return found


def shares(runs: Sequence[dict[str, Any]], size: int, opponent: str) -> np.ndarray:
    """The shares of the players of at most so many nodes, a number for each run; NaN where it has none."""
    missing = {"shares": {opponent: np.nan}}
    return np.array([run.get(str(size), missing)["shares"][opponent] for run in runs])


def mean_told(values: np.ndarray) -> str:
    """The mean over runs with Student's 95 % interval, in percent."""
    values = values[~np.isnan(values)]
    if len(values) < 2:
        return percent(float(values[0])) if len(values) else ""
    half = stats.t.ppf(0.975, len(values) - 1) * stats.sem(values)
    return f"{percent(values.mean())} (± {100 * half:.1f})"


def difference_told(first: np.ndarray, second: np.ndarray) -> str:
    """The mean difference of runs of the same seeds in points of 100, its interval, and p of the t test."""
    gaps = first - second
    gaps = gaps[~np.isnan(gaps)]
    if len(gaps) < 2 or not gaps.any():
        return ""
    half = stats.t.ppf(0.975, len(gaps) - 1) * stats.sem(gaps)
    p = stats.ttest_1samp(gaps, 0).pvalue
    return f"{100 * gaps.mean():+.1f} (± {100 * half:.1f}), p {'< 0.001' if p < 0.001 else f'= {p:.2g}'}"


def _smaller(plan: str) -> str:
    """A plan whose runs take seconds."""
    plan = plan.replace("fitness = { ", "fitness = { labelled = 256, cases = 64, ")
    plan = re.sub(r"fitness\.cases = \d+", "fitness.cases = 64", plan)
    plan = re.sub(r"fitness\.labelled = \d+", "fitness.labelled = 256", plan)
    return re.sub(r"teacher_games = \d+", "teacher_games = 2000", plan)
