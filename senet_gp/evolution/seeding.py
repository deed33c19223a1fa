"""First populations that begin with given individuals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from senet_gp.trees.individual import Individual

Draw = Callable[..., list[Individual]]


def seeded(draw: Draw, seeds: Sequence[Individual]) -> Draw:
    """The drawing of a population, with the first individuals drawn replaced by copies of the seeds.

    All are drawn before, so that the others are those of the same draw without seeds.
    """

    @wraps(draw)
    def wrapper(*arguments: Any, **options: Any) -> list[Individual]:
        drawn = draw(*arguments, **options)
        return [*(Individual(seed) for seed in seeds), *drawn[len(seeds) :]]

    return wrapper
