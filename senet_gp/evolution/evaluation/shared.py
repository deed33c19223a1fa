"""The credit ``shared``: rare successes are worth more (competitive fitness sharing)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.outcomes import (
    Points,
    by_seniority,
    check_summable,
    duplicates,
    points_of,
    totals_of,
)
from senet_gp.evolution.evaluation.protocol import (
    CreditedEvaluation,
    Tests,
    evaluation_by,
    most_points,
    parsimonious,
)
from senet_gp.trees.individual import Individual


@dataclass(frozen=True)
class Shared:
    """Fitness as a share of the points (see :class:`~senet_gp.evolution.evaluation.protocol.Credit`).

    The points of a test are divided among all individuals that score in it, so a test that few pass is worth
    more to each of them, which keeps the population diverse (competitive fitness sharing; Rosin and Belew,
    "New methods for competitive coevolution", Evolutionary Computation 5, 1997). With ``drop_duplicates``, of
    individuals with the same points in every test only the smallest keeps its fitness, so copies and bloat do
    not breed. The winner has the most points before they are shared; among equals, the smallest wins.
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
        """Set every individual's fitness to its share of the points."""
        result = tests.run(range(len(population)))
        check_summable(result)
        points = points_of(result.values, self.config.draw_value)

        def fitness_with(ended: Mapping[int, int]) -> list[float]:
            """With games against a person, whose points are shared like all others."""
            more = np.zeros((len(population), tests.weight))
            for index, outcome in ended.items():
                more[index] = points_of(outcome, self.config.draw_value)
            return self._shares(np.hstack([points, more]), population)

        totals = totals_of(result, self.config.draw_value)
        return evaluation_by(
            population,
            [result],
            winner=most_points(totals, population),
            fitness=self._shares(points, population),
            fitness_with=fitness_with,
        )

    def _shares(self, points: Points, population: Sequence[Individual]) -> list[float]:
        """The share of every individual."""
        # The maximum avoids division by zero where no individual scores in a test.
        shared = (points / np.maximum(points.sum(axis=0), 1)).sum(axis=1)
        if self.config.drop_duplicates:
            shared[duplicates(by_seniority(population), points)] = 0.0
        return parsimonious(shared.tolist(), population, self.config.parsimony)
