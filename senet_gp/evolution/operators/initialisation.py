"""How an individual of the first population is drawn: as in the paper of 1995, or by depth (Koza 1992).

A tree by depth is drawn from its root on. Each symbol is drawn only among those with which the tree can
still end at a depth that is wanted, as in the tables of types of Montana ("Strongly typed genetic
programming", Evolutionary Computation 3, 1995): so also where a type has no terminal, at which DEAP's
``genFull`` and ``genGrow`` fail. The constants count as the vocabulary says, usually together as one symbol.

A root has depth 0, as in DEAP, so a single terminal is a tree of depth 0.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from senet_gp.evolution.configuration.options import option
from senet_gp.evolution.configuration.registration import operator

if TYPE_CHECKING:
    from primitives.vocabulary import Node, Vocabulary
    from senet_gp.trees.individual import Individual

#: Deeper trees of functions of three arguments would have hundreds of thousands of nodes.
_DEEPEST = 10
MIN_DEPTH = option(
    2,
    "trees of the first population have at least this depth, where a root has depth 0",
    between=(0, _DEEPEST),
    sample=1,
)
MAX_DEPTH = option(
    6, "trees of the first population have at most this depth", between=(0, _DEEPEST), sample=4
)


@operator(
    "initialisation",
    "paper",
    "as in the paper of 1995: a function of two arguments, each drawn from all symbols",
)
def paper_initialisation(*, vocabulary: Vocabulary, rng: random.Random) -> Individual:
    """Draw a tree whose depth nothing limits (:func:`~senet_gp.trees.individual.random_individual`)."""
    from senet_gp.trees.individual import random_individual

    return random_individual(vocabulary, rng)


@operator("initialisation", "full", "all leaves have one depth, drawn for each tree")
def full(
    *, vocabulary: Vocabulary, rng: random.Random, min_depth: int = MIN_DEPTH, max_depth: int = MAX_DEPTH
) -> list[Node]:
    """Draw a depth, and a tree whose leaves all have it (``gp.genFull``).

    Args:
        vocabulary: the symbols to draw from.
        rng: the generator to draw from.
        min_depth: the least depth.
        max_depth: the largest depth.
    """
    depth = rng.randint(min_depth, max_depth)
    return drawn_tree(vocabulary, vocabulary.pset.ret, depth, depth, rng)


@operator("initialisation", "grow", "leaves may have any depth up to one that is drawn for each tree")
def grow(
    *, vocabulary: Vocabulary, rng: random.Random, min_depth: int = MIN_DEPTH, max_depth: int = MAX_DEPTH
) -> list[Node]:
    """Draw a depth, and a tree that is at most as deep, and no less deep than ``min_depth`` (``gp.genGrow``).

    From ``min_depth`` on, functions and terminals are drawn alike.

    Args:
        vocabulary: the symbols to draw from.
        rng: the generator to draw from.
        min_depth: the least depth.
        max_depth: the largest depth.
    """
    depth = rng.randint(min_depth, max_depth)
    return drawn_tree(vocabulary, vocabulary.pset.ret, min_depth, depth, rng)


@operator("initialisation", "ramped", "half of the trees by full, half by grow, of all depths")
def ramped(
    *, vocabulary: Vocabulary, rng: random.Random, min_depth: int = MIN_DEPTH, max_depth: int = MAX_DEPTH
) -> list[Node]:
    """Draw a tree by :func:`full` or by :func:`grow`, evenly (``gp.genHalfAndHalf``): ramped half-and-half.

    Args:
        vocabulary: the symbols to draw from.
        rng: the generator to draw from.
        min_depth: the least depth.
        max_depth: the largest depth.
    """
    method = rng.choice((full, grow))
    return method(vocabulary=vocabulary, rng=rng, min_depth=min_depth, max_depth=max_depth)


def drawn_tree(vocabulary: Vocabulary, result: type, least: int, most: int, rng: random.Random) -> list[Node]:
    """Draw a tree of a type whose depth is in a range; if both ends are equal, all leaves have that depth.

    Where a type has no function, its leaves are less deep; where it has no tree so small, it gets a smallest
    one.

    Args:
        vocabulary: the symbols to draw from.
        result: the type.
        least: the least depth.
        most: the largest depth.
        rng: the generator to draw from.
    """
    nodes: list[Node] = []
    wanted = [(result, least, most)]
    while wanted:
        kind, least, most = wanted.pop()
        node = rng.choice(rng.choice(_symbols(vocabulary, kind, max(least, 0), max(most, 0))))
        nodes.append(node)
        if node.arity:
            wanted.extend((argument, least - 1, most - 1) for argument in reversed(node.args))
    return nodes


@lru_cache(maxsize=256)  # with two types and depths up to ten, a vocabulary has some fifty
def _symbols(vocabulary: Vocabulary, kind: type, least: int, most: int) -> Sequence[Sequence[Node]]:
    """The symbols of a type at the root of a tree whose depth is in a range, or comes near it."""
    for depth in range(least, -1, -1):
        fitting = [
            symbol
            for symbol in vocabulary.symbols[kind]
            if any(_can_have_depth(vocabulary, symbol[0], wanted) for wanted in range(depth, most + 1))
        ]
        if fitting:
            return fitting
    return _symbols(vocabulary, kind, least, most + 1)


def _can_have_depth(vocabulary: Vocabulary, node: Node, depth: int) -> bool:
    """Whether there is a tree of exactly this depth with this node at its root."""
    if not node.arity or not depth:
        return not node.arity and not depth
    smaller = {kind for less in range(depth) for kind in _types_of_depth(vocabulary, less)}
    deepest = _types_of_depth(vocabulary, depth - 1)
    return smaller.issuperset(node.args) and not deepest.isdisjoint(node.args)


@lru_cache(maxsize=256)
def _types_of_depth(vocabulary: Vocabulary, depth: int) -> frozenset[type]:
    """The types that have a tree of exactly this depth."""
    return frozenset(
        kind
        for kind, symbols in vocabulary.symbols.items()
        if any(_can_have_depth(vocabulary, symbol[0], depth) for symbol in symbols)
    )
