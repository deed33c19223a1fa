"""Fitness as the rank in a knockout tournament, as in the paper of 1995."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from senet_gp.arena.knockout import knockout
from senet_gp.arena.pool import Pool
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.protocol import Evaluation, sources
from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import key_of
from senet_gp.trees.individual import Individual


def evaluate_by_knockout(
    population: Sequence[Individual],
    generation: int,
    winners: Sequence[Individual] = (),  # noqa: ARG001 - the same for all evaluations
    *,
    config: Config,
    rng: random.Random,
    pool: Pool,
    against_person: Mapping[int, int] | None = None,
) -> Evaluation:
    """Play a generation's tournament and set every individual's fitness to its rank there.

    The rank of an individual that loses in round k is k; the rank of the winner is the number of rounds + 1.
    A game against a person is one more round: whoever wins it has a rank that is higher by one.

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
        key=key_of(config.seed, SeedDomain.EVALUATION, generation),
        rng=rng,
        pool=pool,
        game=config.game_value,
        games=config.games,
    )
    outcomes = against_person or {}
    for index, (individual, rank) in enumerate(zip(population, result.ranks, strict=True)):
        individual.fitness.values = (rank + int(outcomes.get(index) == 1),)
    return Evaluation(result.winner, result.games, result.turns, result.self_losses)
