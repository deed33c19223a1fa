"""The examples of docs/reading.md are what is really exported."""

from __future__ import annotations

import json
import re
from pathlib import Path

from primitives import vocabulary_of
from senet_gp.show.formats import FORMATS, text_in
from senet_gp.show.plots.expression import MAX_NODES as MAX_DRAWN
from senet_gp.trees.dot import MAX_NODES as MAX_DOT
from senet_gp.trees.text import from_lisp, to_json

DOCS = Path(__file__).parents[2] / "docs"
EXTENDED = vocabulary_of("senet", "extended")


def test_examples_are_exports_of_one_tree() -> None:
    page = (DOCS / "reading.md").read_text(encoding="utf-8")
    page = page.partition("\n## Exporting")[2].partition("\n## ")[0]
    lisp, infix, shown_json = re.findall(r"^```\n(.*?)\n```$", page, re.DOTALL | re.MULTILINE)
    tree = from_lisp(lisp, EXTENDED)
    assert infix + "\n" == text_in("infix", tree, EXTENDED)
    exported = json.loads(text_in("json", tree, EXTENDED))
    assert json.loads("{" + shown_json + "}")["expression"] == exported["expression"]
    assert set(exported) <= set(re.findall(r"``(\w+)``", to_json.__doc__ or ""))


def test_limits_are_reported() -> None:
    page = (DOCS / "reading.md").read_text(encoding="utf-8")
    assert f"up to {MAX_DOT} nodes" in page
    assert f"up to {MAX_DRAWN} nodes" in page
    assert all(f"`{name}`" in page for name in FORMATS)
