"""A report on the tree of a game: its size, and the ratings of the first two moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from senet_gp.games.solving.perfect import PerfectPlay
from senet_gp.games.solving.rule_tree import TreeNode, TreeSize, tree_size


@dataclass(frozen=True)
class TreeReport:
    """A report on a tree; all ratings are results under perfect play, for the player who moves at the root.

    Attributes:
        game: the game's name.
        size: the size of the tree; None if it is too large to be counted.
        moves: the moves at the root, in notation.
        ratings: their ratings.
        move: the move that perfect play makes, the first of the best.
        replies: the moves after it; none if it ends the game.
        reply_ratings: their ratings.
    """

    game: str
    size: TreeSize | None
    moves: Sequence[str]
    ratings: Sequence[int]
    move: str
    replies: Sequence[str]
    reply_ratings: Sequence[int]

    def as_json(self) -> dict[str, Any]:
        """The report as ``senet-gp tree --json`` prints it; moves that are cells are numbers."""
        size = self.size
        return {
            "game": self.game,
            "nodes": size and size.nodes,
            "leaves": size and size.leaves,
            "distinct": size and size.distinct,
            "longest": size and size.plies,
            "moves": [_cell(move) for move in self.moves],
            "ratings": list(self.ratings),
            "move": _cell(self.move),
            "replies": [_cell(move) for move in self.replies],
            "reply_ratings": list(self.reply_ratings),
        }


def tree_report(root: TreeNode, perfect: PerfectPlay) -> TreeReport:
    """The report on the tree below a node at which the game goes on.

    Raises:
        KeyboardInterrupt: if the user interrupts the program.
    """
    ratings = _ratings(root, perfect)
    move, chosen = root.subtrees[ratings.index(max(ratings))]
    return TreeReport(
        root.game.name,
        tree_size(root),
        [name for name, _ in root.subtrees],
        ratings,
        move,
        [name for name, _ in chosen.subtrees],
        [-rating for rating in _ratings(chosen, perfect)],
    )


def _ratings(node: TreeNode, perfect: PerfectPlay) -> list[int]:
    """The result of each move for the player who makes it."""
    return [-node_value(child, perfect) for _, child in node.subtrees]


def node_value(node: TreeNode, perfect: PerfectPlay) -> int:
    """The result of perfect play for the player to move at a node, also if the game is over."""
    return -int(node.lost) if node.over else perfect.value(node.position)


def _cell(move: str) -> int | str:
    return int(move) if move.isdecimal() else move
