"""The distinct parts of an expression: its subtrees, where subtrees of equal value are one part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from primitives.declarations import Primitive, exact_meaning
from primitives.types import Number, Square
from primitives.vocabulary import Codes, Node, Vocabulary
from senet_gp.trees.nodes import arguments_of, subtree_ends

_COMMUTATIVE = {"add", "mul", "and_", "or_", "equal"}
#: Operators that make one chain with others of the same family.
_FAMILY = {"add": "sum", "sub": "sum", "mul": "product", "and_": "all", "or_": "any"}


@dataclass(frozen=True)
class Subtree:
    """A part of an expression, which may occur several times.

    Attributes:
        occurrences: its occurrences in the order of the nodes, none inside another.
        depth: the smallest distance of an occurrence from the root, in edges.
        kind: the type of its value.
        constant: its value if it does not depend on the board; else None.
        query: its primitive if it is a query of the board; else None.
        square: the square that the query reads, if that is constant; else None.
        in_chain: whether every occurrence is a piece of a longer chain, as a + b is in a + b + c.
    """

    occurrences: tuple[slice, ...]
    depth: int
    kind: type
    constant: int | None
    query: Primitive | None
    square: int | None
    in_chain: bool

    @property
    def size(self) -> int:
        """The number of nodes of its first occurrence."""
        first = self.occurrences[0]
        return int(first.stop - first.start)

    @property
    def times(self) -> int:
        """The number of its occurrences."""
        return len(self.occurrences)


@dataclass(frozen=True)
class Subtrees:
    """All distinct parts of an expression.

    Two subtrees are the same part if they differ only in the order of commutative operands, in how a constant
    is computed, or in how a square is named.

    Attributes:
        distinct: the parts in the order of their first nodes; the whole expression is the first.
        number: for every node, the index in ``distinct`` of the part that begins there.
        arguments: for every node, the nodes that are its arguments.
    """

    distinct: list[Subtree]
    number: list[int]
    arguments: list[tuple[int, ...]]

    @classmethod
    def of(cls, tree: Sequence[Node], vocabulary: Vocabulary) -> Subtrees:
        """The parts of an expression."""
        arguments = arguments_of(tree)
        ends = subtree_ends(arguments)
        depths = _depths(arguments)
        in_chain = _in_chain(tree, arguments)
        values, constants, squares = _values(tree, arguments, vocabulary)
        occurrences: dict[int, list[slice]] = {}
        for begin, value in enumerate(values):
            known = occurrences.setdefault(value, [])
            # Only a constant can stand within another of the same value.
            if not known or begin >= known[-1].stop:
                known.append(slice(begin, ends[begin]))
        order = {value: number for number, value in enumerate(occurrences)}
        distinct = []
        for value, found in occurrences.items():
            first = found[0].start
            word = vocabulary.by_name.get(tree[first].name)
            distinct.append(
                Subtree(
                    tuple(found),
                    min(depths[part.start] for part in found),
                    tree[first].ret,
                    constants.get(value),
                    word if word is not None and word.reads_board else None,
                    squares.get(value),
                    all(in_chain[part.start] for part in found),
                )
            )
        return cls(distinct, [order[value] for value in values], arguments)

    def begins(self, number: int) -> int:
        """The first node of the first occurrence of a part."""
        return int(self.distinct[number].occurrences[0].start)


def replaced(codes: Codes, parts: Sequence[slice], by: Codes) -> Codes:
    """An expression with ``by`` instead of all these parts, which are in order and do not overlap."""
    pieces = []
    end = 0
    for part in parts:
        pieces += [codes[end : part.start], by]
        end = part.stop
    return np.concatenate([*pieces, codes[end:]])


def _depths(arguments: Sequence[tuple[int, ...]]) -> list[int]:
    """For every node, its distance from the root."""
    depths = [0] * len(arguments)
    for index, below in enumerate(arguments):
        for argument in below:
            depths[argument] = depths[index] + 1
    return depths


def _in_chain(tree: Sequence[Node], arguments: Sequence[tuple[int, ...]]) -> list[bool]:
    """For every node, whether it belongs to the same chain as its parent."""
    found = [False] * len(tree)
    for index, below in enumerate(arguments):
        family = _FAMILY.get(tree[index].name)
        for argument in below:
            found[argument] = family is not None and family == _FAMILY.get(tree[argument].name)
    return found


def _values(
    tree: Sequence[Node], arguments: Sequence[tuple[int, ...]], vocabulary: Vocabulary
) -> tuple[list[int], dict[int, int], dict[int, int]]:
    """For every node the number of its value; the values that are constants; the squares of queries."""
    known: dict[Any, int] = {}
    values = [0] * len(tree)
    constants: dict[int, int] = {}
    squares: dict[int, int] = {}
    for index in range(len(tree) - 1, -1, -1):
        node = tree[index]
        word = vocabulary.by_name.get(node.name)
        below = [values[argument] for argument in arguments[index]]
        fixed = [constants[value] for value in below if value in constants]
        constant = square = None
        if word is None:
            constant = node.value
        elif len(fixed) == len(below) and not word.reads_board:
            constant = int(exact_meaning(word)(*fixed))
        elif word.arguments == (Square,) and fixed:
            square = (fixed[0] - 1) % vocabulary.squares + 1
        key: Any
        if constant is not None:
            key = (node.ret is Number, constant)
        elif square is not None:
            key = (node.name, "square", square)
        else:
            key = (node.name, *(sorted(below) if node.name in _COMMUTATIVE else below))
        values[index] = value = known.setdefault(key, len(known))
        if constant is not None:
            constants[value] = constant
        if square is not None:
            squares[value] = square
    return values, constants, squares
