"""Measure the speed of everything, and compare it with the targets in docs/performance.md.

    python scripts/measure_speed.py [--full] [--json]

It measures what ``senet-gp bench`` does, by the same library calls, but with trees that evolution bred, and
in turns with a yardstick. --full adds plain DEAP, a second worker, memory, and a start without compiled code;
--json prints one object with all figures.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator

from benchmark.suite import EFFORT, Measured, measure

from senet_gp.arena.batches import warm_up
from senet_gp.games.senet import Senet

#: A description, the figure, and its target: the least value or, if negative, the greatest.
Row = tuple[str, float, float]


def rows(measured: Measured) -> Iterator[Row]:
    """Every figure that has a target."""
    report, trees = measured.report, measured.trees
    yield "random games, times the yardstick", measured.random.ratio, 1.5
    for tree in trees:
        if tree.nodes > 100:
            yield f"games of {tree.tree}, {tree.nodes} nodes, times the yardstick", tree.ratio, 2
    for tree, wanted in ((trees[1], 1.5), (trees[3], 4.0)):
        billions = tree.node_evaluations_per_second / 1e9
        yield f"10⁹ node evaluations/s, {tree.tree}, {tree.nodes} nodes", billions, wanted
    for nodes, plain in report.plain_deap.items():
        yield f"knockout of 512 at {nodes} nodes, times plain DEAP", plain.speedup_in_total, 200
        yield "  … with the same results", plain.same_results, 1
    if report.scaling:
        yield "evaluation with 2 workers, times one", report.scaling.speedup[2], 1.85
        yield "generation with 2 workers, times one", report.scaling.generation_speedup[2], 1.75
    if measured.overheads:
        yield "overhead of a round, ms", 1000 * measured.overheads.round, -5
    for (nodes, figures), wanted in zip(report.generations.items(), (-20, -10), strict=True):
        yield f"outside the duels at {nodes} nodes, %", 100 * figures.share, wanted
    if report.memory:
        yield "bytes per node in the parent, at most", report.memory["parent_peak_bytes_per_node"], -40
        yield "bytes per node in a worker, at most", report.memory["worker_peak_bytes_per_node"], -40
    most = {"help": 0.3, "import": 0.5, "tiny_run": 3, "tiny_run_cold": 60}
    for what, seconds in report.startup.items():
        yield f"seconds of a start, {what}", seconds, -most[what]


def main() -> None:
    """Print a line for each figure, or all of them as JSON."""
    parser = argparse.ArgumentParser(description="Measure the speed of everything.")
    parser.add_argument("--full", action="store_true", help="also measure what takes minutes")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    warm_up(Senet())
    measured = measure(
        full=options.full,
        workers=2,
        effort=EFFORT,
        tell=lambda what: print(f"measuring {what} ...", file=sys.stderr),
    )
    if options.json:
        print(json.dumps(measured.as_json()))
        return
    print("| what | measured | wanted | |\n| --- | ---: | ---: | --- |")
    for what, figure, wanted in rows(measured):
        reached = figure >= wanted if wanted > 0 else figure <= -wanted
        sign = "≥" if wanted > 0 else "≤"
        print(f"| {what} | {figure:.2f} | {sign} {abs(wanted):g} | {'yes' if reached else 'no'} |")


if __name__ == "__main__":
    main()
