"""Selection: who is reproduced and who breeds."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import isinf

import numpy as np
from numpy.typing import NDArray

from senet_gp.errors import SenetGpError
from senet_gp.evolution.config import Config
from senet_gp.evolution.operator_rows import SELECTIONS, chances_by
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


def chances(fitness: Sequence[float], config: Config) -> list[float]:
    """The chance of every individual to be drawn as a parent, each time that one is drawn; exact.

    Args:
        fitness: that of every individual.
        config: names the selection.

    Raises:
        UsageError: if the selection does not say.
    """
    row = SELECTIONS[config.selection]
    found: list[float] = chances_by(config.selection)(
        np.array(fitness, np.float64), **row.options(config)
    ).tolist()
    return found


def chances_in_proportion(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chances in :func:`proportional`."""
    shares: NDArray[np.float64] = weights / weights.sum()
    return shares


def chances_by_tournament(weights: NDArray[np.float64], *, size: int) -> NDArray[np.float64]:
    """The chances in :func:`tournament`."""
    # The best of those drawn is of these when none is better, and not all are worse.
    _, which, equals = np.unique(weights, return_inverse=True, return_counts=True)
    up_to = (np.cumsum(equals) / len(weights)) ** size
    shares: NDArray[np.float64] = np.diff(up_to, prepend=0.0) / equals
    return shares[which]
