"""Notebooks as pages: the cells with the outputs that are stored in the file. Nothing is executed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

#: The kinds of output that a page shows, the best first.
_KINDS = ("image/svg+xml", "text/html", "image/png", "text/plain")


def _block(language: str, text: str) -> str:
    return f"````{language}\n{text.rstrip()}\n````"


def _output(output: dict[str, Any]) -> str:
    """A stored output as Markdown."""
    if output["output_type"] == "stream":
        return _block("text", "".join(output["text"]))
    data = output["data"]
    kind = next(kind for kind in _KINDS if kind in data)
    text = "".join(data[kind])
    if kind == "text/plain":
        return _block("text", text)
    if kind == "image/png":
        text = f'<img src="data:image/png;base64,{text.strip()}" alt="What the cell above draws">'
    return _block("{raw} html", f'<div class="cell-output">{text}</div>')


def _cells(notebook: dict[str, Any]) -> Iterator[str]:
    for cell in notebook["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            yield text
        else:
            # Commands and magics of Jupyter are no Python.
            yield _block("text" if text.startswith(("!", "%")) else "python", text)
            yield from map(_output, cell["outputs"])


def _as_markdown(app: Any, page: str, source: list[str]) -> None:
    if str(app.env.doc2path(page)).endswith(".ipynb"):
        source[0] = "\n\n".join(_cells(json.loads(source[0])))


def setup(app: Any) -> dict[str, bool]:
    """Connect to Sphinx."""
    app.connect("source-read", _as_markdown)
    return {"parallel_read_safe": True}
