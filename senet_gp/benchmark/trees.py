"""The trees that speed is measured on: the yardstick's in our words, bred ones, and populations of them."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from primitives import vocabulary
from primitives.types import Number
from primitives.vocabulary import Node, Vocabulary
from senet_gp.benchmark import yardstick
from senet_gp.evolution.variation import one_point_crossover, subtree_mutation
from senet_gp.trees.growth import random_individual
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import from_lisp

#: The generations that bred trees are of, and about how many nodes they have.
GENERATIONS = (30, 100)
SIZES = (50, 150, 500, 2500)
#: The words of bred trees, and those in which the yardstick's trees can be said.
WORDS, YARDSTICK_WORDS = "paper", "extended"

#: The yardstick's symbols as words. Squares are 1 to 30 wherever its trees ask for one, so both take the
#: same square; they differ in overflows, and for a side that has no piece left.
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

#: ``gp.compile`` fails on trees that are nested much deeper; so that plain DEAP can play, no tree of a
#: population is.
MOST_DEPTH = 90
#: By how much the trees of a population may differ in size from what is wanted.
_TOLERANCE = 0.2


def yardstick_trees() -> list[list[yardstick.Token]]:
    """The yardstick's own trees: of 31, 153, 474 and 2,467 nodes."""
    rng = random.Random(_YARDSTICK_SEED)
    return [yardstick.random_tree(rng, depth) for depth in _YARDSTICK_DEPTHS]


def converted(tokens: Sequence[yardstick.Token]) -> Individual:
    """A tree of the yardstick in our words, node by node."""
    words = vocabulary("senet", YARDSTICK_WORDS)
    named = words.node_named
    return Individual(
        (named[str(value) if symbol == yardstick.CONST else _WORD[symbol]] for symbol, value in tokens),
        words,
    )


def bred_file(generation: int, nodes: int) -> str:
    """The name of the file that holds the bred tree of a generation, of about so many nodes."""
    return f"generation-{generation}-nodes-{nodes}.txt"


@cache
def bred_tree(generation: int, nodes: int) -> Individual:
    """A bred tree (see scripts/breed_benchmark_trees.py, which bred them).

    Args:
        generation: one of ``GENERATIONS``.
        nodes: about how many nodes it is to have: one of ``SIZES``.
    """
    file = files("senet_gp.benchmark") / "bred" / bred_file(generation, nodes)
    return from_lisp(file.read_text(encoding="utf-8").strip(), vocabulary("senet", WORDS))


def descendants(nodes: int, count: int, rng: random.Random) -> list[Individual]:
    """A population of about so many nodes a tree: descended, by crossover and mutation, from the bred ones.

    Args:
        nodes: the trees differ from it by a fifth at most; the bred ones are those of the nearest size.
        count: how many.
        rng: what is drawn from.
    """
    words = vocabulary("senet", WORDS)
    least, most = nodes * (1 - _TOLERANCE), nodes * (1 + _TOLERANCE)
    nearest = min(SIZES, key=lambda size: abs(size - nodes))
    family = [bred_tree(generation, nearest) for generation in GENERATIONS]
    founders = len(family)
    while len(family) < founders + count:
        a, b = rng.sample(family, 2)
        child = subtree_mutation(one_point_crossover(a, b, rng=rng)[0], vocabulary=words, rng=rng)[0]
        if least <= len(child) <= most and child.depth <= MOST_DEPTH:
            family.append(child)
    return family[founders:]


def joined_tree(words: Vocabulary, nodes: int, rng: random.Random) -> Individual:
    """A tree of at least so many nodes: random individuals, joined pair by pair by random functions."""
    parts: deque[list[Node]] = deque()
    total = 0
    while total < nodes:
        part = list(random_individual(words, rng))
        parts.append(part)
        total += len(part) + 1  # with the function that joins it
    functions = [node for node in words.roots[Number] if node.args == [Number, Number]]
    while len(parts) > 1:
        parts.append([rng.choice(functions), *parts.popleft(), *parts.popleft()])
    return Individual(parts[0], words)
