"""Fitness as how often lexicase selection chooses an individual.

Sums hide what few can do. Here everybody does the same cases, and lexicase selection looks at each by itself.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.rounds import SharedResult
from senet_gp.evolution.config import Config
from senet_gp.evolution.fitness.evaluation import (
    LEAST,
    Points,
    SharedEvaluation,
    alike_as,
    by_seniority,
    others_of_alike,
    points_of,
    totals_of,
)
from senet_gp.evolution.lexicase import lexicase
from senet_gp.streams import part_key
from senet_gp.trees.individual import Individual

#: So many parents are selected for each individual of the population.
SELECTIONS_EACH = 3
#: The part of a generation's key of the selections that prefer one of those who do alike.
_PREFERRING = 11
#: The points in a case that an individual was not put to.
_NOT_PLAYED = 0.5


class Trial(Protocol):
    """Puts individuals to new cases."""

    def __call__(self, indices: Sequence[int], rounds: int, number: int) -> SharedResult:
        """What they come to.

        Args:
            indices: who is tried.
            rounds: by how many times as many cases as a generation has.
            number: of the trial within the generation; from it the random streams are derived.
        """


def evaluate_by_selections(
    population: Sequence[Individual],
    trial: Trial,
    *,
    config: Config,
    key: int,
    rng: random.Random,
    weight: int,
) -> SharedEvaluation:
    """Set everybody's fitness to how often lexicase selection chooses him; the winner has most points.

    Of those who do alike in every case only one can be chosen: who was reproduced, or else the smallest. Were
    it always the smallest, a perfect player would be lost in the first generation whose cases do not show
    what a smaller one does wrong.

    Near the end most games are lost by nobody, and whole parts of the population do alike as the best. If so
    configured, these are tried again, and half of them go on, the fewer are left by the more cases, until one
    is left (successive halving; Jamieson and Talwalkar, "Non-stochastic best arm identification and
    hyperparameter optimization", AISTATS 2016). Who has more points goes on; of equals, the smallest. So
    faults are found that a generation's cases do not show, and there is room to become better. A third of the
    selections prefers who is left to all with the same points. The others choose among all that differ in any
    outcome, though it be worth the same: so there are several to go on from.

    Args:
        population: the individuals.
        trial: puts them to cases.
        config: the configuration of the run.
        key: the key of the stream that selection draws from.
        rng: draws who goes on of equals of one size.
        weight: a game against a person, if one takes part, is as many cases.
    """
    results: list[SharedResult] = [trial(range(len(population)), 1, 0)]
    outcomes = results[0].outcomes
    points = points_of(outcomes, config)
    totals = totals_of(points)
    order = by_seniority(population, config.reproduced)
    preferring = order
    if config.deciding_rounds:
        alike = _alike_as_the_best(points, totals)
        preferred, further = _left_of(alike, population, trial, config=config, rng=rng)
        results += further
        preferring = [preferred, *(index for index in order if index != preferred)]

    def counts_of(points: Points, outcomes: NDArray[Any]) -> NDArray[np.int64]:
        if not config.deciding_rounds:
            return _times_chosen(order, points, points, SELECTIONS_EACH, key)
        counts = _times_chosen(order, outcomes, points, SELECTIONS_EACH - 1, key)
        return counts + _times_chosen(preferring, points, points, 1, part_key(key, _PREFERRING))

    def fitness_with(ended: Mapping[int, int]) -> list[float]:
        """With cases more, in which who has not played the person is between who won and who lost."""
        more = np.full((len(population), weight), _NOT_PLAYED)
        for index, outcome in ended.items():
            # Of those who do alike one stands for all.
            more[alike_as(index, outcomes)] = points_of(outcome, config)
        return _fitness(counts_of(np.hstack([points, more]), np.hstack([outcomes, more])))

    counts = counts_of(points, outcomes)
    # Of those with equally many points, who is chosen most often.
    winner = max(range(len(population)), key=lambda index: (totals[index], counts[index]))
    fitness = _fitness(counts)
    for individual, value in zip(population, fitness, strict=True):
        individual.fitness.values = (value,)
    return SharedEvaluation(
        winner=winner,
        games=sum(one.outcomes.size for one in results),
        turns=sum(one.turns for one in results),
        own_losses=sum(one.own_losses for one in results),
        outcomes=outcomes,
        fitness=fitness,
        fitness_with=fitness_with,
    )


def _fitness(counts: NDArray[np.int64]) -> list[float]:
    return [count + LEAST for count in counts.tolist()]


def _times_chosen(
    order: Sequence[int], traits: NDArray[Any], points: Points, each: int, key: int
) -> NDArray[np.int64]:
    """How often everybody is chosen in so many selections for each, of those with equal traits the first."""
    fit = np.setdiff1d(np.arange(len(order)), others_of_alike(order, traits))
    chosen = fit[lexicase(points[fit], each * len(order), key=key)]
    return np.bincount(chosen, minlength=len(order))


def _left_of(
    alike: Sequence[int],
    population: Sequence[Individual],
    trial: Trial,
    *,
    config: Config,
    rng: random.Random,
) -> tuple[int, list[SharedResult]]:
    """Who is left by successive halving of some who do alike, and the results of all trials."""
    left, results = list(alike), list[SharedResult]()
    rng.shuffle(left)
    left.sort(key=lambda index: len(population[index]))
    while len(left) > 1:
        results.append(trial(left, max(1, config.deciding_rounds // len(left)), len(results) + 1))
        left = _better_half(left, points_of(results[-1].outcomes, config))
    return left[0], results


def _alike_as_the_best(points: Points, totals: Sequence[float]) -> list[int]:
    """The indices of those with the points in every case of the first who has most in total."""
    best = points[max(range(len(points)), key=totals.__getitem__)]
    alike: list[int] = np.flatnonzero((points == best).all(axis=1)).tolist()
    return alike


def _better_half(indices: Sequence[int], points: Points) -> list[int]:
    """The indices of who has most points, in the order that they were in; of equals, the first."""
    totals = totals_of(points)
    ranks = sorted(range(len(indices)), key=lambda place: -totals[place])
    return [indices[place] for place in sorted(ranks[: (len(indices) + 1) // 2])]
