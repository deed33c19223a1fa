"""What every kind of fitness is given and comes to, and what several of them count in the same way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.program import Program, Source, slipping
from senet_gp.evolution.config import Config
from senet_gp.trees.individual import Individual

#: The parts of a seed that evolution draws from; measured matches have part 0.
TOURNAMENTS, FINAL, SPARRING = 1, 2, 5
#: So much has everybody: chances in proportion to fitness need a positive one.
LEAST = 1e-6


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


class SharedEvaluation(NamedTuple):
    """What came of games, or cases, that were the same for all (see :class:`Evaluation`)."""

    winner: int
    games: int
    turns: int
    own_losses: int


def sources(individuals: Sequence[Individual]) -> list[Source]:
    """The trees of individuals, ready to be sent to where their games are played."""
    return [Source(individual.codes.tobytes(), individual.vocabulary) for individual in individuals]


def slipping_opponents(
    programs: Sequence[Program], random_mover: Program, *, games: int, random_games: int, slips: float
) -> list[tuple[Program, int]]:
    """These programs, slipping, with the games against each, and a random mover with his."""
    return [*((slipping(program, slips), games) for program in programs), (random_mover, random_games)]


def points_of(outcomes: NDArray[np.int8], config: Config) -> NDArray[np.float64]:
    """The points of every entrant in every game: 1 for a win, 0 for a loss."""
    return np.where(outcomes == 0, config.draw_value, outcomes > 0)


def totals_of(points: NDArray[np.float64]) -> list[float]:
    """The points of every entrant in all games; rounded, so that those with equally many are equal."""
    totals: list[float] = points.sum(axis=1).round(6).tolist()
    return totals


def by_seniority(population: Sequence[Individual], elders: int = 0) -> list[int]:
    """All indices: first those below ``elders``, then the smallest; of equals, the first."""
    sizes = [0] * elders + [len(individual) for individual in population[elders:]]
    return sorted(range(len(population)), key=sizes.__getitem__)


def others_of_alike(order: Sequence[int], traits: NDArray[Any]) -> list[int]:
    """The indices, in this order, of all but the first of those with equal rows of traits."""
    kept: set[bytes] = set()
    others = []
    for index in order:
        own = traits[index].tobytes()
        if own in kept:
            others.append(index)
        kept.add(own)
    return others


def who_loses_least(outcomes: NDArray[np.int8], config: Config) -> int:
    """The index of who loses least; of equals, who has most points, and of equals, the last."""
    losses = (outcomes < 0).sum(axis=1).tolist()
    totals = totals_of(points_of(outcomes, config))
    return max(range(len(outcomes)), key=lambda index: (-losses[index], totals[index], index))
