"""Expressions written in the Lisp form of the paper, whole or their beginning."""

from __future__ import annotations

from collections.abc import Sequence

from primitives.vocabulary import Node

#: A text that shows only the beginning of an expression shows at most this many of its nodes.
NODES_SHOWN = 30


def in_lisp(nodes: Sequence[Node]) -> tuple[str, bool]:
    """Nodes in Lisp form, on one line, and whether they are exactly one tree."""
    parts: list[str] = []
    open_arguments: list[int] = []
    trees = 0
    for node in nodes:
        trees += not open_arguments
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
    return "".join(parts), trees == 1 and not open_arguments


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
    text, _ = in_lisp(tree[:NODES_SHOWN])
    return text if len(tree) <= NODES_SHOWN else text + "…"
