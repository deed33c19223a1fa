"""Boards in colour, where the terminal has colours and the person wants them.

The two players' pieces differ in form; colour only repeats that. ``NO_COLOR`` switches it off
(https://no-color.org).
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from rich.text import Text

from senet_gp.boards.table import Part
from senet_gp.cli.console import Console

#: The style of each kind of part; both can be read on light and on dark.
_STYLES = {"first": "bold cyan", "other": "bold magenta", "mark": "bold", "label": "dim", "note": "dim"}


def shows_colours() -> bool:
    """Whether standard output is a terminal with colours, and ``NO_COLOR`` is not set."""
    console = Console()
    return console.is_terminal and console.color_system is not None and not os.environ.get("NO_COLOR")


def painted(line: Sequence[Part]) -> None:
    """Show a line of a board in colour."""
    text = Text()
    for part in line:
        text.append(part.text, _STYLES.get(part.kind, ""))
    text.rstrip()
    Console().print(text, soft_wrap=True)
