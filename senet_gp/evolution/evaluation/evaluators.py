"""How a population is evaluated: by a suite and a credit, or by the knockout of the paper of 1995."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from senet_gp.arena.knockout import knockout
from senet_gp.arena.pool import Pool
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.evaluation.protocol import (
    Credit,
    Evaluation,
    Outcomes,
    Suite,
    Tests,
    key_for,
    sources,
    with_one_more_opponent,
)
from senet_gp.evolution.evaluation.suites import Knockout
from senet_gp.runtime.errors import SenetGpError, shown
from senet_gp.runtime.origins import is_of_this_project
from senet_gp.runtime.registries import dotted
from senet_gp.trees.individual import Individual


def from_outside(config: ResolvedConfig) -> str:
    """How sentences call the evaluation of a run; an empty text if all of it is of this package."""
    called = f"the evaluation {config.fitness.name} ({dotted(type(config.fitness))})"
    if config.credit is None:
        return "" if is_ours(type(config.fitness)) else called
    if is_ours(type(config.fitness)) and is_ours(type(config.credit)):
        return ""
    return f"{called} with the credit {config.credit.name} ({dotted(type(config.credit))})"


def is_ours(operator: Any) -> bool:
    """Whether an operator, and everything that it is wrapped around, is of this project."""
    if isinstance(operator, partial):
        return is_ours(operator.func)
    # functools.wraps gives a wrapper the module of the function inside, so its own is in its globals.
    module = getattr(operator, "__globals__", {}).get("__name__") or getattr(operator, "__module__", None)
    inner = getattr(operator, "__wrapped__", None)
    return is_of_this_project(str(module)) and (inner is None or is_ours(inner))


def opened_tests(
    config: ResolvedConfig,
    population: Sequence[Individual],
    winners: Sequence[Individual] = (),
    *,
    generation: int | None,
    rng: random.Random,
    pool: Pool,
    against_person: Mapping[int, int] | None = None,
) -> Tests:
    """The tests of a run's suite; what they return is checked.

    Args:
        config: the configuration of the run, which names the suite.
        population: the individuals to test.
        winners: the winners of earlier generations.
        generation: the number of the generation, from 1 on; None for the final.
        rng: draws opponents and positions.
        pool: where games are played.
        against_person: the outcomes of games against a person, by the index of the individual; one that has
            not played counts as having lost.
    """
    suite = cast("Suite", config.fitness)
    tests = suite.open(config, population, winners, generation=generation, rng=rng, pool=pool)
    return _CheckedTests(tests, config, against_person or {})


@dataclass(frozen=True)
class _CheckedTests:
    """The tests of a suite, and the games against a person, which are one more opponent."""

    tests: Tests
    config: ResolvedConfig
    against_person: Mapping[int, int]

    def run(self, indices: Sequence[int], times: int = 1, number: int = 0) -> Outcomes:
        """Put individuals to new tests."""
        found = self.tests.run(indices, times, number)
        suite = self.config.fitness.name
        if not isinstance(found, Outcomes):
            raise SenetGpError(f"the tests of {suite} return {shown(found)}, but they must return Outcomes")
        individuals, tests = found.values.shape
        if individuals != len(indices) or not tests:
            raise SenetGpError(
                f"the tests of {suite} return the results of {individuals} individuals in {tests} tests, but "
                f"{len(indices)} individuals were to be tested: return a row for each, and a column for each "
                "test"
            )
        if not self.against_person:
            return found
        played = [self.against_person.get(index, -1) for index in indices]
        return with_one_more_opponent(found, played, credit_of(self.config).draw_value)


def credit_of(config: ResolvedConfig) -> Credit:
    """The credit of a run whose fitness comes from a suite."""
    return cast("Credit", config.credit)


def evaluate_by_tests(
    population: Sequence[Individual],
    generation: int,
    winners: Sequence[Individual] = (),
    *,
    config: ResolvedConfig,
    rng: random.Random,
    pool: Pool,
    against_person: Mapping[int, int] | None = None,
) -> Evaluation:
    """Put all individuals to the same tests, and set the fitness of each from its results.

    Args:
        population: the individuals.
        generation: the number of the generation, from 1 on.
        winners: the winners of earlier generations.
        config: the configuration of the run, which names the suite and the credit.
        rng: the generator for everything that is not drawn from random streams.
        pool: where games are played.
        against_person: the outcomes of games against a person, by the index of the individual: 1 won, 0
            drawn, -1 lost.
    """
    tests = opened_tests(
        config,
        population,
        winners,
        generation=generation,
        rng=rng,
        pool=pool,
        against_person=against_person,
    )
    key = key_for(config.seed, generation)
    return credit_of(config).assign(population, tests, reproduced=config.reproduced, key=key, rng=rng)


def evaluate_by_knockout(
    population: Sequence[Individual],
    generation: int,
    winners: Sequence[Individual] = (),  # noqa: ARG001 - the same for all evaluations
    *,
    config: ResolvedConfig,
    rng: random.Random,
    pool: Pool,
    against_person: Mapping[int, int] | None = None,
) -> Evaluation:
    """Play a generation's tournament and set every individual's fitness to its rank there.

    The rank of an individual that loses in round k is k; the rank of the winner is the number of rounds + 1.
    A game against a person is one more round: an individual that wins it has a rank that is higher by one.

    Args:
        population: the individuals.
        generation: the number of the generation, from 1 on.
        winners: the winners of earlier tournaments, which a knockout does not use.
        config: the configuration of the run.
        rng: draws the pairs.
        pool: where the duels are played.
        against_person: the outcomes of games against a person, by the index of the individual: 1 won, 0
            drawn, -1 lost.
    """
    result = knockout(
        sources(population),
        key=key_for(config.seed, generation),
        rng=rng,
        pool=pool,
        game=config.game_value,
        games=cast("Knockout", config.fitness).games,
    )
    outcomes = against_person or {}
    for index, (individual, rank) in enumerate(zip(population, result.ranks, strict=True)):
        individual.fitness.values = (rank + int(outcomes.get(index) == 1),)
    return Evaluation(result.winner, result.games, result.turns, result.self_losses)
