"""Measure how runs scale with workers, for the evaluation alone and for whole generations.

    python scripts/measure_workers.py [--workers 1 2] [--only NAME] [--generations 20]

The same run is played with each of the workers, which are written as for ``senet-gp evolve --workers``, so
that a cluster can be measured, too (``--workers 1 dask://10.0.0.1:8786``). Each plays in a process of its
own. They take turns after every generation, so that a disturbance affects all of them. For every kind of
evaluation it prints the median seconds of elapsed time, and the speedup over the workers that are named
first: the median of the ratios for the same generation. As many cores as workers should be idle.
"""

from __future__ import annotations

import argparse
from typing import NamedTuple

from benchmark.generations import measure_scaling

from senet_gp import Config
from senet_gp.evolution import part


class Evaluation(NamedTuple):
    """The subject of a measurement.

    Attributes:
        config: the configuration of the run.
        nodes: the approximate nodes of the trees that every generation is bred from; 0 for an ordinary run.
    """

    config: Config
    nodes: int = 0


EVALUATIONS = {
    "knockout, 500 nodes": Evaluation(Config(), nodes=500),
    "full games, senet": Evaluation(Config(fitness=part("full-games"), population=128)),
    "full games, hexapawn": Evaluation(Config(game="hexapawn")),
    "regret, tictactoe": Evaluation(Config(game="tictactoe")),
    "regret, pursuit": Evaluation(Config(game="pursuit")),
}


def main() -> None:
    """Measure, and print a row of a table for each evaluation and workers."""
    parser = argparse.ArgumentParser(description="Measure how runs scale with workers.")
    parser.add_argument("--workers", nargs="+", default=["1", "2"], help="[default: 1 2]")
    parser.add_argument("--only", default="", help="measure only those whose names contain this")
    parser.add_argument("--generations", type=int, default=20)
    options = parser.parse_args()
    print("| fitness | workers | evaluation, s | times | generation, s | times |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for name, (config, nodes) in EVALUATIONS.items():
        if options.only not in name:
            continue
        found = measure_scaling(options.workers, config=config, nodes=nodes, generations=options.generations)
        for workers, seconds in found.seconds.items():
            evaluation = f"{found.seconds_evaluating[workers]:.3f} | {found.speedup.get(workers, 1):.2f}"
            generation = f"{seconds:.3f} | {found.generation_speedup.get(workers, 1):.2f}"
            print(f"| {name} | {workers} | {evaluation} | {generation} |", flush=True)


if __name__ == "__main__":
    main()
