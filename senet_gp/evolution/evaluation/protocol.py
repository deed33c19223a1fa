"""What an evaluation is made of: a suite, which gives tests, and a credit, which makes fitness of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.pool import Pool
from senet_gp.engine.participants import Source
from senet_gp.evolution.evaluation.outcomes import Outcomes, alike_as, others_of_alike
from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import key_of
from senet_gp.trees.individual import Individual

#: So much has everybody: chances in proportion to fitness need a positive one.
LEAST = 1e-6
#: So many individuals of a generation play a person, if one takes part.
FINALISTS = 2


class Tests(Protocol):
    """The tests of one generation, or of the final, which can be run again with others of their kind."""

    @property
    def weight(self) -> int:
        """A game against a person, if one takes part, counts as so many tests."""

    def run(self, indices: Sequence[int], times: int = 1, number: int = 0) -> Outcomes:
        """Put individuals to tests that are new, and the same for all of them.

        Args:
            indices: who is tested, as indices in the population that the tests were opened on.
            times: so many times as many tests as a generation has.
            number: of this call within the generation; from it the random streams are derived.
        """


class Suite(Protocol):
    """Puts a population to tests; made with the configuration of a run."""

    def open(
        self,
        population: Sequence[Individual],
        winners: Sequence[Individual],
        *,
        generation: int | None,
        rng: random.Random,
        pool: Pool,
    ) -> Tests:
        """The tests of a generation.

        Args:
            population: who is to be tested.
            winners: those of earlier generations, at most 16.
            generation: its number, from 1 on; None for the final, in which the finalists, who are the
                population, are put to more tests, against one another where there are opponents.
            rng: draws opponents and positions.
            pool: where games are played.
        """


class Evaluation(Protocol):
    """What the evaluation of a population came to, apart from the fitness that everybody now has."""

    @property
    def winner(self) -> int:
        """The index of the individual that did best."""

    @property
    def games(self) -> int:
        """How many games were played."""

    @property
    def turns(self) -> int:
        """How many turns they took."""

    @property
    def self_losses(self) -> int:
        """How many of them were lost by the last move itself."""


class Credit(Protocol):
    """Makes fitness of what individuals come to in tests; made with the configuration of a run."""

    def assign(
        self,
        population: Sequence[Individual],
        tests: Tests,
        *,
        past_winners: int,
        key: int,
        rng: random.Random,
    ) -> Evaluation:
        """Run tests, as often as is needed, set everybody's fitness, and name the winner.

        Args:
            population: the individuals.
            tests: what they are put to.
            past_winners: the first so many of the population are older than the others.
            key: the key of random streams of the generation.
            rng: draws what is not drawn from streams.
        """


@runtime_checkable
class SparringEvaluation(Evaluation, Protocol):
    """An evaluation in which games of its best individuals against a person can be counted afterwards."""

    @property
    def finalists(self) -> list[int]:
        """The indices of those that did best, at most two, the fittest first."""

    def alike(self, index: int) -> NDArray[np.bool_]:
        """Who does as this individual in everything, (individuals,)."""

    def fitness_with(self, outcomes: Mapping[int, int]) -> list[float]:
        """The fitness of every individual when games against a person count as well.

        Args:
            outcomes: by the index of an individual, how its game ended for it: 1 won, 0 drawn, -1 lost.
        """


@dataclass(frozen=True)
class CreditedEvaluation:
    """What came of tests that were the same for all (see :class:`SparringEvaluation`).

    Attributes:
        winner: the index of the individual that did best.
        games: how many games were played.
        turns: how many turns they took.
        self_losses: how many of them were lost by the last move itself.
        outcomes: (individuals, tests), the values of :class:`~.outcomes.Outcomes`.
        fitness: what every individual came to.
        fitness_with: what it comes to when games against a person count as well.
    """

    winner: int
    games: int
    turns: int
    self_losses: int
    outcomes: NDArray[Any]
    fitness: Sequence[float]
    fitness_with: Callable[[Mapping[int, int]], list[float]]

    @property
    def finalists(self) -> list[int]:
        """The fittest two that do not do alike in everything."""
        order = sorted(range(len(self.fitness)), key=lambda index: -self.fitness[index])
        others = set(others_of_alike(order, self.outcomes))
        return [index for index in order if index not in others][:FINALISTS]

    def alike(self, index: int) -> NDArray[np.bool_]:
        """Who does as this individual in all tests, (individuals,)."""
        return alike_as(index, self.outcomes)


def evaluation_by(
    population: Sequence[Individual],
    results: Sequence[Outcomes],
    *,
    winner: int,
    fitness: Sequence[float],
    fitness_with: Callable[[Mapping[int, int]], list[float]],
) -> CreditedEvaluation:
    """Set everybody's fitness, and tell what a generation came to.

    Args:
        population: the individuals.
        results: of all tests that were run; the first are those that all were put to.
        winner: the index of the individual that did best.
        fitness: what every individual came to.
        fitness_with: what it comes to when games against a person count as well.
    """
    for individual, value in zip(population, fitness, strict=True):
        individual.fitness.values = (value,)
    return CreditedEvaluation(
        winner=winner,
        games=sum(one.games for one in results),
        turns=sum(one.turns for one in results),
        self_losses=sum(one.self_losses for one in results),
        outcomes=results[0].values,
        fitness=fitness,
        fitness_with=fitness_with,
    )


def most_points(totals: Sequence[float], population: Sequence[Individual]) -> int:
    """The index of who has most points in all tests; of equals, the smallest."""
    return max(range(len(population)), key=lambda index: (totals[index], -len(population[index])))


def parsimonious(points: Sequence[float], population: Sequence[Individual], parsimony: float) -> list[float]:
    """Fitness by points of which every node costs a part, so that of equals the smallest is the fittest.

    Args:
        points: what everybody has of them.
        population: the individuals.
        parsimony: what a node costs: points are divided by 1 and so much for each.
    """
    # Rounded, for sums may differ in their last digits from machine to machine.
    return [
        round(LEAST + own / (1 + parsimony * len(individual)), 9)
        for individual, own in zip(population, points, strict=True)
    ]


def sources(individuals: Sequence[Individual]) -> list[Source]:
    """The trees of individuals, ready to be sent to where their games are played."""
    return [Source(individual.packed, individual.vocabulary) for individual in individuals]


def key_for(seed: int, generation: int | None) -> int:
    """The key that all random streams of a generation are derived from; of the final, if that is None."""
    if generation is None:
        return key_of(seed, SeedDomain.FINAL)
    return key_of(seed, SeedDomain.EVALUATION, generation)
