"""The expressions that speed is measured with: drawn at random, the same ones at every time."""

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

#: About how many nodes the expressions have whose games are measured.
SIZES = (30, 150, 500, 2500)
#: The vocabulary that they are written in.
WORDS = "paper"
#: ``gp.compile`` fails on trees that are nested much deeper; so that plain DEAP can play, no tree of a
#: population is.
MAX_DEPTH = 90
#: By how much the trees of a population may differ in size from what is wanted.
_TOLERANCE = 0.2
_FOUNDERS = 8


def joined_tree(vocabulary: Vocabulary, nodes: int, rng: random.Random) -> Individual:
    """A tree of at least so many nodes: random individuals, joined pair by pair by random functions."""
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
    """Whether it has about so many nodes and is not too deep."""
    return abs(len(tree) - nodes) <= _TOLERANCE * nodes and tree.depth <= MAX_DEPTH


def drawn_tree(nodes: int, rng: random.Random) -> Individual:
    """A random tree of about so many nodes: it differs from that by a fifth at most."""
    vocabulary = vocabulary_of("senet", WORDS)
    tree = joined_tree(vocabulary, nodes, rng)
    while not _suits(tree, nodes):
        tree = joined_tree(vocabulary, nodes, rng)
    return tree


def descendants(
    founders: Sequence[Individual], nodes: int, count: int, rng: random.Random
) -> list[Individual]:
    """A population of about so many nodes a tree: descended by crossover and mutation.

    Args:
        founders: whom they descend from, two at least.
        nodes: the trees differ from it by a fifth at most.
        count: how many.
        rng: what is drawn from.
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
    """A population of so many trees of about so many nodes, which descend from some drawn at random."""
    return descendants([drawn_tree(nodes, rng) for _ in range(_FOUNDERS)], nodes, count, rng)
