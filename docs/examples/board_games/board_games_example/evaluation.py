"""A credit: fitness is the mean of an individual's worst points, so weak spots count."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from senet_gp.evolution import Credit, Evaluation, Tests, credit, evaluation_by, option, points_of
from senet_gp.trees import Individual


@credit("worst-tests", "the mean of the worst points")
class WorstTests(Credit):
    """The mean of an individual's worst points."""

    worst_share: float = option(0.5, "the share of the points that counts", between=(0.0, 1.0))

    def assign(
        self,
        population: Sequence[Individual],
        tests: Tests,
        *,
        reproduced: int,  # noqa: ARG002 - the same for all credits
        key: int,  # noqa: ARG002
        rng: random.Random,  # noqa: ARG002
    ) -> Evaluation:
        """Run the tests for all individuals, and set the fitness of each."""
        result = tests.run(range(len(population)))
        points = np.sort(points_of(result.values, self.draw_value), axis=1)
        worst = points[:, : max(1, round(self.worst_share * points.shape[1]))].mean(axis=1)
        # No fitness is 0, so that selection in proportion to fitness can draw each individual.
        return evaluation_by(population, [result], fitness=(0.01 + worst).tolist())
