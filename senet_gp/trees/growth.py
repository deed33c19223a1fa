"""Drawing random trees as Ferrer and Martin (1995) did."""

from __future__ import annotations

import random

from primitives.types import Number
from primitives.vocabulary import Node, Vocabulary
from senet_gp.trees.individual import Individual


def random_subtree(vocabulary: Vocabulary, result: type, rng: random.Random) -> list[Node]:
    """Draw a tree of a type: its root a function of two parameters, all below drawn until it ends.

    Every argument is drawn uniformly among the symbols of its type, functions and terminals alike, the
    constants counting as one symbol whose value is then drawn. There is no limit on size; that the
    growth ends is a property of the vocabulary (``Vocabulary.growth`` is below 1).
    """
    root = rng.choice(vocabulary.roots[result])
    nodes: list[Node] = [root]
    for argument in root.args:
        nodes += random_argument(vocabulary, argument, rng)
    return nodes


def random_argument(vocabulary: Vocabulary, result: type, rng: random.Random) -> list[Node]:
    """Draw what may stand below a root: as there, but a terminal will do."""
    nodes: list[Node] = []
    wanted: list[type] = [result]
    while wanted:
        node = rng.choice(rng.choice(vocabulary.symbols[wanted.pop()]))
        nodes.append(node)
        if node.arity:
            wanted.extend(reversed(node.args))
    return nodes


def random_individual(vocabulary: Vocabulary, rng: random.Random) -> Individual:
    """Draw a player: an expression of type Number."""
    return Individual(random_subtree(vocabulary, Number, rng), vocabulary)
