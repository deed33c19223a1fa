"""What the results of the experiment of 1995 owe to choices of ours, and what makes its trees grow."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.panel import RANDOM_TREES
from senet_gp.arena.pool import Pool
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.experiments.inference import holm, p_value
from senet_gp.runtime import plugins
from senet_gp.runtime.streams import key_of
from studies.pages import table
from studies.paper import HAND_MADE, REPRODUCTION, winner_measured
from studies.paper_statements import ENOUGH_WINS
from studies.work import Study, Work

SEEDS, GAMES = 10, 200
#: The vocabularies of the plan.
WORDS = Path(__file__).with_name("words_of_1995.py")
#: What each variant changes, as pages say it.
VARIANTS = {
    "ours": "nothing",
    "named": "only the words that the summary names",
    "single-constants": "each constant is a symbol",
    "one-point": "crossover at any two nodes",
    "ramped": "larger first trees (`ramped`)",
    "both": "both of these",
    "untyped": "no types",
}
#: Those of which players are compared, each with another; the named words need single constants to be drawn.
COMPARED = {
    "named": "single-constants",
    **dict.fromkeys(("single-constants", "one-point", "ramped", "untyped"), "ours"),
}


def _measure(work: Work) -> Any:
    plan = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    if work.small:
        plan = plan.replace("512", "16").replace("33", "3")
    (work.directory / "sensitivity.toml").write_text(plan, encoding="utf-8")
    seeds = work.pick(SEEDS, 2)
    work.command(
        *("experiment", "sensitivity.toml", "--plugin", WORDS, "--seeds", seeds, "--games", 20),
        *("--out", "runs"),
    )
    plugins.load(str(WORDS))
    games = work.pick(GAMES, 4)
    with WorkerPool() as pool:
        return {
            variant: [
                work.keep(f"{games} games of {variant}, {run.name}", partial(_of_run, run, games, pool))
                for run in sorted((work.directory / "runs" / "runs" / variant).iterdir())
            ]
            for variant in VARIANTS
        }


def _of_run(directory: Path, games: int, pool: Pool) -> dict[str, float]:
    """The winner of the last tournament against the opponents of the paper, and the nodes of the trees."""
    run = RunDirectory.open(directory)
    key = key_of(run.config.seed, REPRODUCTION)
    measured = winner_measured(run, games=games, key=key, pool=pool)
    last = run.logs.played()[-1]
    return {
        "hand_made": round(fmean(measured[name].share for name in HAND_MADE), 5),
        "random": round(fmean(measured[name].share for name in RANDOM_TREES), 5),
        "fewest_wins": min(measured[name].wins for name in RANDOM_TREES),
        "nodes": round(last.size_mean, 2),
        "largest": int(last.size_max),
    }


def _blocks(result: Any) -> dict[str, str]:
    p_values = [
        p_value([run["hand_made"] for run in result[variant]], [run["hand_made"] for run in result[other]])
        for variant, other in COMPARED.items()
    ]
    corrected = dict(zip(COMPARED, holm(p_values), strict=True))
    rows = []
    for variant, runs in result.items():
        enough = sum(run["fewest_wins"] >= ENOUGH_WINS for run in runs)
        p = f"{corrected[variant]:.2g}" if variant in corrected else ""
        rows.append(
            [
                VARIANTS[variant],
                *(f"{100 * np.median([run[one] for run in runs]):.1f}" for one in ("hand_made", "random")),
                f"{enough} of {len(runs)}",
                p,
                f"{np.median([run['nodes'] for run in runs]):.0f}",
                max(run["largest"] for run in runs),
            ]
        )
    head = ["changed", "hand-made", "random trees", f"{ENOUGH_WINS} wins", "p", "nodes", "largest tree"]
    return {"sensitivity": table(head, rows)}


STUDY = Study(
    "What do the results of the experiment of 1995 owe to choices of ours?",
    15,
    _measure,
    _blocks,
    ("sensitivity",),
)
