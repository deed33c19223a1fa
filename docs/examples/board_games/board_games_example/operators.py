"""A selection with an option of its own, and a function that replaces the mutation of a run."""

from __future__ import annotations

import random
from collections.abc import Sequence

from deap import base

from senet_gp.evolution import Evolution, operator, option
from senet_gp.evolution.operators.variation import hoist_mutation
from senet_gp.trees import Individual


@operator("selection", "truncation", "evenly among the best")
def truncation(
    population: Sequence[Individual],
    count: int,
    *,
    rng: random.Random,
    best_share: float = option(0.5, "the share that may become parents", between=(0.0, 1.0)),
) -> list[Individual]:
    """Draw evenly among the best."""
    order = sorted(population, key=lambda individual: -individual.fitness.values[0])
    return rng.choices(order[: max(1, round(best_share * len(order)))], k=count)


def setup(toolbox: base.Toolbox, evolution: Evolution) -> None:
    """Mutate by replacing a subtree by a part of itself."""
    toolbox.register("mutate", hoist_mutation, rng=evolution.rng)
