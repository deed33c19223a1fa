"""Links between pages, and the history, which stands outside of the directory of pages.

A link that shows the name of a file shows the title of the page on the site.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

_HISTORY = Path(__file__).resolve().parents[2] / "HISTORY.md"
_BARE = re.compile(r"\[(?:docs/)?[\w/]+\.(?:md|ipynb)\]\((?P<target>[\w./]+\.(?:md|ipynb)(?:#[\w-]+)?)\)")


def _with_history(_app: Any, page: str, source: list[str]) -> None:
    """The page of the history has the text of the file."""
    if page == "history":
        source[0] = _HISTORY.read_text(encoding="utf-8").replace("](docs/", "](")


def _with_titles(_app: Any, _page: str, source: list[str]) -> None:
    """A link without a text gets the title of what it leads to."""
    source[0] = _BARE.sub(r"[](\g<target>)", source[0])


def setup(app: Any) -> dict[str, bool]:
    """Connect to Sphinx."""
    app.connect("source-read", _with_history)
    app.connect("source-read", _with_titles, priority=600)
    return {"parallel_read_safe": True}
