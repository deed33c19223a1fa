"""Pictures, drawn with matplotlib in Okabe and Ito's colours, which colour-blind people can distinguish.

They look the same whatever settings of matplotlib surround them, and leave those as they are. So whatever
draws or renders does so inside :func:`own_style`, and matplotlib is imported in this package alone.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

import senet_gp.show.plots.library  # noqa: F401 - it loads what follows, whatever surrounds it

# isort: split
from matplotlib import colormaps, style
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Figure
from matplotlib.image import AxesImage

from senet_gp.runtime.errors import FileError, UsageError, shortened

#: The largest number of pixels of a picture; more would need more memory than many machines have.
_MAX_PIXELS = 100_000_000
#: The longest side of a picture, in pixels; matplotlib refuses longer ones.
_LONGEST_SIDE = 60_000
_DPI = 150
_MIN_DPI = 75

# The settings are of the whole process.
_drawing = threading.RLock()

BLUE = "#0072b2"
ORANGE = "#d55e00"
GREEN = "#009e73"
PURPLE = "#cc79a7"


@contextmanager
def own_style() -> Iterator[None]:
    """Inside this context, and in a function that it decorates, matplotlib has its own default settings.

    Pictures with others could not be read on a page or in a notebook, or need what is missing, such as LaTeX.
    Names may hold dollars; they are no formulas.
    """
    with _drawing, style.context(["default", {"svg.hashsalt": "senet-gp", "text.parse_math": False}]):
        yield


def check_drawable(path: Path | str) -> None:
    """Check that the ending of a file's name is a format that can be drawn, such as ``.png``.

    Raises:
        UsageError: if it is not.

    >>> check_drawable(Path("curve.svg"))
    """
    if Path(path).suffix.lstrip(".").lower() not in Figure().canvas.get_supported_filetypes():
        raise UsageError(f"{shortened(path)} cannot be drawn: give it a name that ends in .png, .svg or .pdf")


def save(figure: Figure, path: Path | str) -> None:
    """Write a figure to a file, in the format of the ending of its name.

    Args:
        figure: the figure.
        path: the file, whose name ends in .png, .svg or .pdf.

    Raises:
        FileError: if the file cannot be written.
    """
    try:
        path = Path(path)
        path.write_bytes(rendered(figure, path.suffix.lstrip(".").lower()))
    except OSError as error:
        raise FileError(f"{path} cannot be written: {error.strerror}") from None


def rendered(figure: Figure, ending: str, dpi: int = 150) -> bytes:
    """The content of a picture file.

    Args:
        figure: the figure.
        ending: the format: png, svg or pdf.
        dpi: the pixels per inch of a PNG picture.
    """
    # Without a date, and with the salt of our style, the same figure gives the same SVG.
    metadata = {"Date": None} if ending == "svg" else {}
    buffer = BytesIO()
    with own_style():
        figure.savefig(buffer, dpi=dpi, format=ending, metadata=metadata)
    return buffer.getvalue()


def as_png(figure: Figure, what: str, remedy: str) -> bytes:
    """The content of a PNG picture of any size, with fewer pixels an inch if it is large.

    Args:
        figure: the figure.
        what: what it shows, in words.
        remedy: what to do if it is too large.

    Raises:
        UsageError: if it would have too many pixels.
    """
    width, height = figure.get_size_inches()
    dpi = fitting_dpi(width, height)
    if dpi is None:
        raise UsageError(
            f"a picture of {what} would be {width:.0f} by {height:.0f} inches, too large for png: {remedy}"
        )
    return rendered(figure, "png", dpi)


def fitting_dpi(width: float, height: float) -> int | None:
    """The pixels per inch of a PNG picture of this size in inches; None if the picture would be too large.

    >>> fitting_dpi(8, 6), fitting_dpi(600, 6), fitting_dpi(6000, 6)
    (150, 100, None)
    """
    dpi = int(min(_DPI, (_MAX_PIXELS / (width * height)) ** 0.5, _LONGEST_SIDE / max(width, height)))
    return dpi if dpi >= _MIN_DPI else None


def rows_of(children: Sequence[Sequence[int]]) -> list[float]:
    """The row of each node in the drawing of a tree whose root is on the left.

    Every leaf has a row of its own, and any other node is halfway between its first and its last child. So
    nodes of the same depth never overlap.

    Args:
        children: the indices of each node's children. The root comes first, each node before its children.

    Returns:
        The row of each node; the first leaf has row 0.

    >>> rows_of([[1, 2], [], [3, 4], [], []])
    [0.75, 0, 1.5, 1, 2]
    """
    rows = [0.0] * len(children)
    leaves = 0
    for index, own in enumerate(children):
        if not own:
            rows[index] = leaves
            leaves += 1
    for index in range(len(children) - 1, -1, -1):
        if children[index]:
            rows[index] = (rows[children[index][0]] + rows[children[index][-1]]) / 2
    return rows


def blank(width: float, height: float) -> tuple[Figure, Axes]:
    """An empty picture whose coordinates are inches from its left upper corner."""
    figure = Figure(figsize=(width, height))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    axes.set_axis_off()
    return figure, axes


def draw_grid(axes: Axes, axis: Literal["x", "y"] = "y") -> None:
    """Draw a grid of lines across an axis, behind what is shown, and no frame above and to the right."""
    axes.grid(axis=axis, color="0.9")
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def draw_legend(figure: Figure, columns: int) -> None:
    """Draw a legend below a figure, in this many columns."""
    figure.legend(loc="outside lower center", ncols=columns, frameon=False)


def draw_shares(axes: Axes, shares: NDArray[np.float64], rows: list[str], columns: list[str]) -> AxesImage:
    """Draw a heat map of points of 100, row against column, with the number in each cell.

    Args:
        axes: the axes to draw in.
        shares: the points of each row against each column, (rows, columns) float64; nan gives an empty cell.
        rows: the labels of the rows.
        columns: the labels of the columns.
    """
    image = axes.imshow(shares, cmap=colormaps["cividis"], vmin=0, vmax=100)
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(rows)), rows)
    for (row, column), share in np.ndenumerate(shares):
        if not np.isnan(share):
            color = "white" if share < 55 else "black"
            axes.text(column, row, f"{share:.0f}", ha="center", va="center", color=color, fontsize="small")
    return image
