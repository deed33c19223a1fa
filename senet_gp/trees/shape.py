"""The shape of a tree, root first: compiled, over the codes of its symbols, and plain, over its nodes.

The plain functions answer for all nodes at once; some give the nodes in Lisp form.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from primitives.types import MAX_ARGUMENTS
from primitives.vocabulary import Codes, Node
from senet_gp.runtime.compiled import allocating_kernel, int64, kernel
from senet_gp.runtime.errors import UsageError

#: A property of each symbol, indexed by its code.
BySymbol = NDArray[np.int64]


@kernel
def subtree_end(codes: Codes, begin: int, arity: BySymbol) -> int:
    """The index after the subtree that begins at ``begin``."""
    open_arguments = 1
    end = begin
    while open_arguments:
        open_arguments += arity[codes[end]] - 1
        end += 1
    return end


@kernel
def argument_begin(codes: Codes, begin: int, number: int, arity: BySymbol) -> int:
    """The index at which an argument of the node at ``begin`` begins; ``number`` counts from 0."""
    position = begin + 1
    for _ in range(number):
        position = subtree_end(codes, position, arity)
    return position


@allocating_kernel
def depth(codes: Codes, arity: BySymbol) -> int:
    """The number of edges from the root to the deepest leaf."""
    # The levels of the nodes to come; there are never more of them than nodes in the tree.
    stack = np.empty(codes.size + MAX_ARGUMENTS, np.int32)
    stack[0] = 0
    top = 1
    deepest = 0
    for position in range(codes.size):
        top -= 1
        level = stack[top]
        deepest = max(deepest, int64(level))
        # Written even if there are fewer arguments: that is faster than checking.
        for argument in range(MAX_ARGUMENTS):
            stack[top + argument] = level + 1
        top += arity[codes[position]]
    return deepest


@kernel
def count_of_type(codes: Codes, wanted: int, type_number: BySymbol) -> int:
    """How many nodes have a type."""
    count = 0
    for position in range(codes.size):
        count += type_number[codes[position]] == wanted
    return count


@kernel
def place_of_type(codes: Codes, wanted: int, number: int, type_number: BySymbol) -> int:
    """The index of the ``number``-th node of a type, counted from 0; -1 if there are not as many."""
    for position in range(codes.size):
        if type_number[codes[position]] == wanted:
            if number == 0:
                return position
            number -= 1
    return -1


#: A text that shows only the beginning of an expression shows at most this many of its nodes.
NODES_SHOWN = 30


def arguments_of(tree: Sequence[Node]) -> list[tuple[int, ...]]:
    """For each node the indices of the nodes that are its arguments.

    >>> from primitives import vocabulary_of
    >>> from senet_gp.trees.text import from_lisp
    >>> arguments_of(from_lisp("(sub (add 1 2) my_moves)", vocabulary_of("hexapawn")))
    [(1, 4), (2, 3), (), (), ()]

    Raises:
        UsageError: if the nodes are not exactly one tree; of their types nothing is known here.
    """
    found: list[tuple[int, ...]] = [()] * len(tree)
    waiting: list[int] = []
    for index in range(len(tree) - 1, -1, -1):
        arity = tree[index].arity
        if arity > len(waiting):
            raise UsageError(
                f"the nodes are no tree: {tree[index].name} takes {arity} arguments, and some are missing"
            )
        found[index] = tuple(waiting.pop() for _ in range(arity))
        waiting.append(index)
    if len(waiting) != 1:
        raise UsageError(f"the nodes are no tree: they are {len(waiting)} trees, but must be one")
    return found


def subtree_ends(arguments: Sequence[tuple[int, ...]]) -> list[int]:
    """For each node the index after the last node of its subtree.

    >>> subtree_ends([(1, 4), (2, 3), (), (), ()])
    [5, 4, 3, 4, 5]

    Args:
        arguments: the arguments of each node (see :func:`arguments_of`).
    """
    ends = [0] * len(arguments)
    for index in range(len(arguments) - 1, -1, -1):
        ends[index] = ends[arguments[index][-1]] if arguments[index] else index + 1
    return ends


def in_lisp(nodes: Sequence[Node]) -> str:
    """Nodes in Lisp form, on one line; they may be the beginning of a tree."""
    parts: list[str] = []
    open_arguments: list[int] = []
    for node in nodes:
        if node.arity:
            parts.append(f"({node.name} ")
            open_arguments.append(node.arity)
            continue
        parts.append(node.name)
        while open_arguments and open_arguments[-1] == 1:
            open_arguments.pop()
            parts.append(")")
        if open_arguments:
            open_arguments[-1] -= 1
            parts.append(" ")
    return "".join(parts)


def beginning(tree: Sequence[Node]) -> str:
    """The expression in Lisp form, or only its beginning and an ellipsis; a large tree takes no longer.

    >>> from primitives import vocabulary_of
    >>> from senet_gp.trees.text import from_lisp
    >>> vocabulary = vocabulary_of("hexapawn")
    >>> beginning(from_lisp("(add 1 my_moves)", vocabulary))
    '(add 1 my_moves)'
    >>> beginning(from_lisp("(add 1 " * 20 + "2" + ")" * 20, vocabulary))[-22:]
    '(add 1 (add 1 (add 1 …'
    """
    text = in_lisp(tree[:NODES_SHOWN])
    return text if len(tree) <= NODES_SHOWN else text + "…"
