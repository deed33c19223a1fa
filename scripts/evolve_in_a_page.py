"""Evolve Senet players from a script, with one operator of our own.

    python scripts/evolve_in_a_page.py [DIRECTORY]

The operators stand in a DEAP toolbox and can be replaced there before the run begins; here a mutation
that shrinks: it replaces a random subtree by one of its own subtrees of the same type.

The run is saved as it goes on. If it is stopped, the same command goes on with it, with the same operator;
``senet-gp resume`` cannot, for it does not have this operator, and says so.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from primitives import vocabulary
from senet_gp import (
    Champion,
    Config,
    Evolution,
    Individual,
    RunDirectory,
    WorkerPool,
    play_match,
    player_from_text,
    to_lisp,
)
from senet_gp.players import ExpressionPlayer


def hoist(individual: Individual, *, rng: random.Random) -> tuple[Individual]:
    """Replace a random subtree by a random subtree of it that has the same type."""
    begin = rng.randrange(1, len(individual))
    part = individual.searchSubtree(begin)
    same = [n for n in range(begin, part.stop) if individual[n].ret is individual[begin].ret]
    graft = individual[individual.searchSubtree(rng.choice(same))]
    return (individual.replaced(part, graft),)


def main(path: Path, config: Config) -> None:
    """Run a small evolution, or go on with it, and measure its champion."""
    run = RunDirectory.open_or_create(path, config)
    with run.locked(), WorkerPool() as pool:
        evolution = Evolution(run.config, pool, run.load_state())
        evolution.toolbox.register("mutate", hoist, rng=evolution.rng)
        for generation in evolution:
            run.save(generation, evolution.state)
            print(f"generation {generation.number:2}: winner of {len(generation.winner)} nodes")
        tree, born = evolution.champion()
        print(f"champion, of generation {born}: {to_lisp(tree)}")
        words = vocabulary(config.rules, run.config.vocabulary)
        player = ExpressionPlayer(tree, words, "champion")
        other = player_from_text("random", config.rules)
        report = play_match(player, other, games=1000, seed=1, pool=pool)
        champion = Champion(tree, words, config.rules, evolution.origin(born), [report.as_json()])
        champion.write(run.champion_file)
    print(f"wins {report.wins[0]} of {report.games} games against a random mover")
    print(f"All of it: senet-gp report {path}")


if __name__ == "__main__":
    main(
        Path(sys.argv[1] if len(sys.argv) > 1 else "hoisted"), Config(population=128, generations=15, seed=7)
    )
