"""A credit: fitness is the mean of the worse half of an individual's points, so weak spots count."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from senet_gp.evolution import (
    Config,
    CreditRow,
    Evaluation,
    Tests,
    evaluation_by,
    points_of,
    register_credit,
)
from senet_gp.trees import Individual

register_credit(
    "worse-half",
    CreditRow(
        made=f"{__name__}:WorseHalf", help="the mean of the worse half of the points", reads=("draw_value",)
    ),
)


@dataclass(frozen=True)
class WorseHalf:
    """The credit; it is made with the configuration of a run."""

    config: Config

    def assign(
        self,
        population: Sequence[Individual],
        tests: Tests,
        *,
        past_winners: int,  # noqa: ARG002 - the same for all credits
        key: int,  # noqa: ARG002
        rng: random.Random,  # noqa: ARG002
    ) -> Evaluation:
        """Run the tests for all individuals, and set the fitness of each."""
        result = tests.run(range(len(population)))
        points = np.sort(points_of(result.values, self.config.draw_value), axis=1)
        worse = points[:, : max(1, points.shape[1] // 2)].mean(axis=1)
        # No fitness is 0, so that selection in proportion to fitness can draw each individual.
        return evaluation_by(population, [result], fitness=(0.01 + worse).tolist())
