"""Breeding of a population from the one before, in this process or in workers.

This process chooses the parents; the children are bred in batches (see
:mod:`senet_gp.evolution.breeding_task`).
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from types import BuiltinFunctionType, FunctionType
from typing import Any

import numpy as np
from deap import base

from primitives.vocabulary import Vocabulary
from senet_gp.arena.batches import cut, spread
from senet_gp.arena.pool import Pool, Shared
from senet_gp.evolution.ancestry import Notes
from senet_gp.evolution.breeding_task import (
    Children,
    Operators,
    Pair,
    Trees,
    as_individuals,
    bred_of,
    child_of,
)
from senet_gp.evolution.checked_operators import Outside
from senet_gp.evolution.config import Config
from senet_gp.evolution.draws import Draws, Part
from senet_gp.evolution.node_budget import NodeBudget
from senet_gp.trees.individual import Individual

#: Fewer children than this are bred in this process, which is faster than sending them to workers.
_FEW_CHILDREN = 128
#: The nanoseconds in which a child is bred, roughly.
_CHILD_TIME = 40_000


class Breeding:
    """Breeds the populations of a run.

    Args:
        config: the run's configuration.
        toolbox: the operators.
        draws: the random streams that they draw from.
        pool: where children are bred if there are many.
    """

    def __init__(self, config: Config, toolbox: base.Toolbox, draws: Draws, pool: Pool) -> None:
        self._config, self._toolbox, self._draws, self._pool = config, toolbox, draws, pool
        self._known: tuple[Any, ...] = ()
        self._shared: Shared[Operators] | None = None

    def next_population(
        self,
        population: Sequence[Individual],
        generation: int,
        *,
        budget: NodeBudget,
        notes: Notes,
        others: Collection[str],
        outside: Outside,
    ) -> list[Individual]:
        """The next population: reproduced individuals first, then children of crossover or mutation.

        Args:
            population: the population of the parents.
            generation: the number of the next generation.
            budget: the node budget of the next population.
            notes: records how each individual is made.
            others: the aliases of the operators that are not the configured ones.
            outside: the operators from outside.

        Raises:
            PopulationTooLargeError: if it would exceed its node budget.
            SenetGpError: if an operator from outside does not return what it should.
        """
        pairs = self._pairs(population, generation, outside)
        elsewhere = self._operators(others) if len(population) >= _FEW_CHILDREN else None
        if elsewhere is None:
            bred = self._bred_here(pairs, generation, outside)
            all_fit = False  # not known until all are bred
        else:
            parts = self._bred_in_pool(elsewhere, pairs, population, generation)
            bred = zip(pairs, *as_individuals(parts, population[0].vocabulary), strict=True)
            all_fit = budget.holds(np.concatenate([part.trees.sizes for part in parts]))
        offspring = []
        for pair, child, mutated in bred:
            if pair.second is None:
                notes.reproduced(child, pair.first, mutated=mutated)
            elif mutated:
                notes.mutated(child, pair.first)
            else:
                notes.crossed(child, pair.first, pair.second)
            if all_fit:
                offspring.append(child)
                continue
            offspring.append(budget.taken_by(child, pair.first))
            if budget.stand_in is not None:
                notes.without_room(budget.stand_in)
        return offspring

    def _pairs(self, population: Sequence[Individual], generation: int, outside: Outside) -> list[Pair]:
        """The parents of each child, in the order of the next population."""
        toolbox, reproduced = self._toolbox, self._config.reproduced

        def chosen(alias: str, count: int) -> list[Individual]:
            found = outside.call(alias, getattr(toolbox, alias), population, count)
            return outside.chosen(found, count, alias)

        self._draws.begin(generation, Part.REPRODUCED)
        pairs = list(map(Pair, chosen("reproduce", reproduced))) if reproduced else []
        self._draws.begin(generation, Part.SELECTED)
        parents = chosen("select", 2 * (len(population) - reproduced))
        return [*pairs, *map(Pair, parents[::2], parents[1::2])]

    def _bred_here(
        self, pairs: Sequence[Pair], generation: int, outside: Outside
    ) -> Iterator[tuple[Pair, Individual, bool]]:
        draws, key = self._draws, self._draws.children(generation)
        breeders = outside.breeders(self._toolbox)
        for place, pair in enumerate(pairs):
            draws.begin_child(key, place)
            yield pair, *child_of(pair, breeders, self._config, draws.rng)

    def _bred_in_pool(
        self,
        operators: Shared[Operators],
        pairs: Sequence[Pair],
        population: Sequence[Individual],
        generation: int,
    ) -> list[Children]:
        vocabulary, key = population[0].vocabulary, self._draws.children(generation)
        # A registered operator may breed from individuals that are not in the population.
        wanted = [one for pair in pairs for one in pair]
        names = list(map(id, wanted))
        everybody = dict(zip(names, wanted, strict=True))
        everybody.pop(id(None), None)
        trees = list(everybody.values())
        number = dict(zip(everybody, range(len(trees)), strict=True)) | {id(None): -1}
        parents = np.array(list(map(number.__getitem__, names)), np.int32).reshape(-1, 2)

        def batch(part: slice) -> tuple[Any, ...]:
            needed, local = np.unique(parents[part], return_inverse=True)
            alone = int(needed[0] < 0)
            sent = Trees.of([trees[index] for index in needed[alone:].tolist()])
            indices = (local.reshape(-1, 2) - alone).astype(np.int32)
            return (vocabulary, sent, indices, range(len(pairs))[part], key)

        parts = cut(np.full(len(pairs), _CHILD_TIME), self._pool)
        return spread(bred_of, operators, map(batch, parts), self._pool)

    def _operators(self, others: Collection[str]) -> Shared[Operators] | None:
        """The operators for workers; None if all children must be bred in this process."""
        breeding = {alias: getattr(self._toolbox, alias) for alias in ("mate", "mutate") if alias in others}
        if self._pool.workers == 1 or "clone" in others:
            return None
        if not all(travels(operator, self._draws.rng) for operator in breeding.values()):
            return None
        if self._shared is None or self._known != tuple(breeding.values()):
            self._known = tuple(breeding.values())
            self._shared = Shared(Operators(self._config, breeding, self._draws.rng))
        return self._shared


def travels(operator: Any, rng: random.Random) -> bool:
    """Whether an operator does the same in every process, drawing from this generator or Python's own.

    This is known of functions that a module holds under their own name, registered with no other arguments
    than this generator, other such functions, a vocabulary, numbers and texts. It is not known of methods, of
    functions of the main program, and of operators with a generator of their own.
    """
    if isinstance(operator, partial):
        arguments = (operator.func, *operator.args, *operator.keywords.values())
        return all(travels(argument, rng) for argument in arguments)
    if isinstance(operator, FunctionType | BuiltinFunctionType):
        return _found_by_name(operator)
    plain = (bool, int, float, str, type(None), Vocabulary)
    return operator is rng or isinstance(operator, plain)


def _found_by_name(function: Callable[..., Any]) -> bool:
    module = getattr(function, "__module__", None)
    if module in {None, "__main__"}:
        return False
    return getattr(sys.modules.get(str(module)), function.__qualname__, None) is function
