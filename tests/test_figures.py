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
#: The level of all intervals, and the version of Python: no measurements.
ANYWHERE = {"95 %", "3.11"}
#: Other figures that are definitions, rules or defaults, by page.
DEFINED: dict[str, set[str]] = {
    "docs/commands.md": {"30 of 100"},
    "docs/examples/royal_ur/README.md": {"1 of 16"},
    "docs/experiments.md": {"0.05"},
    "docs/faq.md": {"±2147483647"},
    "docs/first_hour.md": {"50 %"},
    "docs/formats.md": {"1 GiB", "1 MiB", "256 KiB", "32 MiB", "80 MiB"},
    "docs/glossary.md": {"400 points"},
    "docs/islands.md": {"0.1", "127.0"},
    "docs/measuring.md": {"95 of 100", "50 %", "±3", "±1", "400 points"},
    "docs/methods.md": {"1.5"},
    "docs/players.md": {"25 of 100"},
    "docs/promises.md": {"0.1", "127.0"},
    "docs/results.md": {"0.02", "0.8"},
}
#: Written from declarations in the code: their numbers are defaults and limits.
GENERATED = {"docs/options.md", "docs/vocabulary.md"}


@pytest.mark.parametrize(
    "page", [path for page in pages() if (path := str(page.relative_to(ROOT))) not in GENERATED]
)
def test_a_page_holds_no_figure_that_no_command_makes(page: str) -> None:
    text = _NOT_TEXT.sub(" ", without_blocks((ROOT / page).read_text(encoding="utf-8")))
    found = {" ".join(figure.split()) for figure in _FIGURE.findall(text)}
    allowed = DEFINED.get(page, set())
    assert found - ANYWHERE <= allowed, "write it by a study of scripts/studies, or leave it out"
    assert allowed <= found, "these are no longer there"
