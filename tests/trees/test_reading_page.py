"""The examples of docs/reading.md are what is really exported."""

from __future__ import annotations

import json
import re
from pathlib import Path

from primitives import vocabulary_of
from senet_gp.show.formats import FORMATS, text_in
from senet_gp.show.plots.expression import MAX_NODES as MAX_DRAWN
from senet_gp.trees.dot import MAX_NODES as MAX_DOT
from senet_gp.trees.text import from_lisp

DOCS = Path(__file__).parents[2] / "docs"
EXTENDED = vocabulary_of("senet", "extended")


def test_examples_are_exports_of_one_tree() -> None:
    page = (DOCS / "reading.md").read_text(encoding="utf-8")
    page = page.partition("\n## Exporting")[2].partition("\n## ")[0]
    blocks = re.findall(r"^```\w*\n(.*?)\n```$", page, re.DOTALL | re.MULTILINE)
    lisp, infix, python, latex, dot, shown_json = blocks
    tree = from_lisp(lisp, EXTENDED)
    exported = {name: text_in(name, tree, EXTENDED) for name in ("infix", "python", "latex", "dot", "json")}
    assert infix + "\n" == exported["infix"]
    assert python in exported["python"]
    assert latex in exported["latex"]
    assert dot in exported["dot"]
    beginning, words, end = shown_json.split("\n …\n")
    assert exported["json"].startswith(beginning)
    assert words in exported["json"]
    assert json.loads("{" + end)["expression"] == json.loads(exported["json"])["expression"]
    keys = set(re.findall(r"`(\w+)`", page.rpartition("| key |")[2]))
    assert keys >= set(json.loads(exported["json"]))


def test_limits_are_reported() -> None:
    page = (DOCS / "reading.md").read_text(encoding="utf-8")
    assert f"up to {MAX_DOT} nodes" in page
    assert f"up to {MAX_DRAWN} nodes" in page
    assert all(f"`{name}`" in page for name in FORMATS)
