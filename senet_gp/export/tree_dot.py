"""The tree of a game in Graphviz's language."""

from __future__ import annotations

from senet_gp.boards.text import small_rows
from senet_gp.errors import UsageError
from senet_gp.games.solving.perfect import PerfectPlay
from senet_gp.games.solving.rule_tree import TreeNode
from senet_gp.games.solving.tree_report import node_value

#: The most nodes of a tree that is exported; no program draws a larger one in reasonable time.
MAX_NODES = 20_000

_HEAD = """\
digraph "{game}" {{
  // x is the player to move at the root; each node is rated by the result of perfect play for x
  node [shape=box, fontname=monospace, style=filled]
"""
_COLOURS = {1: "palegreen", 0: "white", -1: "lightpink"}


def tree_dot(root: TreeNode, perfect: PerfectPlay, depth: int | None = None) -> str:
    """The tree in Graphviz's language: nodes have the board and the rating, edges the move.

    Args:
        root: the root of the tree.
        perfect: the perfect player, which rates the positions.
        depth: the largest number of moves from the root; by default the whole tree is exported.

    Raises:
        UsageError: if there are more than ``MAX_NODES`` nodes.
    """
    lines: list[str] = []
    waiting: list[tuple[TreeNode, int, str]] = [(root, 0, "")]
    number = 0
    while waiting:
        node, plies, edge = waiting.pop()
        if number == MAX_NODES:
            raise UsageError(
                f"the tree has more than {MAX_NODES} nodes: draw its upper part with a smaller --depth"
            )
        lines.append(f"  n{number} [{_attributes(node, perfect)}]\n")
        if edge:
            lines.append(f"  {edge.format(number=number)}\n")
        if depth is None or plies < depth:
            edges = [
                (child, plies + 1, f'n{number} -> n{{number}} [label="{move}"]')
                for move, child in node.subtrees
            ]
            waiting += reversed(edges)
        number += 1
    return _HEAD.format(game=root.game.name) + "".join(lines) + "}\n"


def _attributes(node: TreeNode, perfect: PerfectPlay) -> str:
    own = node_value(node, perfect)
    rating = own if node.seat == 0 else -own
    board = "\\n".join("".join(row) for row in small_rows(node.game, node.position, node.seat))
    mover = "over" if node.over else f"{'xo'[node.seat]} moves"
    return f'label="{board}\\n{mover}, {rating}", fillcolor={_COLOURS[rating]}'
