"""The documentation is true."""

from __future__ import annotations

import re
import runpy
import tomllib
from pathlib import Path

import pytest

import senet_gp
from senet_gp.arena.verdict import verdict
from senet_gp.evolution.config import Config
from senet_gp.games.tictactoe import TicTacToe
from senet_gp.players.parsing import player_from_text

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def test_the_vocabulary_page_is_up_to_date() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "document_vocabulary.py"))
    assert script["FILE"].read_text(encoding="utf-8") == script["text"](), (
        "run scripts/document_vocabulary.py"
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_option_is_documented() -> None:
    text = (ROOT / "docs" / "evolution.md").read_text(encoding="utf-8")
    for name in vars(Config()):
        assert f"`{name}`" in text, f"docs/evolution.md does not tell of {name}"


def test_the_bred_player_of_tictactoe_never_loses() -> None:
    page = (ROOT / "docs" / "small_games.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```\n(\(sub move_to[^`]*)```", page)
    game = TicTacToe()
    result = verdict(game, player_from_text(f"expr:{' '.join(text.split())}", game))
    assert [seat.worst for seat in result.seats] == [0, 0]


def test_history_tells_of_this_version() -> None:
    assert f"## {senet_gp.__version__}" in (ROOT / "HISTORY.md").read_text(encoding="utf-8")
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert metadata["project"]["dynamic"] == ["version"]
