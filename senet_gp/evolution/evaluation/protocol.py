"""The parts of an evaluation: a suite, which tests individuals, and a credit, which computes fitness."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from senet_gp.arena.pool import Pool
from senet_gp.engine.participants import Source
from senet_gp.evolution.evaluation.outcomes import Outcomes
from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.errors import SenetGpError
from senet_gp.runtime.streams import SeedDomain, key_of
from senet_gp.trees.individual import Individual

#: Added to every fitness, since selection in proportion to fitness needs positive numbers.
MIN_FITNESS = 1e-6


class Tests(Protocol):
    """The tests of one generation, or of the final; each run draws new ones of the same kind."""

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


@dataclass(frozen=True)
class Evaluation:
    """The result of the evaluation of a population, apart from the fitness, which individuals hold.

    Attributes:
        winner: the index of the best individual.
        games: how many games were played.
        turns: how many turns they took.
        self_losses: how many of the games a player lost by their own last move.
    """

    winner: int
    games: int
    turns: int
    self_losses: int


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


def evaluation_by(
    population: Sequence[Individual],
    results: Sequence[Outcomes],
    *,
    fitness: Sequence[float],
    winner: int | None = None,
) -> Evaluation:
    """Set the fitness of every individual, and sum up the evaluation.

    Args:
        population: the individuals.
        results: the results of all tests.
        fitness: the fitness of every individual.
        winner: the index of the best individual; by default the smallest of the fittest.

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
    return Evaluation(
        winner=winner,
        games=sum(one.games for one in results),
        turns=sum(one.turns for one in results),
        self_losses=sum(one.self_losses for one in results),
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
