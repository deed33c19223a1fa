"""The tree of a game: its size, its ratings, its laziness, its picture."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from itertools import pairwise, product

import pytest
from heaps import Heaps, HeapsOfStones

from senet_gp.games.board.game import BoardGame
from senet_gp.games.hexapawn import Hexapawn
from senet_gp.games.plain import Pieces, PlainBoardGame
from senet_gp.games.protocol import Geometry, grid
from senet_gp.games.pursuit import Pursuit
from senet_gp.games.solving import rule_tree
from senet_gp.games.solving.perfect import PerfectPlay
from senet_gp.games.solving.rule_tree import TreeNode, TreeSize, tree_report, tree_size, upper_part
from senet_gp.games.tictactoe import TicTacToe
from senet_gp.games.trilobite import Trilobite
from senet_gp.runtime.errors import UsageError
from senet_gp.show.plots import rows_of
from senet_gp.show.plots.game_tree import drawn, picture
from senet_gp.trees import dot
from senet_gp.trees.dot import tree_dot

ROWS = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}]
COLUMNS = [{0, 3, 6}, {1, 4, 7}, {2, 5, 8}]
DIAGONALS = [{0, 4, 8}, {2, 4, 6}]


def root(game: BoardGame, text: str | None = None) -> TreeNode:
    return TreeNode(game, 0, game.starts()[0] if text is None else game.position_from(text))


def size_by_visiting(node: TreeNode) -> TreeSize:
    nodes, leaves, longest = 0, 0, 0
    boards = set()
    waiting = [(node, 0)]
    while waiting:
        node, plies = waiting.pop()
        nodes += 1
        longest = max(longest, plies)
        leaves += not node.subtrees
        boards.add((node.position, node.seat))
        waiting += [(child, plies + 1) for _, child in node.subtrees]
    return TreeSize(nodes, leaves, len(boards), longest)


@pytest.mark.parametrize(
    ("node", "size"),
    [
        (root(Hexapawn()), TreeSize(252, 134, 135, 7)),
        (root(Trilobite()), TreeSize(3278, 1310, 694, 9)),
        (root(Trilobite(2, 4, 3)), None),
        (root(Trilobite(5, 2, 2)), None),
        (root(TicTacToe(), "x.o.x.o.."), None),
        (root(Hexapawn(), "x.x.xooo."), None),
    ],
)
def test_counting_finds_what_visiting_finds(node: TreeNode, size: TreeSize | None) -> None:
    found = tree_size(node)
    assert found == size_by_visiting(node)
    assert size is None or found == size


def test_known_sizes() -> None:
    """Tic-tac-toe's are classics; four in a row on 4 by 4 is in Tromp's table of Connect Four (A212693)."""
    assert tree_size(root(TicTacToe())) == TreeSize(549946, 255168, 5478, 9)
    four = tree_size(root(Trilobite(4, 4, 4)))
    assert four is not None
    assert four.distinct == 161029


def test_a_tree_that_is_too_large_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_tree, "MAX_DISTINCT", 693)
    assert tree_size(root(Trilobite())) is None
    monkeypatch.setattr(rule_tree, "MAX_DISTINCT", 694)
    assert tree_size(root(Trilobite())) == TreeSize(3278, 1310, 694, 9)


def test_the_ratings_of_the_source() -> None:
    report = tree_report(root(Trilobite()), PerfectPlay(Trilobite()))
    assert report.as_json() == {
        "game": "trilobite",
        "nodes": 3278,
        "leaves": 1310,
        "distinct": 694,
        "longest": 9,
        "moves": [6, 7, 8],
        "ratings": [0, 0, 0],
        "move": 6,
        "replies": [3, 7, 8],
        "reply_ratings": [1, 1, 0],
    }


def test_a_winning_move_ends_the_report() -> None:
    report = tree_report(root(TicTacToe(), "xx.oo...."), PerfectPlay(TicTacToe()))
    assert (report.move, report.replies, report.reply_ratings) == ("3", [], [])
    assert report.ratings == [1, 0, -1, -1, -1]


class LastLoses(HeapsOfStones):
    """Who takes the last stone loses."""

    self_losses = True

    def result(self, position: Heaps) -> int | None:
        """Who has moved has lost if nothing is left."""
        return None if any(position.stones) else -1


def test_a_move_that_loses_is_rated_so() -> None:
    for stones in ((0, 0, 1), (0, 1, 1), (1, 1, 1), (1, 2, 2)):
        game, position = LastLoses(), Heaps(stones)
        perfect = PerfectPlay(game)
        report = tree_report(TreeNode(game, 0, position), perfect)
        assert report.ratings == perfect.ratings(game.afterstates(position))
        assert TreeNode(game, 0, Heaps((0, 0, 1))).subtrees[0][1].result == 1


def test_nodes_are_built_when_they_are_looked_at() -> None:
    node = root(Trilobite(5, 6, 4))
    plies = 0
    while not node.over:
        assert "subtrees" not in vars(node)
        assert node.subtrees is node.subtrees
        node = node.subtrees[0][1]
        plies += 1
    assert plies <= 30
    assert node.subtrees == []
    won = root(TicTacToe(), "xx.oo....").subtrees[0][1]
    assert (won.result, won.over, won.seat) == (-1, True, 1)


def test_endless_games_have_no_tree() -> None:
    with pytest.raises(UsageError, match="pursuit can go on for ever, so it has no tree"):
        root(Pursuit())


class ShortGame(TicTacToe):
    """It says that no game lasts longer than six turns."""

    most_turns = 6


class Shuttle(PlainBoardGame):
    """One piece goes to and fro, though the game says that it repeats no position."""

    name = "shuttle"
    title = "Shuttle"
    cyclic = False
    geometry = Geometry(grid(2, 1))  # type: ignore[assignment]
    most_turns = 9

    def most_pieces(self) -> int:
        """One."""
        return 1

    def starts(self) -> list[Pieces]:
        """One piece on the first square."""
        return [Pieces(frozenset({1}), frozenset())]

    def moves(self, position: Pieces, throws: tuple[int, ...]) -> dict[str, Pieces]:  # noqa: ARG002
        """To the other square."""
        return {f"{start}": position.moved(start, 3 - start) for start in position.mine}

    def result(self, position: Pieces) -> None:
        """It never ends."""


@pytest.mark.parametrize("game", [ShortGame(), Shuttle()])
def test_a_tree_that_is_deeper_than_the_longest_game_is_not_told(game: BoardGame) -> None:
    with pytest.raises(UsageError, match=f"goes on after most_turns = {game.most_turns} turns"):
        tree_size(TreeNode(game, 0, game.starts()[0]))


def test_the_picture_shows_every_node_and_move() -> None:
    text = tree_dot(root(Trilobite()), PerfectPlay(Trilobite()))
    assert text.count("[label=") == 3278 + 3277
    assert text.count("->") == 3277
    beginning = tree_dot(root(Trilobite()), PerfectPlay(Trilobite()), depth=1)
    assert beginning.count("->") == 3
    assert r'n1 [label="...\n...\nx..\no moves, 0", fillcolor=white]' in beginning


def test_a_picture_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dot, "MAX_TREE_NODES", 3277)
    with pytest.raises(UsageError, match="more than 3277 nodes: draw its upper part with a smaller --depth"):
        tree_dot(root(Trilobite()), PerfectPlay(Trilobite()))


@pytest.mark.parametrize(("game", "depth"), [(Hexapawn(), None), (Trilobite(), None), (TicTacToe(), 3)])
def test_a_drawn_tree_shows_every_node_where_no_other_is(game: BoardGame, depth: int | None) -> None:
    part = upper_part(root(game), depth, 4000, "")
    if depth is None:
        assert len(part.nodes) == getattr(tree_size(root(game)), "nodes", None)
    rows = rows_of(part.children)
    for plies in set(part.depths):
        column = sorted(row for row, own in zip(rows, part.depths, strict=True) if own == plies)
        assert all(upper + 1 <= lower for upper, lower in pairwise(column))
    for index, children in enumerate(part.children):
        shown = [(part.moves[child], part.nodes[child]) for child in children]
        assert shown == (list(part.nodes[index].subtrees) if part.depths[index] != depth else [])
        if children:
            assert rows[children[0]] <= rows[index] <= rows[children[-1]]


def test_trees_are_drawn_as_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    perfect = PerfectPlay(Hexapawn())
    assert picture(root(Hexapawn()), perfect, "png", 2).startswith(b"\x89PNG")
    svg = picture(root(Hexapawn()), perfect, "svg", 2)
    assert b"<svg" in svg
    assert svg == picture(root(Hexapawn()), perfect, "svg", 2)
    axes = drawn(upper_part(root(Hexapawn()), 1, 99, ""), perfect).axes[0]
    texts = [text.get_text() for text in axes.texts]
    assert texts[:3] == ["1-4", "2-5", "3-6"]
    assert "dark loses" in texts
    assert "dark draws" not in texts
    monkeypatch.setattr("senet_gp.show.plots._LONGEST_SIDE", 3000)
    with pytest.raises(UsageError, match=r"would be 7 by \d+ inches, too large for png"):
        picture(root(Hexapawn()), perfect, "png")
    with pytest.raises(UsageError, match="more than 4000 nodes cannot be read"):
        picture(root(TicTacToe()), PerfectPlay(TicTacToe()), "svg")


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_reads_the_picture() -> None:
    for game, depth in ((Trilobite(), None), (Hexapawn(), None), (TicTacToe(), 2)):
        text = tree_dot(root(game), PerfectPlay(game), depth)
        done = subprocess.run(["dot", "-Tcanon"], input=text, capture_output=True, text=True, check=False)  # noqa: S607
        assert done.returncode == 0, done.stderr


def figures(lines: list[set[int]], *, falls: bool) -> tuple[list[int], int, list[int]]:
    """What the machine rates the moves on an empty board of nine cells, plays, and rates the replies."""
    Cells = frozenset[int]  # noqa: N806 - a type

    def cells(taken: Cells) -> list[int]:
        free = [cell for cell in range(9) if cell not in taken]
        return [max(c for c in free if c % 3 == cell) for cell in free if cell < 3] if falls else free

    @cache
    def rating(mine: Cells, theirs: Cells) -> int:
        """Of a board, for the player who has just moved."""
        if any(line <= mine for line in lines):
            return 1
        if len(mine | theirs) == 9:
            return 0
        return -max(rating(theirs | {cell}, mine) for cell in cells(mine | theirs))

    nothing: Cells = frozenset()
    ratings = [rating(frozenset({cell}), nothing) for cell in cells(nothing)]
    played = cells(nothing)[ratings.index(max(ratings))]
    after = frozenset({played})
    return ratings, played, [-rating(frozenset({cell}), after) for cell in cells(after)]


def test_only_falling_pieces_rows_and_diagonals_make_the_figures_of_trilobites_source() -> None:
    """Its document shows figures and no rules: columns may count or not (docs/small_games.md says so)."""
    fitting = set()
    for falls, rows, columns, diagonals in product((True, False), repeat=4):
        lines = [*(ROWS * rows), *(COLUMNS * columns), *(DIAGONALS * diagonals)]
        if figures(lines, falls=falls) == ([0, 0, 0], 6, [1, 1, 0]):
            fitting.add((falls, rows, columns, diagonals))
    assert fitting == {(True, True, True, True), (True, True, False, True)}
