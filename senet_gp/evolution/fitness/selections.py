"""Fitness as how often lexicase selection chooses an individual.

Sums hide what few can do. Here everybody does the same cases, and lexicase selection looks at each by itself.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from senet_gp.evolution.config import Config
from senet_gp.evolution.fitness.evaluation import LEAST, by_seniority, others_of_alike, points_of, totals_of
from senet_gp.evolution.lexicase import lexicase
from senet_gp.trees.individual import Individual

#: So many parents are selected for each individual of the population.
SELECTIONS_EACH = 3


def evaluate_by_selections(
    population: Sequence[Individual],
    outcomes: NDArray[np.int8],
    preferred: int | None = None,
    *,
    config: Config,
    key: int,
) -> int:
    """Set everybody's fitness to how often lexicase selection chooses him; the index of the winner.

    Of those who do alike in every case only one can be chosen: who was reproduced, or else the smallest. Were
    it always the smallest, a perfect player would be lost in the first generation whose cases do not show
    what a smaller one does wrong. The winner is who has most points; of equals, who is chosen most often.

    Args:
        population: the individuals.
        outcomes: by individual and case: 1 for a win, -1 for a loss, else 0.
        preferred: who comes before all others that do alike, if anybody.
        config: the configuration of the run.
        key: the key of the stream that selection draws from.
    """
    points = points_of(outcomes, config)
    order = by_seniority(population, config.reproduced)
    if preferred is not None:
        order = [preferred, *(index for index in order if index != preferred)]
    fit = np.setdiff1d(np.arange(len(population)), others_of_alike(order, points))
    chosen = fit[lexicase(points[fit], SELECTIONS_EACH * len(population), key=key)]
    counts = np.bincount(chosen, minlength=len(population)).tolist()
    for individual, count in zip(population, counts, strict=True):
        individual.fitness.values = (count + LEAST,)
    totals = totals_of(points)
    return max(range(len(population)), key=lambda index: (totals[index], counts[index]))
