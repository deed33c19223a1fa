"""Breeding of a population from the one before, in this process or in workers.

This process chooses the parents; the children are bred in batches. A worker receives the codes of the parents
that it needs and returns the codes of the children. Every child draws from a random stream of its own, so it
is the same in any process. Sizes, ancestry and the node budget are counted here, in the order of the
population. The nodes of most children are never read, so their lists are made at first use.

An operator from outside is sent to workers, too, if it is certain to do the same there (:func:`travels`).
With any other operator all children are bred in this process, from the same streams. What an operator keeps
between calls cannot be seen in its code, so some children of those that are sent are bred twice.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from types import BuiltinFunctionType, FunctionType
from typing import Any, NamedTuple

import numpy as np
from deap import base
from numpy.typing import NDArray

from primitives.vocabulary import Vocabulary
from senet_gp.arena.batches import cut, spread
from senet_gp.arena.pool import Pool, Shared
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.loop.ancestry import Notes
from senet_gp.evolution.loop.node_budget import NodeBudget
from senet_gp.evolution.loop.outside_operators import Breeders, Outside
from senet_gp.evolution.loop.toolbox import Draws, Stage, breeding_operators
from senet_gp.trees.individual import Individual, Operator

_BYTES_OF_A_CODE = np.dtype(np.int16).itemsize
_MAX_IN_A_BYTE = np.iinfo(np.uint8).max
_OPERATORS = (None, *Operator)
_NUMBER_OF = {operator: number for number, operator in enumerate(_OPERATORS)}
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

    @property
    def sizes(self) -> NDArray[np.int64]:
        """The number of nodes of each tree, (trees,) int64."""
        return np.diff(self.ends, prepend=0)

    def each(self) -> list[bytes]:
        """The packed codes of each tree."""
        packed, ends = self.codes.astype(np.int16).tobytes(), (_BYTES_OF_A_CODE * self.ends).tolist()
        return [packed[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]


class Children(NamedTuple):
    """Children in the form that a worker returns, in the order of the next population."""

    trees: Trees
    depths: NDArray[np.int64]
    operators: NDArray[np.int8]  # the numbers of the operators that made them
    of_second: NDArray[np.bool_]
    mutated: NDArray[np.bool_]


class Operators:
    """The operators that breed children in a worker.

    Args:
        config: the run's configuration.
        others: registered operators that are not the configured ones, by alias.
        rng: the generator that all operators draw from.
    """

    def __init__(self, config: ResolvedConfig, others: Mapping[str, Any], rng: random.Random) -> None:
        self.config, self.rng = config, rng
        self._others = dict(others)

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickled together, so that all operators still share one generator in the worker.
        return Operators, (self.config, self._others, self.rng)

    @cached_property
    def breeders(self) -> Breeders:
        """These operators; what those from outside return is checked."""
        toolbox = base.Toolbox()
        breeding_operators(toolbox, self.config, self.rng)
        for alias, operator in self._others.items():
            setattr(toolbox, alias, operator)
        operators = {alias: getattr(toolbox, alias) for alias in Breeders._fields}
        return Outside.of(operators, self._others, self.config).breeders(toolbox)

    @cached_property
    def draws(self) -> Draws:
        """The random streams of the children."""
        return Draws.of_children(self.rng, everybodys=bool(self._others))


def child_of(
    pair: Parents, breeders: Breeders, config: ResolvedConfig, rng: random.Random
) -> tuple[Individual, bool]:
    """A child, and whether it was mutated.

    A reproduced individual is sometimes mutated. Of two parents, the first alone is sometimes mutated; else
    they are crossed.

    Raises:
        SenetGpError: if an operator from outside does not return what it should.
    """
    first, second = pair
    if second is None:
        child = breeders.clone(first)
        mutated = rng.random() < config.mutation_chance
        return (breeders.mutate(child) if mutated else child), mutated
    # Without mutants nothing is drawn, so that earlier runs with the paper's method keep their results.
    if config.mutant_share and rng.random() < config.mutant_share:
        return breeders.mutate(breeders.clone(first)), True
    return breeders.mate(breeders.clone(first), breeders.clone(second)), False


def children_of(
    pairs: Iterable[Parents],
    indices: Iterable[int],
    key: int,
    breeders: Breeders,
    config: ResolvedConfig,
    draws: Draws,
) -> Iterator[tuple[Individual, bool]]:
    """The children of some parents, each with whether it was mutated.

    Args:
        pairs: the parents of each child.
        indices: the indices of the children in the next population.
        key: the key of the generation's children.
        breeders: the operators.
        config: the run's configuration.
        draws: the random streams, of which each child has one by its index.

    Raises:
        SenetGpError: if an operator from outside does not return what it should.
    """
    for index, pair in zip(indices, pairs, strict=True):
        draws.begin_child(key, index)
        yield child_of(pair, breeders, config, draws.rng)


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
    bred = [Parents(trees[first], None if second < 0 else trees[second]) for first, second in pairs.tolist()]
    made = children_of(bred, indices, key, operators.breeders, operators.config, operators.draws)
    children, mutated = map(list, zip(*made, strict=True))
    return Children(
        Trees.of(children),
        np.array([child.depth for child in children], np.int64),
        np.array([_NUMBER_OF[getattr(child, "made_by", None)] for child in children], np.int8),
        np.array([getattr(child, "of_second", False) for child in children], np.bool_),
        np.array(mutated, np.bool_),
    )


def as_individuals(parts: Sequence[Children], vocabulary: Vocabulary) -> Iterator[tuple[Individual, bool]]:
    """The children of all parts, each with whether it was mutated."""
    for part in parts:
        columns = (part.depths, part.operators, part.of_second, part.mutated)
        rows = zip(part.trees.each(), *(column.tolist() for column in columns), strict=True)
        for packed, depth, operator, of_second, mutated in rows:
            child = Individual.from_packed(packed, vocabulary, depth)
            if operator:
                child.made_by = _OPERATORS[operator]
            if of_second:
                child.of_second = True
            yield child, mutated


def _maker(pair: Parents, *, mutated: bool) -> str:
    """The alias of the operator that made a child of these parents."""
    if mutated:
        return "mutate"
    return "clone" if pair.second is None else "mate"


class Breeding:
    """Breeds the populations of a run.

    Args:
        config: the run's configuration.
        toolbox: the operators.
        draws: the random streams that they draw from.
        pool: where children are bred if there are many.
    """

    def __init__(self, config: ResolvedConfig, toolbox: base.Toolbox, draws: Draws, pool: Pool) -> None:
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
        key, breeders = self._draws.children(generation), outside.breeders(self._toolbox)
        sent = self._sent(others)
        if sent is None or self._pool.workers == 1 or len(population) < _FEW_CHILDREN:
            bred = children_of(pairs, range(len(pairs)), key, breeders, self._config, self._draws)
            all_fit = False  # not known until all are bred
        else:
            parts = self._bred_in_pool(self._operators(sent), pairs, population, key)
            bred = as_individuals(parts, population[0].vocabulary)
            all_fit = budget.holds(np.concatenate([part.trees.sizes for part in parts]))
        foreign = frozenset() if sent is None else outside.makers(self._toolbox)
        made: list[tuple[int, Parents, Individual]] = []
        offspring = []
        for index, (pair, (child, mutated)) in enumerate(zip(pairs, bred, strict=True)):
            if pair.second is None:
                notes.reproduced(child, pair.first, mutated=mutated)
            elif mutated:
                notes.mutated(child, pair.first)
            else:
                notes.crossed(child, pair.first, pair.second)
            if foreign and _maker(pair, mutated=mutated) in foreign:
                made.append((index, pair, child))
            if all_fit:
                offspring.append(child)
                continue
            offspring.append(budget.taken_by(child, pair.first))
            if budget.stand_in is not None:
                notes.without_room(budget.stand_in)
        # In each generation other children, since a state may return to what it was.
        step = min(_BRED_TWICE, len(made)) or 1
        self._breed_again(made[generation % step :: step], key, breeders, outside)
        return offspring

    def _breed_again(
        self,
        made: Sequence[tuple[int, Parents, Individual]],
        key: int,
        breeders: Breeders,
        outside: Outside,
    ) -> None:
        """Breed children again, each with its index, its parents and the child that they had.

        Raises:
            SenetGpError: if one becomes another child.
        """
        for index, pair, child in made:
            ((again, mutated),) = children_of([pair], [index], key, breeders, self._config, self._draws)
            if again.packed != child.packed:
                outside.refuse_memory(_maker(pair, mutated=mutated))

    def _pairs(self, population: Sequence[Individual], generation: int, outside: Outside) -> list[Parents]:
        """The parents of each child, in the order of the next population."""
        toolbox, reproduced = self._toolbox, self._config.reproduced

        def chosen(alias: str, count: int) -> list[Individual]:
            found = outside.call(alias, getattr(toolbox, alias), population, count)
            return outside.chosen(found, count, alias)

        self._draws.begin(generation, Stage.REPRODUCED)
        pairs = list(map(Parents, chosen("reproduce", reproduced))) if reproduced else []
        self._draws.begin(generation, Stage.SELECTED)
        parents = chosen("select", 2 * (len(population) - reproduced))
        return [*pairs, *map(Parents, parents[::2], parents[1::2])]

    def _bred_in_pool(
        self,
        operators: Shared[Operators],
        pairs: Sequence[Parents],
        population: Sequence[Individual],
        key: int,
    ) -> list[Children]:
        vocabulary = population[0].vocabulary
        # A registered operator may breed from individuals that are not in the population.
        wanted = [parent for pair in pairs for parent in pair]
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

    def _sent(self, others: Collection[str]) -> dict[str, Any] | None:
        """The registered operators that workers need; None if all children must be bred in this process."""
        sent = {alias: getattr(self._toolbox, alias) for alias in ("mate", "mutate") if alias in others}
        everywhere = all(travels(operator, self._draws.rng) for operator in sent.values())
        return sent if everywhere and "clone" not in others else None

    def _operators(self, sent: Mapping[str, Any]) -> Shared[Operators]:
        """The operators for workers."""
        if self._shared is None or self._known != tuple(sent.values()):
            self._known = tuple(sent.values())
            self._shared = Shared(Operators(self._config, sent, self._draws.rng))
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
