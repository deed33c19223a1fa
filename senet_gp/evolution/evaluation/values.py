"""Fitness values: what every evaluation must set, and their form in files."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from senet_gp.errors import SenetGpError
from senet_gp.quoting import shortened
from senet_gp.trees.individual import Fitness, Individual

#: Integers up to this one have an exact float.
_MAX_EXACT = 1 << 53


def check_fitness(population: Sequence[Individual]) -> None:
    """Check that every individual has a fitness of finite numbers.

    Raises:
        SenetGpError: if one has not.
    """
    for index, individual in enumerate(population):
        values = individual.fitness.values
        if not values:
            raise SenetGpError(
                f"individual {index} has no fitness: the operator registered as evaluate must set that of "
                "every individual"
            )
        for value in values:
            if not isfinite(value):
                raise SenetGpError(
                    f"individual {index} has the fitness {value}, but selection needs finite numbers"
                )


def as_json(fitness: Fitness) -> int | float | list[int | float]:
    """A fitness as files hold it: its value, or a list of several; each reads back bit for bit.

    Whole numbers, such as the ranks of a knockout, are written without a decimal point.
    """
    values = [_as_json(float(value)) for value in fitness.values]
    return values[0] if len(values) == 1 else values


def _as_json(value: float) -> int | float:
    return int(value) if 0 < value <= _MAX_EXACT and value.is_integer() else value


def from_json(content: Any, count: int = len(Fitness.weights)) -> tuple[float, ...]:
    """The values of a fitness in a file.

    Args:
        content: what the file holds.
        count: how many values a fitness has in this run.

    Raises:
        SenetGpError: if it is not a finite number, or a list of as many numbers as a fitness has.

    >>> from_json(3)
    (3.0,)
    """
    values = content if isinstance(content, list) else [content]
    if len(values) != count or not all(map(_is_number, values)):
        wanted = "a finite number" if count == 1 else f"a list of {count} finite numbers"
        raise SenetGpError(f"a fitness is {shortened(repr(content))}, but it must be {wanted}")
    return tuple(map(float, values))


def _is_number(value: Any) -> bool:
    if type(value) is int:
        return abs(value) <= _MAX_EXACT
    return type(value) is float and isfinite(value)
