"""The tree of a game in numbers, and what the machine at its root thinks of the first two moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from senet_gp.games.solving.perfect import PerfectPlay
from senet_gp.games.solving.rule_tree import TreeNode, TreeSize, tree_size


@dataclass(frozen=True)
class TreeReport:
    """A tree in numbers; all ratings are what perfect play gets the player who moves at the root.

    Attributes:
        game: the game's name.
        size: how large the tree is; None if it is too large to be counted.
        moves: the moves at the root, in notation.
        ratings: their ratings.
        move: the move that the machine plays, the first of the best.
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
        """The report as ``senet-gp tree --json`` prints it; moves that are cells come as numbers."""
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
    """The tree below a node at which the game goes on, in numbers.

    Raises:
        KeyboardInterrupt: if the person has asked for it.
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
    """What each move gets the player who makes it."""
    return [-node_value(child, perfect) for _, child in node.subtrees]


def node_value(node: TreeNode, perfect: PerfectPlay) -> int:
    """What perfect play gets the player to move at a node, also where the game is over."""
    return -int(node.lost) if node.over else perfect.value(node.position)


def _cell(move: str) -> int | str:
    return int(move) if move.isdecimal() else move
