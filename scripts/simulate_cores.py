"""Simulate how a generation scales to more cores than the machine has, from measured costs.

    python scripts/simulate_cores.py [--nodes 500] [--repeats 5]

Prints the measured costs and, for 512 and 8,192 individuals, the speedup of a generation over one core: if
the parent breeds all children, and if the workers breed them. The overhead is measured with two workers, so
two cores should be idle.
"""

from __future__ import annotations

import argparse
import random
from statistics import mean

from benchmark.overheads import measure_overheads, measured_costs
from benchmark.simulation import Costs, simulated
from benchmark.trees import bred_population

from senet_gp.arena.batches import warm_up
from senet_gp.benchmark.generation import measure_generation
from senet_gp.games.senet import Senet

#: The sizes of the simulated populations, and the largest number of cores.
POPULATIONS, MAX_CORES = (512, 8192), 64
#: The number of trees that are measured.
COUNT = 512
#: The ratio of the size of parents to that of their children, which the paper's crossover makes smaller.
PARENTS = 1.2


def print_costs(costs: Costs) -> None:
    """Print a line of the costs if workers breed."""
    figures = {
        "a duel": mean(costs.duels),
        "sending a batch": costs.batch,
        "latency of a batch": costs.latency,
        "breeding an individual": costs.individual_in_worker,
        "an individual in the parent": costs.individual_in_parent,
        "an individual on one core": costs.individual_alone,
    }
    print("Microseconds: " + ", ".join(f"{what} {1e6 * cost:.1f}" for what, cost in figures.items()))


def print_table(title: str, costs: Costs) -> None:
    """Print a table of speedups by the number of cores, with a row for each population."""
    rows = [simulated(population, costs, most_cores=MAX_CORES) for population in POPULATIONS]
    cores = list(rows[0].seconds)
    print(f"\n{title}, times faster than on one core\n")
    print(f"| population | seconds on 1 | {' | '.join(f'on {number}' for number in cores[1:])} | pays to |")
    print(f"| ---: |{' ---: |' * (len(cores) + 1)}")
    for row in rows:
        speedups = " | ".join(f"{row.speedup[number]:.1f}" for number in cores[1:])
        print(f"| {row.population:,} | {row.seconds[1]:.2f} | {speedups} | {row.pays_to} |")


def main() -> None:
    """Measure the costs, simulate, and print the tables."""
    parser = argparse.ArgumentParser(description="Simulate a generation on many cores.")
    parser.add_argument("--nodes", type=int, default=500, help="the approximate nodes of a tree")
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    warm_up(Senet())
    rng = random.Random(options.nodes)
    trees = bred_population(options.nodes, COUNT, rng)
    parents = bred_population(round(PARENTS * options.nodes), COUNT, rng)
    generation = measure_generation(parents, repeats=options.repeats)
    costs = measured_costs(trees, generation, measure_overheads(trees, repeats=options.repeats))
    print_costs(costs.by_workers)
    print_table("Bred by the parent alone", costs.by_parent)
    print_table("Bred by the workers", costs.by_workers)


if __name__ == "__main__":
    main()
