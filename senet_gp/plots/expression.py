"""The drawing of an expression's tree.

The root stands left, and every leaf has a line of its own, so that labels are read as text is. A node stands
right of the one that it is an argument of, and within the lines of its own leaves: so no two can overlap,
whatever the tree, and edges cross nothing.
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
from senet_gp.errors import UsageError
from senet_gp.export.notation import CHOICE_EDGES, IF, SIGNS, Kind, kind_of
from senet_gp.plots import ORANGE, fitting_dpi, rendered, rows_of
from senet_gp.trees.arguments import arguments_of

#: Larger trees make unreadable pictures.
MAX_NODES = 2_000

# All in inches. Characters of a monospaced font are all as wide.
_FONT_SIZE = 9
_CHARACTER = 0.602 * _FONT_SIZE / 72
_LINE, _BOX = 0.24, 0.19
_PADDING, _GAP, _CHOICE_GAP, _BEND, _MARGIN = 0.07, 0.24, 0.46, 0.12, 0.15

_TYPOGRAPHIC = {"sub": "\N{MINUS SIGN}", "mul": "\N{MULTIPLICATION SIGN}"}
_FILLS = {Kind.FUNCTION: "white", Kind.QUERY: "#cfe3f1", Kind.CONSTANT: "#e8e8e8"}
_GREY, _LINES = "#555555", "#888888"


@dataclass(frozen=True)
class Placed:
    """Where nodes stand, in inches: x to the right, y downwards; one entry a node, root first.

    Attributes:
        labels: what stands in each node's box.
        left: the left edges of the boxes.
        right: their right edges.
        middle: the heights of their middles.
    """

    labels: list[str]
    left: list[float]
    right: list[float]
    middle: list[float]

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height of the whole drawing."""
        return max(self.right) + _MARGIN, max(self.middle) + _BOX / 2 + _MARGIN


def placed(tree: Sequence[Node]) -> Placed:
    """Give every node its place."""
    arguments = arguments_of(tree)
    labels = [_TYPOGRAPHIC.get(node.name, SIGNS.get(node.name, node.name)) for node in tree]
    left = [_MARGIN] * len(tree)
    right = [0.0] * len(tree)
    for index, node in enumerate(tree):
        right[index] = left[index] + len(labels[index]) * _CHARACTER + 2 * _PADDING
        for argument in arguments[index]:
            left[argument] = right[index] + (_CHOICE_GAP if node.name == IF else _GAP)
    middle = [_MARGIN + _BOX / 2 + row * _LINE for row in rows_of(arguments)]
    return Placed(labels, left, right, middle)


def drawn(tree: Sequence[Node], vocabulary: Vocabulary) -> Figure:
    """The tree as a figure: numbers framed in grey, truths round and orange; queries blue, constants grey."""
    places = placed(tree)
    width, height = places.size
    figure = Figure(figsize=(width, height))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    axes.set_axis_off()
    _draw_edges(axes, tree, places)
    for index, node in enumerate(tree):
        _draw_node(axes, node, vocabulary, places, index)
    return figure


def to_svg(tree: Sequence[Node], vocabulary: Vocabulary) -> str:
    """The drawing as the content of an SVG file.

    Raises:
        UsageError: if the tree has more than ``MAX_NODES`` nodes.
    """
    _check_size(tree)
    return rendered(drawn(tree, vocabulary), "svg").decode()


def to_png(tree: Sequence[Node], vocabulary: Vocabulary) -> bytes:
    """The drawing as the content of a PNG file.

    Raises:
        UsageError: if the tree has more than ``MAX_NODES`` nodes, or the picture would have too many pixels.
    """
    _check_size(tree)
    width, height = placed(tree).size
    dpi = fitting_dpi(width, height)
    if dpi is None:
        raise UsageError(
            f"a picture of this expression would be {width:.0f} by {height:.0f} inches, too large for png: "
            "choose svg or dot, or simplify it"
        )
    return rendered(drawn(tree, vocabulary), "png", dpi)


def _check_size(tree: Sequence[Node]) -> None:
    if len(tree) > MAX_NODES:
        raise UsageError(
            f"the expression has {len(tree)} nodes, and a picture of more than {MAX_NODES} cannot be read: "
            "simplify it, or choose another format"
        )


def _draw_edges(axes: Axes, tree: Sequence[Node], places: Placed) -> None:
    edges = []
    for index, arguments in enumerate(arguments_of(tree)):
        for number, argument in enumerate(arguments):
            start, end = places.right[index], places.left[argument]
            begin_y, end_y = places.middle[index], places.middle[argument]
            bend = start + _BEND
            edges.append([(start, begin_y), (bend, begin_y), (bend, end_y), (end, end_y)])
            if tree[index].name == IF:
                word = CHOICE_EDGES[number]
                axes.text(end - 0.04, end_y - 0.02, word, ha="right", fontsize=6.5, color=_GREY)
    axes.add_collection(LineCollection(edges, colors=_LINES, linewidths=0.8))


def _draw_node(axes: Axes, node: Node, vocabulary: Vocabulary, places: Placed, index: int) -> None:
    left, right, middle = places.left[index], places.right[index], places.middle[index]
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
        places.labels[index],
        ha="center",
        va="center_baseline",
        fontsize=_FONT_SIZE,
        fontfamily="monospace",
    )
