"""Fitness as points in a round of games.

A knockout of deterministic programs tells little: two of them play the same games over and over, and most
are out after one match. In a round all play many games against the same opponents: some of the population,
some earlier winners, so that what has been learnt is not forgotten, and a random mover. The opponents slip
now and then, which leads to positions that they would avoid.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import numpy as np

from senet_gp.arena.pool import Pool
from senet_gp.arena.rounds import play_round
from senet_gp.engine.participants import CAREFUL_RANDOM_MOVER
from senet_gp.evolution.config import Config
from senet_gp.evolution.fitness.evaluation import (
    FINAL,
    LEAST,
    TOURNAMENTS,
    Points,
    SharedEvaluation,
    by_seniority,
    others_of_alike,
    points_of,
    slipping_opponents,
    sources,
    totals_of,
    who_loses_least,
)
from senet_gp.streams import key_of
from senet_gp.trees.individual import Individual


def evaluate_by_round(
    population: Sequence[Individual],
    generation: int,
    winners: Sequence[Individual] = (),
    *,
    config: Config,
    rng: random.Random,
    pool: Pool,
) -> SharedEvaluation:
    """Let all play the same opponents, and set every individual's fitness to its share of the points.

    The points of a game are shared among all who have won or drawn it: what few can do is worth more, which
    keeps different individuals alive (competitive fitness sharing; Rosin and Belew, "New methods for
    competitive coevolution", Evolutionary Computation 5, 1997). If so configured, of those that do alike
    in every game only the smallest has any fitness worth mentioning: copies and bloat do not breed. The
    winner is who has most points, unshared; of equals, the smallest.

    Args:
        population: the individuals.
        generation: its number, from 1 on.
        winners: those of earlier rounds, some of whom are opponents.
        config: the configuration of the run.
        rng: draws the opponents.
        pool: where the games are played.
    """
    entrants = sources(population)
    rivals = rng.sample(range(len(population)), min(config.opponents, len(population)))
    earlier = rng.sample(range(len(winners)), min(config.opponents, len(winners)))
    others = [entrants[index] for index in rivals] + sources([winners[index] for index in earlier])
    result = play_round(
        entrants,
        slipping_opponents(
            others,
            CAREFUL_RANDOM_MOVER,
            games=config.games,
            random_games=config.random_games,
            slips=config.slips,
        ),
        key=key_of(config.seed, TOURNAMENTS, generation),
        pool=pool,
        rules=config.rules,
    )
    points = points_of(result.outcomes, config)

    def fitness_with(ended: Mapping[int, int]) -> list[float]:
        """With games against a person, as many as against any opponent; they are shared like all others."""
        more = np.zeros((len(population), config.games))
        for index, outcome in ended.items():
            more[index] = points_of(outcome, config)
        return _shared(np.hstack([points, more]), population, config)

    fitness = _shared(points, population, config)
    for individual, share in zip(population, fitness, strict=True):
        individual.fitness.values = (share,)
    totals = totals_of(points)
    winner = max(range(len(population)), key=lambda index: (totals[index], -len(population[index])))
    return SharedEvaluation(
        winner=winner,
        games=result.outcomes.size,
        turns=result.turns,
        own_losses=result.own_losses,
        outcomes=result.outcomes,
        fitness=fitness,
        fitness_with=fitness_with,
    )


def _shared(points: Points, population: Sequence[Individual], config: Config) -> list[float]:
    """Everybody's share of the points."""
    # A game that nobody has a point of is shared by nobody.
    shared = (points / np.maximum(points.sum(axis=0), 1)).sum(axis=1)
    if config.one_of_alike:
        shared[others_of_alike(by_seniority(population), points)] = 0.0
    # Rounded, for sums may differ in their last digits from machine to machine.
    return [
        round(LEAST + share / (1 + config.node_price * len(individual)), 9)
        for individual, share in zip(population, shared.tolist(), strict=True)
    ]


def best_in_round(finalists: Sequence[Individual], *, config: Config, pool: Pool) -> int:
    """The index of who loses least in a long round against each other and a random mover.

    Of those who lose equally often, who has most points, and of equals, the last.
    """
    entrants = sources(finalists)
    result = play_round(
        entrants,
        slipping_opponents(
            entrants,
            CAREFUL_RANDOM_MOVER,
            games=config.final_games,
            random_games=config.final_games * len(entrants),
            slips=config.slips,
        ),
        key=key_of(config.seed, FINAL),
        pool=pool,
        rules=config.rules,
    )
    return who_loses_least(result.outcomes, config)
