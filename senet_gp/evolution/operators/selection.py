"""Selection: of the individuals that are reproduced, of the parents of children, and of migrants.

Nothing heavy is imported here but within functions, since the command line lists these operators.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, TypeAlias

from senet_gp.evolution.configuration.options import option
from senet_gp.evolution.configuration.registration import operator
from senet_gp.runtime.errors import SenetGpError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from senet_gp.trees.individual import Individual

_Choice: TypeAlias = "Callable[[list[Any], int], list[Any]]"


def chances_in_proportion(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probabilities in :func:`proportional`, (individuals,) float64."""
    shares: NDArray[np.float64] = weights / weights.sum()
    return shares


def chances_by_tournament(weights: NDArray[np.float64], *, tournament_size: int) -> NDArray[np.float64]:
    """The probabilities in :func:`tournament`, (individuals,) float64.

    >>> import numpy as np
    >>> chances_by_tournament(np.array([1.0, 2.0]), tournament_size=2)
    array([0.25, 0.75])
    """
    import numpy as np

    # The best individual drawn has a given fitness if none drawn is fitter and not all are less fit.
    _, which, equals = np.unique(weights, return_inverse=True, return_counts=True)
    up_to = (np.cumsum(equals) / len(weights)) ** tournament_size
    shares: NDArray[np.float64] = np.diff(up_to, prepend=0.0) / equals
    return shares[which]


@operator("elite", "proportional", "drawn in proportion to fitness")
@operator(
    "selection", "proportional", "in proportion to fitness", chances=chances_in_proportion, by_order=False
)
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


TOURNAMENT_SIZE = option(
    7, "individuals drawn, of which the fittest becomes a parent", between=(1, 1_000_000), sample=3
)


@operator("selection", "tournament", "the best of a few drawn at random", chances=chances_by_tournament)
def tournament(
    population: Sequence[Individual],
    count: int,
    *,
    rng: random.Random,
    tournament_size: int = TOURNAMENT_SIZE,
) -> list[Individual]:
    """Draw individuals, each the best of ``tournament_size`` drawn uniformly with replacement."""
    return [
        max(rng.choices(population, k=tournament_size), key=lambda individual: individual.fitness.values[0])
        for _ in range(count)
    ]


@operator("selection", "double-tournament", "tournaments of fitness and of size")
def double_tournament(
    population: Sequence[Individual],
    count: int,
    *,
    rng: random.Random,
    tournament_size: int = TOURNAMENT_SIZE,
    parsimony_size: float = option(
        1.4,
        "how much smaller individuals are preferred: from 1, not at all, to 2, always",
        between=(1.0, 2.0),
    ),
    fitness_first: bool = option(
        default=True, text="whether tournaments of fitness come before those of size"
    ),
) -> list[Individual]:
    """Draw individuals by tournaments of fitness and of size, which holds growth down.

    A tournament of size is between two individuals, of which the smaller wins with probability
    ``parsimony_size`` / 2, and each with probability 1/2 if their sizes are equal (Luke and Panait, "Fighting
    bloat with nonparametric parsimony pressure", PPSN 2002; DEAP's ``selDoubleTournament``).

    Args:
        population: the individuals to draw from, with replacement.
        count: how many to draw.
        rng: the generator to draw from.
        tournament_size: the number of individuals in a tournament of fitness.
        parsimony_size: from 1, where size does not matter, to 2, where the smaller always wins.
        fitness_first: whether the two of a tournament of size have won a tournament of fitness each; else
            those of a tournament of fitness have won a tournament of size each.
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


@operator("selection", "lexicase", "test by test, with the credit table", by_order=False, by_table=True)
def lexicase_selection(
    population: Sequence[Individual],
    count: int,
    *,
    rng: random.Random,
    epsilon: bool = option(
        default=False,
        text="whether points within the median absolute deviation of the best count as the best",
    ),
) -> list[Individual]:
    """Draw individuals by lexicase selection (:mod:`~senet_gp.evolution.operators.lexicase_selection`).

    Args:
        population: the individuals; the first value of their fitness is not used, the others are the points
            in each test, the same tests for all.
        count: how many to draw.
        rng: the generator from which the key of the draws is drawn.
        epsilon: whether points within the median absolute deviation of the best in a test count as the best.

    Raises:
        SenetGpError: if the fitness has a single value, or the number of values differs.
    """
    import numpy as np

    from senet_gp.evolution.operators.lexicase_selection import epsilons_of, lexicase

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


@operator("elite", "best", "the fittest")
def best(population: Sequence[Individual], count: int) -> list[Individual]:
    """The fittest individuals; among equals, the first in the population."""
    return sorted(population, key=lambda individual: -individual.fitness.values[0])[:count]


@operator("migration", "ring", "to the next island, and from the last to the first")
def ring(populations: Sequence[list[Any]], migrants: int, selection: _Choice, replacement: _Choice) -> None:
    """Move individuals of each population to the next one, as DEAP does.

    Args:
        populations: the populations, which are changed.
        migrants: how many individuals leave each.
        selection: chooses those that leave a population.
        replacement: chooses those that they replace.
    """
    from deap import tools

    tools.migRing(populations, migrants, selection, replacement)
