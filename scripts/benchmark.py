"""Measure the speed of one's own trees, as ``senet-gp bench`` measures those it has.

    python scripts/benchmark.py [EXPRESSION…]

For each expression (Lisp form, Senet's extended vocabulary): nodes, instructions of the program, games a
second on one core against a random mover, beside the yardstick's for as many nodes, and evaluations a second:
of nodes of the tree, to which that is equivalent, and of instructions, which are really made.
"""

from __future__ import annotations

import sys

from primitives import vocabulary
from senet_gp import from_lisp
from senet_gp.benchmark.games import Subject, measure_games

EXAMPLES = (
    "(sub their_distance my_distance)",
    "(sub (mul their_distance their_moves) (mul my_distance my_moves))",
    "(if_then_else (protected (move_start 1)) my_barricade (sub 3 their_moves))",
)


def main() -> None:
    """Print a table."""
    words = vocabulary("senet", "extended")
    trees = [Subject(text[:30], from_lisp(text, words), words) for text in sys.argv[1:] or EXAMPLES]
    heading = ("tree", "nodes", "instr.", "yardstick", "senet-gp", "times", "equivalent", "evaluated")
    print("{:30}{:>8}{:>8}{:>10}{:>10}{:>7}{:>12}{:>12}".format(*heading))
    _, figures = measure_games(trees, seconds=0.15, repeats=5, counted=200)
    for tree in figures:
        print(
            f"{tree.tree:30}{tree.nodes:8}{tree.instructions:8}{tree.yardstick_games_per_second:10,.0f}"
            f"{tree.games_per_second:10,.0f}{tree.ratio:7.2f}"
            f"{tree.node_evaluations_per_second / 1e9:9.2f} G/s{tree.instructions_per_second / 1e9:9.2f} G/s"
        )


if __name__ == "__main__":
    main()
