"""Pictures. Colours are Okabe and Ito's, which also the colour-blind can tell apart."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from numpy.typing import NDArray

from senet_gp.errors import FileError, UsageError
from senet_gp.quoting import shortened

# Names of players may hold dollars; they are no formulas.
mpl.rcParams["text.parse_math"] = False

#: The largest picture, in pixels; a larger one would take more memory than many machines have.
_MAX_PIXELS = 100_000_000
#: No drawing library takes a side longer than this, in pixels.
_LONGEST_SIDE = 60_000
_DPI, _MIN_DPI = 150, 75

BLUE, ORANGE, GREEN, PURPLE = "#0072b2", "#d55e00", "#009e73", "#cc79a7"


def check_drawable(path: Path) -> None:
    """Make sure that the name's ending is that of a format which can be drawn.

    Raises:
        UsageError: if it is not.
    """
    if path.suffix.lstrip(".").lower() not in Figure().canvas.get_supported_filetypes():
        raise UsageError(f"{shortened(path)} cannot be drawn: give it a name that ends in .png, .svg or .pdf")


def save(figure: Figure, path: Path) -> None:
    """Write a figure in the format that the name's ending says.

    Raises:
        FileError: if the file cannot be written.
    """
    try:
        path.write_bytes(rendered(figure, path.suffix.lstrip(".").lower()))
    except OSError as error:
        raise FileError(f"{path} cannot be written: {error.strerror}") from None


def rendered(figure: Figure, ending: str, dpi: int = 150) -> bytes:
    """The content of a picture file whose name would end so (png, svg, pdf)."""
    # The same picture is the same file: no date, no random names in SVG.
    metadata = {"Date": None} if ending == "svg" else {}
    buffer = BytesIO()
    with mpl.rc_context({"svg.hashsalt": "senet-gp"}):
        figure.savefig(buffer, dpi=dpi, format=ending, metadata=metadata)
    return buffer.getvalue()


def fitting_dpi(width: float, height: float) -> int | None:
    """The pixels an inch of a PNG picture of this size, in inches; None if it is too large for one."""
    dpi = int(min(_DPI, (_MAX_PIXELS / (width * height)) ** 0.5, _LONGEST_SIDE / max(width, height)))
    return dpi if dpi >= _MIN_DPI else None


def rows_of(children: Sequence[Sequence[int]]) -> list[float]:
    """The rows in which the nodes of a tree stand that grows to the right: every leaf has one of its own.

    A node stands in the middle between its first child and its last, so nodes of a depth never overlap.

    Args:
        children: the indices of each node's children; nodes come root first, each before its children.
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


def draw_shares(axes: Axes, shares: NDArray[np.float64], rows: list[str], columns: list[str]) -> AxesImage:
    """Draw points of 100, row against column, as a heat map with its figures; nan is left out."""
    image = axes.imshow(shares, cmap=mpl.colormaps["cividis"], vmin=0, vmax=100)
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(rows)), rows)
    for (row, column), share in np.ndenumerate(shares):
        if not np.isnan(share):
            color = "white" if share < 55 else "black"
            axes.text(column, row, f"{share:.0f}", ha="center", va="center", color=color, fontsize="small")
    return image
