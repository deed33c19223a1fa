"""How near to perfect play evolved players come in Senet with two pieces a side, which is solved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from senet_gp.show.plots import own_style, save
from studies import strength
from studies.pages import table
from studies.work import Study, Work

SEEDS, SECONDS = 5, 30
#: Few of those of other studies: the regret of a player takes some twenty seconds.
SIZES = (8, 30, 200)
VARIANTS = {"network": "networks, as by default", "perfect": "perfect play"}


def _measure(work: Work) -> Any:
    runs = strength.played(work, "strength_few", seeds=SEEDS, seconds=SECONDS)
    rule, table_file = ("--rule", f"pieces={work.pick(2, 1)}"), "exact.chances"
    work.command("table", "senet", *rule, "--out", table_file, writes=table_file)

    def regret(run: str) -> Any:
        return work.command("verdict", "senet", run, *rule, "--table", table_file)["regret"]

    found: dict[str, list[dict[str, float]]] = {}
    for variant in VARIANTS:
        found[variant] = []
        for seed, kept in strength.players(runs, variant).items():
            sizes = [size for size in SIZES if size >= len(kept.front[0].tree)]
            sizes = work.pick(sizes, sizes[-1:])
            regrets = {str(size): regret(f"runs/runs/{variant}/{seed}@{size}") for size in sizes}
            found[variant].append({"generations": kept.origin["generations"]} | regrets)
    return found


def _regrets(runs: list[dict[str, float]], size: int) -> np.ndarray:
    return np.array([run.get(str(size), np.nan) for run in runs])


def _blocks(result: Any) -> dict[str, str]:
    first, second = VARIANTS
    p_values = strength.corrected(
        (_regrets(result[first], size), _regrets(result[second], size)) for size in SIZES
    )
    rows = [
        [
            taught,
            size,
            f"{np.median([run['generations'] for run in result[variant]]):.0f}",
            strength.mean_told(_regrets(result[variant], size)),
            p if variant == second else "",
        ]
        for size, p in zip(SIZES, p_values, strict=True)
        for variant, taught in VARIANTS.items()
    ]
    picture = "![Regret against size, for two teachers](pictures/few.png)"
    head = ["taught by", "nodes at most", "generations", "regret", "p"]
    return {"strength-few": f"{table(head, rows)}\n\n{picture}"}


def _draw(result: Any, file: Path) -> None:
    """Regret by size, a line for each teacher."""
    with own_style():
        figure = Figure(figsize=(6, 3.6), layout="constrained")
        axes = figure.subplots()
        for variant, called in VARIANTS.items():
            columns = [_regrets(result[variant], size) for size in SIZES]
            strength.draw_runs(axes, SIZES, columns, called)
        strength.name_places(axes, SIZES)
        axes.set_ylim(bottom=0)
        axes.set_xlabel("nodes at most")
        axes.set_ylabel("wins of 100 lost to perfect play")
        axes.legend()
        save(figure, file)


STUDY = Study(
    "How near to perfect play is what evolves with two pieces?",
    15,
    _measure,
    _blocks,
    ("strength-few",),
    {"pictures/few.png": _draw},
)
