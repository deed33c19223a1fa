"""Shared points: what few can do is worth more (competitive fitness sharing)."""

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
    others_of_alike,
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

    The points of a test are shared among all who have some in it: what few can do is worth more, which keeps
    different individuals alive (competitive fitness sharing; Rosin and Belew, "New methods for competitive
    coevolution", Evolutionary Computation 5, 1997). If so configured, of those that do alike in every test
    only the smallest has any fitness worth mentioning: copies and bloat do not breed. The winner is who has
    most points, unshared; of equals, the smallest.
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
            """With games against a person; they are shared like all others."""
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
        """Everybody's share of the points."""
        # A test that nobody has a point of is shared by nobody.
        shared = (points / np.maximum(points.sum(axis=0), 1)).sum(axis=1)
        if self.config.drop_duplicates:
            shared[others_of_alike(by_seniority(population), points)] = 0.0
        return parsimonious(shared.tolist(), population, self.config.parsimony)
