"""Evolve Senet players from a program, with an operator of our own.

    python scripts/evolve_in_a_page.py [DIRECTORY]

The operators are registered in a DEAP toolbox and can be replaced there before the run begins. This program
replaces the mutation by one that shrinks a tree: a random subtree gives way to one of its own subtrees of the
same type.

The run is saved after every generation. If it is stopped, the same command continues it with the same
operator. ``senet-gp resume`` refuses to, since it does not have this operator.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from senet_gp import Config, Evolution, Individual, RunHooks, WorkerPool, play_run, to_lisp


def hoist(individual: Individual, *, rng: random.Random) -> tuple[Individual]:
    """Replace a random subtree by one of its own subtrees of the same type, drawn at random."""
    begin = rng.randrange(1, len(individual))
    part = individual.searchSubtree(begin)
    same = [n for n in range(begin, part.stop) if individual[n].ret is individual[begin].ret]
    graft = individual[individual.searchSubtree(rng.choice(same))]
    return (individual.replaced(part, graft),)


def with_hoist(evolution: Evolution) -> None:
    """Register our operator as the mutation of a run."""
    evolution.toolbox.register("mutate", hoist, rng=evolution.rng)


def main(path: Path, config: Config) -> None:
    """Play a small run, or continue it, and print its champion."""
    with WorkerPool() as pool:
        hooks = RunHooks(prepare=with_hoist, on_generation=print)
        champion = play_run(path, config, pool=pool, hooks=hooks)
    print(f"champion, of generation {champion.origin['generation']}: {to_lisp(champion.tree)}")
    match = champion.results[0]
    print(f"wins {match['wins'][0]} of {match['games']} games against a random mover")
    print(f"All of it: senet-gp report {path}")


if __name__ == "__main__":
    main(
        Path(sys.argv[1] if len(sys.argv) > 1 else "hoisted"), Config(population=128, generations=15, seed=7)
    )
