"""Fitness as how often lexicase selection chooses an individual.

Sums hide what few can do. Here everybody does the same tests, and lexicase selection looks at each by itself.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.lexicase_selection import epsilons_of, lexicase
from senet_gp.evolution.evaluation.outcomes import (
    Outcomes,
    alike_as,
    by_seniority,
    compared,
    others_of_alike,
    points_of,
    totals_of,
)
from senet_gp.evolution.evaluation.protocol import (
    LEAST,
    CreditedEvaluation,
    Tests,
    evaluation_by,
)
from senet_gp.streams import part_key
from senet_gp.trees.individual import Individual

#: So many parents are selected for each individual of the population.
SELECTIONS_EACH = 3
#: The part of a generation's key of the selections that prefer one of those who do alike.
_PREFERRING = 11
#: What is compared of a test that an individual was not put to: between a win and a loss, and the same of a
#: test that is graded from 0 to 1.
_NOT_TESTED, _NOT_GRADED = 0, 0.5


@dataclass(frozen=True)
class Lexicase:
    """Fitness by lexicase selection (see :class:`~senet_gp.evolution.evaluation.protocol.Credit`).

    The winner has most points. Of those who do alike in every test only one can be chosen: who was
    reproduced, or else the smallest. Were it always the smallest, a perfect player would be lost in the first
    generation whose tests do not show what a smaller one does wrong.

    Near the end most games are lost by nobody, and whole parts of the population do alike as the best. If so
    configured, these are tested again, and half of them go on, the fewer are left by the more tests, until
    one is left (successive halving; Jamieson and Talwalkar, "Non-stochastic best arm identification and
    hyperparameter optimization", AISTATS 2016). Who has more points goes on; of equals, the smallest. So
    faults are found that a generation's tests do not show, and there is room to become better. A third of the
    selections prefers who is left to all with the same points. The others choose among all that differ in any
    outcome, though it be worth the same: so there are several to go on from.

    Of graded tests whoever comes within epsilon of the best is as good
    (:mod:`~senet_gp.evolution.evaluation.lexicase_selection`).
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
        """Set everybody's fitness to how often it is chosen.

        ``key`` is that of the stream which selection draws from; ``rng`` draws who goes on of equals of one
        size.
        """
        config = self.config
        results: list[Outcomes] = [tests.run(range(len(population)))]
        outcomes, graded = results[0].values, results[0].graded
        points = compared(outcomes, config.draw_value)
        totals = totals_of(results[0], config.draw_value)
        order = by_seniority(population, past_winners)
        preferring = order
        if config.halving_budget:
            alike = _alike_as_the_best(points, totals)
            preferred, further = self._left_of(alike, population, tests, rng)
            results += further
            preferring = [preferred, *(index for index in order if index != preferred)]

        def counts_of(points: NDArray[Any], outcomes: NDArray[Any]) -> NDArray[np.int64]:
            epsilons = epsilons_of(points) if graded else None
            times = partial(_times_chosen, points=points, epsilons=epsilons)
            if not config.halving_budget:
                return times(order, points, each=SELECTIONS_EACH, key=key)
            counts = times(order, outcomes, each=SELECTIONS_EACH - 1, key=key)
            return counts + times(preferring, points, each=1, key=part_key(key, _PREFERRING))

        def fitness_with(ended: Mapping[int, int]) -> list[float]:
            """With tests more, in which who has not played the person is between who won and who lost."""
            shape = len(population), tests.weight
            more = np.full(shape, _NOT_GRADED if graded else _NOT_TESTED, points.dtype)
            value_of = points_of if graded else compared
            for index, outcome in ended.items():
                # Of those who do alike one stands for all.
                more[alike_as(index, outcomes)] = value_of(outcome, config.draw_value)
            return _fitness(counts_of(np.hstack([points, more]), np.hstack([outcomes, more])))

        counts = counts_of(points, outcomes)
        return evaluation_by(
            population,
            results,
            # Of those with equally many points, who is chosen most often.
            winner=max(range(len(population)), key=lambda index: (totals[index], counts[index])),
            fitness=_fitness(counts),
            fitness_with=fitness_with,
        )

    def _left_of(
        self, alike: Sequence[int], population: Sequence[Individual], tests: Tests, rng: random.Random
    ) -> tuple[int, list[Outcomes]]:
        """Who is left by successive halving of some who do alike, and the results of all tests."""
        left, results = list(alike), list[Outcomes]()
        rng.shuffle(left)
        left.sort(key=lambda index: len(population[index]))
        while len(left) > 1:
            times = max(1, self.config.halving_budget // len(left))
            results.append(tests.run(left, times, len(results) + 1))
            left = _better_half(left, totals_of(results[-1], self.config.draw_value))
        return left[0], results


def _fitness(counts: NDArray[np.int64]) -> list[float]:
    return [count + LEAST for count in counts.tolist()]


def _times_chosen(
    order: Sequence[int],
    traits: NDArray[Any],
    *,
    points: NDArray[Any],
    epsilons: NDArray[np.float64] | None,
    each: int,
    key: int,
) -> NDArray[np.int64]:
    """How often everybody is chosen in so many selections for each, of those with equal traits the first."""
    fit = np.setdiff1d(np.arange(len(order)), others_of_alike(order, traits))
    chosen = fit[lexicase(points[fit], each * len(order), key=key, epsilons=epsilons)]
    return np.bincount(chosen, minlength=len(order))


def _alike_as_the_best(points: NDArray[Any], totals: Sequence[float]) -> list[int]:
    """The indices of those with the points in every test of the first who has most in total."""
    best = points[max(range(len(points)), key=totals.__getitem__)]
    alike: list[int] = np.flatnonzero((points == best).all(axis=1)).tolist()
    return alike


def _better_half(indices: Sequence[int], totals: Sequence[float]) -> list[int]:
    """The indices of who has most points, in the order that they were in; of equals, the first."""
    ranks = sorted(range(len(indices)), key=lambda place: -totals[place])
    return [indices[place] for place in sorted(ranks[: (len(indices) + 1) // 2])]
