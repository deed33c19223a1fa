"""Selection: who is reproduced and who breeds."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import isinf

import numpy as np

from senet_gp.errors import SenetGpError
from senet_gp.evolution.config import Config
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
    """
    weights = np.array(fitness, np.float64)
    if config.selection == "proportional":
        proportional: list[float] = (weights / weights.sum()).tolist()
        return proportional
    # The best of those drawn is of these when none is better, and not all are worse.
    _, which, equals = np.unique(weights, return_inverse=True, return_counts=True)
    up_to = (np.cumsum(equals) / len(weights)) ** config.tournament_size
    shares = np.diff(up_to, prepend=0.0) / equals
    by_tournament: list[float] = shares[which].tolist()
    return by_tournament
