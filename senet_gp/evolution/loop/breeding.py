"""Breeding of a population from the one before, in this process or in workers.

This process chooses the parents; the children are bred in batches. A worker receives the codes of the parents
that it needs and returns the codes of the children. Every child draws from a random stream of its own, so it
is the same in any process. The node budget is counted here, in the order of the population.

With an operator from outside that may do something else in workers, all children are bred in this process,
from the same streams. What an operator keeps between calls cannot be seen in its code, so of the children of
those that are sent, some are bred twice.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from deap import base
from numpy.typing import NDArray

from primitives.vocabulary import Vocabulary
from senet_gp.arena.batches import cut
from senet_gp.arena.pool import Pool, Shared
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.loop.genealogy import Candidates, Origin, PopulationOrigins, origins_of_first
from senet_gp.evolution.loop.guarded_operators import guarded
from senet_gp.evolution.loop.node_budget import NodeBudget, check_nodes
from senet_gp.evolution.loop.toolbox import Draws, Stage, breeding_operators
from senet_gp.evolution.operators.variation import Operator
from senet_gp.runtime.errors import SenetGpError, UsageError
from senet_gp.trees.individual import Individual

_BYTES_OF_A_CODE = np.dtype(np.int16).itemsize
_MAX_IN_A_BYTE = np.iinfo(np.uint8).max
#: Fewer children than this are bred in this process, which is faster than sending them to workers.
_FEW_CHILDREN = 128
#: One in this many children that operators from outside make is bred twice.
_BRED_TWICE = 200
#: The nanoseconds in which a child is bred, roughly.
_CHILD_TIME = 40_000


class Parents(NamedTuple):
    """The parents of a child; a reproduced individual has no second parent."""

    first: Individual
    second: Individual | None = None


class Trees(NamedTuple):
    """Several trees in the form that is sent between processes."""

    codes: NDArray[np.int16] | NDArray[np.uint8]  # (nodes,) the codes of all nodes, tree after tree
    ends: NDArray[np.int64]  # (trees,) the end of each tree in the codes

    @classmethod
    def of(cls, trees: Sequence[Individual]) -> Trees:
        """The trees of these individuals."""
        joined = np.frombuffer(b"".join([tree.packed for tree in trees]), np.int16)
        # The codes of most vocabularies fit in a byte.
        small = joined.max() <= _MAX_IN_A_BYTE
        return cls(joined.astype(np.uint8) if small else joined, np.cumsum(list(map(len, trees))))

    def each(self) -> list[bytes]:
        """The packed codes of each tree."""
        packed, ends = self.codes.astype(np.int16).tobytes(), (_BYTES_OF_A_CODE * self.ends).tolist()
        return [packed[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]


class Children(NamedTuple):
    """Children in the form that a worker returns, in the order of the next population."""

    trees: Trees
    depths: NDArray[np.int64]
    operators: list[str | None]  # those that made them; None for one that does not say so
    of_second: NDArray[np.bool_]
    mutated: NDArray[np.bool_]


class Child(NamedTuple):
    """A child, and whether it was mutated."""

    tree: Individual
    mutated: bool

    def maker(self, parents: Parents) -> str:
        """The alias of the operator that made it of these parents."""
        if self.mutated:
            return "mutate"
        return "clone" if parents.second is None else "mate"


class Breeder:
    """Makes children of parents, each from a random stream of its own, in any process.

    Args:
        operators: the operators ``clone``, ``mate`` and ``mutate``.
        config: the run's configuration.
        draws: the random streams, of which each child has one by its index.
    """

    def __init__(self, operators: SimpleNamespace, config: ResolvedConfig, draws: Draws) -> None:
        self._clone, self._mate, self._mutate = operators.clone, operators.mate, operators.mutate
        self._mutation_chance, self._mutant_share = config.mutation_chance, config.mutant_share
        self._draws, self._rng = draws, draws.rng

    def children(self, pairs: Iterable[Parents], indices: Iterable[int], key: int) -> Iterator[Child]:
        """The children of some parents.

        Args:
            pairs: the parents of each child.
            indices: the indices of the children in the next population.
            key: the key of the generation's children.

        Raises:
            SenetGpError: if an operator from outside does not return what it should.
        """
        for index, pair in zip(indices, pairs, strict=True):
            self._draws.begin_child(key, index)
            yield self._child(pair)

    def _child(self, pair: Parents) -> Child:
        """A child of these parents.

        A reproduced individual is sometimes mutated. Of two parents, the first alone is sometimes mutated;
        else they are crossed.
        """
        first, second = pair
        if second is None:
            child = self._clone(first)
            mutated = self._rng.random() < self._mutation_chance
            return Child(self._mutate(child)[0] if mutated else child, mutated)
        # Without mutants nothing is drawn, so that earlier runs with the paper's method keep their results.
        if self._mutant_share and self._rng.random() < self._mutant_share:
            return Child(self._mutate(self._clone(first))[0], mutated=True)
        return Child(self._mate(self._clone(first), self._clone(second))[0], mutated=False)


@dataclass(frozen=True)
class Operators:
    """The operators that breed children in a worker.

    Attributes:
        config: the run's configuration.
        others: registered operators that are not the configured ones, by alias.
        rng: the generator that all operators draw from.
    """

    config: ResolvedConfig
    others: Mapping[str, Any]
    rng: random.Random

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickled together, so that all operators still share one generator in the worker.
        return Operators, (self.config, self.others, self.rng)

    @cached_property
    def breeder(self) -> Breeder:
        """The breeder with these operators."""
        toolbox = base.Toolbox()
        breeding_operators(toolbox, self.config, self.rng)
        for alias, operator in self.others.items():
            setattr(toolbox, alias, operator)
        operators = {alias: getattr(toolbox, alias) for alias in ("clone", "mate", "mutate")}
        draws = Draws.of_children(self.rng, seeds_global=bool(self.others))
        return Breeder(guarded(operators, self.others, self.config), self.config, draws)


def bred_of(
    operators: Operators,
    vocabulary: Vocabulary,
    parents: Trees,
    pairs: NDArray[np.int32],
    indices: range,
    key: int,
) -> Children:
    """Breed some children, in any process.

    Args:
        operators: the operators to breed with.
        vocabulary: the vocabulary of all trees.
        parents: all parents of these children.
        pairs: (children, 2) int32, the indices of their parents; -1 for no second parent.
        indices: the indices of the children in the next population.
        key: the key of the generation's children.
    """
    trees = [Individual.from_packed(packed, vocabulary) for packed in parents.each()]
    both = [Parents(trees[first], None if second < 0 else trees[second]) for first, second in pairs.tolist()]
    children, mutated = zip(*operators.breeder.children(both, indices, key), strict=True)
    return Children(
        Trees.of(children),
        np.array([child.depth for child in children], np.int64),
        [getattr(child, "made_by", None) for child in children],
        np.array([getattr(child, "of_second", False) for child in children], np.bool_),
        np.array(mutated, np.bool_),
    )


def as_individuals(parts: Sequence[Children], vocabulary: Vocabulary) -> Iterator[Child]:
    """The children of all parts."""
    for part in parts:
        columns = (part.depths, part.of_second, part.mutated)
        rows = zip(part.trees.each(), part.operators, *(column.tolist() for column in columns), strict=True)
        for packed, operator, depth, of_second, mutated in rows:
            child = Individual.from_packed(packed, vocabulary, depth)
            if operator is not None:
                child.made_by = operator
            if of_second:
                child.of_second = True
            yield Child(child, mutated)


class Breeding:
    """Breeds the populations of a run.

    Args:
        config: the run's configuration.
        operators: the operators of the run, as the loop calls them.
        draws: the random streams that they draw from.
        pool: where children are bred if there are many.
        sent: the registered operators that workers need; None if all children are to be bred in this process.
        compared: how sentences call the operators of which some children are bred twice, by alias.
        max_nodes: a population with more nodes raises an error; 0 for no limit.
    """

    def __init__(
        self,
        config: ResolvedConfig,
        operators: SimpleNamespace,
        draws: Draws,
        pool: Pool,
        *,
        sent: Mapping[str, Any] | None,
        compared: Mapping[str, str],
        max_nodes: int,
    ) -> None:
        self._config, self._operators, self._draws, self._pool = config, operators, draws, pool
        self._breeder = Breeder(operators, config, draws)
        self._sent = None if sent is None else Shared(Operators(config, sent, draws.rng))
        self._compared = compared
        self._max_nodes = max_nodes

    def candidates(
        self,
        parents: Sequence[Individual],
        generation: int,
        winners: Sequence[Individual],  # noqa: ARG002 - as those around it
    ) -> Candidates:
        """The individuals of the next generation, or of the first one if there are no parents.

        Reproduced individuals come first, then children of crossover or mutation.

        Args:
            parents: the population of the parents.
            generation: the number of the next generation.
            winners: the winners of earlier generations, of which none is bred.

        Raises:
            PopulationTooLargeError: if they would exceed their node budget.
            SenetGpError: if an operator from outside does not return what it should.
        """
        if not parents:
            return self._first()
        pairs, key = self._pairs(parents, generation), self._draws.children(generation)
        children = self._children(pairs, key, parents)
        if self._compared:
            children = self._some_bred_twice(children, pairs, key, generation)
        budget = NodeBudget(parents, limit=self._config.max_nodes, stop=self._max_nodes)
        made = PopulationOrigins(parents)
        individuals, origins = [], []
        for pair, (child, mutated) in zip(pairs, children, strict=True):
            stand_in = budget.stand_in_for(child, pair.first)
            if stand_in is None:
                individuals.append(child)
                origins.append(made.origin(child, *pair, mutated=mutated))
            else:
                individuals.append(Individual(stand_in))
                origins.append(made.origin_without_room(stand_in))
        return Candidates(individuals, origins, budget.refused)

    def _first(self) -> Candidates:
        """The first population.

        Raises:
            PopulationTooLargeError: if it exceeds the limit of memory.
            UsageError: if it exceeds the ``max_nodes`` of the configuration, which no memory helps.
        """
        population = self._operators.population(n=self._config.population)
        check_nodes(population, self._max_nodes)
        nodes, most = sum(map(len, population)), self._config.max_nodes
        if most and nodes > most:
            raise UsageError(
                f"the first population has {nodes:,} nodes, but max_nodes is {most:,}: begin another run, "
                "with a larger --max-nodes or smaller trees"
            )
        return Candidates(population, origins_of_first(self._config))

    def _pairs(self, population: Sequence[Individual], generation: int) -> list[Parents]:
        """The parents of each child, in the order of the next population."""
        reproduced = self._config.reproduced
        self._draws.begin(generation, Stage.REPRODUCED)
        alone = self._operators.reproduce(population, reproduced) if reproduced else []
        self._draws.begin(generation, Stage.SELECTED)
        parents = self._operators.select(population, 2 * (len(population) - reproduced))
        return [*map(Parents, alone), *map(Parents, parents[::2], parents[1::2])]

    def _children(
        self, pairs: Sequence[Parents], key: int, population: Sequence[Individual]
    ) -> Iterator[Child]:
        """The child of each pair, bred here or in workers."""
        if self._sent is None or self._pool.workers == 1 or len(pairs) < _FEW_CHILDREN:
            return self._breeder.children(pairs, range(len(pairs)), key)
        parts = self._bred_in_pool(self._sent, pairs, population, key)
        return as_individuals(parts, population[0].vocabulary)

    def _some_bred_twice(
        self, children: Iterable[Child], pairs: Sequence[Parents], key: int, generation: int
    ) -> Iterator[Child]:
        """The children, of which some are bred again when all are there.

        Raises:
            SenetGpError: if one becomes another child.
        """
        bred: list[tuple[int, Child]] = []
        for index, child in enumerate(children):
            if child.maker(pairs[index]) in self._compared:
                bred.append((index, child))
            yield child
        # In each generation other children, since a state may return to what it was.
        step = min(_BRED_TWICE, len(bred)) or 1
        for index, child in bred[generation % step :: step]:
            (again,) = self._breeder.children([pairs[index]], [index], key)
            if again.tree.packed != child.tree.packed:
                raise SenetGpError(
                    f"{self._compared[child.maker(pairs[index])]} makes another child when it is called "
                    "again, so the run would depend on the number of workers: let it keep nothing between "
                    "calls, and draw from its argument rng, or from evolution.rng"
                )

    def _bred_in_pool(
        self,
        operators: Shared[Operators],
        pairs: Sequence[Parents],
        population: Sequence[Individual],
        key: int,
    ) -> list[Children]:
        vocabulary = population[0].vocabulary
        # A registered operator may breed from individuals that are not in the population.
        both = [parent for pair in pairs for parent in pair]
        trees = list({id(parent): parent for parent in both if parent is not None}.values())
        index_of = {id(tree): index for index, tree in enumerate(trees)} | {id(None): -1}
        parents = np.array([index_of[id(parent)] for parent in both], np.int32).reshape(-1, 2)

        def batch(part: slice) -> tuple[Any, ...]:
            needed, local = np.unique(parents[part], return_inverse=True)
            alone = int(needed[0] < 0)
            sent = Trees.of([trees[index] for index in needed[alone:].tolist()])
            indices = (local.reshape(-1, 2) - alone).astype(np.int32)
            return (vocabulary, sent, indices, range(len(pairs))[part], key)

        parts = cut(np.full(len(pairs), _CHILD_TIME), self._pool)
        return self._pool.map(bred_of, map(batch, parts), shared=operators)


def improving(
    breed: Callable[..., Candidates],
    improve: Callable[..., Iterable[tuple[int, Individual]]],
    config: ResolvedConfig,
    max_nodes: int,
) -> Callable[..., Candidates]:
    """A breeding in which individuals that the evaluation has improved replace the last children at times.

    Args:
        breed: the breeding without them.
        improve: improves individuals of the generation before, each returned with the index of its origin.
        config: the run's configuration.
        max_nodes: a population with more nodes raises an error; 0 for no limit.
    """
    most = config.max_nodes

    def bred(parents: Sequence[Individual], generation: int, winners: Sequence[Individual]) -> Candidates:
        candidates = breed(parents, generation, winners)
        individuals, origins, _ = candidates
        if parents and generation % config.fitness.improves_every == 0:
            children = range(len(individuals) - 1, config.reproduced - 1, -1)
            improved = improve(parents, generation, winners)
            for index, (parent, individual) in zip(children, improved, strict=False):
                room = most - sum(map(len, individuals)) + len(individuals[index])
                too_deep = 0 < config.depth_limit < individual.depth
                if not too_deep and (not most or len(individual) <= room):
                    individuals[index], origins[index] = individual, Origin(Operator.TUNED, parent)
            check_nodes(individuals, max_nodes)
        return candidates

    return bred
