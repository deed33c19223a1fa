"""Breed the trees that ``measure_speed.py`` measures on, and write them into a directory.

    python scripts/breed_benchmark_trees.py DIRECTORY

Those of scripts/benchmark/bred were made by it. Trees of the paper's experiment
stay small (27 nodes on average after 30 generations, 45 after 100), so these are bred by tournament selection
and one-point crossover, under which trees grow. Those of generation 30 that are to be larger than 150 nodes
descend from a first population of large random trees. Of each population the fittest is kept that is near the
size.
"""

from __future__ import annotations

import random
import sys
from functools import partial
from pathlib import Path

from benchmark.trees import SIZES, bred_file
from deap import tools

from primitives import vocabulary_of
from senet_gp import Config, Evolution, Individual, WorkerPool, to_lisp
from senet_gp.benchmark.expressions import WORDS, joined_tree

#: (generations, nodes of the trees of the first population, or 0 for those of the paper, sizes wanted)
PLANS = ((30, 0, (50, 150)), (30, 300, (500,)), (30, 2500, (2500,)), (100, 0, SIZES))


def fittest_near(population: list[Individual], nodes: int) -> Individual:
    """The fittest of those whose size differs least from what is wanted, a tenth counting as nothing."""

    def order(tree: Individual) -> tuple[float, float, int]:
        off = abs(len(tree) - nodes) / nodes
        return max(off, 0.1), -tree.fitness.values[0], tree.depth

    return min(population, key=order)


def main() -> None:
    """Breed all."""
    directory = Path(sys.argv[1])
    vocabulary = vocabulary_of("senet", WORDS)
    with WorkerPool() as pool:
        for generations, first_nodes, sizes in PLANS:
            config = Config(generations=generations, crossover="one-point", selection="tournament", seed=3)
            evolution = Evolution(config, pool)
            if first_nodes:
                draw = partial(joined_tree, vocabulary, first_nodes, random.Random(config.seed))
                evolution.toolbox.register("population", tools.initRepeat, list, draw)
            for generation in evolution:
                sys.stderr.write(
                    f"generation {generation.number}: {generation.record['size_mean']:.0f} nodes\n"
                )
            for nodes in sizes:
                tree = fittest_near(evolution.state.population, nodes)
                text = f"{to_lisp(tree)}\n"
                (directory / bred_file(generations, nodes)).write_text(text, encoding="utf-8")
                print(f"generation {generations}: {len(tree)} nodes, depth {tree.depth}", flush=True)


if __name__ == "__main__":
    main()
