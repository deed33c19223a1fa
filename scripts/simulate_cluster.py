"""Simulate how one run, islands and an experiment scale to 1,024 cores of a cluster, from measured costs.

    python scripts/simulate_cluster.py [--nodes 30] [--megabytes 117] [--latency 0.2]
    python scripts/simulate_cluster.py --measure [--nodes 30] [--repeats 5] [--runs 20]

Prints a table in Markdown: how many times faster than on one core, and the share of the cores' time that is
used. No line of it was measured; what it is computed from was. By default these are the recorded costs below.
With --measure, they are measured anew with two workers, so two cores should be idle, and printed, so that
they can be recorded. The network has --megabytes a second and takes --latency milliseconds in one direction.

For one run, a generation is simulated: breeding, the knockout, and what the parent does alone. All islands
migrate together, so each waits for the last; the parent writes their files. Each run of an experiment is one
task. The times of duels, of generations and of runs are drawn from the measured ones, with a fixed seed.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from benchmark.cluster_measuring import measure_costs
from benchmark.cluster_simulation import ClusterCosts, Network, Speedup, experiment, islands, one_run
from benchmark.simulation import Costs

from senet_gp.arena.batches import warm_up
from senet_gp.evolution.config import Config
from senet_gp.games.senet import Senet

#: The numbers of simulated cores, beside one.
CORES = (16, 64, 256, 1024)
#: The individuals of a simulated run; islands and experiments have the first number.
POPULATIONS = (512, 8192)
#: The simulated islands, and the generations between two migrations.
ISLANDS, MIGRATE_EVERY = (16, 64, 1024), 5
#: The simulated experiments: 30 seeds of each of 3 variants, and 1,000 runs.
RUNS = (90, 1000)
#: How many trees are measured.
COUNT = 512

#: Seconds of a duel, measured ones at even distances.
_DUELS_30 = (
    0.00017,
    0.00019,
    0.0002,
    0.00021,
    0.00022,
    0.00024,
    0.00024,
    0.00025,
    0.00026,
    0.00027,
    0.00029,
    0.00031,
    0.00032,
    0.00034,
    0.00035,
    0.00037,
    0.00039,
    0.00042,
    0.00045,
    0.00052,
)
_DUELS_500 = (
    0.00054,
    0.00057,
    0.00061,
    0.00064,
    0.00065,
    0.00067,
    0.00068,
    0.00071,
    0.00073,
    0.00077,
    0.00079,
    0.00082,
    0.00087,
    0.0009,
    0.00097,
    0.001,
    0.001,
    0.0011,
    0.0012,
    0.0013,
)
#: Costs by the nodes of a tree, as --measure printed them on two idle cores.
RECORDED = {
    30: ClusterCosts(
        local=Costs(
            duels=_DUELS_30,
            batch=7.3e-05,
            latency=7e-05,
            individual_alone=3.7e-05,
            individual_in_parent=1.8e-05,
            individual_in_worker=2.4e-05,
            work=262,
            batch_seconds=0.0,
        ),
        dask=Costs(
            duels=_DUELS_30,
            batch=0.0045,
            latency=0.0065,
            individual_alone=3.7e-05,
            individual_in_parent=5.2e-05,
            individual_in_worker=2.4e-05,
            work=262,
            batch_seconds=1.0,
        ),
        bytes=210,
        saving=1.9e-06,
        checkpoint=2.5e-05,
        runs=(
            0.82,
            0.83,
            0.85,
            0.88,
            0.88,
            0.9,
            0.9,
            0.91,
            0.92,
            0.92,
            0.93,
            0.97,
            0.99,
            1.0,
            1.1,
            1.1,
            1.2,
            1.2,
            1.3,
            1.3,
        ),
    ),
    500: ClusterCosts(
        local=Costs(
            duels=_DUELS_500,
            batch=4.2e-05,
            latency=9.7e-05,
            individual_alone=5.2e-05,
            individual_in_parent=1.6e-05,
            individual_in_worker=3.9e-05,
            work=1224,
            batch_seconds=0.0,
        ),
        dask=Costs(
            duels=_DUELS_500,
            batch=0.0044,
            latency=0.0066,
            individual_alone=5.2e-05,
            individual_in_parent=5.5e-05,
            individual_in_worker=3.9e-05,
            work=1224,
            batch_seconds=1.0,
        ),
        bytes=1937,
        saving=2.2e-06,
        checkpoint=0.00012,
        runs=(
            0.79,
            0.84,
            0.87,
            0.89,
            0.91,
            0.94,
            0.95,
            0.98,
            0.99,
            1.0,
            1.0,
            1.0,
            1.0,
            1.0,
            1.1,
            1.1,
            1.1,
            1.1,
            1.2,
            1.2,
        ),
    ),
}


def lines(costs: ClusterCosts, network: Network) -> Iterator[tuple[str, Speedup]]:
    """What is simulated, line by line."""
    generations = Config().generations
    size = POPULATIONS[0]
    for population in POPULATIONS:
        name = f"one run, {population:,} individuals"
        yield f"{name}, local pool", one_run(population, costs.local, CORES)
        yield f"{name}, Dask", one_run(population, costs.over(network), CORES)
    for count in ISLANDS:
        found = islands(count, size, MIGRATE_EVERY, costs, network, CORES)
        yield f"{count:,} islands of {size}, {MIGRATE_EVERY} generations, Dask", found
    for runs in RUNS:
        found = experiment(runs, size, generations, costs, network, CORES)
        yield f"{runs:,} runs of {size}, {generations} generations, Dask", found


def print_table(nodes: int, costs: ClusterCosts, network: Network) -> None:
    """Print the table."""
    titles = " | ".join(f"{cores:,} cores" for cores in CORES)
    print(f"| times faster than one core, {nodes} nodes a tree | seconds on one | {titles} |")
    print(f"| --- | ---: |{' ---: |' * len(CORES)}")
    for name, found in lines(costs, network):
        cells = " | ".join(f"{found.times(cores):.1f} ({found.efficiency(cores):.0%})" for cores in CORES)
        print(f"| simulated: {name} | {found.alone:,.2f} | {cells} |")


def main(arguments: Sequence[str] | None = None) -> None:
    """Simulate, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--measure", action="store_true", help="measure the costs on this machine")
    parser.add_argument("--nodes", type=int, default=30, help="the approximate nodes of a tree")
    parser.add_argument("--count", type=int, default=COUNT, help="how many trees are measured")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--runs", type=int, default=20, help="how many runs are measured")
    parser.add_argument("--megabytes", type=float, default=117, help="the network's MB a second")
    parser.add_argument("--latency", type=float, default=0.2, help="its milliseconds in one direction")
    options = parser.parse_args(arguments)
    network = Network(options.latency / 1000, 1e6 * options.megabytes)
    if options.measure:
        warm_up(Senet())
        costs = measure_costs(options.nodes, options.count, repeats=options.repeats, runs=options.runs)
        print(f"{costs}\n")
    elif options.nodes in RECORDED:
        costs = RECORDED[options.nodes]
    else:
        parser.error(f"costs are recorded for {', '.join(map(str, RECORDED))} nodes: add --measure")
    print_table(options.nodes, costs, network)


if __name__ == "__main__":
    main()
