"""The plain meaning of a tree: what the compiled evaluator must agree with, node by node.

``gp.compile`` nests calls and fails beyond some 90 levels; this walks the nodes with a stack of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from primitives.vocabulary import Node, Vocabulary


def value(tree: Sequence[Node], vocabulary: Vocabulary, seen: Any) -> int:
    """The value of an expression on what its words see, computed from the meanings of its primitives.

    >>> from primitives import Board, vocabulary_of
    >>> from senet_gp.trees.text import from_lisp
    >>> vocabulary = vocabulary_of("senet")
    >>> board = Board(frozenset({30}), frozenset({20}))
    >>> value(from_lisp("(sub their_distance my_distance)", vocabulary), vocabulary, board)
    10
    """
    return values_on(tree, vocabulary, [seen])[0]


def values_on(tree: Sequence[Node], vocabulary: Vocabulary, seen: Sequence[Any]) -> list[int]:
    """As :func:`value`, of several boards, or what else the words see."""
    stack: list[list[Any]] = []
    by_name = vocabulary.by_name
    for node in reversed(tree):
        primitive = by_name.get(node.name)
        if primitive is None:
            stack.append([node.value] * len(seen))
            continue
        arguments = [stack.pop() for _ in primitive.arguments]
        meaning = primitive.meaning
        if primitive.reads_board:
            stack.append([meaning(*given) for given in zip(seen, *arguments, strict=True)])
        elif arguments:
            stack.append([meaning(*given) for given in zip(*arguments, strict=True)])
        else:
            stack.append([meaning()] * len(seen))
    return stack.pop()
