"""The expressions that speed is measured with: random, but the same in every measurement."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence

from primitives import vocabulary_of
from primitives.types import Number
from primitives.vocabulary import Node, Vocabulary
from senet_gp.evolution.variation import one_point_crossover, subtree_mutation
from senet_gp.trees.growth import random_individual
from senet_gp.trees.individual import Individual

#: The approximate numbers of nodes of the expressions whose games are measured.
SIZES = (30, 150, 500, 2500)
#: The vocabulary that they are written in.
WORDS = "paper"
#: The largest depth of a tree in a population: DEAP's ``gp.compile`` fails on trees that are much deeper.
MAX_DEPTH = 90
#: The largest relative difference between the size of a tree and the requested size.
_TOLERANCE = 0.2
_FOUNDERS = 8


def joined_tree(vocabulary: Vocabulary, nodes: int, rng: random.Random) -> Individual:
    """A tree of at least this many nodes: random individuals, joined in pairs by random functions."""
    parts: deque[list[Node]] = deque()
    total = 0
    while total < nodes:
        part = list(random_individual(vocabulary, rng))
        parts.append(part)
        total += len(part) + 1  # with the function that joins it
    functions = [node for node in vocabulary.roots[Number] if node.args == [Number, Number]]
    while len(parts) > 1:
        parts.append([rng.choice(functions), *parts.popleft(), *parts.popleft()])
    return Individual(parts[0], vocabulary)


def _suits(tree: Individual, nodes: int) -> bool:
    """Whether a tree has about this many nodes and is not too deep."""
    return abs(len(tree) - nodes) <= _TOLERANCE * nodes and tree.depth <= MAX_DEPTH


def drawn_tree(nodes: int, rng: random.Random) -> Individual:
    """A random tree of about this many nodes, with at most a fifth more or fewer."""
    vocabulary = vocabulary_of("senet", WORDS)
    tree = joined_tree(vocabulary, nodes, rng)
    while not _suits(tree, nodes):
        tree = joined_tree(vocabulary, nodes, rng)
    return tree


def descendants(
    founders: Sequence[Individual], nodes: int, count: int, rng: random.Random
) -> list[Individual]:
    """A population with about this many nodes in each tree, bred by crossover and mutation.

    Args:
        founders: the individuals from which they descend, at least two.
        nodes: the requested size of a tree; sizes differ from it by a fifth at most.
        count: the number of trees.
        rng: the random number generator.
    """
    vocabulary = vocabulary_of("senet", WORDS)
    family = list(founders)
    while len(family) < len(founders) + count:
        a, b = rng.sample(family, 2)
        child = subtree_mutation(one_point_crossover(a, b, rng=rng)[0], vocabulary=vocabulary, rng=rng)[0]
        if _suits(child, nodes):
            family.append(child)
    return family[len(founders) :]


def drawn_population(nodes: int, count: int, rng: random.Random) -> list[Individual]:
    """A population of ``count`` trees of about ``nodes`` nodes each, which descend from random trees."""
    return descendants([drawn_tree(nodes, rng) for _ in range(_FOUNDERS)], nodes, count, rng)
