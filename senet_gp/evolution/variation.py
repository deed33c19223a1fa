"""Crossover and mutation.

All operators leave their arguments unchanged, draw random numbers only from the generator that they are
given, and return a tuple of new individuals, as DEAP's toolbox expects. The attribute ``made_by`` of each
child names the operator that made it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import wraps

from primitives.vocabulary import Vocabulary
from senet_gp.trees.individual import Individual, Operator, grafted, random_argument, random_subtree

Variation = Callable[..., tuple[Individual, ...]]

_CHANCE_TO_CROSS_HERE = 1 / 3
_CHANCE_OF_A_FUNCTION, _MAX_DRAWS = 1 / 2, 20


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
        return (Individual(a).made(Operator.COPIED),)
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
            child = grafted(base, base.searchSubtree(begin), graft)
            return (child.made(Operator.CROSSED, of_second=of_second),)
    return (Individual(base).made(Operator.COPIED, of_second=of_second),)


def _random_argument_begin(tree: Individual, begin: int, rng: random.Random) -> int:
    return tree.argument_begin(begin, rng.randrange(tree[begin].arity))


def one_point_crossover(a: Individual, b: Individual, *, rng: random.Random) -> tuple[Individual, Individual]:
    """Exchange two random subtrees of one type, neither of them a whole tree, which makes two children.

    Like ``deap.gp.cxOnePoint``, except that the same seed always gives the same children: DEAP's operator
    chooses from a set of types, whose order differs from run to run.
    """
    types_b = _types_below(b)
    common = [kind for kind in _types_below(a) if kind in types_b]
    if not common:
        return Individual(a).made(Operator.COPIED), Individual(b).made(Operator.COPIED, of_second=True)
    kind = rng.choice(common)
    part_a, part_b = _random_subtree_below(a, kind, rng), _random_subtree_below(b, kind, rng)
    child_a, child_b = grafted(a, part_a, b[part_b]), grafted(b, part_b, a[part_a])
    return child_a.made(Operator.CROSSED), child_b.made(Operator.CROSSED, of_second=True)


_BELOW = slice(1, None)


def _types_below(tree: Individual) -> list[type]:
    """The types of all nodes but the root, in the order in which they occur."""
    places = {kind: tree.place_of_type(kind, 0, _BELOW) for kind in tree.vocabulary.types}
    return sorted((kind for kind, place in places.items() if place >= 0), key=places.__getitem__)


def _random_subtree_below(tree: Individual, kind: type, rng: random.Random) -> slice:
    """The slice of a random subtree of a type; the whole tree is excluded."""
    number = rng.randrange(tree.count_of_type(kind, _BELOW))
    return tree.searchSubtree(1 + tree.place_of_type(kind, number, _BELOW))


def subtree_mutation(
    individual: Individual, *, vocabulary: Vocabulary, rng: random.Random
) -> tuple[Individual]:
    """Replace a random subtree by a new one of its type, whose root is a function of two arguments."""
    begin = rng.randrange(len(individual))
    graft = random_subtree(vocabulary, individual[begin].ret, rng)
    return (grafted(individual, individual.searchSubtree(begin), graft).made(Operator.SUBTREE),)


def point_mutation(
    individual: Individual, *, vocabulary: Vocabulary, rng: random.Random
) -> tuple[Individual]:
    """Replace one random node by a random one that takes the same arguments and gives the same type."""
    place = rng.randrange(len(individual))
    node = rng.choice(vocabulary.alike[individual[place].name])
    return (grafted(individual, slice(place, place + 1), [node]).made(Operator.POINT),)


def hoist_mutation(individual: Individual, *, rng: random.Random) -> tuple[Individual]:
    """Replace a random subtree by a random smaller one of its type inside it, if there is one."""
    begin = rng.randrange(len(individual))
    kind, whole = individual[begin].ret, individual.searchSubtree(begin)
    inside = slice(begin + 1, whole.stop)
    inner = individual.count_of_type(kind, inside)
    if not inner:
        return (Individual(individual).made(Operator.COPIED),)
    kept = inside.start + individual.place_of_type(kind, rng.randrange(inner), inside)
    return (grafted(individual, whole, individual[individual.searchSubtree(kept)]).made(Operator.HOIST),)


def insert_mutation(
    individual: Individual, *, vocabulary: Vocabulary, rng: random.Random
) -> tuple[Individual]:
    """Insert a function above a random subtree, which becomes one of its arguments; the others are drawn.

    So a condition, for example, or a further term is added to the individual, and the old expression remains
    in it.
    """
    begin = rng.randrange(len(individual))
    part = individual.searchSubtree(begin)
    kind = individual[begin].ret
    function = rng.choice(vocabulary.over[kind])
    place = rng.choice([n for n, argument in enumerate(function.args) if argument is kind])
    graft = [function]
    for number, argument in enumerate(function.args):
        kept = number == place
        graft += individual[part] if kept else random_argument(vocabulary, argument, rng)
    return (grafted(individual, part, graft).made(Operator.INSERT),)


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


def varied_mutation(
    individual: Individual, *, vocabulary: Vocabulary, rng: random.Random, max_nodes: int = 0
) -> tuple[Individual]:
    """Like ``mixed_mutation``, with more varied subtrees; repeated if the child is too large or unchanged.

    The root of a new subtree may be any primitive, also a terminal or a condition; in half of the cases it is
    a function of at least two arguments.

    Args:
        individual: the parent.
        vocabulary: the primitives of new subtrees.
        rng: the generator to draw from.
        max_nodes: larger children are drawn again; 0 for no limit. After twenty draws the last child is used.
    """
    child = individual
    for _ in range(_MAX_DRAWS):
        (child,) = _one_of_four(individual, any_subtree_mutation, vocabulary=vocabulary, rng=rng)
        small = not max_nodes or len(child) <= max_nodes
        if small and child.packed != individual.packed:
            break
    return (child,)


def any_subtree_mutation(
    individual: Individual, *, vocabulary: Vocabulary, rng: random.Random
) -> tuple[Individual]:
    """Replace a random subtree by a new one of its type; in half of the cases its root is any primitive."""
    begin = rng.randrange(len(individual))
    kind = individual[begin].ret
    graft = random_argument(vocabulary, kind, rng)
    if rng.random() < _CHANCE_OF_A_FUNCTION:
        while graft[0].arity < 2:
            graft = random_argument(vocabulary, kind, rng)
    return (grafted(individual, individual.searchSubtree(begin), graft).made(Operator.SUBTREE),)


def are_children(made: object) -> bool:
    """Whether this is what an operator of variation returns: a tuple of individuals, or a list of them."""
    if isinstance(made, Individual) or not isinstance(made, (tuple, list)):
        return False
    return len(made) > 0 and all(isinstance(child, Individual) for child in made)


def limited(operator: Variation, max_nodes: int) -> Variation:
    """The operator with a size limit: a copy of the first parent replaces every child with more nodes.

    Like ``deap.gp.staticLimit``, except that two children never become the same object.
    """
    return _replacing(operator, lambda child: len(child) > max_nodes)


def limited_in_depth(operator: Variation, max_depth: int) -> Variation:
    """The operator with a depth limit: a copy of the first parent replaces every deeper child.

    With a limit of 17 it is Koza's (``deap.gp.staticLimit`` with the height). Individuals of a first
    population may be deeper, and so may their copies.
    """
    return _replacing(operator, lambda child: child.depth > max_depth)


def _replacing(operator: Variation, is_too_large: Callable[[Individual], bool]) -> Variation:
    """The operator with copies of the first parent instead of children that are too large."""

    @wraps(operator)
    def wrapper(*parents: Individual, **options: object) -> tuple[Individual, ...]:
        children = operator(*parents, **options)
        if not are_children(children):
            return children  # what is wrong is told where the child is used
        return tuple(
            Individual(parents[0]).made(Operator.COPIED) if is_too_large(child) else child
            for child in children
        )

    return wrapper
