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

from senet_gp import Config, Evolution, Individual, WorkerPool, play_run, to_lisp


def hoist(individual: Individual, *, rng: random.Random) -> tuple[Individual]:
    """Replace a random subtree by a random subtree of it that has the same type."""
    begin = rng.randrange(1, len(individual))
    part = individual.searchSubtree(begin)
    same = [n for n in range(begin, part.stop) if individual[n].ret is individual[begin].ret]
    graft = individual[individual.searchSubtree(rng.choice(same))]
    return (individual.replaced(part, graft),)


def with_hoist(evolution: Evolution) -> None:
    """Let a run mutate by our operator."""
    evolution.toolbox.register("mutate", hoist, rng=evolution.rng)


def main(path: Path, config: Config) -> None:
    """Run a small evolution, or go on with it, and tell of its champion."""
    with WorkerPool() as pool:
        champion = play_run(path, config, pool=pool, prepare=with_hoist, on_generation=print)
    print(f"champion, of generation {champion.origin['generation']}: {to_lisp(champion.tree)}")
    match = champion.results[0]
    print(f"wins {match['wins'][0]} of {match['games']} games against a random mover")
    print(f"All of it: senet-gp report {path}")


if __name__ == "__main__":
    main(
        Path(sys.argv[1] if len(sys.argv) > 1 else "hoisted"), Config(population=128, generations=15, seed=7)
    )
