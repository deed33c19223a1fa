"""The code of docs/notebooks.md runs, and says what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "notebooks.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_code_runs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)  # noqa: S102 - our own page
    assert len(blocks) == 3
    said = capsys.readouterr()
    (told,) = re.findall(r"print\(repr\(individual\)\)  # (.*)", TEXT)
    assert said.out.splitlines()[0] == told
    assert "fitness" in said.out.splitlines()[1]
    assert "\rgeneration 3: " in said.err


def test_lines_are_short() -> None:
    assert max(map(len, TEXT.splitlines())) <= 110
