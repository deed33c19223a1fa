"""Selection: of those that are reproduced, of the parents of children, and by NSGA-II of those that survive.

With several objectives a population and its children compete (K. Deb, A. Pratap, S. Agarwal and
T. Meyarivan, "A fast and elitist multiobjective genetic algorithm: NSGA-II", IEEE Transactions on
Evolutionary Computation 6, 2002). The objectives are the score, which is the fitness that the evaluation
sets, and the number of nodes, of which fewer are better. A score is relative to the individuals that are
evaluated together. So parents take the tests of their children's generation anew, beside them, and survive by
these results. Sorting and crowding distances are DEAP's, which draw nothing. Its tournament is not used: it
draws from Python's global generator, and in multiples of four.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Sequence
from math import inf
from typing import NamedTuple

import numpy as np
from deap.tools import emo
from numpy.typing import NDArray

from senet_gp.evolution.ancestry import REPRODUCED
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.lexicase_selection import epsilons_of, lexicase
from senet_gp.runtime.errors import SenetGpError
from senet_gp.trees.individual import Individual, WeightedFitness

#: More of the score and fewer nodes are better.
WEIGHTS = (1.0, -1.0)


def proportional(population: Sequence[Individual], count: int, *, rng: random.Random) -> list[Individual]:
    """Draw individuals, with replacement, each with a probability proportional to its fitness.

    Raises:
        SenetGpError: if a fitness is negative, or their sum is zero or infinite.
    """
    weights = [individual.fitness.values[0] for individual in population]
    if not all(weight >= 0 for weight in weights) or not 0 < sum(weights) < inf:
        raise SenetGpError(
            f"fitness is from {min(weights)} to {max(weights)}, but selection in proportion to it needs "
            "numbers from 0 up with a positive, finite sum: change the fitness, or use --selection "
            "tournament and --elite best"
        )
    return rng.choices(population, weights, k=count)


def tournament(
    population: Sequence[Individual], count: int, *, tournament_size: int, rng: random.Random
) -> list[Individual]:
    """Draw individuals, each the best of ``tournament_size`` drawn uniformly with replacement."""
    return [
        max(rng.choices(population, k=tournament_size), key=lambda individual: individual.fitness.values[0])
        for _ in range(count)
    ]


def double_tournament(
    population: Sequence[Individual],
    count: int,
    *,
    tournament_size: int,
    parsimony_size: float,
    fitness_first: bool,
    rng: random.Random,
) -> list[Individual]:
    """Draw individuals by tournaments of fitness and of size, which holds growth down.

    A tournament of size is between two individuals, of which the smaller wins with probability
    ``parsimony_size`` / 2, and each with probability 1/2 if their sizes are equal (Luke and Panait, "Fighting
    bloat with nonparametric parsimony pressure", PPSN 2002; DEAP's ``selDoubleTournament``).

    Args:
        population: the individuals to draw from, with replacement.
        count: how many to draw.
        tournament_size: the number of individuals in a tournament of fitness.
        parsimony_size: from 1, where size does not matter, to 2, where the smaller always wins.
        fitness_first: whether the two of a tournament of size have won a tournament of fitness each; else
            those of a tournament of fitness have won a tournament of size each.
        rng: the generator to draw from.
    """

    def fittest(of: Sequence[Individual]) -> Individual:
        return max(of, key=lambda individual: individual.fitness.values[0])

    def smaller(a: Individual, b: Individual) -> Individual:
        if len(a) > len(b):
            a, b = b, a
        return a if rng.random() < (0.5 if len(a) == len(b) else parsimony_size / 2) else b

    def drawn_by_fitness() -> Individual:
        return fittest(rng.choices(population, k=tournament_size))

    def drawn_by_size() -> Individual:
        return smaller(*rng.choices(population, k=2))

    if fitness_first:
        return [smaller(drawn_by_fitness(), drawn_by_fitness()) for _ in range(count)]
    return [fittest([drawn_by_size() for _ in range(tournament_size)]) for _ in range(count)]


def lexicase_selection(
    population: Sequence[Individual], count: int, *, epsilon: bool, rng: random.Random
) -> list[Individual]:
    """Draw individuals by lexicase selection (:mod:`~senet_gp.evolution.evaluation.lexicase_selection`).

    Args:
        population: the individuals; the first value of their fitness is not used, the others are the points
            in each test, the same tests for all.
        count: how many to draw.
        epsilon: whether points within the median absolute deviation of the best in a test count as the best.
        rng: the generator from which the key of the draws is drawn.

    Raises:
        SenetGpError: if the fitness has a single value, or the number of values differs.
    """
    rows = [individual.fitness.values[1:] for individual in population]
    if not rows[0] or len(set(map(len, rows))) > 1:
        raise SenetGpError(
            "lexicase selection needs the points of each test after the first value of every fitness: use "
            "--credit table, or another selection"
        )
    points = np.array(rows, np.float64)
    epsilons = epsilons_of(points) if epsilon else np.zeros(points.shape[1])
    chosen = lexicase(points, count, key=rng.getrandbits(64), epsilons=epsilons)
    return [population[index] for index in chosen.tolist()]


def best(population: Sequence[Individual], count: int) -> list[Individual]:
    """The fittest individuals; among equals, the first in the population."""
    return sorted(population, key=lambda individual: -individual.fitness.values[0])[:count]


def chances(fitness: Sequence[float], config: Config) -> list[float]:
    """The exact probability of every individual to be drawn as a parent, in each draw.

    Args:
        fitness: the fitness of every individual.
        config: the configuration, which names the selection.

    Raises:
        UsageError: if the probabilities of the selection are unknown.

    >>> from senet_gp.evolution.config import Config
    >>> chances([1.0, 3.0], Config().resolved())
    [0.25, 0.75]
    """
    selection = config.selection
    function = selection.chances_function()
    named = inspect.signature(function).parameters
    options = {name: value for name, value in selection.as_values().items() if name in named}
    found: list[float] = function(np.array(fitness, np.float64), **options).tolist()
    return found


def chances_in_proportion(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probabilities in :func:`proportional`, (individuals,) float64."""
    shares: NDArray[np.float64] = weights / weights.sum()
    return shares


def chances_by_tournament(weights: NDArray[np.float64], *, tournament_size: int) -> NDArray[np.float64]:
    """The probabilities in :func:`tournament`, (individuals,) float64.

    >>> chances_by_tournament(np.array([1.0, 2.0]), tournament_size=2)
    array([0.25, 0.75])
    """
    # The best individual drawn has a given fitness if none drawn is fitter and not all are less fit.
    _, which, equals = np.unique(weights, return_inverse=True, return_counts=True)
    up_to = (np.cumsum(equals) / len(weights)) ** tournament_size
    shares: NDArray[np.float64] = np.diff(up_to, prepend=0.0) / equals
    return shares[which]


class Survivors(NamedTuple):
    """The individuals that survive a generation.

    Attributes:
        population: the survivors, parents before children, each with both values of its fitness.
        notes: how each came about; parents are noted as reproduced.
        winner: the index of the one with the best score; among equals, of the smallest.
    """

    population: list[Individual]
    notes: list[str]
    winner: int


def beside(parents: Sequence[Individual], children: Sequence[Individual]) -> list[Individual]:
    """Copies of the parents, without fitness, and after them their children: who is evaluated together."""
    return [*map(Individual, parents), *children]


def survivors(candidates: Sequence[Individual], notes: Sequence[str], count: int) -> Survivors:
    """The individuals that survive, from evaluated parents and children.

    An expression survives once, as long as there are enough others: copies of small expressions would
    otherwise fill the population.

    Args:
        candidates: the parents and then the children, as :func:`beside` gives them, with the score as their
            fitness. Their fitness is replaced by one of two values.
        notes: how each child was made; of the candidates without a note, the n-th is the n-th parent.
        count: how many survive.
    """
    for individual in candidates:
        individual.fitness = WeightedFitness(WEIGHTS, (individual.fitness.values[0], len(individual)))
    first = {individual.packed: index for index, individual in reversed(list(enumerate(candidates)))}
    distinct = sorted(first.values())
    chosen = distinct
    if len(distinct) > count:
        found = emo.selNSGA2([candidates[index] for index in distinct], count, nd="log")
        kept = set(map(id, found))
        chosen = [index for index in distinct if id(candidates[index]) in kept]
    elif len(distinct) < count:
        copies = sorted(set(range(len(candidates))) - set(distinct))
        chosen = sorted([*distinct, *copies[: count - len(distinct)]])
    parents = len(candidates) - len(notes)
    population = [candidates[index] for index in chosen]
    return Survivors(
        population,
        [notes[index - parents] if index >= parents else f"{REPRODUCED}{index}" for index in chosen],
        max(range(count), key=lambda index: (population[index].fitness.wvalues, -index)),
    )


def crowded(population: Sequence[Individual], count: int, *, rng: random.Random) -> list[Individual]:
    """Draw individuals by NSGA-II's tournament: the better of two, drawn uniformly with replacement.

    The one on the better front is better; on the same front, the one with the larger crowding distance; of
    equal ones the first drawn. With a single objective, a front is a score.
    """
    ranks: dict[int, tuple[int, float]] = {}
    # DEAP's faster one does not work with a single objective.
    several = len(population[0].fitness.wvalues) > 1
    sorted_by_fronts = emo.sortLogNondominated if several else emo.sortNondominated
    for number, front in enumerate(sorted_by_fronts(list(population), len(population))):
        emo.assignCrowdingDist(front)
        ranks |= {id(individual): (-number, individual.fitness.crowding_dist) for individual in front}
    return [
        max(rng.choices(population, k=2), key=lambda individual: ranks[id(individual)]) for _ in range(count)
    ]
