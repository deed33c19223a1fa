"""The drawing of a game's tree: a small board at every node, coloured by the result of perfect play.

The root is on the left. Every ply has a column and every leaf a row of its own, so nothing overlaps.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.path import Path
from matplotlib.transforms import Transform

from senet_gp.games.protocol import Geometry
from senet_gp.games.solving.perfect import PerfectPlay
from senet_gp.games.solving.rule_tree import TreeNode, UpperPart, rating_at_root, upper_part
from senet_gp.show.plots import as_png, blank, own_style, rendered, rows_of

#: The most nodes of a tree that is drawn; a larger picture would be unreadable and take minutes.
MAX_NODES = 4_000
_TOO_MANY = (
    "a picture of more than {} nodes cannot be read: draw the tree's upper part with a smaller --depth, or a "
    "later --position, or write it for Graphviz with --dot"
)
#: By the result of perfect play for the player to move at the root: a win, a draw, a loss.
_FILLS = {1: "#b9e3c6", 0: "#ffffff", -1: "#f6c6b6"}
_MEANINGS = {1: "wins", 0: "draws", -1: "loses"}
_DARK = "#222222"
_LINES = "#888888"
_GRID = "#bbbbbb"

# Lengths in inches.
_SQUARE = 0.1
_ROW_GAP = 0.08
_COLUMN_GAP = 0.62
_MARGIN = 0.15
_HEAD = 0.45
_FONT_SIZE = 6
_HEAD_SIZE = 8

_Point = tuple[float, float]


def picture(root: TreeNode, perfect: PerfectPlay, ending: str, depth: int | None = None) -> bytes:
    """The content of a picture file.

    Args:
        root: the root of the tree.
        perfect: the perfect player, which rates the positions.
        ending: the format: png, svg or pdf.
        depth: the largest number of moves from the root; by default the whole tree is shown.

    Raises:
        UsageError: if the tree is too large for such a picture.
    """
    part = upper_part(root, depth, MAX_NODES, _TOO_MANY)
    figure = drawn(part, perfect)
    if ending != "png":
        return rendered(figure, ending)
    return as_png(figure, "this tree", "choose svg, or draw its upper part with a smaller --depth")


@own_style()
def drawn(part: UpperPart, perfect: PerfectPlay) -> Figure:
    """Draw a tree as a figure; the pieces of the player to move at the root are dark."""
    game = part.nodes[0].game
    board_width, board_height = _board_size(game.geometry)
    step = board_width + _COLUMN_GAP
    left = [_MARGIN + depth * step for depth in part.depths]
    top = [_MARGIN + _HEAD + row * (board_height + _ROW_GAP) for row in rows_of(part.children)]
    width = max(max(left) + board_width + _MARGIN, 4.5)
    height = max(top) + board_height + _MARGIN
    figure, axes = blank(width, height)
    _draw_edges(axes, part, left, [y + board_height / 2 for y in top], board_width)
    ratings = [rating_at_root(node, perfect) for node in part.nodes]
    _draw_boards(axes, figure.dpi_scale_trans, part.nodes, ratings, list(zip(left, top, strict=True)))
    _draw_head(axes, game.title, [rating for rating in _FILLS if rating in ratings])
    return figure


def _draw_edges(
    axes: Axes, part: UpperPart, left: Sequence[float], middle: Sequence[float], board_width: float
) -> None:
    edges = []
    for index, children in enumerate(part.children):
        start = left[index] + board_width
        for child in children:
            bend, end = start + 0.12, left[child]
            edges.append(
                [(start, middle[index]), (bend, middle[index]), (bend, middle[child]), (end, middle[child])]
            )
            axes.text(
                end - 0.04, middle[child] - 0.02, part.moves[child], ha="right", fontsize=_FONT_SIZE,
                fontfamily="monospace",
            )  # fmt: skip
    axes.add_collection(LineCollection(edges, colors=_LINES, linewidths=0.6))


def _board_size(geometry: Geometry) -> _Point:
    return geometry.width * _SQUARE, len(geometry.rows) * _SQUARE


def _draw_boards(
    axes: Axes,
    inches: Transform,
    nodes: Sequence[TreeNode],
    ratings: Sequence[int],
    corners: Sequence[_Point],
) -> None:
    game = nodes[0].game
    width, height = _board_size(game.geometry)
    # The middle of each square, relative to that of the board.
    offsets = {
        square: ((column + 0.5) * _SQUARE - width / 2, (row + 0.5) * _SQUARE - height / 2)
        for square, (column, row) in game.geometry.places.items()
    }
    boards: dict[int, list[_Point]] = {rating: [] for rating in _FILLS}
    frames: dict[bool, list[_Point]] = {False: [], True: []}
    pieces: tuple[list[_Point], list[_Point]] = ([], [])
    for node, rating, (x, y) in zip(nodes, ratings, corners, strict=True):
        middle = x + width / 2, y + height / 2
        boards[rating].append(middle)
        frames[node.over].append(middle)
        for square, seats in game.occupants(node.position, node.seat).items():
            place = middle[0] + offsets[square][0], middle[1] + offsets[square][1]
            for seat in seats:
                pieces[seat].append(place)
    grid = Path.make_compound_path(*(_rectangle(dx, dy, _SQUARE, _SQUARE) for dx, dy in offsets.values()))
    frame, piece = _rectangle(0, 0, width, height), Path.circle((0, 0), 0.036)
    for rating, where in boards.items():
        _draw_at(axes, inches, grid, where, facecolor=_FILLS[rating], edgecolor=_GRID, linewidth=0.4)
    for over, where in frames.items():
        line = 1.1 if over else 0.4
        _draw_at(axes, inches, frame, where, facecolor="none", edgecolor=_DARK, linewidth=line)
    for color, where in zip((_DARK, "white"), pieces, strict=True):
        _draw_at(axes, inches, piece, where, facecolor=color, edgecolor=_DARK, linewidth=0.5)


def _draw_at(axes: Axes, inches: Transform, path: Path, where: Sequence[_Point], **looks: Any) -> None:
    """Draw a path, whose lengths are in inches, at each of these points."""
    if where:
        collection = PathCollection([path], offsets=where, offset_transform=axes.transData, zorder=2, **looks)
        collection.set_transform(inches)
        axes.add_collection(collection)


def _rectangle(x: float, y: float, width: float, height: float) -> Path:
    """The outline of a rectangle whose middle is (x, y)."""
    corners = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]
    return Path([(x + dx * width / 2, y + dy * height / 2) for dx, dy in corners], closed=True)


def _draw_head(axes: Axes, title: str, ratings: Sequence[int]) -> None:
    """Draw the game's name and the legend of the colours."""
    axes.text(
        _MARGIN, _MARGIN + 0.08, f"{title}: dark is to move at the root", fontsize=_HEAD_SIZE, va="center"
    )
    x, y = _MARGIN, _MARGIN + 0.2
    for rating in ratings:
        axes.add_patch(Rectangle((x, y), 0.1, 0.1, facecolor=_FILLS[rating], edgecolor=_GRID, linewidth=0.4))
        axes.text(x + 0.14, y + 0.05, f"dark {_MEANINGS[rating]}", fontsize=_FONT_SIZE, va="center")
        x += 0.8
    axes.add_patch(Rectangle((x, y), 0.1, 0.1, facecolor="none", edgecolor=_DARK, linewidth=1.1))
    axes.text(x + 0.14, y + 0.05, "the game is over", fontsize=_FONT_SIZE, va="center")
