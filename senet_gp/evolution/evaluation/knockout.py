"""Fitness as the rank in a knockout tournament, as in the paper of 1995."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.knockout import KnockoutResult, knockout
from senet_gp.arena.pool import Pool
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.protocol import FINALISTS, sources
from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import key_of
from senet_gp.trees.individual import Individual


@dataclass(frozen=True, slots=True)
class KnockoutEvaluation(KnockoutResult):
    """A knockout, to which a round of games between a person and its finalists can be added."""

    @property
    def finalists(self) -> list[int]:
        """The individuals with the highest ranks, the winner first."""
        return sorted(range(len(self.ranks)), key=lambda index: -self.ranks[index])[:FINALISTS]

    def alike(self, index: int) -> NDArray[np.bool_]:
        """Only the individual itself, (individuals,) bool: a knockout does not compare the others with it."""
        return np.array([other == index for other in range(len(self.ranks))])

    def fitness_with(self, outcomes: Mapping[int, int]) -> list[float]:
        """The rank of every individual, one higher for an individual that has beaten the person."""
        return [rank + int(outcomes.get(index) == 1) for index, rank in enumerate(self.ranks)]


def evaluate_by_knockout(
    population: Sequence[Individual],
    generation: int,
    winners: Sequence[Individual] = (),  # noqa: ARG001 - the same for all evaluations
    *,
    config: Config,
    rng: random.Random,
    pool: Pool,
) -> KnockoutEvaluation:
    """Play a generation's tournament and set every individual's fitness to its rank there.

    The rank of an individual that loses in round k is k; the rank of the winner is the number of rounds + 1.

    Args:
        population: the individuals.
        generation: the number of the generation, from 1 on.
        winners: the winners of earlier tournaments, which a knockout does not use.
        config: the configuration of the run.
        rng: draws the pairs.
        pool: where the duels are played.
    """
    result = knockout(
        sources(population),
        key=key_of(config.seed, SeedDomain.EVALUATION, generation),
        rng=rng,
        pool=pool,
        game=config.game_value,
        games=config.games,
    )
    for individual, rank in zip(population, result.ranks, strict=True):
        individual.fitness.values = (rank,)
    return KnockoutEvaluation(**dataclasses.asdict(result))
