"""A page holds no measured figure but in a block that a study has written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from studies.pages import pages, without_blocks

ROOT = Path(__file__).resolve().parent.parent
#: What is not text of the page: code, links, comments.
_NOT_TEXT = re.compile(
    r"```.*?^```|^( {4}[^\n]*\n)+|``[^`]+``|`[^`]+`|\]\([^)]*\)|<!--.*?-->", re.DOTALL | re.MULTILINE
)
#: How measured figures are written: shares, decimals, times, memory, and counts of what came out.
_FIGURE = re.compile(
    r"\d[\d,.]* ?(?:%|ms\b|s\b|seconds|minutes|hours|[KMG]i?B\b|times\b|wins\b|points\b)"
    r"|± ?\d[\d.]*|\b\d+\.\d+\b|\b\d[\d,]* of (?:the )?\d[\d,]*"
)
#: Figures that are no measurements but definitions, rules, versions and defaults, by page.
DEFINED: dict[str, set[str]] = {
    "docs/experiments.md": {"0.05", "80 %"},
    "docs/measuring.md": {"95 %", "95 of 100", "50 %", "±3", "±1", "400 points"},
    "docs/reading.md": {"95 %"},
}


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_holds_no_figure_that_no_command_makes(page: Path) -> None:
    text = _NOT_TEXT.sub(" ", without_blocks(page.read_text(encoding="utf-8")))
    found = {" ".join(figure.split()) for figure in _FIGURE.findall(text)}
    allowed = DEFINED.get(str(page.relative_to(ROOT)), set())
    assert found <= allowed, "write it by a study of scripts/studies, or leave it out"
    assert allowed <= found, "these are no longer there"
