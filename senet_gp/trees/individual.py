"""The individual that evolution breeds: a DEAP tree with a DEAP fitness.

Both classes are defined at module level, not in DEAP's ``creator``, so that they can be pickled and
type-checked and are the same classes in every process. Random trees are drawn as Ferrer and Martin (1995)
did.

A population takes ten bytes a node: DEAP's list of shared nodes, eight, and the codes, two. Compiled code
trusts the codes, so what comes from outside is checked where codes are made of it: a public function that
takes a tree begins with :func:`whole`, :func:`individual_of` or :meth:`Individual.checked`. What the reader,
the drawing of trees and our own operators put together is not checked (:func:`trusted`,
:meth:`Individual.grafted`).
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from math import isfinite
from operator import attrgetter, mul
from typing import Any, NoReturn, Self

import numpy as np
from deap import base, gp

from primitives.types import Number
from primitives.vocabulary import Codes, Node, Vocabulary
from senet_gp.runtime.errors import UsageError, brief, shortened, shown
from senet_gp.runtime.registries import Displayed
from senet_gp.trees import shape
from senet_gp.trees.shape import NODES_SHOWN, beginning

_NEVER_CHANGED = frozenset({"vocabulary", "_codes"})
_MADE_OF_CODES = _NEVER_CHANGED | {"_depth"}


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
                f"a fitness is {shown(values)}, but it must be a tuple of finite numbers, one for "
                f"each of its weights, {shown(self.weights)}"
            )
        self.wvalues = weighted

    values = property(base.Fitness.getValues, _set_values, base.Fitness.delValues)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return copy.copy(self)


def _forgetting(change: Callable[..., Any]) -> Callable[..., Any]:
    """A method that changes the list and also discards the codes."""

    @wraps(change)
    def changed(self: Individual, *arguments: Any, **options: Any) -> Any:
        self._codes = self._depth = None
        return change(self, *arguments, **options)

    return changed


class Individual(gp.PrimitiveTree, Displayed):  # type: ignore[misc]
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
        codes: their codes, if they are known.

    Attributes:
        vocabulary: its vocabulary.
        fitness: its fitness, without a value at first.
        made_by: the operator that made it, as a word of the log, if that noted itself; an individual made of
            this one does not keep it.
        of_second: whether it is a changed version of the second of two parents that were crossed.
    """

    made_by: str | None = None
    of_second = False

    def __init__(
        self, nodes: Iterable[Node], vocabulary: Vocabulary | None = None, codes: Codes | None = None
    ) -> None:
        super().__init__(nodes)
        self.vocabulary: Vocabulary
        self._codes = codes
        self._depth: int | None = None
        if isinstance(nodes, Individual):
            self.vocabulary, self._codes = nodes.vocabulary, nodes._codes  # noqa: SLF001 - its own class
        elif vocabulary is not None:
            self.vocabulary = vocabulary
        else:
            raise TypeError("an individual needs the vocabulary that its nodes belong to: give it")
        # A class that DEAP's creator made of this one has set its own.
        if "fitness" not in vars(self):
            self.fitness = Fitness()

    # DEAP's operators change the list in place.
    __setitem__ = _forgetting(gp.PrimitiveTree.__setitem__)
    __delitem__ = _forgetting(list.__delitem__)
    __iadd__ = _forgetting(list.__iadd__)
    __imul__ = _forgetting(list.__imul__)
    append = _forgetting(list.append)
    clear = _forgetting(list.clear)
    extend = _forgetting(list.extend)
    insert = _forgetting(list.insert)
    pop = _forgetting(list.pop)
    remove = _forgetting(list.remove)
    reverse = _forgetting(list.reverse)
    sort = _forgetting(list.sort)

    def __repr__(self) -> str:
        values = " ".join(f"{value:.6g}" for value in self.fitness.values)
        fitness = f"fitness {values}" if values else "without fitness"
        first = self[: NODES_SHOWN + 1]
        # What is no node is told where the individual is used.
        text = beginning(first) if all(hasattr(node, "arity") for node in first) else "no expression"
        return brief(Individual, f"{len(self)} {'node' if len(self) == 1 else 'nodes'}", fitness, text)

    @classmethod
    def from_packed(cls, packed: bytes, vocabulary: Vocabulary, depth: int | None = None) -> Self:
        """The individual with these codes, in the form of :attr:`packed`, and this depth, if it is known."""
        # A kernel is called much faster with an array that may be written to.
        codes = np.frombuffer(bytearray(packed), np.int16)
        individual = cls(vocabulary.decode(codes), vocabulary, codes)
        individual._depth = depth
        return individual

    def checked(self) -> Self:
        """Itself, if it is one whole expression of its vocabulary.

        Functions begin with it that take trees from outside. It takes almost no time for an individual with
        codes: then only what was changed behind its back, as by ``list.append(individual, node)``, is looked
        for.

        Raises:
            UsageError: if it is no expression of its vocabulary; the message tells what stands where.
        """
        if self._codes is not None and not self._means(self._codes):
            self._codes = self._depth = None
        _ = self.codes
        return self

    def _means(self, codes: Codes) -> bool:
        """Whether these are the codes of its nodes."""
        try:
            return self.vocabulary.decode(codes) == self
        except IndexError:  # they are those of another vocabulary
            return False

    @property
    def codes(self) -> Codes:
        """The codes of its nodes; do not change the array.

        Raises:
            UsageError: if its nodes are no whole expression.
        """
        if self._codes is None:
            self._codes = self.vocabulary.encode(self)
        return self._codes

    @property
    def packed(self) -> bytes:
        """The codes of its nodes as bytes of int16, for sending."""
        return self.codes.tobytes()

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

    def grafted(self, part: slice, nodes: Sequence[Node]) -> Self:
        """As :meth:`replaced`, where the nodes are known to fit: they are not checked."""
        codes, given = self.codes, self.vocabulary.codes_of(nodes)
        new = self.replaced(part, nodes)
        new._codes = np.concatenate((codes[: part.start], given, codes[part.stop :]))  # noqa: SLF001 - its class
        return new

    def made(self, operator: str, *, of_second: bool = False) -> Self:
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
        return type(self).from_packed, (self.packed, self.vocabulary), kept


def whole(tree: Sequence[Node], vocabulary: Vocabulary) -> Individual:
    """A tree from outside as an individual of a vocabulary: itself, if it is one.

    Raises:
        UsageError: if it is no expression of the vocabulary; the message tells what stands where.
    """
    if isinstance(tree, Individual) and tree.vocabulary is vocabulary:
        return tree.checked()
    codes = vocabulary.encode(tree)
    return Individual(vocabulary.decode(codes), vocabulary, codes)


def individual_of(vocabulary: Vocabulary, given: Any) -> Individual:
    """What is given as an individual of a vocabulary, if it is one, and whole.

    Raises:
        UsageError: if it is something else, of another vocabulary, or broken.
    """
    if not isinstance(given, Individual):
        raise UsageError(f"{shown(given, 40)} is no Individual")
    if given.vocabulary is not vocabulary:
        raise UsageError(
            f"an individual of {given.vocabulary!r} does not belong to {vocabulary!r}: make it with "
            "config.vocabulary_value"
        )
    return given.checked()


def trusted(nodes: Sequence[Node], vocabulary: Vocabulary) -> Individual:
    """The individual of nodes that the program itself has put together: they are not checked."""
    return Individual(nodes, vocabulary, vocabulary.codes_of(nodes))


def random_subtree(vocabulary: Vocabulary, result: type, rng: random.Random) -> list[Node]:
    """Draw a tree of a type, whose root is a function of two parameters, or any symbol if there is none.

    Every argument is drawn uniformly from the symbols of its type, functions and terminals alike; constants
    count as one symbol, whose value is then drawn. There is no limit on the size; growth ends because of a
    property of the vocabulary (``Vocabulary.growth`` is below 1).
    """
    if not vocabulary.roots[result]:
        return random_argument(vocabulary, result, rng)
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
