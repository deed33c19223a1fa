"""Which of the evaluated individuals are the population of a generation.

With one objective the children replace their parents. With several, both compete: the objectives are the
score, which is the fitness that the evaluation sets, and the number of nodes, of which fewer are better. A
score is relative to the individuals that are evaluated together, so parents take the tests of the generation
of their children beside them, and survive by these results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import NamedTuple

from senet_gp.evolution.loop.ancestry import REPRODUCED, Candidates
from senet_gp.trees.individual import Individual, WeightedFitness

#: More of the score and fewer nodes are better.
WEIGHTS = (1.0, -1.0)


class Survivors(NamedTuple):
    """The individuals that survive a generation.

    Attributes:
        population: the survivors, in the order in which they were evaluated.
        notes: how each was made.
        winner: the index of the best of them.
    """

    population: list[Individual]
    notes: list[str]
    winner: int


def all_survive(candidates: Candidates, winner: int) -> Survivors:
    """All individuals that were evaluated, of which the evaluation has named the best."""
    return Survivors(candidates.individuals, candidates.notes, winner)


def beside_parents(breed: Callable[..., Candidates]) -> Callable[..., Candidates]:
    """A breeding whose children are evaluated beside their parents: copies of these stand before them."""

    @wraps(breed)
    def bred(parents: Sequence[Individual], generation: int, winners: Sequence[Individual]) -> Candidates:
        children = breed(parents, generation, winners)
        notes = [f"{REPRODUCED}{index}" for index in range(len(parents))]
        return children._replace(
            individuals=[*map(Individual, parents), *children.individuals], notes=[*notes, *children.notes]
        )

    return bred


def survivors(
    candidates: Candidates,
    winner: int,  # noqa: ARG001 - as all_survive
    *,
    count: int,
    survive: Callable[[Sequence[Individual], int], Iterable[Individual]],
) -> Survivors:
    """The individuals that survive, of parents and children.

    The winner is the one with the best score; among equals, the smallest.

    Args:
        candidates: the parents and then the children, with the score as their fitness. Their fitness is
            replaced by one of two values.
        winner: the one that the evaluation has named, which need not survive.
        count: how many survive.
        survive: chooses as many different candidates, such as
            :func:`~senet_gp.evolution.operators.size_control.by_size_class`.
    """
    individuals = candidates.individuals
    for individual in individuals:
        individual.fitness = WeightedFitness(WEIGHTS, (individual.fitness.values[0], len(individual)))
    index_of = {id(individual): index for index, individual in enumerate(individuals)}
    chosen = sorted(index_of[id(individual)] for individual in survive(individuals, count))
    population = [individuals[index] for index in chosen]
    best = max(range(count), key=lambda index: (population[index].fitness.wvalues, -index))
    return Survivors(population, [candidates.notes[index] for index in chosen], best)
