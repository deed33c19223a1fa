"""The page on games of one's own quotes the example package, and its code runs."""

from __future__ import annotations

import re
from importlib import import_module
from inspect import signature
from pathlib import Path

import pytest

from senet_gp.games import PlainBoardGame
from senet_gp.testing import check_game

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "extending_games.md"
PACKAGE = ROOT / "docs" / "examples" / "board_games"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
PYTHON = [text for kind, text in BLOCKS if kind == "python"]


def test_whole_files_are_quoted() -> None:
    for name in ("tapatan", "dash"):
        assert (PACKAGE / "board_games_example" / f"{name}.py").read_text(encoding="utf-8") in PYTHON


def test_other_code_is_quoted_from_the_files_or_runs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quoted = [path.read_text(encoding="utf-8") for path in (PACKAGE / "board_games_example").glob("*.py")]
    own = [text for text in PYTHON if not any(text in file for file in quoted)]
    pig, check = own
    assert pig.startswith('"""Pig')
    (tmp_path / "pig_of_the_page.py").write_text(pig, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    game = import_module("pig_of_the_page").Pig()
    assert check_game(game, seconds=0).stopped == 0
    exec(compile(check, str(PAGE), "exec"), {})  # noqa: S102 - the documentation's own code
    assert capsys.readouterr().out.startswith("<tictactoe passes: ")


def test_the_table_names_what_can_be_overridden_with_its_parameters() -> None:
    rows = re.findall(r"^\| `(\w+)(\(.*?\))?` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) > 20
    for name, parameters in rows:
        if name in {"name", "title"}:  # every game has its own
            continue
        found = getattr(PlainBoardGame, name)
        if parameters:
            assert parameters == f"({', '.join([*signature(found).parameters][1:])})", name
        else:
            assert isinstance(found, property) or not callable(found), name


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
