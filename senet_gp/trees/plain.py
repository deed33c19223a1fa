"""The plain meaning of a tree: what the compiled evaluator must agree with, node by node.

``gp.compile`` nests calls and fails beyond some 90 levels; this walks the nodes with a stack of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from primitives.board import Board
from primitives.vocabulary import Node, Vocabulary


def value(tree: Sequence[Node], vocabulary: Vocabulary, board: Board) -> int:
    """The value of an expression on a board, computed from the meanings of its primitives."""
    stack: list[Any] = []
    for node in reversed(tree):
        primitive = vocabulary.by_name.get(node.name)
        if primitive is None:
            stack.append(node.value)
            continue
        arguments = [stack.pop() for _ in primitive.arguments]
        stack.append(
            primitive.meaning(board, *arguments) if primitive.reads_board else primitive.meaning(*arguments)
        )
    result: int = stack.pop()
    return result
