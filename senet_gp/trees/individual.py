"""The individual that evolution breeds: a DEAP tree with a DEAP fitness.

Both classes are defined at module level, not in DEAP's ``creator``, so that they can be pickled and
type-checked and are the same classes in every process. Random trees are drawn as Ferrer and Martin (1995)
did.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import wraps
from math import isfinite
from operator import attrgetter, mul
from typing import Any, NoReturn, Self

import numpy as np
from deap import base, gp

from primitives.types import Number
from primitives.vocabulary import Codes, Node, Vocabulary
from senet_gp.runtime.displays import Shown
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.quoting import brief, shortened
from senet_gp.trees import shape
from senet_gp.trees.nodes import NODES_SHOWN, beginning

_NEVER_CHANGED = frozenset({"vocabulary", "_codes", "_packed"})
_MADE_OF_CODES = _NEVER_CHANGED | {"_depth", "_size"}
_BYTES_OF_A_CODE = np.dtype(np.int16).itemsize
_OF_OBJECTS = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__str__")


class Fitness(base.Fitness):  # type: ignore[misc]
    """The fitness of an individual in its generation; more is better.

    It is comparable only with the fitness of the same generation.
    """

    weights: tuple[float, ...] = (1.0,)

    def __init__(self, values: Sequence[float] = ()) -> None:
        # DEAP's own looks at the weights each time.
        if values:
            self.values = values

    # With such a weight they are what DEAP would compute of them each time.
    values = property(attrgetter("wvalues"), base.Fitness.setValues, base.Fitness.delValues)


class WeightedFitness(Fitness):
    """A fitness of several values, each with a weight, for DEAP's operators that compare by dominance.

    Every object has its own weights, so no class has to be made for them, and it can be pickled.

    >>> fitness = WeightedFitness((1.0, -1.0), values=(0.75, 31))
    >>> fitness.values, fitness.dominates(WeightedFitness((1.0, -1.0), values=(0.75, 40)))
    ((0.75, 31.0), True)

    Args:
        weights: the weight of each value: positive if more is better, negative if less is, never 0.
        values: the values, as many as there are weights; none for a fitness without values.

    Raises:
        UsageError: if the values, also those that are set later, are not as many finite numbers as there are
            weights: others have no order, and DEAP's selections would go on with chance.
    """

    def __init__(self, weights: Sequence[float], values: Sequence[float] = ()) -> None:
        self.weights = tuple(weights)
        super().__init__(values)

    def _set_values(self, values: Sequence[float]) -> None:
        try:
            weighted = tuple(map(mul, values, self.weights))
            fits = len(values) == len(self.weights) and all(map(isfinite, weighted))
        except (TypeError, OverflowError):
            fits = False
        if not fits:
            raise UsageError(
                f"a fitness is {shortened(repr(values))}, but it must be a tuple of finite numbers, one for "
                f"each of its weights, {shortened(repr(self.weights))}"
            )
        self.wvalues = weighted

    values = property(base.Fitness.getValues, _set_values, base.Fitness.delValues)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return copy.copy(self)


class Operator(StrEnum):
    """The operator that made an individual; logs contain these values."""

    CROSSED = "x"
    POINT = "p"
    SUBTREE = "s"
    INSERT = "i"
    HOIST = "h"
    COPIED = "c"
    TUNED = "t"


class Individual(gp.PrimitiveTree, Shown):  # type: ignore[misc]
    """A typed expression: the list of its nodes, root first.

    It also keeps the codes of its nodes, two bytes each, on which all slow operations work. They are made
    once and passed on to copies and children; changing the list discards them. Where they are made of nodes,
    the nodes are checked (see :meth:`checked`).

    >>> from primitives import vocabulary_of
    >>> from senet_gp.trees.text import from_lisp
    >>> individual = from_lisp("(sub my_moves (add their_moves 1))", vocabulary_of("tictactoe"))
    >>> len(individual), individual.height, individual.fitness.valid
    (5, 2, False)

    Args:
        nodes: the nodes of a whole expression, which is not checked before it is used.
        vocabulary: the vocabulary of the nodes; not needed if ``nodes`` is an individual, which is then
            copied without its fitness.

    Attributes:
        vocabulary: its vocabulary.
        fitness: its fitness, without a value at first.
        made_by: the operator that made it, if the operator noted it; copies do not keep it.
        of_second: whether it is a changed version of the second of two parents that were crossed.
    """

    made_by: Operator | None = None
    of_second = False

    def __init__(self, nodes: Iterable[Node], vocabulary: Vocabulary | None = None) -> None:
        super().__init__(nodes)
        self.vocabulary: Vocabulary
        self._codes: Codes | None
        self._packed: bytes | None = None
        self._depth: int | None = None
        if isinstance(nodes, Individual):
            self.vocabulary, self._codes = nodes.vocabulary, nodes._codes  # noqa: SLF001 - its own class
        elif vocabulary is not None:
            self.vocabulary, self._codes = vocabulary, None
        else:
            raise TypeError("an individual needs the vocabulary that its nodes belong to: give it")
        # A class that DEAP's creator made of this one has set its own.
        if "fitness" not in vars(self):
            self.fitness = Fitness()

    def __repr__(self) -> str:
        values = " ".join(f"{value:.6g}" for value in self.fitness.values)
        fitness = f"fitness {values}" if values else "without fitness"
        first = self._first(NODES_SHOWN + 1)
        # What is no node is told where the individual is used.
        text = beginning(first) if all(hasattr(node, "arity") for node in first) else "no expression"
        return brief(Individual, f"{len(self)} {'node' if len(self) == 1 else 'nodes'}", fitness, text)

    def _first(self, count: int) -> Sequence[Node]:
        """The first of its nodes, at most ``count``."""
        return list.__getitem__(self, slice(count))

    @staticmethod
    def from_packed(packed: bytes, vocabulary: Vocabulary, depth: int | None = None) -> Individual:
        """The individual with these codes, in the form of :attr:`packed`, and this depth, if it is known.

        The list of its nodes is made at its first use.
        """
        return _Unread(packed, vocabulary, depth)

    def checked(self) -> Self:
        """Itself, if it is one whole expression of its vocabulary.

        Functions begin with it that take trees from outside. It takes almost no time for an individual with
        codes: then only what was changed behind its back, as by ``list.append(individual, node)``, is looked
        for.

        Raises:
            UsageError: if it is no expression of its vocabulary; the message tells what stands where.
        """
        if self._has_lost_its_codes():
            self._codes = self._packed = self._depth = None
        _ = self.codes
        return self

    def _has_lost_its_codes(self) -> bool:
        """Whether the codes are not those of the nodes."""
        if self._codes is None and self._packed is None:
            return True
        try:
            return self.vocabulary.decode(self.codes) != self
        except IndexError:
            return True

    @property
    def codes(self) -> Codes:
        """The codes of its nodes; do not change the array.

        Raises:
            UsageError: if its nodes are no whole expression.
        """
        if self._codes is None:
            if self._packed is None:
                self._codes = self.vocabulary.encode(self)
            else:
                # A kernel is called much faster with an array that may be written to.
                self._codes = np.frombuffer(bytearray(self._packed), np.int16)
        return self._codes

    @property
    def packed(self) -> bytes:
        """The codes of its nodes as bytes of int16, for sending."""
        return self.codes.tobytes() if self._packed is None else self._packed

    @property
    def height(self) -> int:
        """DEAP's name for the depth."""
        if self._depth is None:
            self._depth = int(shape.depth(self.codes, self.vocabulary.arities))
        return self._depth

    @property
    def depth(self) -> int:
        """The number of edges from the root to the deepest leaf."""
        return self.height

    def searchSubtree(self, begin: int) -> slice:  # noqa: N802 - DEAP's name
        """The slice of the subtree that begins at ``begin``.

        Raises:
            UsageError: if there is no such node.
        """
        codes = self.codes
        if not 0 <= begin < len(codes):
            self._refuse_index(begin)
        return slice(begin, int(shape.subtree_end(codes, begin, self.vocabulary.arities)))

    def argument_begin(self, begin: int, number: int) -> int:
        """The index at which an argument of the node at ``begin`` begins; ``number`` counts from 0.

        Raises:
            UsageError: if there is no such node, or it has no such argument.
        """
        codes, arities = self.codes, self.vocabulary.arities
        if not 0 <= begin < len(codes):
            self._refuse_index(begin)
        if not 0 <= number < arities[codes[begin]]:
            name = self.vocabulary.nodes[codes[begin]].name
            raise UsageError(
                f"{name} has no argument {shortened(number)}: it takes {arities[codes[begin]]}, from 0 on"
            )
        return int(shape.argument_begin(codes, begin, number, arities))

    def _refuse_index(self, begin: int) -> NoReturn:
        raise UsageError(
            f"there is no node {shortened(begin)}: the tree has those from 0 to {len(self) - 1:,}"
        )

    def count_of_type(self, kind: type, part: slice = slice(None)) -> int:
        """How many nodes of a part have a type."""
        vocabulary = self.vocabulary
        return int(shape.count_of_type(self.codes[part], vocabulary.types[kind], vocabulary.type_numbers))

    def place_of_type(self, kind: type, number: int, part: slice = slice(None)) -> int:
        """The index, within a part, of the ``number``-th node of a type; -1 if there are not as many.

        Both count from 0.
        """
        vocabulary = self.vocabulary
        return int(
            shape.place_of_type(self.codes[part], vocabulary.types[kind], number, vocabulary.type_numbers)
        )

    def replaced(self, part: slice, nodes: Sequence[Node]) -> Self:
        """A copy without fitness in which these nodes replace a part; it is checked before it is used."""
        new = type(self)(self)
        # Not as DEAP does it, which looks at every node again.
        list.__setitem__(new, part, nodes)
        new._codes = None  # noqa: SLF001 - its own class
        return new

    def made(self, operator: Operator, *, of_second: bool = False) -> Self:
        """Note the operator that made it, and return the individual itself."""
        self.made_by, self.of_second = operator, of_second
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """A copy with its fitness, and with the attributes that others gave it."""
        new = memo[id(self)] = type(self)(self)
        for name, value in vars(self).items():
            # A vocabulary and arrays of codes never change.
            new.__dict__[name] = value if name in _NEVER_CHANGED else copy.deepcopy(value, memo)
        return new

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the codes, from which another process makes the same expression, and all attributes."""
        kept = {name: value for name, value in vars(self).items() if name not in _MADE_OF_CODES}
        return _individual, (type(self), self.vocabulary, self.packed), kept


class _Unread(Individual):
    """An individual with codes but without its list of nodes; at the first use it becomes a usual one.

    The nodes of most individuals that are bred in workers and sent to other workers are never used.
    """

    def __init__(self, packed: bytes, vocabulary: Vocabulary, depth: int | None) -> None:
        # Not as in the base class: there are no nodes.
        self.vocabulary = vocabulary
        self._codes, self._packed, self._depth = None, packed, depth
        self._size = len(packed) // _BYTES_OF_A_CODE
        self.fitness = Fitness()

    def __len__(self) -> int:
        return self._size

    def checked(self) -> Self:
        # Without nodes, it is what its codes say, which come from a checked individual.
        return _read(self).checked() if list.__len__(self) else self

    def _first(self, count: int) -> Sequence[Node]:
        return self.vocabulary.decode(self.codes[:count])

    def __radd__(self, other: list[Node]) -> list[Node]:
        """Called before the addition of a list, which would use the nodes directly."""
        return [*other, *self]


def _read(individual: Individual) -> Individual:
    """Make it a usual individual, unless it has become one since the calling method was looked up."""
    if isinstance(individual, _Unread):
        nodes = individual.vocabulary.decode(individual.codes)
        individual.__class__ = Individual
        list.extend(individual, nodes)
    return individual


def _reading(name: str) -> Callable[..., Any]:
    """A method of a usual individual, for one without nodes, which becomes a usual one by the call."""

    @wraps(getattr(Individual, name))
    def looked(self: Individual, *arguments: Any, **options: Any) -> Any:
        return getattr(_read(self), name)(*arguments, **options)

    return looked


# All operations of a list except for its length use its nodes.
for _name in (*_OF_OBJECTS, "__deepcopy__", "replaced", *sorted(set(dir(list)) - set(dir(object)))):
    if _name not in {"__len__", "__class_getitem__"}:
        setattr(_Unread, _name, _reading(_name))


def _individual(kind: type[Individual], vocabulary: Vocabulary, packed: bytes) -> Individual:
    if kind is _Unread:
        return Individual.from_packed(packed, vocabulary)
    codes = np.frombuffer(bytearray(packed), np.int16)
    individual = kind(vocabulary.decode(codes), vocabulary)
    individual._codes = codes  # noqa: SLF001 - its own class
    return individual


def whole(tree: Sequence[Node], vocabulary: Vocabulary) -> Individual:
    """A tree from outside as an individual of a vocabulary: itself, if it is one.

    Raises:
        UsageError: if it is no expression of the vocabulary; the message tells what stands where.
    """
    if isinstance(tree, Individual) and tree.vocabulary is vocabulary:
        return tree.checked()
    codes = vocabulary.encode(tree)
    return _with_codes(vocabulary.decode(codes), vocabulary, codes)


def trusted(nodes: Sequence[Node], vocabulary: Vocabulary) -> Individual:
    """The individual of nodes that the program itself has put together: they are not checked."""
    return _with_codes(nodes, vocabulary, vocabulary.codes_of(nodes))


def grafted(tree: Individual, part: slice, nodes: Sequence[Node]) -> Individual:
    """As :meth:`Individual.replaced`, where the nodes are known to fit: they are not checked."""
    codes, given = tree.codes, tree.vocabulary.codes_of(nodes)
    new = tree.replaced(part, nodes)
    new._codes = np.concatenate((codes[: part.start], given, codes[part.stop :]))  # noqa: SLF001 - its class
    return new


def _with_codes(nodes: Sequence[Node], vocabulary: Vocabulary, codes: Codes) -> Individual:
    individual = Individual(nodes, vocabulary)
    individual._codes = codes  # noqa: SLF001 - its own class
    return individual


def _forgetting(change: Callable[..., Any]) -> Callable[..., Any]:
    """A method that changes the list and also discards the codes."""

    @wraps(change)
    def changed(self: Individual, *arguments: Any, **options: Any) -> Any:
        self._codes = self._packed = self._depth = None
        return change(self, *arguments, **options)

    return changed


# DEAP's operators change the list in place.
for _name in (
    *("__setitem__", "__delitem__", "__iadd__", "__imul__", "append", "clear", "extend", "insert", "pop"),
    *("remove", "reverse", "sort"),
):
    setattr(Individual, _name, _forgetting(getattr(gp.PrimitiveTree, _name)))


def random_subtree(vocabulary: Vocabulary, result: type, rng: random.Random) -> list[Node]:
    """Draw a tree of a type, whose root is a function of two parameters.

    Every argument is drawn uniformly from the symbols of its type, functions and terminals alike; constants
    count as one symbol, whose value is then drawn. There is no limit on the size; growth ends because of a
    property of the vocabulary (``Vocabulary.growth`` is below 1).
    """
    root = rng.choice(vocabulary.roots[result])
    nodes: list[Node] = [root]
    for argument in root.args:
        nodes += random_argument(vocabulary, argument, rng)
    return nodes


def random_argument(vocabulary: Vocabulary, result: type, rng: random.Random) -> list[Node]:
    """Draw an argument: as :func:`random_subtree`, but its root may be any symbol of the type."""
    nodes: list[Node] = []
    wanted: list[type] = [result]
    while wanted:
        node = rng.choice(rng.choice(vocabulary.symbols[wanted.pop()]))
        nodes.append(node)
        if node.arity:
            wanted.extend(reversed(node.args))
    return nodes


def random_individual(vocabulary: Vocabulary, rng: random.Random) -> Individual:
    """Draw an individual: an expression of type Number.

    >>> from primitives import vocabulary_of
    >>> individual = random_individual(vocabulary_of("tictactoe"), random.Random(1))
    >>> individual.root.arity
    2
    """
    return trusted(random_subtree(vocabulary, Number, rng), vocabulary)
