"""The page on games of one's own quotes the example package, and its code runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "extending_games.md"
PACKAGE = ROOT / "docs" / "examples" / "board_games"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
PYTHON = [text for kind, text in BLOCKS if kind == "python"]


def test_a_whole_game_is_quoted() -> None:
    assert (PACKAGE / "board_games_example" / "tapatan.py").read_text(encoding="utf-8") in PYTHON


def test_other_code_is_quoted_from_the_files_or_runs(capsys: pytest.CaptureFixture[str]) -> None:
    quoted = [path.read_text(encoding="utf-8") for path in (PACKAGE / "board_games_example").glob("*.py")]
    (check,) = [text for text in PYTHON if not any(text in file for file in quoted)]
    exec(compile(check, str(PAGE), "exec"), {})  # noqa: S102 - the documentation's own code
    assert capsys.readouterr().out.startswith("<tictactoe passes: ")


def test_the_entry_points_are_quoted() -> None:
    (entries,) = [text for kind, text in BLOCKS if kind == "toml"]
    assert entries in (PACKAGE / "pyproject.toml").read_text(encoding="utf-8")


def test_commands_name_files_that_are_there() -> None:
    (commands,) = [text for kind, text in BLOCKS if kind == "sh"]
    named = re.findall(r"--plugin (\S+)", commands)
    assert len(named) == 2
    assert all((ROOT / name).is_file() for name in named)


def test_lines_are_short() -> None:
    assert max(map(len, PAGE.read_text(encoding="utf-8").splitlines())) <= 110
