"""Several objectives: NSGA-II among a population and its children.

K. Deb, A. Pratap, S. Agarwal and T. Meyarivan, "A fast and elitist multiobjective genetic algorithm:
NSGA-II", IEEE Transactions on Evolutionary Computation 6, 2002. The objectives are the score, which is the
fitness that the evaluation sets, and the number of nodes, of which fewer are better.

A score is relative to the individuals that are evaluated together. So parents take the tests of their
children's generation anew, beside them, and survive by these results.

Sorting and crowding distances are DEAP's, which draw nothing. Its tournament is not used: it draws from
Python's global generator, and in multiples of four.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from deap.tools import emo

from senet_gp.evolution.ancestry import REPRODUCED
from senet_gp.trees.individual import Individual, WeightedFitness

#: More of the score and fewer nodes are better.
WEIGHTS = (1.0, -1.0)


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
