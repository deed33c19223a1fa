"""The tree of a game, which is built only as far as it is used, its size, and a report on it.

A node holds the player to move, the position, the result if the game is over, and the moves with the nodes
that they lead to. The size of the whole tree is found without building it: the lines that lead to each
distinct position are counted ply by ply, so neither memory nor the stack grows with the number of nodes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from senet_gp.games.small import Position, SmallGame
from senet_gp.games.solving.perfect import PerfectPlay, too_long
from senet_gp.runtime import interruption
from senet_gp.runtime.errors import UsageError

#: Trees with more distinct positions are not counted: that would take minutes.
MAX_DISTINCT = 500_000


class TreeNode:
    """A node of the tree of a game.

    Attributes:
        game: the game.
        seat: the player to move, 0 for the player at the root.
        position: the position as the player to move sees it.
        result: the result for the player to move, 1, 0 or -1, if the game has ended here; else None.
    """

    def __init__(self, game: SmallGame, seat: int, position: Position, result: int | None = None) -> None:
        if game.cyclic:
            raise UsageError(f"{game.name} can go on for ever, so it has no tree: use senet-gp table")
        self.game = game
        self.seat = seat
        self.position = position
        self.result = result

    @cached_property
    def subtrees(self) -> Sequence[tuple[str, TreeNode]]:
        """The moves, in notation, with the nodes that they lead to; none if the game is over."""
        if self.over:
            return []
        found = []
        for after in self.game.afterstates(self.position):
            theirs = None if after.result is None else -after.result
            child = TreeNode(self.game, 1 - self.seat, self.game.swapped(after.position), theirs)
            found.append((self.game.notation(after, self.seat), child))
        return found

    @property
    def over(self) -> bool:
        """Whether the game has ended here."""
        return self.result is not None


@dataclass(frozen=True)
class TreeSize:
    """The size of a tree.

    Attributes:
        nodes: the number of nodes, including the root.
        leaves: the number of nodes where the game is over.
        distinct: the number of different pairs of a position and a player to move.
        plies: the number of plies in the longest line.
    """

    nodes: int
    leaves: int
    distinct: int
    plies: int


def tree_size(root: TreeNode) -> TreeSize | None:
    """The size of the whole tree; None if it has more than ``MAX_DISTINCT`` distinct positions.

    Raises:
        UsageError: if a line lasts longer than a game may.
        KeyboardInterrupt: if the user interrupts the program.
    """
    game = root.game
    lines = Counter({root.position: 1})
    nodes, leaves, plies = 1, 0, 0
    # Equal positions at odd and even plies are different: another player is to move.
    met: tuple[set[Position], set[Position]] = ({root.position}, set())
    for ply in range(1, game.most_turns + 1):
        following: Counter[Position] = Counter()
        for position, count in lines.items():
            interruption.check()
            for afterstate in game.afterstates(position):
                after = game.swapped(afterstate.position)
                nodes += count
                met[ply % 2].add(after)
                if afterstate.result is None:
                    following[after] += count
                else:
                    leaves += count
            if len(met[0]) + len(met[1]) > MAX_DISTINCT:
                return None
        plies = ply
        if not following:
            break
        lines = following
    else:
        raise too_long(game)
    return TreeSize(nodes, leaves, len(met[0]) + len(met[1]), plies)


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
        """The report as ``senet-gp table --tree --json`` prints it; moves that are cells are numbers."""
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
    return perfect.value(node.position) if node.result is None else node.result


def _cell(move: str) -> int | str:
    return int(move) if move.isdecimal() else move


def rating_at_root(node: TreeNode, perfect: PerfectPlay) -> int:
    """The result of perfect play for the player to move at the root: 1 a win, 0 a draw, -1 a loss."""
    own = node_value(node, perfect)
    return own if node.seat == 0 else -own


class UpperPart(NamedTuple):
    """The part of a tree that is drawn, one entry for each node, root first.

    Attributes:
        nodes: the nodes, each before its children.
        moves: the move that leads to each node; empty for the root.
        depths: the number of moves from the root to each node.
        parents: the index of the node that each is a child of; -1 for the root.
    """

    nodes: list[TreeNode]
    moves: list[str]
    depths: list[int]
    parents: list[int]

    @property
    def children(self) -> list[list[int]]:
        """The indices of those children of each node that are drawn."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for number, parent in enumerate(self.parents[1:], 1):
            found[parent].append(number)
        return found


def upper_part(root: TreeNode, depth: int | None, most: int, too_many: str) -> UpperPart:
    """The upper part of a tree.

    Args:
        root: the root of the tree.
        depth: the largest number of moves from the root; None for the whole tree.
        most: how many nodes it may have.
        too_many: what is said if it has more, with ``{}`` for this number.

    Raises:
        UsageError: if it has more.
    """
    part = UpperPart([], [], [], [])
    waiting = [(root, "", 0, -1)]
    while waiting:
        node, move, plies, parent = waiting.pop()
        number = len(part.nodes)
        if number == most:
            raise UsageError(too_many.format(most))
        part.nodes.append(node)
        part.moves.append(move)
        part.depths.append(plies)
        part.parents.append(parent)
        if depth is None or plies < depth:
            waiting += [(child, name, plies + 1, number) for name, child in reversed(node.subtrees)]
    return part
