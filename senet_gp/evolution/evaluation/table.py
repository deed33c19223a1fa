"""The credit ``table``: the points in each test, from which the selection ``lexicase`` chooses parents."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.mean import Mean
from senet_gp.evolution.evaluation.outcomes import points_of
from senet_gp.evolution.evaluation.protocol import CreditedEvaluation, Tests
from senet_gp.trees.individual import Individual, WeightedFitness


@dataclass(frozen=True)
class Table:
    """Fitness as a list (see :class:`~senet_gp.evolution.evaluation.protocol.Credit`).

    The first value is the mean of all points, as the credit ``mean`` gives it; the points in each test
    follow. Operators that compare single numbers see the first.
    """

    config: Config

    def assign(
        self,
        population: Sequence[Individual],
        tests: Tests,
        *,
        past_winners: int,
        key: int,
        rng: random.Random,
    ) -> CreditedEvaluation:
        """Set every individual's fitness to its mean and its points."""
        result = Mean(self.config).assign(population, tests, past_winners=past_winners, key=key, rng=rng)
        points = points_of(result.outcomes, self.config.draw_value)
        table = np.hstack([np.array(result.fitness)[:, np.newaxis], points])
        weights = (1.0,) * table.shape[1]
        for individual, values in zip(population, table.tolist(), strict=True):
            individual.fitness = WeightedFitness(weights, values)
        return result
