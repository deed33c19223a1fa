"""What makes players strong: the terms of sums, the way to search for them, trees, or all of it?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from matplotlib.figure import Figure

from senet_gp import Individual, WorkerPool, play_match
from senet_gp.experiments.inference import holm, p_value
from senet_gp.players.champion import PlayersBySize
from senet_gp.show.plots import own_style, save
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
#: The preset, with which all others are compared, and with crossover.
PRESET, CROSSOVER = "preset,mutant_share=1.0", "preset,mutant_share=0.4"
#: Ways without crossover, each with the same way with it.
WITHOUT_AND_WITH = (
    *((f"sums,terms={kind},method=mutation", f"sums,terms={kind},method=crossover") for kind in KINDS),
    tuple(f"trees,{name}" for name in TREES),
    (PRESET, CROSSOVER),
)


def variants() -> dict[str, tuple[str, str]]:
    """The variants of the plan: of what their players are made, and how these are searched for."""
    found = {
        f"sums,terms={kind},method={method}": (f"sums of {kind}", SUMS[method])
        for kind in KINDS
        for method in SUMS
    }
    found |= {f"trees,{name}": ("trees", way) for name, way in TREES.items()}
    return found | {
        PRESET: ("trees", "the preset: mutation and tuning"),
        CROSSOVER: ("trees", "mutation, crossover and tuning"),
    }


def _measure(work: Work) -> Any:
    runs = strength.played(work, "what_breeds", seeds=SEEDS, seconds=SECONDS, plugins=[WAYS])
    plan = (work.directory / "what_breeds.toml").read_text(encoding="utf-8")
    return {
        variant: [
            work.keep(
                f"{variant}, seed {seed}, {GAMES} games, {plan}", partial(of_run, kept, work.pick(GAMES, 20))
            )
            for seed, kept in strength.players(runs, variant).items()
        ]
        for variant in variants()
    }


def best_of(kept: PlayersBySize) -> list[Individual]:
    """A run's best players of at most each size, or its smallest one where all are larger."""
    return [kept.best(max(size, len(kept.front[0].tree))).tree for size in SIZES]


def of_run(kept: PlayersBySize, games: int) -> dict[str, Any]:
    """What the best players of a run's sizes regret, and the share of the largest against HC5."""
    trees = best_of(kept)
    with WorkerPool() as pool:
        match = play_match(trees[-1], "hand:HC5", game=kept.game, games=games, seed=2, pool=pool)
    return {
        "generations": kept.origin["generations"],
        "nodes": [len(tree) for tree in trees],
        "regrets": network_judges.regrets(trees),
        "hc5": round(match.measured.share, 5),
    }


class Endpoint(NamedTuple):
    """What a plan compares: how a table calls it, its value for a run, and the digits that are shown."""

    head: str
    value: Callable[[Mapping[str, Any]], float]
    digits: int


def regret_endpoints(digits: int) -> tuple[Endpoint, ...]:
    """The regret of a run's player at each size, as the mean of what judges say if there are several."""

    def regret(place: int, run: Mapping[str, Any]) -> float:
        return float(np.mean(run["regrets"][place]))

    return tuple(
        Endpoint(f"regret, {size} nodes", partial(regret, place), digits) for place, size in enumerate(SIZES)
    )


REGRETS = regret_endpoints(3)
ENDPOINTS = (*REGRETS, Endpoint("against `hand:HC5`", lambda run: 100 * float(run["hc5"]), 1))
#: What is counted in a table: the key in what a run says, and the unit.
GENERATIONS = {"generations": ("generations", 1.0)}


def compared(
    result: Mapping[str, Any],
    ways: Mapping[str, tuple[str, str]],
    endpoints: Sequence[Endpoint],
    counted: Mapping[str, tuple[str, float]] = GENERATIONS,
) -> str:
    """A row for each way: what is counted, and each endpoint with p against the preset, corrected by Holm."""
    values = [
        {way: np.array([endpoint.value(run) for run in result[way]]) for way in ways}
        for endpoint in endpoints
    ]
    p_values = [strength.against(column, PRESET) for column in values]
    rows = []
    for way, told in ways.items():
        medians = [np.median([run[key] for run in result[way]]) / unit for key, unit in counted.values()]
        cells: list[object] = [*told, *(f"{median:.0f}" for median in medians)]
        for endpoint, column, p in zip(endpoints, values, p_values, strict=True):
            mean, spread = np.mean(column[way]), np.std(column[way], ddof=len(column[way]) > 1)
            cells += [f"{mean:.{endpoint.digits}f} (± {spread:.{endpoint.digits}f})", p[way]]
        rows.append(cells)
    heads = [word for endpoint in endpoints for word in (endpoint.head, "p")]
    return table(["players", "way", *counted, *heads], rows, left=2)


def _blocks(result: Any) -> dict[str, str]:
    shown = compared(result, variants(), ENDPOINTS)
    picture = "![Regret of all runs of every way, at most 30 and at most 200 nodes](pictures/ways.png)"
    sums, trees = _least_p(result)
    crossover = (
        "The five ways with crossover, each against the same without, corrected over all 15 tests: p is at "
        f"least {sums:.2g} in sums, and {trees:.2g} in trees."
    )
    return {"what-breeds": f"{shown}\n\n{crossover}\n\n{picture}"}


def _least_p(result: Mapping[str, Any]) -> tuple[float, float]:
    """The least p of ways with crossover against those without, of sums and of trees.

    It is corrected by Holm over all five ways and all endpoints.
    """
    corrected = holm(
        [
            p_value(*([endpoint.value(run) for run in result[way]] for way in pair))
            for pair in WITHOUT_AND_WITH
            for endpoint in ENDPOINTS
        ]
    )
    of_sums = len(KINDS) * len(ENDPOINTS)
    return min(corrected[:of_sums]), min(corrected[of_sums:])


def _draw(result: Any, file: Path) -> None:
    """The regret of all runs of every way, at most 30 and at most 200 nodes, and its mean."""
    ways = variants()
    with own_style():
        figure = Figure(figsize=(9, 5.2), layout="constrained")
        panels = figure.subplots(1, len(SIZES), sharex=True, sharey=True)
        for endpoint, axes, size in zip(REGRETS, panels, SIZES, strict=True):
            for height, name in enumerate(ways):
                values = [endpoint.value(run) for run in result[name]]
                axes.plot(values, [height] * len(values), "|", color="grey", markersize=7)
                axes.plot(np.mean(values), height, "o", color="C0")
            axes.set_title(f"at most {size} nodes")
            axes.set_xlabel("regret, wins of 100 a decision")
        panels[0].set_yticks(range(len(ways)), [": ".join(way) for way in ways.values()])
        panels[0].invert_yaxis()
        save(figure, file)


STUDY = Study(
    "What makes players strong: terms, the way to search, or trees?",
    255,
    _measure,
    _blocks,
    ("what-breeds",),
    {"pictures/ways.png": _draw},
)
