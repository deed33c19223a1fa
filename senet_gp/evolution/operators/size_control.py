"""Size: limits for crossovers and mutations, and size classes in which individuals compete.

With several objectives individuals compete with others of about their size. The classes have equally many
places, so there are good players of every size, where NSGA-II (``deap.tools.selNSGA2``) leaves few of middle
size.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from itertools import chain, zip_longest

from senet_gp.evolution.operators.variation import Operator
from senet_gp.players.champion import size_class
from senet_gp.trees.individual import Individual

Variation = Callable[..., tuple[Individual, ...]]


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
        # Operators from outside may change the parent itself.
        packed, vocabulary = parents[0].packed, parents[0].vocabulary
        children = operator(*parents, **options)
        if not are_children(children):
            return children  # they are refused where they are used
        return tuple(
            Individual.from_packed(packed, vocabulary).made(Operator.COPIED) if is_too_large(child) else child
            for child in children
        )

    return wrapper


def by_size_class(candidates: Sequence[Individual], count: int) -> list[Individual]:
    """The best of every size class, equally many of each as far as there are enough.

    Of individuals with the same score, who have hardly ever chosen differently, only the smallest are chosen
    as long as there are enough of them, and then different expressions before copies.

    Args:
        candidates: the individuals, with two values of fitness each.
        count: how many to choose.
    """
    ranked = sorted(
        range(len(candidates)),
        key=lambda index: (-candidates[index].fitness.values[0], len(candidates[index])),
    )
    # Those with a score of their own, those with an expression of their own, and copies.
    groups: tuple[dict[int, list[int]], ...] = ({}, {}, {})
    scores, expressions = set(), set()
    for index in ranked:
        one = candidates[index]
        score = one.fitness.values[0]
        group = groups[2 if one.packed in expressions else 1 if score in scores else 0]
        group.setdefault(size_class(len(one)), []).append(index)
        scores.add(score)
        expressions.add(one.packed)
    in_turn = [index for group in groups for index in _in_turn(group)]
    return [candidates[index] for index in in_turn[:count]]


def _in_turn(classes: dict[int, list[int]]) -> Iterator[int]:
    """The best of every class, then the second of every class, and so on."""
    rows = zip_longest(*(classes[number] for number in sorted(classes)))
    return (index for index in chain.from_iterable(rows) if index is not None)


def within_classes(
    select: Callable[..., list[Individual]], rng: random.Random
) -> Callable[..., list[Individual]]:
    """A selection by which each parent is drawn within one size class, all classes being equally likely.

    Args:
        select: the selection.
        rng: the generator that draws the classes.
    """

    @wraps(select)
    def wrapper(population: Sequence[Individual], count: int, **options: object) -> list[Individual]:
        classes: dict[int, list[Individual]] = {}
        for individual in population:
            classes.setdefault(size_class(len(individual)), []).append(individual)
        drawn = rng.choices(sorted(classes), k=count)
        parents = {
            number: iter(select(classes[number], drawn.count(number), **options))
            for number in sorted(set(drawn))
        }
        return [next(parents[number]) for number in drawn]

    return wrapper
