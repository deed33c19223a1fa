"""Evolve Senet players from a script, with one operator of our own.

    python scripts/evolve_in_a_page.py

The operators stand in a DEAP toolbox and can be replaced there before the run begins; here a mutation
that shrinks: it replaces a random subtree by one of its own subtrees of the same type.
"""

from __future__ import annotations

import random

from primitives import vocabulary
from senet_gp import Config, Evolution, Individual, WorkerPool, play_match, player_from_text, to_lisp
from senet_gp.players import ExpressionPlayer


def hoist(individual: Individual, *, rng: random.Random) -> tuple[Individual]:
    """Replace a random subtree by a random subtree of it that has the same type."""
    begin = rng.randrange(1, len(individual))
    part = individual.searchSubtree(begin)
    same = [n for n in range(begin, part.stop) if individual[n].ret is individual[begin].ret]
    graft = individual[individual.searchSubtree(rng.choice(same))]
    return (individual.replaced(part, graft),)


def main() -> None:
    """Run a small evolution and measure its champion."""
    config = Config(population=128, generations=15, seed=7)
    with WorkerPool() as pool:
        evolution = Evolution(config, pool)
        evolution.toolbox.register("mutate", hoist, rng=evolution.state.rng)
        for generation in evolution:
            print(f"generation {generation.number:2}: winner of {len(generation.winner)} nodes")
        tree, born = evolution.champion()
        print(f"champion, of generation {born}: {to_lisp(tree)}")
        champion = ExpressionPlayer(tree, vocabulary(config.game), "champion")
        report = play_match(champion, player_from_text("random", "senet"), games=1000, seed=1, pool=pool)
    print(f"wins {report.wins[0]} of {report.games} games against a random mover")


if __name__ == "__main__":
    main()
