"""Fitness by endings: games that all play on from the same boards, each of which counts for itself.

The boards are met by earlier winners, so they are those that matter: where a good player gets to against a
bad one. The random mover takes a win wherever he sees one, so a mistake is likely to cost the game.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from senet_gp.arena.endings import play_endings
from senet_gp.arena.openings import drawn_places
from senet_gp.arena.pool import Pool
from senet_gp.arena.rounds import SharedResult
from senet_gp.engine.participants import KEEN_RANDOM_MOVER, Source
from senet_gp.evolution.config import Config
from senet_gp.evolution.fitness.evaluation import (
    FINAL,
    TOURNAMENTS,
    SharedEvaluation,
    slipping_opponents,
    sources,
    who_loses_least,
)
from senet_gp.evolution.fitness.selections import evaluate_by_selections
from senet_gp.games.small import solvable
from senet_gp.streams import key_of, part_key
from senet_gp.trees.individual import Individual

_MEETING, _PLAYING = range(2)


def evaluate_by_endings(
    population: Sequence[Individual],
    generation: int,
    winners: Sequence[Individual] = (),
    *,
    config: Config,
    rng: random.Random,
    pool: Pool,
) -> SharedEvaluation:
    """Let all play on from the same boards, and set everybody's fitness to how often lexicase chooses him.

    Args:
        population: the individuals.
        generation: its number, from 1 on.
        winners: those of earlier generations, who meet the boards, and some of whom are opponents.
        config: the configuration of the run.
        rng: draws boards and opponents.
        pool: where the games are played.
    """
    entrants, earlier = sources(population), sources(winners)
    rivals = rng.sample(entrants, min(config.opponents, len(entrants)))
    others = rivals + rng.sample(earlier, min(config.opponents, len(earlier)))
    key = key_of(config.seed, TOURNAMENTS, generation)

    def trial(indices: Sequence[int], rounds: int, number: int) -> SharedResult:
        return _played(
            [entrants[index] for index in indices],
            # Before there are winners, somebody has to take their place.
            earlier or entrants,
            others,
            games=rounds * config.games,
            random_games=rounds * config.random_games,
            key=part_key(key, number),
            config=config,
            rng=rng,
            pool=pool,
        )

    return evaluate_by_selections(population, trial, config=config, key=key, rng=rng, weight=config.games)


def best_in_endings(finalists: Sequence[Individual], *, config: Config, pool: Pool) -> int:
    """The index of who loses least in many endings against each other and a random mover.

    Of those who lose equally often, who has most points, and of equals, the last.
    """
    entrants = sources(finalists)
    key = key_of(config.seed, FINAL)
    result = _played(
        entrants,
        entrants,
        entrants,
        games=config.final_games,
        random_games=config.final_games * len(entrants),
        key=key,
        config=config,
        rng=random.Random(key),
        pool=pool,
    )
    return who_loses_least(result.outcomes, config)


def _played(
    entrants: Sequence[Source],
    players: Sequence[Source],
    opponents: Sequence[Source],
    *,
    games: int,
    random_games: int,
    key: int,
    config: Config,
    rng: random.Random,
    pool: Pool,
) -> SharedResult:
    """What entrants come to from boards that players have met, against opponents and a random mover."""
    game = solvable(config.rules, "fitness by endings")
    places = drawn_places(
        players,
        count=len(opponents) * games + random_games,
        openings=config.openings,
        key=part_key(key, _MEETING),
        rng=rng,
        game=game,
    )
    against = slipping_opponents(
        opponents,
        KEEN_RANDOM_MOVER,
        games=games,
        random_games=random_games,
        slips=config.slips,
    )
    return play_endings(entrants, against, places, key=part_key(key, _PLAYING), pool=pool, game=game)
