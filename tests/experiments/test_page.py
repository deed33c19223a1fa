"""What the page on experiments shows in pandas runs, and says what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from senet_gp.experiments import superiority_interval

ROOT = Path(__file__).resolve().parents[2]
BLOCKS = re.findall(
    r"```python\n(.*?)```", (ROOT / "docs/experiments.md").read_text(encoding="utf-8"), re.DOTALL
)


def printed_by(block: str, capsys: pytest.CaptureFixture[str]) -> list[float]:
    """The numbers that a block prints."""
    exec(block, {})  # noqa: S102 - from a page of ours
    return [float(number) for number in re.findall(r"\d+\.\d+(?:e-\d+)?", capsys.readouterr().out)]


def test_two_variants_are_compared_in_pandas(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    Path("credits").mkdir()
    rows = [f"{name},{score}" for name, own in (("sharing", "456"), ("lexicase", "123")) for score in own]
    Path("credits/runs.csv").write_text("\n".join(["variant,score", *rows]), encoding="utf-8")
    (block,) = [block for block in BLOCKS if "superiority_interval" in block]
    low, high = superiority_interval([4, 5, 6], [1, 2, 3])
    assert printed_by(block, capsys) == pytest.approx([1.0, low, high, 0.1])
