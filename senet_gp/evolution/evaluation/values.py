"""The values of a fitness, as every evaluation has to give them, and as files hold them."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from senet_gp.errors import SenetGpError
from senet_gp.quoting import shortened
from senet_gp.trees.individual import Fitness, Individual

#: A whole number up to here is a float exactly.
_MAX_EXACT = 1 << 53


def check_fitness(population: Sequence[Individual]) -> None:
    """Hold that everybody has a fitness, of finite numbers.

    Raises:
        SenetGpError: if somebody has not.
    """
    for index, individual in enumerate(population):
        values = individual.fitness.values
        if not values:
            raise SenetGpError(
                f"individual {index} has no fitness: what is registered as evaluate has to set everybody's"
            )
        for value in values:
            if not isfinite(value):
                raise SenetGpError(
                    f"individual {index} has the fitness {value}, but it must be a finite number: "
                    "nothing can be chosen by what is not"
                )


def as_json(fitness: Fitness) -> int | float | list[int | float]:
    """A fitness as files hold it: its value, or a list of several; each reads back bit for bit.

    Whole numbers, as the ranks of a knockout are, have no point.
    """
    values = [_as_json(float(value)) for value in fitness.values]
    return values[0] if len(values) == 1 else values


def _as_json(value: float) -> int | float:
    return int(value) if 0 < value <= _MAX_EXACT and value.is_integer() else value


def from_json(content: Any) -> tuple[float, ...]:
    """The values of a fitness that a file holds, in whichever form.

    Raises:
        SenetGpError: if it is not a finite number, or a list of as many as a fitness has.
    """
    values = content if isinstance(content, list) else [content]
    if len(values) != len(Fitness.weights) or not all(map(_is_number, values)):
        count = len(Fitness.weights)
        wanted = "a finite number" if count == 1 else f"a list of {count} finite numbers"
        raise SenetGpError(f"a fitness is {shortened(repr(content))}, but it must be {wanted}")
    return tuple(map(float, values))


def _is_number(value: Any) -> bool:
    if type(value) is int:
        return abs(value) <= _MAX_EXACT
    return type(value) is float and isfinite(value)
