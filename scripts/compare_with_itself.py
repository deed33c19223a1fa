"""How often a variant that is compared with itself is called different, on real runs.

An experiment of one small variant is played with many seeds. Its runs, in the order of their seeds, make
comparisons of so many runs a side, and no run is in two of them. An experiment that is stopped goes on.

    python scripts/compare_with_itself.py OUT --comparisons 30
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from senet_gp.arena.intervals import wilson
from senet_gp.experiments.experiment import experiment
from senet_gp.experiments.inference import ALPHA, p_value

PLAN = {
    "game": "hexapawn",
    "population": 20,
    "generations": 5,
    "fitness": "full-games",
    "opponents": 4,
    "final_games": 20,
    "variants": {"same": {}},
}
#: In so many random orders the same runs are compared again.
_ORDERS = 20


def main() -> None:
    """Play the runs, or what is missing of them, and print how often they are called different."""
    parser = argparse.ArgumentParser(description="How often real runs that are alike are called different.")
    parser.add_argument("out", type=Path, help="the directory of the experiment")
    parser.add_argument("--comparisons", type=int, default=30)
    parser.add_argument("--runs", type=int, default=8, help="of each side of a comparison")
    parser.add_argument("--jobs", type=int, default=None)
    asked = parser.parse_args()
    count, side = asked.comparisons, asked.runs
    rows = experiment(PLAN, seeds=2 * count * side, out=asked.out, jobs=asked.jobs)
    scores = np.array([row["score"] for row in rows]).reshape(count, 2, side)
    p_values = [p_value(a.tolist(), b.tolist()) for a, b in scores]
    different = sum(p < ALPHA for p in p_values)
    low, high = wilson(different, count)
    share = f"{different / count:.1%} ({low:.1%} to {high:.1%})"
    print(f"{different} of {count} comparisons are called different: {share}")
    # Seeds that follow one another must be as different as any others.
    rng = np.random.default_rng(1)
    halves = [float(np.median(half)) for half in scores.reshape(2, -1)]
    print(f"medians of the first and the second half: {halves[0]:.3f}, {halves[1]:.3f}")
    shuffled = [
        sum(
            p_value(a.tolist(), b.tolist()) < ALPHA
            for a, b in rng.permutation(scores.ravel()).reshape(scores.shape)
        )
        for _ in range(_ORDERS)
    ]
    print(f"the same runs in random order: {np.mean(shuffled) / count:.1%}, of {_ORDERS} orders")


if __name__ == "__main__":
    main()
