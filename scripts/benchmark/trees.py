"""The trees that developers measure: the yardstick's, converted; bred ones; and populations of these."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from benchmark import yardstick
from primitives import vocabulary_of
from senet_gp.benchmark.expressions import WORDS, descendants
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import from_lisp

#: The directory of the bred trees, one in each file.
BRED = Path(__file__).resolve().parent / "bred"
#: The generations that they come from, and their approximate numbers of nodes.
GENERATIONS = (30, 100)
SIZES = (50, 150, 500, 2500)
#: The vocabulary that the yardstick's trees are converted to.
YARDSTICK_WORDS = "extended"

#: The primitive for each of the yardstick's symbols. Its trees query only squares from 1 to 30, so both query
#: the same squares; results differ in overflows, and for a side without pieces.
_WORD = {
    yardstick.ADD: "add",
    yardstick.SUB: "sub",
    yardstick.MUL: "mul",
    yardstick.IF: "if_then_else",
    yardstick.AND: "and_",
    yardstick.OR: "or_",
    yardstick.NOT: "not_",
    yardstick.MINE: "mine",
    yardstick.THEIRS: "theirs",
    yardstick.EMPTY: "empty",
    yardstick.NOWN: "my_pieces",
    yardstick.NOPP: "their_pieces",
    yardstick.LEAD: "my_first",
    yardstick.LAST: "my_last",
    yardstick.OLEAD: "their_first",
    yardstick.OLAST: "their_last",
}
_YARDSTICK_SEED, _YARDSTICK_DEPTHS = 5, (4, 6, 8, 10)


def yardstick_trees() -> list[list[yardstick.Token]]:
    """The yardstick's own trees: of 31, 153, 474 and 2,467 nodes."""
    rng = random.Random(_YARDSTICK_SEED)
    return [yardstick.random_tree(rng, depth) for depth in _YARDSTICK_DEPTHS]


def converted(tokens: Sequence[yardstick.Token]) -> Individual:
    """A tree of the yardstick in the vocabulary of senet-gp, node by node."""
    vocabulary = vocabulary_of("senet", YARDSTICK_WORDS)
    named = vocabulary.node_named
    return Individual(
        (named[str(value) if symbol == yardstick.CONST else _WORD[symbol]] for symbol, value in tokens),
        vocabulary,
    )


def bred_file(generation: int, nodes: int) -> str:
    """The name of the file of the bred tree that comes from a generation and has about this many nodes."""
    return f"generation-{generation}-nodes-{nodes}.txt"


@cache
def bred_tree(generation: int, nodes: int) -> Individual:
    """A tree that scripts/breed_benchmark_trees.py bred.

    Args:
        generation: the generation that it comes from, one of ``GENERATIONS``.
        nodes: its approximate number of nodes, one of ``SIZES``.
    """
    text = (BRED / bred_file(generation, nodes)).read_text(encoding="utf-8")
    return from_lisp(text.strip(), vocabulary_of("senet", WORDS))


def bred_population(nodes: int, count: int, rng: random.Random) -> list[Individual]:
    """A population that descends from the bred trees of the nearest size.

    Args:
        nodes: the requested size of a tree; sizes differ from it by a fifth at most.
        count: the number of trees.
        rng: the random number generator.
    """
    nearest = min(SIZES, key=lambda size: abs(size - nodes))
    founders = [bred_tree(generation, nearest) for generation in GENERATIONS]
    return descendants(founders, nodes, count, rng)
