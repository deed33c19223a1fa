"""Fitness by endings: games that all play on from the same boards, each of which counts for itself.

The boards are met by earlier winners, so they are those that matter: where a good player gets to against a
bad one. The random mover takes a win wherever he sees one, so a mistake is likely to cost the game.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.endings import play_endings
from senet_gp.arena.openings import drawn_places
from senet_gp.arena.pool import WorkerPool
from senet_gp.arena.rounds import RoundResult
from senet_gp.engine.program import KEEN_RANDOM_MOVER, Source
from senet_gp.evolution.config import Config
from senet_gp.evolution.fitness.evaluation import (
    FINAL,
    TOURNAMENTS,
    SharedEvaluation,
    by_seniority,
    points_of,
    slipping_opponents,
    sources,
    totals_of,
    who_loses_least,
)
from senet_gp.evolution.fitness.selections import evaluate_by_selections
from senet_gp.games.board_game import BoardGame
from senet_gp.streams import key_of, part_key
from senet_gp.trees.individual import Individual

_FOR_ALL, _DECIDING = range(2)
_MEETING, _PLAYING = range(2)


def evaluate_by_endings(
    population: Sequence[Individual],
    generation: int,
    winners: Sequence[Individual] = (),
    *,
    config: Config,
    rng: random.Random,
    pool: WorkerPool,
) -> SharedEvaluation:
    """Let all play on from the same boards, and set everybody's fitness to how often lexicase chooses him.

    Near the end most games are lost by nobody, and whole parts of the population do alike. Who of those does
    best in more games is kept, and is the winner; of equals, who was reproduced, or else the smallest. So a
    player with fewer faults replaces one whose faults a generation's games do not show.

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

    def played(indices: Sequence[int], times: int, part: int) -> RoundResult:
        return _played(
            [entrants[index] for index in indices],
            # Before there are winners, somebody has to take their place.
            earlier or entrants,
            others,
            games=times * config.games,
            random_games=times * config.random_games,
            key=part_key(key, part),
            config=config,
            rng=rng,
            pool=pool,
        )

    order = by_seniority(population, config.reproduced)
    result = played(range(len(population)), 1, _FOR_ALL)
    best = _alike_as_the_best(order, result.outcomes, config)
    if len(best) == 1 or not config.deciding_rounds:
        winner = evaluate_by_selections(population, result.outcomes, config=config, key=key)
        return SharedEvaluation(winner, result.outcomes.size, result.turns, result.own_losses)
    more = played(best, config.deciding_rounds, _DECIDING)
    preferred = best[int(np.argmin((more.outcomes < 0).sum(axis=1)))]
    winner = evaluate_by_selections(population, result.outcomes, preferred, config=config, key=key)
    return SharedEvaluation(
        winner,
        result.outcomes.size + more.outcomes.size,
        result.turns + more.turns,
        result.own_losses + more.own_losses,
    )


def _alike_as_the_best(order: Sequence[int], outcomes: NDArray[np.int8], config: Config) -> list[int]:
    """The indices, in this order, of those who do as well in every game as the first who has most points."""
    points = points_of(outcomes, config)
    totals = totals_of(points)
    alike = (points == points[max(order, key=totals.__getitem__)]).all(axis=1)
    return [index for index in order if alike[index]]


def best_in_endings(finalists: Sequence[Individual], *, config: Config, pool: WorkerPool) -> int:
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
    pool: WorkerPool,
) -> RoundResult:
    """What entrants come to from boards that players have met, against opponents and a random mover."""
    game = config.rules
    assert isinstance(game, BoardGame)  # noqa: S101 - the configuration makes sure
    places = drawn_places(
        players,
        count=len(opponents) * games + random_games,
        openings=config.openings,
        key=part_key(key, _MEETING),
        rng=rng,
        game=game,
    )
    against = slipping_opponents(
        [opponent.program for opponent in opponents],
        KEEN_RANDOM_MOVER,
        games=games,
        random_games=random_games,
        slips=config.slips,
    )
    return play_endings(entrants, against, places, key=part_key(key, _PLAYING), pool=pool, game=game)
