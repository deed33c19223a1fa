"""What evolution reaches in hexapawn and trilobite: ten default runs of each game, and what is proven.

The runs are those of ``senet-gp evolve GAME --seed N``, without its search for shorter forms of a champion,
which takes longer than the evolution; the proofs are those of ``senet-gp verdict``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from statistics import median
from typing import Any

from senet_gp import Config, Evolution, SerialPool, game_of, verdict
from senet_gp.engine.every_line import EveryLine
from senet_gp.engine.measurement import wilson
from senet_gp.games.small import small_game
from studies.work import Study, Work

#: How a small budget changes the runs.
SMALL = {"population": 60, "generations": 3, "final_games": 20}


def bred(game: str, seed: int, changed: Mapping[str, int]) -> dict[str, Any]:
    """The champion of a run: its nodes, and whether it plays perfectly; and the first winner that does.

    Args:
        game: the name of a small game.
        seed: the seed of the run.
        changed: options that are not to be the defaults.
    """
    evolution = Evolution(Config.of(game, seed=seed, **changed), SerialPool())
    lines = EveryLine.of(small_game(game), evolution.config.vocabulary_value)
    first = None
    for generation in evolution:
        if first is None and lines is not None and lines.is_perfect(generation.winner):
            first = generation.number
    champion, _ = evolution.champion()
    return {"nodes": len(champion), "first": first, "perfect": _is_perfect(game, champion)}


def _is_perfect(game: str, champion: Any) -> bool:
    """Whether it does as well as perfect play in all lines; in Pursuit, whether it makes no mistake."""
    found, wanted = verdict(game, champion), verdict(game, "minimax")
    as_good = all(one.worst >= best.worst for one, best in zip(found.seats, wanted.seats, strict=True))
    return as_good and (found.measure is None or found.measure.perfect)


def measure(work: Work, seeds: Mapping[str, int]) -> Any:
    """The champions of so many runs of each game."""
    changed = work.pick({}, SMALL)
    return {
        game: [
            work.keep(f"bred({game!r}, {seed}, {changed})", partial(bred, game, seed, changed))
            for seed in range(1, work.pick(number, 1) + 1)
        ]
        for game, number in seeds.items()
    }


def listed(result: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    """A line for each game."""
    lines = []
    for game, runs in result.items():
        reached = [run["nodes"] for run in runs if run["perfect"]]
        low, high = (100 * end for end in wilson(len(reached), len(runs)))
        line = f"- {game_of(game).title}: {len(reached)} of {len(runs)} ({low:.0f} to {high:.0f} %)"
        if reached:
            line += f"; {_spread(reached, 'nodes')}"
        if first := [run["first"] for run in runs if run["first"] is not None]:
            line += f"; first perfect winner in generation {_spread(first)}"
        lines.append(f"{line}.")
    return "\n".join(lines)


def _spread(values: Sequence[int], unit: str = "") -> str:
    """The least, the most and the median of numbers."""
    return f"{min(values)} to {max(values)} {unit}".rstrip() + f" (median {median(values):g})"


STUDY = Study(
    "How many default runs of hexapawn and trilobite find a perfect player?",
    5,
    lambda work: measure(work, {"hexapawn": 10, "trilobite": 10}),
    lambda result: {"small-games": listed(result)},
    ("small-games",),
)
