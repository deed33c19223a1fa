"""Fitness as rank in a knockout tournament, as in the paper of 1995."""

from __future__ import annotations

import random
from collections.abc import Sequence

from senet_gp.arena.knockout import KnockoutResult, knockout
from senet_gp.arena.pool import WorkerPool
from senet_gp.evolution.config import Config
from senet_gp.evolution.fitness.evaluation import TOURNAMENTS, sources
from senet_gp.streams import key_of
from senet_gp.trees.individual import Individual


def evaluate_by_knockout(
    population: Sequence[Individual],
    generation: int,
    winners: Sequence[Individual] = (),  # noqa: ARG001 - the same for all evaluations
    *,
    config: Config,
    rng: random.Random,
    pool: WorkerPool,
) -> KnockoutResult:
    """Play a generation's tournament and set every individual's fitness to its rank there.

    The rank of those who lose in round k is k, that of the winner one more than there are rounds.

    Args:
        population: the individuals.
        generation: its number, from 1 on.
        winners: those of earlier tournaments, which do not matter here.
        config: the configuration of the run.
        rng: draws the pairs.
        pool: where the matches are played.
    """
    result = knockout(
        sources(population),
        key=key_of(config.seed, TOURNAMENTS, generation),
        rng=rng,
        pool=pool,
        rules=config.rules,
        games=config.games,
    )
    for individual, rank in zip(population, result.ranks, strict=True):
        individual.fitness.values = (rank,)
    return result
