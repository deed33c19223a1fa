"""Selection: who is reproduced and who breeds."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import isinf

from senet_gp.errors import SenetGpError
from senet_gp.trees.individual import Individual


def proportional(population: Sequence[Individual], count: int, *, rng: random.Random) -> list[Individual]:
    """Draw individuals, with replacement, each with a chance proportional to its fitness.

    Raises:
        SenetGpError: if a fitness is not positive, for which chances make no sense, or all are too large.
    """
    weights = [individual.fitness.values[0] for individual in population]
    if not all(weight > 0 for weight in weights) or isinf(sum(weights)):
        raise SenetGpError(
            f"fitness is from {min(weights)} to {max(weights)}, but chances in proportion to it need "
            "positive numbers with a finite sum: give others, or use --selection tournament and --elite best"
        )
    return rng.choices(population, weights, k=count)


def tournament(
    population: Sequence[Individual], count: int, *, size: int, rng: random.Random
) -> list[Individual]:
    """Draw individuals, each the best of ``size`` drawn uniformly with replacement."""
    return [
        max(rng.choices(population, k=size), key=lambda individual: individual.fitness.values[0])
        for _ in range(count)
    ]


def best(population: Sequence[Individual], count: int) -> list[Individual]:
    """The fittest individuals; of equals, those that come first."""
    return sorted(population, key=lambda individual: -individual.fitness.values[0])[:count]
