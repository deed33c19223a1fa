"""What makes players strong: the terms of sums, the way to search for them, trees, or all of it?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from senet_gp import WorkerPool, play_match
from senet_gp.experiments.inference import holm, p_value
from senet_gp.players.champion import PlayersBySize
from studies import network_judges, strength
from studies.pages import table
from studies.work import Study, Work

SEEDS, SECONDS = 20, 30
SIZES = (30, 200)
WAYS = Path(__file__).with_name("ways_to_search.py")
GAMES = 10_000
KINDS = ("words", "products", "conditions")
#: Ways in which children of sums are made, and those that breed trees, as pages say them.
SUMS = {
    "random": "random search",
    "mutation": "mutation alone",
    "crossover": "mutation and crossover",
    "tuning": "tuning alone",
    "greedy": "greedy exchange",
}
TREES = {"mutant_share=1.0": "mutation alone", "mutant_share=0.4": "mutation and crossover"}
#: The preset, with which all others are compared, and without its crossover.
PRESET, NO_CROSSOVER = "preset,mutant_share=0.4", "preset,mutant_share=1.0"


def _variants() -> dict[str, tuple[str, str]]:
    """The variants of the plan: of what their players are made, and how these are searched for."""
    found = {
        f"sums,terms={kind},method={method}": (f"sums: {kind}", SUMS[method])
        for kind in KINDS
        for method in SUMS
    }
    found |= {f"trees,{name}": ("trees", way) for name, way in TREES.items()}
    return found | {
        PRESET: ("trees", "the preset: all three"),
        NO_CROSSOVER: ("trees", "the preset without crossover"),
    }


def _measure(work: Work) -> Any:
    runs = strength.played(work, "what_breeds", seeds=SEEDS, seconds=SECONDS, plugin=WAYS)
    return {
        variant: [
            work.keep(f"{variant}, seed {seed}, {GAMES} games", partial(_of_run, kept, work.pick(GAMES, 20)))
            for seed, kept in strength.players(runs, variant).items()
        ]
        for variant in _variants()
    }


def _of_run(kept: PlayersBySize, games: int) -> dict[str, Any]:
    """What the best players of a run's sizes regret, and the share of the largest against HC5."""
    trees = [kept.best(max(size, len(kept.front[0].tree))).tree for size in SIZES]
    with WorkerPool() as pool:
        match = play_match(trees[-1], "hand:HC5", game=kept.game, games=games, seed=2, pool=pool)
    return {
        "generations": kept.origin["generations"],
        "nodes": [len(tree) for tree in trees],
        "regrets": network_judges.regrets(trees),
        "hc5": round(match.measured.share, 5),
    }


def _endpoints(runs: Sequence[dict[str, Any]]) -> list[list[float]]:
    """For each endpoint its values in all runs: the mean regret by both networks at each size; the share."""
    small, large = ([float(np.mean(run["regrets"][place])) for run in runs] for place in (0, 1))
    return [small, large, [100 * run["hc5"] for run in runs]]


def _blocks(result: Any) -> dict[str, str]:
    preset = _endpoints(result[PRESET])
    names = [name for name in result if name != PRESET]
    compared = [
        holm([p_value(_endpoints(result[name])[endpoint], preset[endpoint]) for name in names])
        for endpoint in range(len(preset))
    ]
    rows = []
    for number, (name, (made_of, way)) in enumerate(_variants().items()):
        cells: list[object] = [made_of, way, f"{np.median([run['generations'] for run in result[name]]):.0f}"]
        for endpoint, values in enumerate(_endpoints(result[name])):
            digits = 1 if endpoint == 2 else 3
            cells.append(f"{np.mean(values):.{digits}f} (± {np.std(values, ddof=1):.{digits}f})")
            cells.append(strength.p_told(compared[endpoint][number]) if name != PRESET else "")
        rows.append(cells)
    head = ["players", "way", "generations", "regret, 30 nodes", "p", "regret, 200 nodes", "p"]
    return {"what-breeds": table([*head, "against `hand:HC5`", "p"], rows, left=2)}


STUDY = Study(
    "What makes players strong: terms, the way to search, or trees?", 200, _measure, _blocks, ("what-breeds",)
)
