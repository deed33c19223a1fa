"""Fitness: rank in a knockout, points in a round of games, or how often lexicase selection chooses one.

A knockout of deterministic programs tells little: two of them play the same games over and over, and most
are out after one match. In a round all play many games against the same opponents: some of the population,
some earlier winners, so that what has been learnt is not forgotten, and a random mover. The opponents slip
now and then, which leads to positions that they would avoid.

Sums hide what few can do. With cases everybody is asked about the same boards, and lexicase selection looks
at them one by one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.cases import ask, new_cases
from senet_gp.arena.knockout import KnockoutResult, knockout
from senet_gp.arena.pool import WorkerPool
from senet_gp.arena.rounds import play_round
from senet_gp.engine.cases import Cases
from senet_gp.engine.program import CAREFUL_RANDOM_MOVER, Program, Source, slipping
from senet_gp.evolution.config import Config
from senet_gp.evolution.lexicase import lexicase
from senet_gp.games.board_game import BoardGame
from senet_gp.streams import key_of
from senet_gp.trees.individual import Individual

#: The parts of a seed that evolution draws from; measured matches have part 0.
TOURNAMENTS, FINAL, SPARRING = 1, 2, 5
#: So much has everybody: chances in proportion to fitness need a positive one.
_LEAST = 1e-6
#: With cases, so many parents are selected for each individual of the population.
SELECTIONS_EACH = 3


class Evaluation(Protocol):
    """What the evaluation of a population came to, apart from the fitness that everybody now has."""

    @property
    def winner(self) -> int:
        """The index of the individual that did best."""

    @property
    def games(self) -> int:
        """How many games were played."""

    @property
    def turns(self) -> int:
        """How many turns they took."""

    @property
    def own_losses(self) -> int:
        """How many of them were lost by the last move itself."""


class RoundEvaluation(NamedTuple):
    """What a round came to (see :class:`Evaluation`)."""

    winner: int
    games: int
    turns: int
    own_losses: int


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
        _sources(population),
        key=key_of(config.seed, TOURNAMENTS, generation),
        rng=rng,
        pool=pool,
        rules=config.rules,
        games=config.games,
    )
    for individual, rank in zip(population, result.ranks, strict=True):
        individual.fitness.values = (rank,)
    return result


def evaluate_by_round(
    population: Sequence[Individual],
    generation: int,
    winners: Sequence[Individual] = (),
    *,
    config: Config,
    rng: random.Random,
    pool: WorkerPool,
) -> RoundEvaluation:
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
    entrants = _sources(population)
    rivals = rng.sample(range(len(population)), min(config.opponents, len(population)))
    earlier = rng.sample(range(len(winners)), min(config.opponents, len(winners)))
    others = [entrants[index] for index in rivals] + _sources([winners[index] for index in earlier])
    result = play_round(
        entrants,
        _opponents(
            [other.program for other in others],
            games=config.games,
            random_games=config.random_games,
            slips=config.slips,
        ),
        key=key_of(config.seed, TOURNAMENTS, generation),
        pool=pool,
        rules=config.rules,
    )
    points = _points(result.outcomes, config)
    # A game that nobody has a point of is shared by nobody.
    shared = (points / np.maximum(points.sum(axis=0), 1)).sum(axis=1)
    if config.one_of_alike:
        shared[_others_of_alike(population, result.outcomes)] = 0.0
    for individual, share in zip(population, shared.tolist(), strict=True):
        # Rounded, for sums may differ in their last digits from machine to machine.
        individual.fitness.values = (round(_LEAST + share / (1 + config.node_price * len(individual)), 9),)
    winner = _with_most_points(population, points)
    return RoundEvaluation(winner, result.outcomes.size, result.turns, result.own_losses)


def _with_most_points(population: Sequence[Individual], points: NDArray[np.float64]) -> int:
    """The index of who has most points; of equals, the smallest."""
    totals = points.sum(axis=1).round(6).tolist()
    return max(range(len(population)), key=lambda index: (totals[index], -len(population[index])))


def evaluate_by_cases(
    population: Sequence[Individual],
    generation: int,
    winners: Sequence[Individual] = (),
    *,
    config: Config,
    rng: random.Random,
    pool: WorkerPool,
) -> RoundEvaluation:
    """Ask all about the same boards, and set everybody's fitness to how often lexicase selection chooses him.

    Of those who do alike in every case only one can be chosen: who was reproduced, or else the smallest. Were
    it always the smallest, a perfect player would be lost in the first generation whose cases do not show
    what a smaller one does wrong. The winner is who has most points; of equals, who is chosen most often.

    Args:
        population: the individuals.
        generation: its number, from 1 on.
        winners: those of earlier generations, who try what the choices lead to.
        config: the configuration of the run.
        rng: draws boards and opponents.
        pool: where everybody is asked.
    """
    entrants = _sources(population)
    # Before there are winners, somebody has to take their place.
    rivals = rng.sample(entrants, min(max(1, config.opponents), len(entrants)))
    earlier = _sources(winners) or rivals
    key = key_of(config.seed, TOURNAMENTS, generation)
    cases = _new_cases(earlier, [*rivals, *earlier], config.cases, key, config=config, rng=rng)
    result = ask(entrants, cases, pool=pool)
    points = _points(result.outcomes, config)
    others = _others_of_alike(population, result.outcomes, config.reproduced)
    fit = np.setdiff1d(np.arange(len(population)), others)
    chosen = fit[lexicase(points[fit], SELECTIONS_EACH * len(population), key=key)]
    counts = np.bincount(chosen, minlength=len(population))
    for individual, times in zip(population, counts.tolist(), strict=True):
        individual.fitness.values = (times + _LEAST,)
    totals = points.sum(axis=1).round(6).tolist()
    winner = max(range(len(population)), key=lambda index: (totals[index], counts[index]))
    return RoundEvaluation(winner, result.outcomes.size, result.turns, result.own_losses)


def _new_cases(
    players: Sequence[Source],
    opponents: Sequence[Source],
    count: int,
    key: int,
    *,
    config: Config,
    rng: random.Random,
) -> Cases:
    """So many cases, which players and opponents have met and tried."""
    assert isinstance(config.rules, BoardGame)  # noqa: S101 - the configuration makes sure
    return new_cases(
        players,
        opponents,
        count=count,
        trials=config.games,
        plies=config.case_plies,
        openings=config.openings,
        key=key,
        rng=rng,
        game=config.rules,
    )


def evaluation_of(config: Config) -> Callable[..., Evaluation]:
    """How fitness is found in a run."""
    ways: dict[str, Callable[..., Evaluation]] = {
        "knockout": evaluate_by_knockout,
        "round": evaluate_by_round,
        "cases": evaluate_by_cases,
    }
    return ways[config.fitness]


def best_of_winners(finalists: Sequence[Individual], *, config: Config, pool: WorkerPool) -> int:
    """The index of the champion among the last winners, by more games or cases than those of a generation."""
    best = best_in_cases if config.fitness == "cases" else best_in_round
    return best(finalists, config=config, pool=pool)


def best_in_cases(finalists: Sequence[Individual], *, config: Config, pool: WorkerPool) -> int:
    """The index of who loses least in many cases that they have met and tried.

    Of those who lose equally often, who has most points, and of equals, the last.
    """
    sources = _sources(finalists)
    count = config.final_games * len(finalists)
    key = key_of(config.seed, FINAL)
    cases = _new_cases(sources, sources, count, key, config=config, rng=random.Random(key))
    result = ask(sources, cases, pool=pool)
    return _who_loses_least(result.outcomes, config)


def _who_loses_least(outcomes: NDArray[np.int8], config: Config) -> int:
    losses = (outcomes < 0).sum(axis=1).tolist()
    totals = _points(outcomes, config).sum(axis=1).round(6).tolist()
    return max(range(len(outcomes)), key=lambda index: (-losses[index], totals[index], index))


def _others_of_alike(
    population: Sequence[Individual], all_outcomes: NDArray[np.int8], elders: int = 0
) -> list[int]:
    """The indices of all but one of those with equal outcomes.

    That one is the smallest, and of equals the first; but if there are any among the first ``elders`` of the
    population, the first of these.
    """
    kept: set[bytes] = set()
    others = []
    sizes = [0] * elders + [len(individual) for individual in population[elders:]]
    for index in sorted(range(len(population)), key=sizes.__getitem__):
        outcomes = all_outcomes[index].tobytes()
        if outcomes in kept:
            others.append(index)
        kept.add(outcomes)
    return others


def best_in_round(finalists: Sequence[Individual], *, config: Config, pool: WorkerPool) -> int:
    """The index of who loses least in a long round against each other and a random mover.

    Of those who lose equally often, who has most points, and of equals, the last.
    """
    programs = [source.program for source in _sources(finalists)]
    result = play_round(
        programs,
        _opponents(
            programs,
            games=config.final_games,
            random_games=config.final_games * len(programs),
            slips=config.slips,
        ),
        key=key_of(config.seed, FINAL),
        pool=pool,
        rules=config.rules,
    )
    return _who_loses_least(result.outcomes, config)


def _sources(individuals: Sequence[Individual]) -> list[Source]:
    return [Source(individual.codes.tobytes(), individual.vocabulary) for individual in individuals]


def _opponents(
    programs: Sequence[Program], *, games: int, random_games: int, slips: float
) -> list[tuple[Program, int]]:
    """These programs, slipping, with the games against each, and a random mover with his."""
    return [
        *((slipping(program, slips), games) for program in programs),
        (CAREFUL_RANDOM_MOVER, random_games),
    ]


def _points(outcomes: NDArray[np.int8], config: Config) -> NDArray[np.float64]:
    """The points of every entrant in every game: 1 for a win, 0 for a loss."""
    return np.where(outcomes == 0, config.draw_value, outcomes > 0)
