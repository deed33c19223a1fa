"""The drawing of an expression's tree.

The root is on the left, and every leaf has a line of its own. An argument is to the right of its function,
and a node is between the lines of its own leaves. So in every tree no nodes overlap and no edges cross.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from primitives.types import Truth
from primitives.vocabulary import Node, Vocabulary
from senet_gp.runtime.errors import UsageError
from senet_gp.show.plots import ORANGE, as_png, blank, own_style, rendered, rows_of
from senet_gp.trees.shape import arguments_of
from senet_gp.trees.text import CHOICE_EDGES, IF, SIGNS, NodeKind, kind_of

#: The most nodes of a tree that is drawn; a larger picture would be unreadable.
MAX_NODES = 2_000

# Lengths in inches. All characters of a monospaced font are equally wide.
_FONT_SIZE = 9
_CHARACTER = 0.602 * _FONT_SIZE / 72
_LINE = 0.24
_BOX = 0.19
_PADDING = 0.07
_GAP = 0.24
_CHOICE_GAP = 0.46
_BEND = 0.12
_MARGIN = 0.15

_TYPOGRAPHIC = {"sub": "\N{MINUS SIGN}", "mul": "\N{MULTIPLICATION SIGN}"}
_FILLS = {NodeKind.FUNCTION: "white", NodeKind.QUERY: "#cfe3f1", NodeKind.CONSTANT: "#e8e8e8"}
_GREY = "#555555"
_LINES = "#888888"


@dataclass(frozen=True)
class Layout:
    """The boxes of a tree's nodes, one entry for each node, root first.

    Lengths are in inches; x grows to the right, y downwards.

    Attributes:
        labels: the text in each box.
        left: the x of the left edge of each box.
        right: the x of its right edge.
        middle: the y of its middle.
    """

    labels: list[str]
    left: list[float]
    right: list[float]
    middle: list[float]

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height of the whole drawing."""
        return max(self.right) + _MARGIN, max(self.middle) + _BOX / 2 + _MARGIN


def layout_of(tree: Sequence[Node]) -> Layout:
    """Lay out the boxes of a tree's nodes."""
    arguments = arguments_of(tree)
    labels = [_TYPOGRAPHIC.get(node.name, SIGNS.get(node.name, node.name)) for node in tree]
    left = [_MARGIN] * len(tree)
    right = [0.0] * len(tree)
    for index, node in enumerate(tree):
        right[index] = left[index] + len(labels[index]) * _CHARACTER + 2 * _PADDING
        for argument in arguments[index]:
            left[argument] = right[index] + (_CHOICE_GAP if node.name == IF else _GAP)
    middle = [_MARGIN + _BOX / 2 + row * _LINE for row in rows_of(arguments)]
    return Layout(labels, left, right, middle)


@own_style()
def drawn(tree: Sequence[Node], vocabulary: Vocabulary, *, note: str = "") -> Figure:
    """Draw a tree as a figure.

    Frames show types: grey for Number, round and orange for Truth. Colours show kinds: blue for queries of
    the board, grey for constants.

    Args:
        tree: the expression.
        vocabulary: its vocabulary.
        note: a sentence below the tree.
    """
    layout = layout_of(tree)
    width, height = layout.size
    if note:
        width, height = max(width, len(note) * _CHARACTER + 2 * _MARGIN), height + 1.5 * _LINE
    figure, axes = blank(width, height)
    _draw_edges(axes, tree, layout)
    for index, node in enumerate(tree):
        _draw_node(axes, node, vocabulary, layout, index)
    if note:
        axes.text(_MARGIN, height - _MARGIN, note, fontsize=_FONT_SIZE, color=_GREY)
    return figure


def to_svg(tree: Sequence[Node], vocabulary: Vocabulary) -> str:
    """The drawing of a tree as the content of an SVG file.

    Args:
        tree: the nodes of the tree, root first.
        vocabulary: their vocabulary.

    Raises:
        UsageError: if the tree has more than ``MAX_NODES`` nodes.
    """
    _check_size(tree)
    return rendered(drawn(tree, vocabulary), "svg").decode()


def to_png(tree: Sequence[Node], vocabulary: Vocabulary) -> bytes:
    """The drawing of a tree as the content of a PNG file.

    Args:
        tree: the nodes of the tree, root first.
        vocabulary: their vocabulary.

    Raises:
        UsageError: if the tree has more than ``MAX_NODES`` nodes, or the picture would have too many pixels.
    """
    _check_size(tree)
    return as_png(drawn(tree, vocabulary), "this expression", "choose svg or dot, or simplify it")


def _check_size(tree: Sequence[Node]) -> None:
    if len(tree) > MAX_NODES:
        raise UsageError(
            f"the expression has {len(tree)} nodes, and a picture of more than {MAX_NODES} cannot be read: "
            "simplify it, or choose another format"
        )


def _draw_edges(axes: Axes, tree: Sequence[Node], layout: Layout) -> None:
    edges = []
    for index, arguments in enumerate(arguments_of(tree)):
        for number, argument in enumerate(arguments):
            start, end = layout.right[index], layout.left[argument]
            begin_y, end_y = layout.middle[index], layout.middle[argument]
            bend = start + _BEND
            edges.append([(start, begin_y), (bend, begin_y), (bend, end_y), (end, end_y)])
            if tree[index].name == IF:
                word = CHOICE_EDGES[number]
                axes.text(end - 0.04, end_y - 0.02, word, ha="right", fontsize=6.5, color=_GREY)
    axes.add_collection(LineCollection(edges, colors=_LINES, linewidths=0.8))


def _draw_node(axes: Axes, node: Node, vocabulary: Vocabulary, layout: Layout, index: int) -> None:
    left, right, middle = layout.left[index], layout.right[index], layout.middle[index]
    style = "round,pad=0,rounding_size=0.09" if node.ret is Truth else "square,pad=0"
    axes.add_patch(
        FancyBboxPatch(
            (left, middle - _BOX / 2),
            right - left,
            _BOX,
            boxstyle=style,
            facecolor=_FILLS[kind_of(node, vocabulary)],
            edgecolor=ORANGE if node.ret is Truth else _GREY,
            linewidth=0.8,
        )
    )
    axes.text(
        (left + right) / 2,
        middle,
        layout.labels[index],
        ha="center",
        va="center_baseline",
        fontsize=_FONT_SIZE,
        fontfamily="monospace",
    )
