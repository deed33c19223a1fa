"""Drawing random trees as Ferrer and Martin (1995) did."""

from __future__ import annotations

import random

from primitives.types import Number
from primitives.vocabulary import Node, Vocabulary
from senet_gp.trees.individual import Individual, trusted


def random_subtree(vocabulary: Vocabulary, result: type, rng: random.Random) -> list[Node]:
    """Draw a tree of a type, whose root is a function of two parameters.

    Every argument is drawn uniformly from the symbols of its type, functions and terminals alike; constants
    count as one symbol, whose value is then drawn. There is no limit on the size; growth ends because of a
    property of the vocabulary (``Vocabulary.growth`` is below 1).
    """
    root = rng.choice(vocabulary.roots[result])
    nodes: list[Node] = [root]
    for argument in root.args:
        nodes += random_argument(vocabulary, argument, rng)
    return nodes


def random_argument(vocabulary: Vocabulary, result: type, rng: random.Random) -> list[Node]:
    """Draw an argument: as :func:`random_subtree`, but its root may be any symbol of the type."""
    nodes: list[Node] = []
    wanted: list[type] = [result]
    while wanted:
        node = rng.choice(rng.choice(vocabulary.symbols[wanted.pop()]))
        nodes.append(node)
        if node.arity:
            wanted.extend(reversed(node.args))
    return nodes


def random_individual(vocabulary: Vocabulary, rng: random.Random) -> Individual:
    """Draw an individual: an expression of type Number.

    >>> from primitives import vocabulary_of
    >>> individual = random_individual(vocabulary_of("tictactoe"), random.Random(1))
    >>> individual.root.arity
    2
    """
    return trusted(random_subtree(vocabulary, Number, rng), vocabulary)
