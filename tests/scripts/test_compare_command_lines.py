"""The script that tells what becomes of options in this checkout and in another."""

from __future__ import annotations

from pathlib import Path

import compare_command_lines
import pytest


def test_lines_are_the_same_by_the_same_seed_and_some_are_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    one, again = compare_command_lines.Lines(3), compare_command_lines.Lines(3)
    lines = [one.drawn() for _ in range(40)]
    assert lines == [again.drawn() for _ in range(40)]
    found = [*compare_command_lines.results(lines)]
    assert 5 < sum("config" in result for result in found) < 35
    assert {*found[0]} <= {"config", "refused", "as"}


@pytest.mark.parametrize(
    ("after", "same", "told"),
    [
        ({"config": {"seed": 1}}, True, "1 accepted, 0 "),
        ({"config": {"seed": 2}}, False, "DIFFERENT: hexapawn"),
        ({"refused": "seed is 1"}, False, "DIFFERENT: hexapawn"),
    ],
)
def test_other_configurations_are_told(
    after: dict[str, object], same: bool, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [{"arguments": ["hexapawn"], "file": ""}]
    assert compare_command_lines.compared(lines, [{"config": {"seed": 1}}], [after], 1) is same
    assert told in capsys.readouterr().out


def test_refusals_may_be_worded_differently(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [{"arguments": ["chess"], "file": ""}]
    assert compare_command_lines.compared(lines, [{"refused": "a"}], [{"refused": "b"}], 1)
    assert "reworded: chess" in capsys.readouterr().out
