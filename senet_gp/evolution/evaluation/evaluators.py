"""The evaluation that a configuration names."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from senet_gp.arena.pool import Pool
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.protocol import Credit, Evaluation, ImprovingSuite, Suite, key_for
from senet_gp.evolution.evaluation.registry import CREDITS, SUITES
from senet_gp.trees.individual import Individual


def evaluation_of(config: Config) -> Callable[..., Evaluation]:
    """The function that evaluates a population: by tests, or in another way, as the knockout does."""
    if SUITES[config.fitness].credit is not None:
        return evaluate_by_tests
    evaluator: Callable[..., Evaluation] = SUITES.part(config.fitness, "made")
    return evaluator


def suite_of(config: Config) -> Suite:
    """The suite of a run."""
    suite: Suite = SUITES.part(config.fitness, "made")(config)
    return suite


def improver_of(config: Config) -> Callable[..., list[tuple[int, Individual]]]:
    """The function by which a run's suite improves individuals."""
    suite: ImprovingSuite = SUITES.part(config.fitness, "made")(config)
    return suite.improve


def credit_of(config: Config) -> Credit:
    """The credit of a run."""
    credit: Credit = CREDITS.part(config.credit, "made")(config)
    return credit


def evaluate_by_tests(
    population: Sequence[Individual],
    generation: int,
    winners: Sequence[Individual] = (),
    *,
    config: Config,
    rng: random.Random,
    pool: Pool,
) -> Evaluation:
    """Put all individuals to the same tests, and set the fitness of each from its results.

    Args:
        population: the individuals.
        generation: the number of the generation, from 1 on.
        winners: the winners of earlier generations.
        config: the configuration of the run, which names the suite and the credit.
        rng: the generator for everything that is not drawn from random streams.
        pool: where games are played.
    """
    tests = suite_of(config).open(population, winners, generation=generation, rng=rng, pool=pool)
    key = key_for(config.seed, generation)
    return credit_of(config).assign(population, tests, past_winners=config.reproduced, key=key, rng=rng)
