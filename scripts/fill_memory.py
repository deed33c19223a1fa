"""Let trees grow until a run reaches its memory limit, and measure the memory that it uses.

    python scripts/fill_memory.py [MEBIBYTES [stop|limit-growth [GENERATIONS]]]

The individuals play as usual, but the largest are the fittest, so trees grow by half in every generation. For
each generation the script prints the nodes of the population and the largest memory use so far, of the main
process and of a worker (without the memory that it shares with the main process). At the end it prints the
limit. The exit code is 1 if the main process has used more.
"""

from __future__ import annotations

import dataclasses
import sys
from functools import partial

from benchmark.memory import watched

from senet_gp import Config, Evolution, Individual, WorkerPool
from senet_gp.arena.games import warm_up
from senet_gp.evolution import part
from senet_gp.evolution.evaluation.evaluators import evaluate_by_knockout
from senet_gp.evolution.evaluation.protocol import Evaluation
from senet_gp.evolution.loop.node_budget import PopulationTooLargeError, max_nodes

CONFIG = Config(
    population=64,
    generations=1000,
    parameters={"pieces": 1},
    fitness=part("knockout", games=1),
    crossover=part("one-point"),
    selection=part("tournament"),
    elite=part("best"),
)
WORKERS = 2


def largest_first(
    population: list[Individual], *arguments: object, evaluate: partial[Evaluation]
) -> Evaluation:
    """Play the tournament, but use the size as fitness."""
    result = evaluate(population, *arguments)
    for individual in population:
        individual.fitness.values = (len(individual),)
    return result


def main(mebibytes: int = 512, when_full: str = "stop", generations: int = 60) -> None:
    """Fill the memory and print the results."""
    room = max_nodes(mebibytes << 20, CONFIG.population)
    config = dataclasses.replace(CONFIG, max_nodes=room if when_full == "limit-growth" else 0)
    warm_up(config.game_value)
    with WorkerPool(WORKERS) as pool, watched() as watch:
        evolution = Evolution(config, pool, max_nodes=room)
        evaluate = partial(evaluate_by_knockout, config=config, rng=evolution.rng, pool=pool)
        evolution.toolbox.register("evaluate", largest_first, evaluate=evaluate)
        try:
            while evolution.state.generation < generations:
                generation = evolution.next_generation()
                nodes = sum(map(len, evolution.state.population))
                print(
                    f"{generation.number:>3} {nodes:>10,} nodes, main {watch.resident >> 20} MiB, "
                    f"worker {watch.worker >> 20} MiB, no room for {generation.refused}",
                    flush=True,
                )
        except PopulationTooLargeError as error:
            print(error)
    print(f"limit {mebibytes} MiB, {room:,} nodes; at most {watch.resident >> 20} MiB were taken")
    sys.exit(watch.resident > mebibytes << 20)


if __name__ == "__main__":
    main(*(int(text) if text.isdecimal() else text for text in sys.argv[1:]))
