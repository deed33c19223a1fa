"""The parts of an evaluation: a suite, which tests individuals, and a credit, which computes fitness."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.pool import Pool
from senet_gp.checks import whole_number
from senet_gp.engine.participants import Source
from senet_gp.errors import SenetGpError
from senet_gp.evolution.evaluation.outcomes import Outcomes, alike_as, duplicates
from senet_gp.quoting import brief
from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import key_of
from senet_gp.trees.individual import Individual

#: Added to every fitness, since selection in proportion to fitness needs positive numbers.
MIN_FITNESS = 1e-6
#: How many individuals of a generation play a person, if one takes part.
FINALISTS = 2


class Tests(Protocol):
    """The tests of one generation, or of the final; each run draws new ones of the same kind."""

    @property
    def weight(self) -> int:
        """How many tests a game against a person counts for, if one takes part."""

    def run(self, indices: Sequence[int], times: int = 1, number: int = 0) -> Outcomes:
        """Put individuals to new tests, the same for all of them.

        Args:
            indices: the individuals to test, as indices in the population that the tests were opened on.
            times: how many times as many tests as in a generation.
            number: the number of this call within the generation, which names its random streams.
        """


class Suite(Protocol):
    """Tests a population; it is made with the configuration of a run."""

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
            population: the individuals to test.
            winners: the winners of earlier generations, at most 16.
            generation: the number of the generation, from 1 on; None for the final. There the population is
                the finalists, which take more tests, against one another if the tests have opponents.
            rng: draws opponents and positions.
            pool: where games are played.
        """


class ImprovingSuite(Suite, Protocol):
    """A suite that can improve individuals by a search of its own, if the option ``tune`` asks for it."""

    def improve(
        self, population: Sequence[Individual], generation: int, winners: Sequence[Individual], *, pool: Pool
    ) -> list[tuple[int, Individual]]:
        """Improve some individuals.

        Args:
            population: the individuals of the generation before, with their fitness.
            generation: the number of the generation that the results enter.
            winners: the winners of earlier generations.
            pool: where this is done; it does not change the result.

        Returns:
            The new individuals, each with the index of its origin in the population.
        """


class Evaluation(Protocol):
    """The result of the evaluation of a population, apart from the fitness, which individuals hold."""

    @property
    def winner(self) -> int:
        """The index of the best individual."""

    @property
    def games(self) -> int:
        """How many games were played."""

    @property
    def turns(self) -> int:
        """How many turns they took."""

    @property
    def self_losses(self) -> int:
        """How many of the games a player lost by their own last move."""


class Credit(Protocol):
    """Turns results of tests into fitness; it is made with the configuration of a run."""

    def assign(
        self,
        population: Sequence[Individual],
        tests: Tests,
        *,
        past_winners: int,
        key: int,
        rng: random.Random,
    ) -> Evaluation:
        """Run tests as often as needed, set the fitness of every individual, and name the winner.

        Args:
            population: the individuals.
            tests: the tests that they take.
            past_winners: how many individuals at the beginning of the population were reproduced.
            key: the key of the generation's random streams.
            rng: the generator for everything that is not drawn from streams.
        """


@runtime_checkable
class SparringEvaluation(Evaluation, Protocol):
    """An evaluation to which games of its best individuals against a person can be added afterwards."""

    @property
    def finalists(self) -> list[int]:
        """The indices of the best individuals, at most two, the fittest first."""

    def alike(self, index: int) -> NDArray[np.bool_]:
        """Which individuals have the same results as this one, (individuals,) bool."""

    def fitness_with(self, outcomes: Mapping[int, int]) -> list[float]:
        """The fitness of every individual if games against a person count as well.

        Args:
            outcomes: the outcome of each individual's game, by its index: 1 won, 0 drawn, -1 lost.
        """


@dataclass(frozen=True)
class CreditedEvaluation:
    """The result of tests that were the same for all (see :class:`SparringEvaluation`).

    Attributes:
        winner: the index of the best individual.
        games: the number of games played.
        turns: the number of turns that they took.
        self_losses: how many of the games a player lost by their own last move.
        outcomes: (individuals, tests), the values of :class:`~.outcomes.Outcomes`.
        fitness: the fitness of every individual.
        fitness_with: computes the fitness if games against a person count as well.
    """

    winner: int
    games: int
    turns: int
    self_losses: int
    outcomes: NDArray[Any]
    fitness: Sequence[float]
    fitness_with: Callable[[Mapping[int, int]], list[float]]

    def __repr__(self) -> str:
        return brief(
            self, f"{len(self.fitness):,} individuals", f"winner {self.winner}", f"{self.games:,} games"
        )

    @property
    def finalists(self) -> list[int]:
        """The two fittest individuals that differ in the result of some test."""
        order = sorted(range(len(self.fitness)), key=lambda index: -self.fitness[index])
        others = set(duplicates(order, self.outcomes))
        return [index for index in order if index not in others][:FINALISTS]

    def alike(self, index: int) -> NDArray[np.bool_]:
        """Which individuals have the same result as this one in all tests, (individuals,) bool."""
        return alike_as(index, self.outcomes)


def evaluation_by(
    population: Sequence[Individual],
    results: Sequence[Outcomes],
    *,
    fitness: Sequence[float],
    winner: int | None = None,
    fitness_with: Callable[[Mapping[int, int]], list[float]] | None = None,
) -> CreditedEvaluation:
    """Set the fitness of every individual, and sum up the evaluation.

    Args:
        population: the individuals.
        results: the results of all tests; the first are those of the tests that all individuals took.
        fitness: the fitness of every individual.
        winner: the index of the best individual; by default the smallest of the fittest.
        fitness_with: computes the fitness if games against a person count as well; by default they change
            nothing.

    Raises:
        SenetGpError: if there are not as many values of fitness as individuals.
    """
    if len(fitness) != len(population):
        raise SenetGpError(
            f"there are {len(fitness)} values of fitness for {len(population)} individuals: the credit must "
            "give one for each"
        )
    if winner is not None:
        winner = whole_number("winner", winner, 0, len(population) - 1)
    else:
        winner = most_points(fitness, population)
    for individual, value in zip(population, fitness, strict=True):
        individual.fitness.values = (value,)
    return CreditedEvaluation(
        winner=winner,
        games=sum(one.games for one in results),
        turns=sum(one.turns for one in results),
        self_losses=sum(one.self_losses for one in results),
        outcomes=results[0].values,
        fitness=fitness,
        fitness_with=fitness_with or (lambda _outcomes: list(fitness)),
    )


def most_points(totals: Sequence[float], population: Sequence[Individual]) -> int:
    """The index of the individual with the most points in total; among equals, the smallest."""
    return max(range(len(population)), key=lambda index: (totals[index], -len(population[index])))


def parsimonious(points: Sequence[float], population: Sequence[Individual], parsimony: float) -> list[float]:
    """Fitness from points, lowered with every node, so that of equals the smallest is the fittest.

    Args:
        points: the points of every individual.
        population: the individuals.
        parsimony: the cost of a node: points are divided by 1 + parsimony * nodes.
    """
    # Rounded, since the last digits of sums may differ from machine to machine.
    return [
        round(MIN_FITNESS + own / (1 + parsimony * len(individual)), 9)
        for individual, own in zip(population, points, strict=True)
    ]


def sources(individuals: Sequence[Individual]) -> list[Source]:
    """The trees of individuals in the form that is sent to workers."""
    return [Source(individual.packed, individual.vocabulary) for individual in individuals]


def key_for(seed: int, generation: int | None) -> int:
    """The key from which all random streams of a generation's evaluation are derived.

    Args:
        seed: the seed of the run.
        generation: the number of the generation; None for the final.
    """
    if generation is None:
        return key_of(seed, SeedDomain.FINAL)
    return key_of(seed, SeedDomain.EVALUATION, generation)
