"""The usual crossovers and mutations of DEAP (``deap.gp``), for runs.

DEAP's operators draw from Python's global generator and change their arguments. These have the same meaning,
but leave their arguments unchanged, draw only from the generator that they are given, and work on trees of
any depth. DEAP's ``cxOnePoint`` is :func:`~senet_gp.evolution.variation.one_point_crossover`.

Where DEAP has no terminal of a type to draw, and fails, the operators here draw a small subtree.
"""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from primitives.vocabulary import Node, Vocabulary
from senet_gp.trees.individual import Individual, Operator, grafted, random_argument

#: The largest depth of the subtrees that uniform mutation draws, as in DEAP's examples.
_MAX_DEPTH = 2


def leaf_biased_crossover(
    a: Individual, b: Individual, *, leaf_chance: float, rng: random.Random
) -> tuple[Individual, Individual]:
    """Exchange two random subtrees of one type, which are often leaves or often not (cxOnePointLeafBiased).

    For each parent it is drawn whether its subtree is a leaf. If the parents have no such subtrees of a
    common type, below their roots, the children are copies.

    Args:
        a: one parent.
        b: the other.
        leaf_chance: the probability that a subtree is a leaf; Koza's is 0.1.
        rng: the generator to draw from.
    """
    begins_a, begins_b = (_begins_below(parent, rng.random() < leaf_chance) for parent in (a, b))
    common = [kind for kind in begins_a if kind in begins_b]
    if not common:
        return Individual(a).made(Operator.COPIED), Individual(b).made(Operator.COPIED, of_second=True)
    kind = rng.choice(common)
    part_a = a.searchSubtree(rng.choice(begins_a[kind]))
    part_b = b.searchSubtree(rng.choice(begins_b[kind]))
    child_a, child_b = grafted(a, part_a, b[part_b]), grafted(b, part_b, a[part_a])
    return child_a.made(Operator.CROSSED), child_b.made(Operator.CROSSED, of_second=True)


def _begins_below(tree: Individual, leaves: bool) -> dict[int, list[int]]:  # noqa: FBT001 - drawn
    """Where the leaves, or the other subtrees, of each type begin below the root, by number of the type."""
    vocabulary, codes = tree.vocabulary, tree.codes
    suited = (vocabulary.arities[codes] == 0) == leaves
    suited[0] = False
    kinds = vocabulary.type_numbers[codes]
    found = {kind: np.flatnonzero(suited & (kinds == kind)).tolist() for kind in vocabulary.types.values()}
    return {kind: begins for kind, begins in found.items() if begins}


def uniform_mutation(
    individual: Individual, *, vocabulary: Vocabulary, rng: random.Random
) -> tuple[Individual]:
    """Replace a random subtree by a full one of its type, of depth 0, 1 or 2 (mutUniform with genFull)."""
    begin = rng.randrange(len(individual))
    graft = full_tree(vocabulary, individual[begin].ret, rng.randint(0, _MAX_DEPTH), rng)
    return (grafted(individual, individual.searchSubtree(begin), graft).made(Operator.SUBTREE),)


def full_tree(vocabulary: Vocabulary, result: type, depth: int, rng: random.Random) -> list[Node]:
    """Draw a tree of a type whose leaves all have this depth (genFull).

    Where a type has no function, its leaves are less deep; where it has no terminal, they are deeper.
    """
    nodes: list[Node] = []
    wanted = [(result, 0)]
    while wanted:
        kind, level = wanted.pop()
        terminals, functions = _symbols(vocabulary, kind)
        possible = (functions or terminals) if level < depth else terminals
        if not possible:
            nodes += random_argument(vocabulary, kind, rng)
            continue
        node = rng.choice(possible)
        nodes.append(node)
        if node.arity:
            wanted.extend((argument, level + 1) for argument in reversed(node.args))
    return nodes


def _symbols(vocabulary: Vocabulary, kind: type) -> tuple[list[Node], list[Node]]:
    """The terminals of a type, each constant one, and its functions."""
    nodes = [node for node in vocabulary.nodes if node.ret is kind]
    return [node for node in nodes if not node.arity], [node for node in nodes if node.arity]


def node_replacement_mutation(
    individual: Individual, *, vocabulary: Vocabulary, rng: random.Random
) -> tuple[Individual]:
    """Replace one random node below the root by one of the same types (mutNodeReplacement)."""
    if len(individual) < 2:
        return (Individual(individual).made(Operator.COPIED),)
    place = rng.randrange(1, len(individual))
    node = rng.choice(vocabulary.alike[individual[place].name])
    return (grafted(individual, slice(place, place + 1), [node]).made(Operator.POINT),)


def terminal_insert_mutation(
    individual: Individual, *, vocabulary: Vocabulary, rng: random.Random
) -> tuple[Individual]:
    """Insert a function above a random subtree; its other arguments are terminals (mutInsert)."""
    part = individual.searchSubtree(rng.randrange(len(individual)))
    kind = individual[part.start].ret
    if not vocabulary.over[kind]:
        return (Individual(individual).made(Operator.COPIED),)
    function = rng.choice(vocabulary.over[kind])
    place = rng.choice([n for n, argument in enumerate(function.args) if argument is kind])
    graft = [function]
    for number, argument in enumerate(function.args):
        kept = number == place
        graft += individual[part] if kept else full_tree(vocabulary, argument, 0, rng)
    return (grafted(individual, part, graft).made(Operator.INSERT),)


def shrink_mutation(individual: Individual, *, rng: random.Random) -> tuple[Individual]:
    """Replace a random function below the root by a random one of its arguments of its type (mutShrink)."""
    vocabulary = individual.vocabulary
    # By code of a function: which of its arguments have its own type.
    arguments = [[n for n, kind in enumerate(_args(node)) if kind is node.ret] for node in vocabulary.nodes]
    shrinks = np.array([bool(numbers) for numbers in arguments])
    places = 1 + np.flatnonzero(shrinks[individual.codes[1:]])
    if not len(places):
        return (Individual(individual).made(Operator.COPIED),)
    begin = int(rng.choice(places.tolist()))
    number = rng.choice(arguments[individual.codes[begin]])
    kept = individual.searchSubtree(individual.argument_begin(begin, number))
    shrunk = grafted(individual, individual.searchSubtree(begin), individual[kept])
    return (shrunk.made(Operator.HOIST),)


def _args(node: Node) -> list[type]:
    return list(getattr(node, "args", ()))


def constant_mutation(
    individual: Individual, *, vocabulary: Vocabulary, rng: random.Random
) -> tuple[Individual]:
    """Draw the value of one random constant anew (mutEphemeral, for one constant)."""
    first = len(vocabulary.primitives)
    places: NDArray[np.int64] = np.flatnonzero(individual.codes >= first)
    if not len(places):
        return (Individual(individual).made(Operator.COPIED),)
    place = int(rng.choice(places.tolist()))
    node = rng.choice(vocabulary.nodes[first:])
    return (grafted(individual, slice(place, place + 1), [node]).made(Operator.POINT),)
