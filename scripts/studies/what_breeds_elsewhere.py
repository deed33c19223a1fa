"""What breeds in two other games: ways to make children in hexapawn, and in the Royal Game of Ur."""

from __future__ import annotations

import csv
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numpy as np

from senet_gp import Evolution, SerialPool
from senet_gp.arena.exact_verdict import estimated_verdict
from senet_gp.engine.every_line import EveryLine
from senet_gp.engine.exact_table import ChanceTable
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.run.precompile import compile_run
from senet_gp.experiments.plan import read_plan
from senet_gp.games.small import small_game
from senet_gp.players.champion import PlayersBySize
from senet_gp.players.player import ExpressionPlayer
from studies import strength
from studies.pages import table
from studies.royal_ur import load_game, solved_game
from studies.what_breeds import GENERATIONS, WAYS, best_of, compared, regret_endpoints
from studies.work import Study, Work

#: Of hexapawn: the seeds of each way, and the seconds after which a run without a perfect player ends.
SEEDS, SECONDS = 20, 60
HEXAPAWN = {
    "random": "random search",
    "mutation": "mutation alone",
    "crossover": "crossover alone",
    "default": "both, the default",
}
DEFAULT = "default"
#: Of Ur: the seeds and the seconds of each way, and the games against perfect play that estimate a regret.
UR_SEEDS, UR_SECONDS = 10, 30
GAMES = 2_000
UR = {
    "sums,method=random": ("sums of products", "random search"),
    "sums,method=tuning": ("sums of products", "tuning alone"),
    "trees,mutant_share=1.0": ("trees", "mutation alone"),
    "trees,mutant_share=0.4": ("trees", "mutation and crossover"),
    "preset,mutant_share=0.4": ("trees", "mutation, crossover and tuning"),
    "preset,mutant_share=1.0": ("trees", "mutation and tuning"),
    "preset,teacher=network": ("trees", "the same, taught by a network that the run trains"),
}
DECISIONS = GENERATIONS | {"million decisions": ("decisions", 1e6)}


def _measure(work: Work) -> Any:
    return {"hexapawn": _hexapawn(work), "ur": _ur(work)}


def _hexapawn(work: Work) -> Any:
    """For each way its runs; ways take turns, so that a busy machine slows all of them alike."""
    import_module(f"studies.{WAYS.stem}")  # registers the mutation that draws new individuals
    plan = Path(__file__).with_name("what_breeds_hexapawn.toml")
    variants = read_plan(plan, seeds=1).variants
    found: dict[str, list[Any]] = {way: [] for way in HEXAPAWN}
    for number in range(work.pick(SEEDS, 1)):
        for way in HEXAPAWN:
            config = replace(variants[way], seed=variants[way].seed + number)
            name = f"{way}, seed {config.seed}, {plan.read_text(encoding='utf-8')}"
            found[way].append(work.keep(name, partial(_until_perfect, config, work.pick(SECONDS, 1))))
    return found


def _until_perfect(config: ResolvedConfig, most: float) -> dict[str, Any]:
    """What a run has spent when its winner is perfect, or its processor time is over."""
    compile_run(config)
    lines = cast("EveryLine", EveryLine.of(small_game(config.game), config.vocabulary_value))
    evolution = Evolution(config, SerialPool())
    spent, games, perfect = 0.0, 0, False
    while spent < most and not perfect:
        begun = time.process_time()
        generation = evolution.next_generation()
        spent += time.process_time() - begun
        games += generation.games
        perfect = lines.is_perfect(generation.winner)
    return {
        "perfect": perfect,
        "seconds": spent,
        "generations": generation.number,
        "games": games,
        "nodes": len(generation.winner),
    }


def _ur(work: Work) -> Any:
    """For each way its runs, of which a command plays those of a seed one after the other."""
    load_game()
    solved, games = solved_game(work.directory, work.pick(4, 1)), work.pick(GAMES, 20)
    plugins = ["royal_ur.game", WAYS]
    runs = strength.played(
        work, "what_breeds_ur", seeds=UR_SEEDS, seconds=UR_SECONDS, plugins=plugins, jobs=1
    )
    plan = (work.directory / "what_breeds_ur.toml").read_text(encoding="utf-8")
    with (runs.parent / "runs.csv").open(encoding="utf-8") as file:
        decisions = {row["path"]: int(row["games"]) for row in csv.DictReader(file)}
    return {
        way: [
            work.keep(f"{way}, seed {seed}, {games} games, {plan}", partial(_regrets, kept, solved, games))
            | {"decisions": decisions[f"runs/{way}/{seed}"]}
            for seed, kept in strength.players(runs, way).items()
        ]
        for way in UR
    }


def _regrets(kept: PlayersBySize, solved: ChanceTable, games: int) -> dict[str, Any]:
    """What the best players of a run's sizes lose against perfect play, in wins of 100 a game."""
    trees = best_of(kept)
    players = [ExpressionPlayer(tree, tree.vocabulary, "player") for tree in trees]
    return {
        "generations": kept.origin["generations"],
        "nodes": [len(tree) for tree in trees],
        "regrets": [100 * estimated_verdict(solved, player, games, seed=1).regret for player in players],
    }


def _blocks(result: Any) -> dict[str, str]:
    return {
        "what-breeds-hexapawn": _hexapawn_table(result["hexapawn"]),
        "what-breeds-ur": compared(result["ur"], UR, regret_endpoints(1), DECISIONS),
    }


def _hexapawn_table(result: dict[str, list[dict[str, Any]]]) -> str:
    """How many runs of each way found a perfect player, and what they had spent by then."""
    columns = [{way: _until(result[way], measure) for way in HEXAPAWN} for measure in ("seconds", "games")]
    compared = [strength.against(column, DEFAULT) for column in columns]
    rows = []
    for way, told in HEXAPAWN.items():
        runs = result[way]
        cells: list[object] = [told, f"{sum(run['perfect'] for run in runs)} of {len(runs)}"]
        cells.append(f"{np.median([run['generations'] for run in runs]):.0f}")
        for column, p, digits, unit in zip(columns, compared, (1, 2), (1, 1e6), strict=True):
            cells += [f"{np.median(column[way]) / unit:.{digits}f}", p[way]]
        rows.append(cells)
    return table(["way", "perfect", "generations", "seconds", "p", "million games", "p"], rows)


def _until(runs: Sequence[dict[str, Any]], measure: str) -> np.ndarray:
    """What each run has spent until its winner was perfect; more than any other if none was."""
    return np.array([run[measure] if run["perfect"] else np.inf for run in runs])


STUDY = Study(
    "What makes players of hexapawn and of Ur strong?",
    40,
    _measure,
    _blocks,
    ("what-breeds-hexapawn", "what-breeds-ur"),
)
