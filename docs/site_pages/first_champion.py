"""A page of the site on which the reader plays the champion of the first command; its picture leads there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from primitives import vocabulary_of
from senet_gp.games.registry import game_of
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime import compiling_notice
from senet_gp.serve.page_file import page_of
from senet_gp.trees.text import from_lisp

_MEASURED = Path(__file__).resolve().parents[1] / "evidence" / "first-champion.json"
_PAGE = "play_first_champion.html"
_PICTURE = "champion.svg"


def _lead_to_page(app: Any, page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    """Make the first picture of the first page a link."""
    if app.builder.name != "html" or page != "index":
        return
    before, picture, after = context["body"].partition("<img ")
    drawn, end, rest = after.partition("/>")
    if _PICTURE not in drawn:
        raise ValueError(f"the first picture of {page} is not {_PICTURE}")
    context["body"] = f'{before}<a href="{_PAGE}" title="Play against it">{picture}{drawn}{end}</a>{rest}'


def _write_page(app: Any, error: Exception | None) -> None:
    if error is not None or app.builder.name != "html":
        return
    game = game_of("senet")
    words = vocabulary_of(game)
    expression = json.loads(_MEASURED.read_text(encoding="utf-8"))["result"]["expression"]
    player = ExpressionPlayer(from_lisp(expression, words), words, "the first champion")
    (Path(app.outdir) / _PAGE).write_text(page_of(player, game), encoding="utf-8")


def setup(app: Any) -> dict[str, bool]:
    """Connect to Sphinx, whose build says nothing if nothing is wrong."""
    compiling_notice.be_silent()
    app.connect("html-page-context", _lead_to_page)
    app.connect("build-finished", _write_page)
    return {"parallel_read_safe": True}
