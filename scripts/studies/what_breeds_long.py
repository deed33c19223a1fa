"""What makes players strong when there is more time? The five ways of ``what_breeds`` that decide."""

from __future__ import annotations

from functools import partial
from typing import Any

from senet_gp import player_from_text
from senet_gp.arena.exact_verdict import estimated_verdict
from senet_gp.engine.exact_table import ChanceTable, read_chances
from senet_gp.players.champion import PlayersBySize
from senet_gp.trees import to_lisp
from studies import strength
from studies.what_breeds import (
    CROSSOVER,
    ENDPOINTS,
    GAMES,
    PRESET,
    WAYS,
    Endpoint,
    best_of,
    compared,
    of_run,
)
from studies.work import Study, Work

SEEDS, SECONDS = 10, 180
#: Games against perfect play that estimate a regret, and the pieces that they are played with.
EXACT_GAMES, PIECES = 20_000, 3
#: The ways of ``what_breeds`` that decide, and sums that have the individuals and decisions of the preset.
COMPARED = {
    "sums,terms=words,method=tuning": ("sums of words", "tuning alone"),
    "sums,terms=products,method=greedy": ("sums of products", "greedy exchange"),
    "sums,terms=products,method=tuning,cases=16384": ("sums of products", "tuning alone, as many decisions"),
    "trees,mutant_share=0.4": ("trees", "mutation and crossover"),
    PRESET: ("trees", "the preset: mutation and tuning"),
    CROSSOVER: ("trees", "mutation, crossover and tuning"),
}
_TABLE = "few.chances"


def _measure(work: Work) -> Any:
    runs = strength.played(work, "what_breeds_long", seeds=SEEDS, seconds=SECONDS, plugins=[WAYS])
    work.command("table", "senet", "--rule", f"pieces={work.pick(PIECES, 1)}", "--out", _TABLE, writes=_TABLE)
    few = read_chances(work.directory / _TABLE)
    plan = (work.directory / "what_breeds_long.toml").read_text(encoding="utf-8")
    games, exact_games = work.pick(GAMES, 20), work.pick(EXACT_GAMES, 20)
    return {
        variant: [
            work.keep(f"{variant}, seed {seed}, {GAMES} games, {plan}", partial(of_run, kept, games))
            | work.keep(
                f"exact: {variant}, seed {seed}, {EXACT_GAMES} games, {PIECES} pieces, {plan}",
                partial(_exact, kept, few, exact_games),
            )
            for seed, kept in strength.players(runs, variant).items()
        ]
        for variant in COMPARED
    }


def _exact(kept: PlayersBySize, few: ChanceTable, games: int) -> dict[str, Any]:
    """What a run's best player of at most 200 nodes loses against perfect play, in wins of 100 a game."""
    player = player_from_text(f"expr:{to_lisp(best_of(kept)[-1])}", few.game)
    return {"exact": 100 * estimated_verdict(few, player, games, seed=1).regret}


def _blocks(result: Any) -> dict[str, str]:
    exact = Endpoint("three pieces", lambda run: float(run["exact"]), 2)
    return {"what-breeds-long": compared(result, COMPARED, (*ENDPOINTS, exact))}


STUDY = Study(
    "What makes players strong when runs have three minutes?",
    200,
    _measure,
    _blocks,
    ("what-breeds-long",),
)
