"""The credits ``shared``, ``mean`` and ``table``, which add up the points of an individual in all tests."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.outcomes import (
    Outcomes,
    check_summable,
    points_of,
    totals_of,
)
from senet_gp.evolution.evaluation.protocol import (
    Evaluation,
    Tests,
    evaluation_by,
    most_points,
    parsimonious,
)
from senet_gp.trees.individual import Individual, WeightedFitness


@dataclass(frozen=True)
class Shared:
    """Fitness as a share of the points (see :class:`~senet_gp.evolution.evaluation.protocol.Credit`).

    The points of a test are divided among all individuals that score in it, so a test that few pass is worth
    more to each of them, which keeps the population diverse (competitive fitness sharing; Rosin and Belew,
    "New methods for competitive coevolution", Evolutionary Computation 5, 1997). The
    winner has the most points before they are shared; among equals, the smallest wins.
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
    ) -> Evaluation:
        """Set every individual's fitness to its share of the points."""
        result = tests.run(range(len(population)))
        check_summable(result)
        points = points_of(result.values, self.config.draw_value)
        # The maximum avoids division by zero where no individual scores in a test.
        shares = (points / np.maximum(points.sum(axis=0), 1)).sum(axis=1)
        return evaluation_by(
            population,
            [result],
            winner=most_points(totals_of(result, self.config.draw_value), population),
            fitness=parsimonious(shares.tolist(), population, self.config.parsimony),
        )


@dataclass(frozen=True)
class Mean:
    """Fitness as the mean of all points (see :class:`~senet_gp.evolution.evaluation.protocol.Credit`).

    This is the most common form of fitness. Parsimony lowers it with every node. The winner has the most
    points; among equals, the smallest wins.
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
    ) -> Evaluation:
        """Set every individual's fitness to the mean of its points."""
        return _by_mean(population, tests.run(range(len(population))), self.config)


@dataclass(frozen=True)
class Table:
    """Fitness as a list (see :class:`~senet_gp.evolution.evaluation.protocol.Credit`).

    The first value is the mean of all points, as the credit ``mean`` gives it; the points in each test
    follow, from which the selection ``lexicase`` chooses parents. Operators that compare single numbers see
    the first.
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
    ) -> Evaluation:
        """Set every individual's fitness to its mean and its points."""
        result = tests.run(range(len(population)))
        evaluation = _by_mean(population, result, self.config)
        points = points_of(result.values, self.config.draw_value).tolist()
        for individual, own in zip(population, points, strict=True):
            values = [*individual.fitness.values, *own]
            individual.fitness = WeightedFitness((1.0,) * len(values), values)
        return evaluation


def _by_mean(population: Sequence[Individual], result: Outcomes, config: Config) -> Evaluation:
    """Set every individual's fitness to the mean of its points."""
    check_summable(result)
    totals = totals_of(result, config.draw_value)
    means = [total / result.values.shape[1] for total in totals]
    return evaluation_by(
        population,
        [result],
        winner=most_points(totals, population),
        fitness=parsimonious(means, population, config.parsimony),
    )
