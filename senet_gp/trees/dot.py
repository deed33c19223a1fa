"""Trees of expressions and of games in Graphviz's language."""

from __future__ import annotations

from collections.abc import Sequence

from primitives.types import Truth
from primitives.vocabulary import Node, Vocabulary
from senet_gp.games.board_texts import small_rows
from senet_gp.games.solving.perfect import PerfectPlay
from senet_gp.games.solving.rule_tree import TreeNode, rating_at_root, upper_part
from senet_gp.runtime.errors import UsageError
from senet_gp.trees.shape import arguments_of
from senet_gp.trees.text import CHOICE_EDGES, IF, SIGNS, NodeKind, kind_of

#: The most nodes of an expression; ``dot`` would need minutes for a larger one.
MAX_NODES = 5_000

_HEAD = """\
digraph "{game}" {{
  // numbers are boxes, truths are round; arguments stand in their order
  graph [ordering=out, nodesep=0.15, ranksep=0.3]
  node [shape=box, fontname="Helvetica,Arial,sans-serif", fontsize=11, height=0.3, width=0.3, style=filled]
  edge [arrowhead=none, fontname="Helvetica,Arial,sans-serif", fontsize=9]
"""
_FILLS = {NodeKind.FUNCTION: "white", NodeKind.QUERY: "lightblue", NodeKind.CONSTANT: "lightgrey"}
#: The most nodes of a game's tree; no program draws a larger one in reasonable time.
MAX_TREE_NODES = 20_000
_TOO_MANY = "the tree has more than {} nodes: draw its upper part with a smaller --depth"
_TREE_HEAD = """\
digraph "{game}" {{
  // x is the player to move at the root; each node is rated by the result of perfect play for x
  node [shape=box, fontname=monospace, style=filled]
"""
_TREE_COLOURS = {1: "palegreen", 0: "white", -1: "lightpink"}


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


def tree_dot(root: TreeNode, perfect: PerfectPlay, depth: int | None = None) -> str:
    """The tree in Graphviz's language: nodes have the board and the rating, edges the move.

    Args:
        root: the root of the tree.
        perfect: the perfect player, which rates the positions.
        depth: the largest number of moves from the root; by default the whole tree is exported.

    Raises:
        UsageError: if there are more than ``MAX_TREE_NODES`` nodes.
    """
    part = upper_part(root, depth, MAX_TREE_NODES, _TOO_MANY)
    lines = []
    for number, (node, move, parent) in enumerate(zip(part.nodes, part.moves, part.parents, strict=True)):
        lines.append(f"  n{number} [{_attributes(node, perfect)}]\n")
        if parent >= 0:
            lines.append(f'  n{parent} -> n{number} [label="{move}"]\n')
    return _TREE_HEAD.format(game=root.game.name) + "".join(lines) + "}\n"


def _attributes(node: TreeNode, perfect: PerfectPlay) -> str:
    rating = rating_at_root(node, perfect)
    board = "\\n".join("".join(row) for row in small_rows(node.game, node.position, node.seat))
    mover = "over" if node.over else f"{'xo'[node.seat]} moves"
    return f'label="{board}\\n{mover}, {rating}", fillcolor={_TREE_COLOURS[rating]}'
