"""Fitness values: what every evaluation must set, and their form in files."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from numbers import Real
from typing import Any

from deap import base

from senet_gp.runtime.codec import MAX_EXACT
from senet_gp.runtime.errors import SenetGpError, shortened
from senet_gp.trees.individual import Fitness, Individual


def check_fitness(population: Sequence[Individual], evaluation: str = "the evaluation") -> None:
    """Check that every individual has a fitness of finite numbers, as many as all others.

    Args:
        population: the individuals.
        evaluation: what has set their fitness, for messages.

    Raises:
        SenetGpError: if one has not.
    """
    weights = getattr(getattr(population[0], "fitness", None), "weights", None)
    for index, individual in enumerate(population):
        fitness = getattr(individual, "fitness", None)
        if not isinstance(fitness, base.Fitness):
            raise SenetGpError(
                f"individual {index} has the fitness {shortened(repr(fitness))}, but it is no Fitness: "
                f"{evaluation} must set individual.fitness.values"
            )
        values = fitness.values
        if not values:
            raise SenetGpError(
                f"individual {index} has no fitness: {evaluation} must set that of every individual"
            )
        if fitness.weights != weights or len(values) != len(weights):
            raise SenetGpError(
                f"individual {index} has {len(values)} fitness values with the weights {fitness.weights}, "
                f"and individual 0 has the weights {weights}: {evaluation} must set as many values for all"
            )
        for value in values:
            if not (isinstance(value, Real) and isfinite(value)):
                raise SenetGpError(
                    f"individual {index} has the fitness {shortened(value)}, but selection needs finite "
                    f"numbers: mend what {evaluation} sets"
                )


def fitness_as_json(fitness: Fitness) -> int | float | list[int | float]:
    """A fitness as files hold it: its value, or a list of several; each reads back bit for bit.

    Whole numbers, such as the ranks of a knockout, are written without a decimal point.
    """
    values = [_as_json(float(value)) for value in fitness.values]
    return values[0] if len(values) == 1 else values


def _as_json(value: float) -> int | float:
    return int(value) if 0 < value <= MAX_EXACT and value.is_integer() else value


def fitness_from_json(content: Any, count: int = 1) -> tuple[float, ...]:
    """The values of a fitness in a file.

    Args:
        content: the content of the file.
        count: how many values a fitness has in this run.

    Raises:
        SenetGpError: if it is not a finite number, or a list of as many numbers as a fitness has.

    >>> fitness_from_json(3)
    (3.0,)
    """
    values = content if isinstance(content, list) else [content]
    if len(values) != count or not all(map(_is_number, values)):
        wanted = "a finite number" if count == 1 else f"a list of {count} finite numbers"
        raise SenetGpError(f"a fitness is {shortened(repr(content))}, but it must be {wanted}")
    return tuple(map(float, values))


def _is_number(value: Any) -> bool:
    if type(value) is int:
        return abs(value) <= MAX_EXACT
    return type(value) is float and isfinite(value)
