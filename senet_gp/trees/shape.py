"""Questions about the shape of a tree, compiled: over the codes of its symbols, root first."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from primitives.types import MAX_ARGUMENTS
from primitives.vocabulary import Codes
from senet_gp.runtime.compiled import allocating_kernel, int64, kernel

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
    deepest = int64(0)
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
