"""Fitness by cases: boards that all are asked about, each of which counts for itself."""

from __future__ import annotations

import random
from collections.abc import Sequence

from senet_gp.arena.cases import ask, new_cases
from senet_gp.arena.pool import Pool
from senet_gp.arena.rounds import SharedResult
from senet_gp.engine.participants import Source
from senet_gp.evolution.config import Config
from senet_gp.evolution.fitness.evaluation import (
    FINAL,
    TOURNAMENTS,
    SharedEvaluation,
    sources,
    who_loses_least,
)
from senet_gp.evolution.fitness.selections import evaluate_by_selections
from senet_gp.games.small import solvable
from senet_gp.streams import key_of, part_key
from senet_gp.trees.individual import Individual

#: Parts of a generation's key below are those of its first trial.
_FURTHER = 2


def evaluate_by_cases(
    population: Sequence[Individual],
    generation: int,
    winners: Sequence[Individual] = (),
    *,
    config: Config,
    rng: random.Random,
    pool: Pool,
) -> SharedEvaluation:
    """Ask all about the same boards, and set everybody's fitness to how often lexicase selection chooses him.

    Args:
        population: the individuals.
        generation: its number, from 1 on.
        winners: those of earlier generations, who try what the choices lead to.
        config: the configuration of the run.
        rng: draws boards and opponents.
        pool: where everybody is asked.
    """
    entrants = sources(population)
    # Before there are winners, somebody has to take their place.
    rivals = rng.sample(entrants, min(max(1, config.opponents), len(entrants)))
    earlier = sources(winners) or rivals
    key = key_of(config.seed, TOURNAMENTS, generation)

    def trial(indices: Sequence[int], rounds: int, number: int) -> SharedResult:
        return _asked(
            [entrants[index] for index in indices],
            earlier,
            [*rivals, *earlier],
            count=rounds * config.cases,
            # The first one's is the generation's own, as it was before there were others.
            key=part_key(key, _FURTHER + number) if number else key,
            config=config,
            rng=rng,
            pool=pool,
        )

    # In half of the games an opponent plays, each of them equally often.
    weight = max(1, round(config.cases / 2 / len([*rivals, *earlier])))
    return evaluate_by_selections(population, trial, config=config, key=key, rng=rng, weight=weight)


def best_in_cases(finalists: Sequence[Individual], *, config: Config, pool: Pool) -> int:
    """The index of who loses least in many cases that they have met and tried.

    Of those who lose equally often, who has most points, and of equals, the last.
    """
    entrants = sources(finalists)
    count = config.final_games * len(finalists)
    key = key_of(config.seed, FINAL)
    rng = random.Random(key)
    result = _asked(entrants, entrants, entrants, count=count, key=key, config=config, rng=rng, pool=pool)
    return who_loses_least(result.outcomes, config)


def _asked(
    entrants: Sequence[Source],
    players: Sequence[Source],
    opponents: Sequence[Source],
    *,
    count: int,
    key: int,
    config: Config,
    rng: random.Random,
    pool: Pool,
) -> SharedResult:
    """What entrants come to in so many cases, which players have met, and tried against opponents."""
    cases = new_cases(
        players,
        opponents,
        count=count,
        trials=config.games,
        plies=config.case_plies,
        openings=config.openings,
        key=key,
        rng=rng,
        game=solvable(config.rules, "fitness by cases"),
    )
    return ask(entrants, cases, pool=pool)
