"""The credit ``mean``: fitness is the mean of the points in all tests, the most common form of fitness."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.outcomes import check_summable, points_of, totals_of
from senet_gp.evolution.evaluation.protocol import (
    CreditedEvaluation,
    Tests,
    evaluation_by,
    most_points,
    parsimonious,
)
from senet_gp.trees.individual import Individual


@dataclass(frozen=True)
class Mean:
    """Fitness as the mean of all points (see :class:`~senet_gp.evolution.evaluation.protocol.Credit`).

    Parsimony lowers it with every node. The winner has the most points; among equals, the smallest wins.
    """

    config: Config

    def assign(
        self,
        population: Sequence[Individual],
        tests: Tests,
        *,
        past_winners: int,  # noqa: ARG002 - the same for all credits
        key: int,  # noqa: ARG002
        rng: random.Random,  # noqa: ARG002
    ) -> CreditedEvaluation:
        """Set every individual's fitness to the mean of its points."""
        result = tests.run(range(len(population)))
        check_summable(result)
        totals = totals_of(result, self.config.draw_value)
        count = result.values.shape[1]

        def fitness_with(ended: Mapping[int, int]) -> list[float]:
            """With the game against a person as further tests; each mean is over the tests taken."""
            means = [total / count for total in totals]
            for index, outcome in ended.items():
                more = tests.weight * float(points_of(outcome, self.config.draw_value))
                means[index] = (totals[index] + more) / (count + tests.weight)
            return parsimonious(means, population, self.config.parsimony)

        return evaluation_by(
            population,
            [result],
            winner=most_points(totals, population),
            fitness=fitness_with({}),
            fitness_with=fitness_with,
        )
