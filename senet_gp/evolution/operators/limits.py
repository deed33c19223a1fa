"""Limits of size and depth for crossovers and mutations: a parent replaces a child that is too large."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from senet_gp.evolution.operators.variation import Operator
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
        children = operator(*parents, **options)
        if not are_children(children):
            return children  # they are refused where they are used
        return tuple(
            Individual(parents[0]).made(Operator.COPIED) if is_too_large(child) else child
            for child in children
        )

    return wrapper
