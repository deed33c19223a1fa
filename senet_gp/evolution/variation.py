"""Crossover and mutation.

All operators leave their arguments as they are, draw from the generator that is passed in and from
nothing else, and return a tuple of new individuals, as DEAP's toolbox expects.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from functools import wraps

from primitives.vocabulary import Vocabulary
from senet_gp.trees.growth import random_argument, random_subtree
from senet_gp.trees.individual import Individual, argument_begins, subtree_end

Operator = Callable[..., tuple[Individual, ...]]

_CHANCE_TO_CROSS_HERE = 1 / 3


def paper_crossover(a: Individual, b: Individual, *, rng: random.Random) -> tuple[Individual]:
    """The crossover of Ferrer and Martin (1995): one child.

    One of the parents, drawn at random among those whose root has at least two arguments, is the base.
    From its root the way goes to a random argument, and on from there to a random argument of that, until
    a terminal is reached or, at each step, with chance 1/3. The subtree there is replaced by a random
    subtree of the same type of the other parent; if that has none, the last subtree on the way is
    replaced for which it has one; if there is none at all, the child is a copy of the base.
    """
    bases = [(base, other) for base, other in ((a, b), (b, a)) if base[0].arity >= 2]
    if not bases:
        return (Individual(a),)
    base, other = rng.choice(bases)
    way = [rng.choice(argument_begins(base, 0))]
    while base[way[-1]].arity and rng.random() >= _CHANCE_TO_CROSS_HERE:
        way.append(rng.choice(argument_begins(base, way[-1])))
    for begin in reversed(way):
        wanted = base[begin].ret
        donors = [index for index, node in enumerate(other) if node.ret is wanted]
        if donors:
            donor = rng.choice(donors)
            graft = other[donor : subtree_end(other, donor)]
            return (Individual(base[:begin] + graft + base[subtree_end(base, begin) :]),)
    return (Individual(base),)


def one_point_crossover(a: Individual, b: Individual, *, rng: random.Random) -> tuple[Individual, Individual]:
    """Exchange two random subtrees of one type, neither of them the whole tree: two children.

    As ``deap.gp.cxOnePoint``, but the same seed always gives the same children: DEAP's chooses among a
    set of types, whose order differs from run to run.
    """
    points_a, points_b = _points_by_type(a), _points_by_type(b)
    common = [kind for kind in points_a if kind in points_b]
    if not common:
        return Individual(a), Individual(b)
    kind = rng.choice(common)
    begin_a, begin_b = rng.choice(points_a[kind]), rng.choice(points_b[kind])
    end_a, end_b = subtree_end(a, begin_a), subtree_end(b, begin_b)
    return (
        Individual(a[:begin_a] + b[begin_b:end_b] + a[end_a:]),
        Individual(b[:begin_b] + a[begin_a:end_a] + b[end_b:]),
    )


def _points_by_type(tree: Individual) -> dict[type, list[int]]:
    """Where subtrees of each type begin, without the root; the types in the order in which they occur."""
    points: dict[type, list[int]] = defaultdict(list)
    for index, node in enumerate(tree[1:], 1):
        points[node.ret].append(index)
    return points


def subtree_mutation(
    individual: Individual, *, vocabulary: Vocabulary, rng: random.Random
) -> tuple[Individual]:
    """Replace a random subtree by a new one of its type, whose root is a function of two parameters."""
    begin = rng.randrange(len(individual))
    graft = random_subtree(vocabulary, individual[begin].ret, rng)
    return (Individual(individual[:begin] + graft + individual[subtree_end(individual, begin) :]),)


def point_mutation(
    individual: Individual, *, vocabulary: Vocabulary, rng: random.Random
) -> tuple[Individual]:
    """Replace one random node by a random one that takes the same arguments and gives the same type."""
    place = rng.randrange(len(individual))
    nodes = list(individual)
    nodes[place] = rng.choice(vocabulary.alike[nodes[place].name])
    return (Individual(nodes),)


def hoist_mutation(individual: Individual, *, rng: random.Random) -> tuple[Individual]:
    """Replace a random subtree by a random smaller one of its type inside it, if there is one."""
    begin = rng.randrange(len(individual))
    end = subtree_end(individual, begin)
    inner = [place for place in range(begin + 1, end) if individual[place].ret is individual[begin].ret]
    if not inner:
        return (Individual(individual),)
    kept = rng.choice(inner)
    graft = individual[kept : subtree_end(individual, kept)]
    return (Individual(individual[:begin] + graft + individual[end:]),)


def insert_mutation(
    individual: Individual, *, vocabulary: Vocabulary, rng: random.Random
) -> tuple[Individual]:
    """Put a function above a random subtree, which becomes one of its arguments; the others are drawn.

    So a condition is put before what the individual does, or something is added to it, and what it could
    do before stays in it.
    """
    begin = rng.randrange(len(individual))
    end = subtree_end(individual, begin)
    kind = individual[begin].ret
    function = rng.choice(vocabulary.over[kind])
    place = rng.choice([n for n, argument in enumerate(function.args) if argument is kind])
    graft = [function]
    for number, argument in enumerate(function.args):
        kept = number == place
        graft += individual[begin:end] if kept else random_argument(vocabulary, argument, rng)
    return (Individual(individual[:begin] + graft + individual[end:]),)


def mixed_mutation(
    individual: Individual, *, vocabulary: Vocabulary, rng: random.Random
) -> tuple[Individual]:
    """One of the four mutations, of a node, of a subtree, by insertion or by hoisting: all equally likely."""
    drawn = rng.randrange(4)
    if drawn == 0:
        return hoist_mutation(individual, rng=rng)
    mutation = (point_mutation, subtree_mutation, insert_mutation)[drawn - 1]
    return mutation(individual, vocabulary=vocabulary, rng=rng)


def limited(operator: Operator, most_nodes: int) -> Operator:
    """The operator, with every child that has more nodes replaced by a copy of its first parent.

    Like ``deap.gp.staticLimit``, except that two children never become the same object.
    """

    @wraps(operator)
    def wrapper(*parents: Individual, **options: object) -> tuple[Individual, ...]:
        children = operator(*parents, **options)
        return tuple(child if len(child) <= most_nodes else Individual(parents[0]) for child in children)

    return wrapper
