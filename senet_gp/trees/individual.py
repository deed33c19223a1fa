"""The individual that evolution breeds: a DEAP tree with a DEAP fitness.

Both classes stand at module level, not in DEAP's ``creator``, so that they can be pickled, type-checked,
and are the same classes in every process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import wraps
from operator import attrgetter
from typing import Any, Self

import numpy as np
from deap import base, gp

from primitives.vocabulary import Codes, Node, Vocabulary
from senet_gp.trees import shape


class Fitness(base.Fitness):  # type: ignore[misc]
    """How far an individual got in its generation's tournament; more is better.

    It means something only beside the others of the same generation.
    """

    weights = (1.0,)

    def __init__(self, values: Sequence[float] = ()) -> None:
        # DEAP's own looks at the weights each time.
        if values:
            self.values = values

    # With such a weight they are what DEAP would compute of them each time.
    values = property(attrgetter("wvalues"), base.Fitness.setValues, base.Fitness.delValues)


class Operator(StrEnum):
    """How an operator of variation made an individual; the values are what logs write."""

    CROSSED = "x"
    POINT = "p"
    SUBTREE = "s"
    INSERT = "i"
    HOIST = "h"
    COPIED = "c"


class Individual(gp.PrimitiveTree):  # type: ignore[misc]
    """A typed expression, as the list of its nodes, root first.

    Beside its nodes it keeps their codes, two bytes each: all that takes time is asked of these. They are
    made once, and handed on to copies and to what is bred from it; a change of the list forgets them.

    Args:
        nodes: the nodes of a whole expression.
        vocabulary: what they are words of; needed unless ``nodes`` is an individual, of which this becomes a
            copy without fitness.

    Attributes:
        vocabulary: the words it is written in.
        fitness: without a value at first.
        made_by: the operator that made it, if that has told; copies do not keep it.
        of_second: whether of the two that were crossed it is the second one, changed.
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
        self.fitness = Fitness()

    @staticmethod
    def from_packed(packed: bytes, vocabulary: Vocabulary, depth: int | None = None) -> Individual:
        """The individual with these codes, as ``packed`` has them, and, if it is known, of this depth.

        The list of its nodes is made when somebody first looks at it.
        """
        return _Unread(packed, vocabulary, depth)

    @property
    def codes(self) -> Codes:
        """The codes of its nodes, which are not to be changed."""
        if self._codes is None:
            if self._packed is None:
                self._codes = self.vocabulary.encode(self)
            else:
                # A kernel is called much faster with an array that may be written to.
                self._codes = np.frombuffer(bytearray(self._packed), np.int16)
        return self._codes

    @property
    def packed(self) -> bytes:
        """The codes of its nodes as they travel: bytes of int16."""
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
        """Where the subtree that begins at ``begin`` stands."""
        return slice(begin, int(shape.subtree_end(self.codes, begin, self.vocabulary.arities)))

    def argument_begin(self, begin: int, number: int) -> int:
        """Where the argument of this number, from 0 on, of the node at ``begin`` begins."""
        return int(shape.argument_begin(self.codes, begin, number, self.vocabulary.arities))

    def count_of_type(self, kind: type, part: slice = slice(None)) -> int:
        """How many nodes of a part are of a type."""
        vocabulary = self.vocabulary
        return int(shape.count_of_type(self.codes[part], vocabulary.types[kind], vocabulary.type_numbers))

    def place_of_type(self, kind: type, number: int, part: slice = slice(None)) -> int:
        """Where the node of this number, from 0 on, among those of a type in a part stands.

        Counted from the beginning of the part; -1 if there are not so many.
        """
        vocabulary = self.vocabulary
        return int(
            shape.place_of_type(self.codes[part], vocabulary.types[kind], number, vocabulary.type_numbers)
        )

    def replaced(self, part: slice, nodes: Sequence[Node]) -> Self:
        """A copy, without fitness, with these nodes instead of a part."""
        codes = self.codes
        given = self.vocabulary.encode(nodes)
        new = type(self)(self)
        # Not as DEAP does it, which looks at every node again.
        list.__setitem__(new, part, nodes)
        new._codes = np.concatenate((codes[: part.start], given, codes[part.stop :]))  # noqa: SLF001
        return new

    def made(self, operator: Operator, *, of_second: bool = False) -> Self:
        """Itself, having noted how it was made."""
        self.made_by, self.of_second = operator, of_second
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the codes, of which another process makes the same expression."""
        return _individual, (self.vocabulary, self.codes, self.fitness)


_BYTES_OF_A_CODE = np.dtype(np.int16).itemsize


class _Unread(Individual):
    """An individual with codes, but without its list of nodes: at the first look it becomes a usual one.

    Nobody looks at the nodes of most of a population that is bred elsewhere and sent to where it plays.
    """

    def __init__(self, packed: bytes, vocabulary: Vocabulary, depth: int | None) -> None:
        # Not as its base does it: there are no nodes.
        self.vocabulary = vocabulary
        self._codes, self._packed, self._depth = None, packed, depth
        self._size = len(packed) // _BYTES_OF_A_CODE
        self.fitness = Fitness()

    def __len__(self) -> int:
        return self._size

    def __radd__(self, other: list[Node]) -> list[Node]:
        """Asked before a list that it is added to, which would look at its nodes by itself."""
        return [*other, *self]


def _read(individual: Individual) -> Individual:
    """The same, now a usual one; it may have become that since the method was looked up that calls this."""
    if isinstance(individual, _Unread):
        nodes = individual.vocabulary.decode(individual.codes)
        individual.__class__ = Individual
        list.extend(individual, nodes)
    return individual


def _reading(name: str) -> Callable[..., Any]:
    """A method of a usual individual, for one that becomes it by that."""

    @wraps(getattr(Individual, name))
    def looked(self: Individual, *arguments: Any, **options: Any) -> Any:
        return getattr(_read(self), name)(*arguments, **options)

    return looked


_OF_OBJECTS = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__repr__", "__str__")
# Whatever a list can do, but for its length, looks at its nodes.
for _name in (*_OF_OBJECTS, "__deepcopy__", "replaced", *sorted(set(dir(list)) - set(dir(object)))):
    if _name not in {"__len__", "__class_getitem__"}:
        setattr(_Unread, _name, _reading(_name))


def _individual(vocabulary: Vocabulary, codes: Codes, fitness: Fitness) -> Individual:
    individual = Individual(vocabulary.decode(codes), vocabulary)
    individual.fitness = fitness
    return individual


def _forgetting(change: Callable[..., Any]) -> Callable[..., Any]:
    """A method that changes the list, and now forgets the codes too."""

    @wraps(change)
    def changed(self: Individual, *arguments: Any, **options: Any) -> Any:
        self._codes = self._packed = self._depth = None
        return change(self, *arguments, **options)

    return changed


# DEAP's operators change the list that they are given.
for _name in (
    *("__setitem__", "__delitem__", "__iadd__", "__imul__", "append", "clear", "extend", "insert", "pop"),
    *("remove", "reverse", "sort"),
):
    setattr(Individual, _name, _forgetting(getattr(gp.PrimitiveTree, _name)))


def subtree_end(tree: Sequence[Node], begin: int) -> int:
    """The index behind the subtree that begins at ``begin``, of any list of nodes."""
    open_arguments = 1
    end = begin
    while open_arguments:
        open_arguments += tree[end].arity - 1
        end += 1
    return end
