"""The tree of an expression in Graphviz's language."""

from __future__ import annotations

from collections.abc import Sequence

from primitives.types import Truth
from primitives.vocabulary import Node, Vocabulary
from senet_gp.errors import UsageError
from senet_gp.export.notation import CHOICE_EDGES, IF, SIGNS, Kind, kind_of
from senet_gp.trees.arguments import arguments_of

#: The most nodes of a tree that is exported; ``dot`` would need minutes for a larger one.
MAX_NODES = 5_000

_HEAD = """\
digraph "{game}" {{
  // numbers are boxes, truths are round; arguments stand in their order
  graph [ordering=out, nodesep=0.15, ranksep=0.3]
  node [shape=box, fontname="Helvetica,Arial,sans-serif", fontsize=11, height=0.3, width=0.3, style=filled]
  edge [arrowhead=none, fontname="Helvetica,Arial,sans-serif", fontsize=9]
"""
_FILLS = {Kind.FUNCTION: "white", Kind.QUERY: "lightblue", Kind.CONSTANT: "lightgrey"}


def to_dot(tree: Sequence[Node], vocabulary: Vocabulary) -> str:
    """The tree in Graphviz's language; its I-th node, counted from 0 with the root first, is called ``nI``.

    Args:
        tree: the nodes of the tree, root first.
        vocabulary: their vocabulary.

    Raises:
        UsageError: if the tree has more than ``MAX_NODES`` nodes.

    >>> from primitives import vocabulary_of
    >>> from senet_gp.trees.text import from_lisp
    >>> words = vocabulary_of("senet")
    >>> "n0 -> n1" in to_dot(from_lisp("(add hits 2)", words), words)
    True
    """
    if len(tree) > MAX_NODES:
        raise UsageError(
            f"the expression has {len(tree)} nodes, and Graphviz would take very long for more than "
            f"{MAX_NODES}: simplify it, or choose another format"
        )
    lines = [_HEAD.format(game=vocabulary.game.name)]
    for index, (node, arguments) in enumerate(zip(tree, arguments_of(tree), strict=True)):
        shape = ", shape=ellipse" if node.ret is Truth else ""
        label = SIGNS.get(node.name, node.name)
        lines.append(f'  n{index} [label="{label}", fillcolor={_FILLS[kind_of(node, vocabulary)]}{shape}]\n')
        for number, argument in enumerate(arguments):
            edge = CHOICE_EDGES[number] if node.name == IF else ""
            lines.append(f"  n{index} -> n{argument}" + (f' [label="{edge}"]\n' if edge else "\n"))
    lines.append("}\n")
    return "".join(lines)
