"""What every kind of fitness is given and comes to, and what several of them count in the same way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.participants import Noisy, Participant, Source
from senet_gp.evolution.config import Config
from senet_gp.trees.individual import Individual

#: The parts of a seed that evolution draws from; measured matches have part 0.
TOURNAMENTS, FINAL, SPARRING = 1, 2, 5
#: So much has everybody: chances in proportion to fitness need a positive one.
LEAST = 1e-6
#: So many individuals of a generation play a person, if one takes part.
FINALISTS = 2

#: Points by individual and game, or case: 1 for a win, 0 for a loss, and something between for a draw.
Points = NDArray[np.float64]


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


@runtime_checkable
class SparringEvaluation(Evaluation, Protocol):
    """An evaluation in which games of its best individuals against a person can be counted afterwards."""

    @property
    def finalists(self) -> list[int]:
        """The indices of those that did best, at most two, the fittest first."""

    def alike(self, index: int) -> NDArray[np.bool_]:
        """Who does as this individual in everything, (individuals,)."""

    def fitness_with(self, outcomes: Mapping[int, int]) -> list[float]:
        """The fitness of every individual when games against a person count as well.

        Args:
            outcomes: by the index of an individual, how its game ended for it: 1 won, 0 drawn, -1 lost.
        """


@dataclass(frozen=True)
class SharedEvaluation:
    """What came of games, or cases, that were the same for all (see :class:`SparringEvaluation`).

    Attributes:
        winner: the index of the individual that did best.
        games: how many games were played.
        turns: how many turns they took.
        own_losses: how many of them were lost by the last move itself.
        outcomes: (individuals, games) int8: 1 where an individual won, -1 where it lost, else 0.
        fitness: what every individual came to.
        fitness_with: what it comes to when games against a person count as well.
    """

    winner: int
    games: int
    turns: int
    own_losses: int
    outcomes: NDArray[np.int8]
    fitness: Sequence[float]
    fitness_with: Callable[[Mapping[int, int]], list[float]]

    @property
    def finalists(self) -> list[int]:
        """The fittest two that do not do alike in everything."""
        order = sorted(range(len(self.fitness)), key=lambda index: -self.fitness[index])
        others = set(others_of_alike(order, self.outcomes))
        return [index for index in order if index not in others][:FINALISTS]

    def alike(self, index: int) -> NDArray[np.bool_]:
        """Who does as this individual in all games or cases, (individuals,)."""
        return alike_as(index, self.outcomes)


def sources(individuals: Sequence[Individual]) -> list[Source]:
    """The trees of individuals, ready to be sent to where their games are played."""
    return [Source(individual.packed, individual.vocabulary) for individual in individuals]


def slipping_opponents(
    others: Sequence[Participant], random_mover: Participant, *, games: int, random_games: int, slips: float
) -> list[tuple[Participant, int]]:
    """These others, slipping, with the games against each, and a random mover with theirs."""
    return [*((Noisy(other, slips), games) for other in others), (random_mover, random_games)]


def points_of(outcomes: NDArray[np.int8] | int, config: Config) -> Points:
    """The points of every entrant in every game: 1 for a win, 0 for a loss."""
    return np.where(np.equal(outcomes, 0), config.draw_value, np.greater(outcomes, 0))


def totals_of(points: Points) -> list[float]:
    """The points of every entrant in all games; rounded, so that those with equally many are equal."""
    totals: list[float] = points.sum(axis=1).round(6).tolist()
    return totals


def by_seniority(population: Sequence[Individual], elders: int = 0) -> list[int]:
    """All indices: first those below ``elders``, then the smallest; of equals, the first."""
    sizes = [0] * elders + [len(individual) for individual in population[elders:]]
    return sorted(range(len(population)), key=sizes.__getitem__)


def alike_as(index: int, traits: NDArray[Any]) -> NDArray[np.bool_]:
    """Who has the same row of traits as an individual, (individuals,)."""
    same: NDArray[np.bool_] = (traits == traits[index]).all(axis=1)
    return same


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
