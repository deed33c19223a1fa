"""The blocks of pages that studies write: Markdown between two comments, the first with its name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from studies.work import ROOT

_BLOCK = re.compile(r"(<!-- evidence: ([\w-]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def pages() -> list[Path]:
    """All pages in which blocks may stand."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def named_in(page: str) -> list[str]:
    """The names of the blocks of a page."""
    return [name for _, name, _, _ in _BLOCK.findall(page)]


def written_into(page: str, blocks: dict[str, str]) -> str:
    """A page in which the blocks that are given are written again, and others are as they were."""

    def again(found: re.Match[str]) -> str:
        head, name, old, end = found.groups()
        return f"{head}\n{blocks[name].strip()}\n\n{end}" if name in blocks else f"{head}{old}{end}"

    return _BLOCK.sub(again, page)


def without_blocks(page: str) -> str:
    """A page without what studies write."""
    return _BLOCK.sub("", page)


def table(head: Iterable[str], rows: Iterable[Iterable[object]], left: int = 1) -> str:
    """A table of Markdown, whose first columns are texts and the others numbers."""
    head = list(head)
    lines = ["| " + " | ".join(head) + " |"]
    lines.append("| " + " | ".join("---" if number < left else "---:" for number in range(len(head))) + " |")
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join(lines)


def percent(share: float, digits: int = 1) -> str:
    """A share as pages write it.

    >>> percent(0.4444)
    '44.4 %'
    """
    return f"{share:.{digits}%}".replace("%", " %")


def with_interval(share: float, interval: Iterable[float | None], digits: int = 1) -> str:
    """A share with its interval, as pages write it.

    >>> with_interval(0.5, (0.4, 0.6), 0)
    '50 % (40 to 60)'
    """
    low, high = (format(100 * (end or 0), f".{digits}f") for end in interval)
    return f"{percent(share, digits)} ({low} to {high})"
