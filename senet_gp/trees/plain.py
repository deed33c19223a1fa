"""The plain meaning of a tree, with which the compiled evaluator must agree.

DEAP's ``gp.compile`` nests calls and fails beyond about 90 levels; this module walks the nodes with a stack
of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from primitives.declarations import exact_results
from primitives.types import Square, square_named
from primitives.vocabulary import Node, Vocabulary
from senet_gp.trees.individual import whole


def function_of(tree: Sequence[Node], vocabulary: Vocabulary) -> Callable[[Any], int]:
    """The tree as a function of the board, as ``gp.compile`` makes it, but for trees of any depth.

    It can be pickled.

    >>> from primitives import Board, vocabulary_of
    >>> from senet_gp.trees.text import from_lisp
    >>> vocabulary = vocabulary_of("senet")
    >>> ahead = function_of(from_lisp("(sub their_distance my_distance)", vocabulary), vocabulary)
    >>> ahead(Board(frozenset({30}), frozenset({20})))
    10

    Raises:
        UsageError: if the tree is no expression of the vocabulary.
    """
    return partial(_value_on, whole(tree, vocabulary), vocabulary)


def _value_on(tree: Sequence[Node], vocabulary: Vocabulary, seen: Any) -> int:
    return values_on(tree, vocabulary, [seen])[0]


def value(tree: Sequence[Node], vocabulary: Vocabulary, seen: Any) -> int:
    """The value of an expression on a board, computed from the plain meanings of its words.

    >>> from primitives import Board, vocabulary_of
    >>> from senet_gp.trees.text import from_lisp
    >>> vocabulary = vocabulary_of("senet")
    >>> board = Board(frozenset({30}), frozenset({20}))
    >>> value(from_lisp("(sub their_distance my_distance)", vocabulary), vocabulary, board)
    10

    Raises:
        UsageError: if the tree is no expression of the vocabulary.
    """
    return _value_on(whole(tree, vocabulary), vocabulary, seen)


def values_on(tree: Sequence[Node], vocabulary: Vocabulary, seen: Sequence[Any]) -> list[int]:
    """As :func:`value`, for several boards and a tree that is known to be whole.

    Raises:
        UsageError: if a word from outside this project has a value that its declaration excludes.
    """
    stack: list[list[Any]] = []
    by_name = vocabulary.by_name
    for node in reversed(tree):
        primitive = by_name.get(node.name)
        if primitive is None:
            stack.append([node.value] * len(seen))
            continue
        arguments = [stack.pop() for _ in primitive.arguments]
        if primitive.takes_square:
            arguments = [
                [square_named(number, vocabulary.squares) for number in numbers]
                if kind is Square
                else numbers
                for kind, numbers in zip(primitive.arguments, arguments, strict=True)
            ]
        meaning = vocabulary.meanings[primitive.name]
        if primitive.reads_board:
            stack.append([meaning(*given) for given in zip(seen, *arguments, strict=True)])
        elif arguments:
            stack.append([meaning(*given) for given in zip(*arguments, strict=True)])
        else:
            stack.append([meaning()] * len(seen))
        if not primitive.is_ours:
            stack[-1] = exact_results(primitive, stack[-1])
    return stack.pop()
