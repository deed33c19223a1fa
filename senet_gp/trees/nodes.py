"""Lists of nodes: where the arguments and the subtree of each node are, and their text in Lisp form.

Compiled code answers such questions for single nodes, over the codes of a tree (see
:mod:`senet_gp.trees.shape`).
"""

from __future__ import annotations

from collections.abc import Sequence

from primitives.vocabulary import Node
from senet_gp.runtime.errors import UsageError

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
