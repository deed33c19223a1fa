"""What tiny runs come to in a normal form, which tests/reliability holds; run it to note it anew.

python tests/support/golden_runs.py         all runs
python tests/support/golden_runs.py NAME    one, as that of a new game; the others stay

The normal form is what a run's objects say, not the bytes of its files, so a new format of a file does not
touch it: of each generation its number, the key of its children, its games and their mean turns, all trees as
text with their fitness, and its winner; then the champion and the generation that it won.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from configs import fitting

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.loop.state import Generation
from senet_gp.games.registry import GAMES
from senet_gp.runtime.documents import digest
from senet_gp.trees.text import to_lisp

FILE = Path(__file__).parents[1] / "reliability" / "golden_runs.json"
_TINY = {"population": 16, "generations": 4, "random_games": 8, "final_games": 4, "seed": 1995}
#: The runs that are not a game's with its defaults; every operator is in one of them all.
_RUNS: dict[str, dict[str, Any]] = {
    "senet, extended": {
        "game": "senet",
        **_TINY,
        "vocabulary": "extended",
        "seed_with": ("hand:S",),
        "selection": "tournament",
        "crossover": "one-point",
        "elite": "best",
        "mutation": "mixed",
        "mutant_share": 0.3,
        "size_limit": 200,
    },
}


def golden_run(name: str) -> dict[str, Any]:
    """What a tiny run comes to: of each generation a digest and its winner, and its champion."""
    config = fitting(**_RUNS.get(name, {"game": name, **_TINY}))
    with WorkerPool(1) as pool:
        evolution = Evolution(config, pool)
        generations = [
            {"digest": digest(_normal_form(one, evolution))[:16], "winner": to_lisp(one.winner)}
            for one in evolution
        ]
        champion, of_generation = evolution.champion()
    return {"generations": generations, "champion": to_lisp(champion), "of_generation": of_generation}


def _normal_form(generation: Generation, evolution: Evolution) -> dict[str, Any]:
    return {
        "generation": generation.number,
        "children": evolution._draws.children(generation.number),
        "games": generation.games,
        "mean_turns": generation.record["mean_turns"],
        "population": [
            [to_lisp(one), [_rounded(value) for value in one.fitness.values]]
            for one in evolution.state.population
        ],
        "winner": to_lisp(generation.winner),
    }


def _rounded(value: float) -> str:
    """A number as it is on any machine: the last digits may depend on libraries and processors."""
    return f"{value:.9f}"


def noted() -> dict[str, dict[str, Any]]:
    """What is in the file, by run."""
    runs: dict[str, dict[str, Any]] = json.loads(FILE.read_text()) if FILE.exists() else {}
    return runs


def main(names: Sequence[str]) -> None:
    """Note the runs of these names, or all; others stay."""
    runs = noted()
    runs |= {name: golden_run(name) for name in names or runs or [*GAMES, *_RUNS]}
    FILE.write_text(json.dumps(runs, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
