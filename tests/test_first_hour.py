"""The commands of the first hour work, and show what the page shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from page_blocks import run_blocks

PAGE = Path(__file__).resolve().parent.parent / "docs" / "first_hour.md"


@pytest.mark.slow
def test_the_first_hour(tmp_path: Path) -> None:
    run_blocks(PAGE, tmp_path)
    assert (tmp_path / "runs" / "first" / "report" / "index.html").is_file()
    assert (tmp_path / "game.txt").is_file()
