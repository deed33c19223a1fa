"""Crossover and mutation: those of the paper of 1995, some of ours, and the usual ones of DEAP (``deap.gp``).

All operators leave their arguments unchanged, draw random numbers only from the generator that they are
given, work on trees of any depth, and return a tuple of new individuals, as DEAP's toolbox expects. The
attribute ``made_by`` of each child names the operator that made it.

DEAP's own draw from Python's global generator and change their arguments; those here have the same meaning,
apart from that. Where DEAP has no terminal of a type to draw, and fails, they draw a smallest subtree, and
the constants count as the vocabulary says, usually together as one terminal; where a single node is replaced,
each counts as one.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING

from senet_gp.evolution.configuration.options import option
from senet_gp.evolution.configuration.registration import operator
from senet_gp.evolution.operators.initialisation import drawn_tree

if TYPE_CHECKING:
    from primitives.vocabulary import Node, Vocabulary
    from senet_gp.trees.individual import Individual

_CHANCE_TO_CROSS_HERE = 1 / 3
_CHANCE_OF_A_FUNCTION = 1 / 2
_MAX_DRAWS = 20
#: The largest depth of the subtrees that uniform mutation draws, as in DEAP's examples.
_MAX_DEPTH = 2


class Operator(StrEnum):
    """The operator that made an individual, as the log of individuals says."""

    CROSSED = "crossover"
    POINT = "point"
    SUBTREE = "subtree"
    INSERT = "insertion"
    HOIST = "hoist"
    COPIED = "copied"
    TUNED = "tuned"


def _copy(parent: Individual, *, of_second: bool = False) -> Individual:
    """A copy of a parent that could not be changed."""
    return type(parent)(parent).made(Operator.COPIED, of_second=of_second)


@operator("crossover", "paper", "one child, as in the paper of 1995")
def paper_crossover(a: Individual, b: Individual, *, rng: random.Random) -> tuple[Individual]:
    """The crossover of Ferrer and Martin (1995), which makes one child.

    The base is one of the parents, drawn at random among those whose root has at least two arguments. A path
    leads from its root to a random argument, from there to a random argument of that, and so on; it ends at a
    terminal or, at each step, with probability 1/3. A random subtree of the same type from the other parent
    replaces the subtree at the end of the path. If the other parent has no such subtree, the last subtree on
    the path is replaced for which it has one; if there is none, the child is a copy of the base.
    """
    bases = [(base, other) for base, other in ((a, b), (b, a)) if base[0].arity >= 2]
    if not bases:
        return (_copy(a),)
    base, other = rng.choice(bases)
    of_second = base is not a
    path = [_random_argument_begin(base, 0, rng)]
    while base[path[-1]].arity and rng.random() >= _CHANCE_TO_CROSS_HERE:
        path.append(_random_argument_begin(base, path[-1], rng))
    for begin in reversed(path):
        wanted = base[begin].ret
        donors = other.count_of_type(wanted)
        if donors:
            donor = other.place_of_type(wanted, rng.randrange(donors))
            graft = other[other.searchSubtree(donor)]
            child = base.grafted(base.searchSubtree(begin), graft)
            return (child.made(Operator.CROSSED, of_second=of_second),)
    return (_copy(base, of_second=of_second),)


def _random_argument_begin(tree: Individual, begin: int, rng: random.Random) -> int:
    return tree.argument_begin(begin, rng.randrange(tree[begin].arity))


@operator("crossover", "one-point", "two random subtrees are exchanged")
def one_point_crossover(a: Individual, b: Individual, *, rng: random.Random) -> tuple[Individual, Individual]:
    """Exchange two random subtrees of one type, neither of them a whole tree, which makes two children.

    Like ``deap.gp.cxOnePoint``, except that the same seed always gives the same children: DEAP's operator
    chooses from a set of types, whose order differs from run to run.
    """
    types_b = _types_below(b)
    common = [kind for kind in _types_below(a) if kind in types_b]
    if not common:
        return _copies(a, b)
    kind = rng.choice(common)
    return _exchanged(a, _random_subtree_below(a, kind, rng), b, _random_subtree_below(b, kind, rng))


def _exchanged(a: Individual, part_a: slice, b: Individual, part_b: slice) -> tuple[Individual, Individual]:
    """Two children, in each of which a part of the other parent replaces its own."""
    child_a, child_b = a.grafted(part_a, b[part_b]), b.grafted(part_b, a[part_a])
    return child_a.made(Operator.CROSSED), child_b.made(Operator.CROSSED, of_second=True)


def _copies(a: Individual, b: Individual) -> tuple[Individual, Individual]:
    """The children of two parents that cannot be crossed."""
    return _copy(a), _copy(b, of_second=True)


_BELOW = slice(1, None)


def _types_below(tree: Individual) -> list[type]:
    """The types of all nodes but the root, in the order in which they occur."""
    first = {kind: tree.place_of_type(kind, 0, _BELOW) for kind in tree.vocabulary.types}
    return sorted((kind for kind, index in first.items() if index >= 0), key=first.__getitem__)


def _random_subtree_below(tree: Individual, kind: type, rng: random.Random) -> slice:
    """The slice of a random subtree of a type; the whole tree is excluded."""
    number = rng.randrange(tree.count_of_type(kind, _BELOW))
    return tree.searchSubtree(1 + tree.place_of_type(kind, number, _BELOW))


@operator("mutation", "subtree", "a random subtree is replaced by a new one")
def subtree_mutation(
    individual: Individual, *, vocabulary: Vocabulary, rng: random.Random
) -> tuple[Individual]:
    """Replace a random subtree by a new one of its type, whose root is a function of two arguments."""
    from senet_gp.trees.individual import random_subtree

    begin = rng.randrange(len(individual))
    graft = random_subtree(vocabulary, individual[begin].ret, rng)
    return (individual.grafted(individual.searchSubtree(begin), graft).made(Operator.SUBTREE),)


def point_mutation(
    individual: Individual, *, vocabulary: Vocabulary, rng: random.Random
) -> tuple[Individual]:
    """Replace one random node by a random one that takes the same arguments and gives the same type."""
    index = rng.randrange(len(individual))
    return (_with_node(individual, index, rng.choice(vocabulary.alike[individual[index].name])),)


def _with_node(individual: Individual, index: int, node: Node) -> Individual:
    """The individual with another node at an index."""
    return individual.grafted(slice(index, index + 1), [node]).made(Operator.POINT)


def hoist_mutation(individual: Individual, *, rng: random.Random) -> tuple[Individual]:
    """Replace a random subtree by a random smaller one of its type inside it, if there is one."""
    begin = rng.randrange(len(individual))
    kind, whole = individual[begin].ret, individual.searchSubtree(begin)
    inside = slice(begin + 1, whole.stop)
    inner = individual.count_of_type(kind, inside)
    if not inner:
        return (_copy(individual),)
    kept = inside.start + individual.place_of_type(kind, rng.randrange(inner), inside)
    return (individual.grafted(whole, individual[individual.searchSubtree(kept)]).made(Operator.HOIST),)


def insert_mutation(
    individual: Individual, *, vocabulary: Vocabulary, rng: random.Random
) -> tuple[Individual]:
    """Insert a function above a random subtree, which becomes one of its arguments; the others are drawn.

    So a condition, for example, or a further term is added to the individual, and the old expression remains
    in it.
    """
    from senet_gp.trees.individual import random_argument

    return _inserted(individual, vocabulary, rng, lambda kind: random_argument(vocabulary, kind, rng))


def _inserted(
    individual: Individual, vocabulary: Vocabulary, rng: random.Random, drawn: Callable[[type], list[Node]]
) -> tuple[Individual]:
    """Insert a function above a random subtree; its other arguments are drawn by type."""
    part = individual.searchSubtree(rng.randrange(len(individual)))
    kind = individual[part.start].ret
    if not vocabulary.over[kind]:
        return (_copy(individual),)
    function = rng.choice(vocabulary.over[kind])
    kept = rng.choice([n for n, argument in enumerate(function.args) if argument is kind])
    graft = [function]
    for number, argument in enumerate(function.args):
        graft += individual[part] if number == kept else drawn(argument)
    return (individual.grafted(part, graft).made(Operator.INSERT),)


@operator(
    "mutation",
    "mixed",
    "one of four operators, drawn each time: of a node, of a subtree, insertion or hoisting",
)
def mixed_mutation(
    individual: Individual, *, vocabulary: Vocabulary, rng: random.Random
) -> tuple[Individual]:
    """Apply one of four equally likely mutations: of a node, of a subtree, by insertion, or by hoisting."""
    return _one_of_four(individual, subtree_mutation, vocabulary=vocabulary, rng=rng)


def _one_of_four(
    individual: Individual,
    of_a_subtree: Callable[..., tuple[Individual]],
    *,
    vocabulary: Vocabulary,
    rng: random.Random,
) -> tuple[Individual]:
    drawn = rng.randrange(4)
    if drawn == 0:
        return hoist_mutation(individual, rng=rng)
    mutation = (point_mutation, of_a_subtree, insert_mutation)[drawn - 1]
    return mutation(individual, vocabulary=vocabulary, rng=rng)


@operator("mutation", "varied", "like mixed, with more varied subtrees, and repeated until something changes")
def varied_mutation(
    individual: Individual, *, vocabulary: Vocabulary, rng: random.Random, size_limit: int = 0
) -> tuple[Individual]:
    """Like ``mixed_mutation``, with more varied subtrees; repeated if the child is too large or unchanged.

    The root of a new subtree may be any primitive, also a terminal or a condition; in half of the cases it is
    a function of at least two arguments.

    Args:
        individual: the parent.
        vocabulary: the primitives of new subtrees.
        rng: the generator to draw from.
        size_limit: larger children are drawn again, but for the last of twenty draws; 0 for no limit.
    """
    child = individual
    for _ in range(_MAX_DRAWS):
        (child,) = _one_of_four(individual, any_subtree_mutation, vocabulary=vocabulary, rng=rng)
        small = not size_limit or len(child) <= size_limit
        if small and child.packed != individual.packed:
            break
    return (child,)


def any_subtree_mutation(
    individual: Individual, *, vocabulary: Vocabulary, rng: random.Random
) -> tuple[Individual]:
    """Replace a random subtree by a new one of its type; in half of the cases its root is any primitive."""
    from senet_gp.trees.individual import random_argument

    begin = rng.randrange(len(individual))
    kind = individual[begin].ret
    graft = random_argument(vocabulary, kind, rng)
    if rng.random() < _CHANCE_OF_A_FUNCTION and vocabulary.roots[kind]:
        while graft[0].arity < 2:
            graft = random_argument(vocabulary, kind, rng)
    return (individual.grafted(individual.searchSubtree(begin), graft).made(Operator.SUBTREE),)


@operator("crossover", "leaf-biased", "as one-point, but mostly not of leaves")
def leaf_biased_crossover(
    a: Individual,
    b: Individual,
    *,
    rng: random.Random,
    leaf_chance: float = option(
        0.1, "the probability that an exchanged subtree is a leaf", between=(0.0, 1.0)
    ),
) -> tuple[Individual, Individual]:
    """Exchange two random subtrees of one type, which are often leaves or often not (cxOnePointLeafBiased).

    For each parent it is drawn whether its subtree is a leaf. If the parents have no such subtrees of a
    common type, below their roots, the children are copies.

    Args:
        a: one parent.
        b: the other.
        rng: the generator to draw from.
        leaf_chance: the probability that a subtree is a leaf; Koza's is 0.1.
    """
    begins_a, begins_b = (_begins_below(parent, rng.random() < leaf_chance) for parent in (a, b))
    common = [kind for kind in begins_a if kind in begins_b]
    if not common:
        return _copies(a, b)
    kind = rng.choice(common)
    part_a = a.searchSubtree(rng.choice(begins_a[kind]))
    part_b = b.searchSubtree(rng.choice(begins_b[kind]))
    return _exchanged(a, part_a, b, part_b)


def _begins_below(tree: Individual, leaves: bool) -> dict[int, list[int]]:  # noqa: FBT001 - drawn
    """Where the leaves, or the other subtrees, of each type begin below the root, by number of the type."""
    import numpy as np

    vocabulary, codes = tree.vocabulary, tree.codes
    suited = (vocabulary.arities[codes] == 0) == leaves
    suited[0] = False
    kinds = vocabulary.type_numbers[codes]
    found = {kind: np.flatnonzero(suited & (kinds == kind)).tolist() for kind in vocabulary.types.values()}
    return {kind: begins for kind, begins in found.items() if begins}


@operator("mutation", "uniform", "a random subtree is replaced by a full one of depth 0 to 2")
def uniform_mutation(
    individual: Individual, *, vocabulary: Vocabulary, rng: random.Random
) -> tuple[Individual]:
    """Replace a random subtree by a full one of its type, of depth 0, 1 or 2 (mutUniform with genFull)."""
    begin = rng.randrange(len(individual))
    depth = rng.randint(0, _MAX_DEPTH)
    graft = drawn_tree(vocabulary, individual[begin].ret, depth, depth, rng)
    return (individual.grafted(individual.searchSubtree(begin), graft).made(Operator.SUBTREE),)


@operator("mutation", "node-replacement", "a random node is replaced by one of the same types")
def node_replacement_mutation(
    individual: Individual, *, vocabulary: Vocabulary, rng: random.Random
) -> tuple[Individual]:
    """Replace one random node below the root by one of the same types (mutNodeReplacement)."""
    if len(individual) < 2:
        return (_copy(individual),)
    index = rng.randrange(1, len(individual))
    return (_with_node(individual, index, rng.choice(vocabulary.alike[individual[index].name])),)


@operator("mutation", "insert", "a function is inserted above a random subtree")
def terminal_insert_mutation(
    individual: Individual, *, vocabulary: Vocabulary, rng: random.Random
) -> tuple[Individual]:
    """Insert a function above a random subtree; its other arguments are terminals (mutInsert)."""
    return _inserted(individual, vocabulary, rng, lambda kind: drawn_tree(vocabulary, kind, 0, 0, rng))


@operator("mutation", "shrink", "a random function is replaced by one of its arguments")
def shrink_mutation(individual: Individual, *, rng: random.Random) -> tuple[Individual]:
    """Replace a random function below the root by a random one of its arguments of its type (mutShrink)."""
    import numpy as np

    vocabulary = individual.vocabulary
    # By code of a function: which of its arguments have its own type.
    arguments = [[n for n, kind in enumerate(_args(node)) if kind is node.ret] for node in vocabulary.nodes]
    shrinks = np.array([bool(numbers) for numbers in arguments])
    begins = 1 + np.flatnonzero(shrinks[individual.codes[1:]])
    if not len(begins):
        return (_copy(individual),)
    begin = int(rng.choice(begins.tolist()))
    number = rng.choice(arguments[individual.codes[begin]])
    kept = individual.searchSubtree(individual.argument_begin(begin, number))
    shrunk = individual.grafted(individual.searchSubtree(begin), individual[kept])
    return (shrunk.made(Operator.HOIST),)


def _args(node: Node) -> list[type]:
    return list(getattr(node, "args", ()))


@operator("mutation", "constant", "the value of a random constant is drawn again")
def constant_mutation(
    individual: Individual, *, vocabulary: Vocabulary, rng: random.Random
) -> tuple[Individual]:
    """Replace one random constant by a random one (mutEphemeral, for one constant)."""
    import numpy as np

    first = len(vocabulary.primitives)
    constants: list[int] = np.flatnonzero(individual.codes >= first).tolist()
    if not constants:
        return (_copy(individual),)
    index = rng.choice(constants)
    return (_with_node(individual, index, rng.choice(vocabulary.nodes[first:])),)
