"""Fitness: how far an individual gets in its generation's knockout."""

from __future__ import annotations

import random
from collections.abc import Sequence

from primitives import vocabulary
from senet_gp.arena.knockout import KnockoutResult, knockout
from senet_gp.arena.pool import WorkerPool
from senet_gp.engine.program import translate
from senet_gp.evolution.config import Config
from senet_gp.streams import key_of
from senet_gp.trees.individual import Individual

#: The parts of a seed that evolution draws from; measured matches have part 0.
TOURNAMENTS, FINAL = 1, 2


def evaluate_by_knockout(
    population: Sequence[Individual], generation: int, *, config: Config, rng: random.Random, pool: WorkerPool
) -> KnockoutResult:
    """Play a generation's tournament and set every individual's fitness to its rank there.

    The rank of those who lose in round k is k, that of the winner one more than there are rounds.

    Args:
        population: the individuals.
        generation: its number, from 1 on.
        config: the configuration of the run.
        rng: draws the pairs.
        pool: where the matches are played.
    """
    words = vocabulary(config.rules, config.vocabulary)
    result = knockout(
        [translate(individual, words) for individual in population],
        key=key_of(config.seed, TOURNAMENTS, generation),
        rng=rng,
        pool=pool,
        rules=config.rules,
        games=config.games,
    )
    for individual, rank in zip(population, result.ranks, strict=True):
        individual.fitness.values = (rank,)
    return result
