"""Breed the trees that ``measure_speed.py`` measures on, and write them into a directory.

    python scripts/breed_benchmark_trees.py DIRECTORY

It made the trees in scripts/benchmark/bred. Trees of the paper's experiment stay small (27 nodes on average
after 30 generations, 45 after 100), so these are bred by tournament selection and one-point crossover, under
which trees grow. Trees of generation 30 with more than 150 nodes descend from a first population of large
random trees. From each population it keeps the fittest tree that has about the requested size.
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

#: (generations, nodes of a tree in the first population or 0 for the paper's, requested sizes)
PLANS = ((30, 0, (50, 150)), (30, 300, (500,)), (30, 2500, (2500,)), (100, 0, SIZES))


def fittest_near(population: list[Individual], nodes: int) -> Individual:
    """The fittest tree among those nearest to a size; differences of up to a tenth count as equal."""

    def order(tree: Individual) -> tuple[float, float, int]:
        off = abs(len(tree) - nodes) / nodes
        return max(off, 0.1), -tree.fitness.values[0], tree.depth

    return min(population, key=order)


def main() -> None:
    """Breed all trees and write them."""
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
