"""How a generation would scale to more cores than are at hand, from costs measured on this machine.

    python scripts/simulate_cores.py [--nodes 500] [--repeats 5]

Prints the measured costs, and for 512 and 8,192 individuals how many times faster than on one core a
generation is: as if the parent bred all children alone, and as if they were bred where cores are free. What
handing out costs the parent is measured with two workers, so the figures want two cores that have nothing
else to do.
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

#: Whose generations are simulated, and on how many cores.
POPULATIONS, MAX_CORES = (512, 8192), 64
#: So many trees are measured.
COUNT = 512
#: The paper's crossover makes trees smaller, so the parents are larger.
PARENTS = 1.2


def print_costs(costs: Costs) -> None:
    """A line of the costs of children who are bred by workers."""
    figures = {
        "a match": mean(costs.matches),
        "handing out a batch": costs.batch,
        "waiting for it": costs.latency,
        "an individual, bred": costs.individual_in_worker,
        "the rest of it": costs.individual_in_parent,
        "all of it on one core": costs.individual_alone,
    }
    print("Microseconds: " + ", ".join(f"{what} {1e6 * cost:.1f}" for what, cost in figures.items()))


def print_table(title: str, costs: Costs) -> None:
    """Speedups by the number of cores, a row a population."""
    rows = [simulated(population, costs, most_cores=MAX_CORES) for population in POPULATIONS]
    cores = list(rows[0].seconds)
    print(f"\n{title}, times faster than on one core\n")
    print(f"| population | seconds on 1 | {' | '.join(f'on {number}' for number in cores[1:])} | pays to |")
    print(f"| ---: |{' ---: |' * (len(cores) + 1)}")
    for row in rows:
        speedups = " | ".join(f"{row.speedup[number]:.1f}" for number in cores[1:])
        print(f"| {row.population:,} | {row.seconds[1]:.2f} | {speedups} | {row.pays_to} |")


def main() -> None:
    """Measure the costs, and simulate."""
    parser = argparse.ArgumentParser(description="Simulate a generation on many cores.")
    parser.add_argument("--nodes", type=int, default=500, help="about how many nodes the trees have")
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
    print_table("Bred where cores are free", costs.by_workers)


if __name__ == "__main__":
    main()
