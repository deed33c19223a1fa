"""How a primitive is declared, and what is made of the declarations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from deap import gp
from numpy.typing import NDArray

from primitives import operations
from primitives.declarations import check_word, check_words
from primitives.types import Number, Truth
from senet_gp.games.protocol import Rules

#: DEAP's node, a ``gp.Primitive`` or a ``gp.Terminal``; DEAP carries no types.
Node = Any
Codes = NDArray[np.int16]


@dataclass(frozen=True)
class Primitive:
    """One word of a vocabulary.

    Attributes:
        meaning: what it computes, in plain Python: a function of the arguments, preceded by the
            :class:`~primitives.board.Board` if ``reads_board``. Its name is the primitive's name and
            its docstring what people are told.
        arguments: the types of its arguments.
        result: the type of its result.
        operation: the operation of the compiled evaluator that does the same.
        low: the least value it can have on any board (of operations: given by the arguments).
        high: the greatest.
        reads_board: whether it is a query about the board, or pure arithmetic or logic.
        takes_square: whether its argument names a square, taken cyclically.
        parameter: what the operation must know of the game besides, such as the width of the board; -1 if
            nothing. Only a query without arguments can have one.

    Raises:
        UsageError: if there cannot be such a word (see :mod:`primitives.declarations`).
    """

    meaning: Callable[..., Any]
    arguments: tuple[type, ...]
    result: type
    operation: int
    low: int = 0
    high: int = 1
    reads_board: bool = True
    takes_square: bool = False
    parameter: int = -1

    def __post_init__(self) -> None:
        check_word(self)

    @property
    def name(self) -> str:
        """The word as it stands in expressions."""
        return self.meaning.__name__

    @property
    def description(self) -> str:
        """What people are told about it."""
        return (self.meaning.__doc__ or "").strip()


class Tables(NamedTuple):
    """What the translator knows of each symbol, indexed by its code."""

    arity: NDArray[np.int64]
    operation: NDArray[np.int64]
    immediate: NDArray[np.int64]  # a constant's value; of square queries the number of squares
    low: NDArray[np.int64]
    high: NDArray[np.int64]
    parameter: NDArray[np.int64]  # of a query without arguments; -1 if there is none


def _over_boards(primitive: Primitive) -> Callable[..., Any]:
    """The meaning as a combinator, so that ``gp.compile`` makes of a tree a function of the board."""
    meaning, reads_board = primitive.meaning, primitive.reads_board

    def query(board: Any) -> Any:
        return meaning(board) if reads_board else meaning()

    def function(*arguments: Any) -> Callable[[Any], Any]:
        def value(board: Any) -> Any:
            values = [argument(board) if callable(argument) else argument for argument in arguments]
            return meaning(board, *values) if reads_board else meaning(*values)

        return value

    return function if primitive.arguments else query


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """A set of primitives over one game's boards.

    Attributes:
        rules: the game with its parameters.
        name: the vocabulary's name within the game.
        primitives: its words, without the constants.
        constants: its constants.
        squares: how many squares the game's board has.
        constants_together: whether they count as one symbol when trees are drawn, or each as one.

    Raises:
        UsageError: if there cannot be such a vocabulary (see :mod:`primitives.declarations`).
    """

    rules: Rules
    name: str
    primitives: tuple[Primitive, ...]
    constants: range
    squares: int
    constants_together: bool = True

    def __post_init__(self) -> None:
        check_words(self.name, self.primitives, self.constants, self.squares)

    @property
    def game(self) -> str:
        """The game's name."""
        return self.rules.name

    @property
    def width(self) -> int:
        """How many squares a row of the game's board has."""
        return self.rules.geometry.width

    @cached_property
    def pset(self) -> gp.PrimitiveSetTyped:
        """DEAP's typed primitive set; a tree compiled with it is a function of a ``Board``."""
        pset = gp.PrimitiveSetTyped(f"{self.game}-{self.name}", [], Number)
        for primitive in self.primitives:
            function = _over_boards(primitive)
            if primitive.arguments:
                pset.addPrimitive(function, list(primitive.arguments), primitive.result, name=primitive.name)
            else:
                pset.addTerminal(function, primitive.result, name=primitive.name)
        for constant in self.constants:
            pset.addTerminal(constant, Number)
        return pset

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """DEAP's node of every symbol, in the order of their codes: the primitives, then the constants."""
        names = [primitive.name for primitive in self.primitives] + [str(n) for n in self.constants]
        return tuple(self.pset.mapping[name] for name in names)

    @cached_property
    def node_named(self) -> dict[str, Node]:
        """DEAP's node of every symbol, by the word that stands for it in expressions."""
        return {node.name: node for node in self.nodes}

    @cached_property
    def by_name(self) -> dict[str, Primitive]:
        """The primitives by name; constants are not among them."""
        return {primitive.name: primitive for primitive in self.primitives}

    @cached_property
    def symbols(self) -> dict[type, tuple[tuple[Node, ...], ...]]:
        """By type, the symbols that a tree may be drawn from; constants may be one symbol of many nodes."""
        symbols: dict[type, list[tuple[Node, ...]]] = {Number: [], Truth: []}
        for primitive in self.primitives:
            symbols[primitive.result].append((self.node_named[primitive.name],))
        constants = tuple(self.node_named[str(n)] for n in self.constants)
        symbols[Number] += [constants] if self.constants_together else [(node,) for node in constants]
        return {result: tuple(group) for result, group in symbols.items()}

    @cached_property
    def roots(self) -> dict[type, tuple[Node, ...]]:
        """By type, the functions of two parameters: the roots of new trees."""
        return {
            result: tuple(group[0] for group in symbols if group[0].arity == 2)
            for result, symbols in self.symbols.items()
        }

    @cached_property
    def over(self) -> dict[type, tuple[Node, ...]]:
        """By type, the functions of that type that take an argument of the same type."""
        return {
            result: tuple(n for n in self.nodes if n.ret is result and result in getattr(n, "args", ()))
            for result in self.symbols
        }

    @cached_property
    def alike(self) -> dict[str, tuple[Node, ...]]:
        """By name of a node, all nodes of its type that take the same arguments, it among them."""
        kinds: dict[tuple[Any, ...], list[Node]] = {}
        for node in self.nodes:
            kinds.setdefault((node.ret, *getattr(node, "args", ())), []).append(node)
        return {node.name: tuple(nodes) for nodes in kinds.values() for node in nodes}

    @cached_property
    def _code_of(self) -> dict[str, int]:
        return {node.name: code for code, node in enumerate(self.nodes)}

    def encode(self, tree: Sequence[Node]) -> Codes:
        """The codes of a tree's symbols, root first.

        Raises:
            KeyError: if a node is not of this vocabulary.
        """
        code_of = self._code_of
        return np.array([code_of[node.name] for node in tree], np.int16)

    def decode(self, codes: Codes) -> list[Node]:
        """The nodes that :meth:`encode` made codes of."""
        nodes = self.nodes
        return [nodes[code] for code in codes.tolist()]

    @cached_property
    def tables(self) -> Tables:
        """What the translator knows of each symbol."""
        words = self.primitives
        constants = list(self.constants)
        return Tables(
            arity=np.array([len(word.arguments) for word in words] + [0] * len(constants), np.int64),
            operation=np.array(
                [w.operation for w in words] + [operations.CONSTANT] * len(constants), np.int64
            ),
            immediate=np.array([self.squares if w.takes_square else 0 for w in words] + constants, np.int64),
            low=np.array([word.low for word in words] + constants, np.int64),
            high=np.array([word.high for word in words] + constants, np.int64),
            parameter=np.array([word.parameter for word in words] + [-1] * len(constants), np.int64),
        )

    @cached_property
    def types(self) -> dict[type, int]:
        """The types of its symbols, numbered."""
        return {kind: number for number, kind in enumerate(self.symbols)}

    @cached_property
    def type_numbers(self) -> NDArray[np.int64]:
        """The number of each symbol's type, indexed by its code."""
        return np.array([self.types[node.ret] for node in self.nodes], np.int64)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the name, by which another process finds its own."""
        return _found, (self.rules, self.name)

    @cached_property
    def growth(self) -> float:
        """The spectral radius of the mean-offspring matrix of randomly drawn trees.

        Entry (s, t) of the matrix is the mean number of arguments of type t below a random symbol of
        type s. Drawn trees end, and have a mean size at all, only if the radius is below 1.
        """
        types = list(self.symbols)
        matrix = np.zeros((len(types), len(types)))
        for row, result in enumerate(types):
            for group in self.symbols[result]:
                for argument in getattr(group[0], "args", []):
                    matrix[row, types.index(argument)] += 1 / len(self.symbols[result])
        return float(max(abs(np.linalg.eigvals(matrix))))


def _found(rules: Rules, name: str) -> Vocabulary:
    from primitives import vocabularies

    return vocabularies(rules)[name]
