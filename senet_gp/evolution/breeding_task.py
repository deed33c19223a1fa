"""The task that breeds some children of a population, in this process or in a worker.

A worker receives the codes of the parents that it needs and returns the codes of the children. Every child
draws from a random stream of its own, so it is the same in any process.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from deap import base
from numpy.typing import NDArray

from primitives.vocabulary import Vocabulary
from senet_gp.evolution.checked_operators import Breeders, Outside
from senet_gp.evolution.config import Config
from senet_gp.evolution.draws import Draws
from senet_gp.evolution.recorded_code import check_code_here, code_of
from senet_gp.evolution.toolbox import breeding_operators
from senet_gp.trees.individual import Individual, Operator

_BYTES_OF_A_CODE = np.dtype(np.int16).itemsize
_MAX_IN_A_BYTE = np.iinfo(np.uint8).max
_OPERATORS = (None, *Operator)
_NUMBER_OF = {operator: number for number, operator in enumerate(_OPERATORS)}


class Pair(NamedTuple):
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
        code: what the configured operators from outside do in the process that sends them; by default this
            one (see :func:`~senet_gp.evolution.recorded_code.code_of`).

    Raises:
        UsageError: if the configured operators do something else in this process.
    """

    def __init__(
        self,
        config: Config,
        others: Mapping[str, Any],
        rng: random.Random,
        code: Mapping[str, str] | None = None,
    ) -> None:
        self.config, self.rng = config, rng
        self._others = dict(others)
        self._code = code_of(config) if code is None else code
        check_code_here(self._code, config)

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickled together, so that all operators still share one generator in the worker.
        return Operators, (self.config, self._others, self.rng, self._code)

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


def child_of(pair: Pair, breeders: Breeders, config: Config, rng: random.Random) -> tuple[Individual, bool]:
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


def bred_of(
    operators: Operators,
    vocabulary: Vocabulary,
    parents: Trees,
    pairs: NDArray[np.int32],
    places: range,
    key: int,
) -> Children:
    """Breed some children, in any process.

    Args:
        operators: the operators to breed with.
        vocabulary: the vocabulary of all trees.
        parents: all parents of these children.
        pairs: (children, 2) int32, the indices of their parents; -1 for no second parent.
        places: the indices of the children in the next population.
        key: the key of the generation's children.
    """
    breeders, config, draws = operators.breeders, operators.config, operators.draws
    trees = [Individual.from_packed(packed, vocabulary) for packed in parents.each()]
    children: list[Individual] = []
    mutated = np.zeros(len(places), np.bool_)
    for number, (place, (first, second)) in enumerate(zip(places, pairs.tolist(), strict=True)):
        draws.begin_child(key, place)
        pair = Pair(trees[first], None if second < 0 else trees[second])
        child, mutated[number] = child_of(pair, breeders, config, draws.rng)
        children.append(child)
    return Children(
        Trees.of(children),
        np.array([child.depth for child in children], np.int64),
        np.array([_NUMBER_OF[getattr(child, "made_by", None)] for child in children], np.int8),
        np.array([getattr(child, "of_second", False) for child in children], np.bool_),
        mutated,
    )


def as_individuals(
    parts: Sequence[Children], vocabulary: Vocabulary
) -> tuple[Iterator[Individual], Iterator[bool]]:
    """The children of all parts, and for each child whether it was mutated."""

    def children() -> Iterator[Individual]:
        for part in parts:
            columns = (part.depths.tolist(), part.operators.tolist(), part.of_second.tolist())
            for packed, depth, operator, of_second in zip(part.trees.each(), *columns, strict=True):
                child = Individual.from_packed(packed, vocabulary, depth)
                if operator:
                    child.made_by = _OPERATORS[operator]
                if of_second:
                    child.of_second = True
                yield child

    return children(), (mutated for part in parts for mutated in part.mutated.tolist())
