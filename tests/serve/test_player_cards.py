"""Cards of players: those that come with the program, and those of files."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from written_files import written

from senet_gp.games.registry import game_of
from senet_gp.games.small import small_game
from senet_gp.players.champion import Champion
from senet_gp.players.hand import hand_made_of
from senet_gp.players.matchbox import MatchboxPlayer, write_matchbox
from senet_gp.serve import player_cards
from senet_gp.serve.player_cards import cards_of

ROOT = Path(__file__).resolve().parents[2]


def by_text(game: str, **parameters: int) -> dict[str, dict[str, str]]:
    return {card["text"]: card for card in cards_of(game_of(game, parameters))}


def test_what_is_told_of_hand_made_players_is_what_was_measured() -> None:
    study = json.loads((ROOT / "docs" / "evidence" / "hand-made.json").read_text(encoding="utf-8"))
    shares = {one["player"].removeprefix("hand:"): one["share"] for one in study["result"]}
    assert len(shares) == 22
    for name in shares.keys() - {"random"}:
        made = hand_made_of(name, "senet")
        assert made is not None
        assert made.share == shares[name], (
            "a HandMade says the share of its study, which is made by: python scripts/evidence.py hand-made"
        )
    assert by_text("senet")["hand:HC4"]["strength"] == "Scores 54 % against HC1 to HC5."
    assert by_text("tictactoe")["hand:LOGIC"]["strength"] == ""


def test_no_figure_is_told_of_a_game_with_other_parameters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(player_cards, "sentence_of", lambda _player, _game: "")
    results = [{"players": ["champion", "hand:HC1"], "score": 0.71}]
    for pieces in (3, 7):
        bred = Champion.read(written() / "champions" / "senet.json")
        game = game_of("senet", {"pieces": pieces})
        replace(bred, game=game, results=results).write(f"of-{pieces}.json")
    usual, short = (
        json.loads((ROOT / "docs" / "evidence" / f"{name}.json").read_text(encoding="utf-8"))["result"]
        for name in ("levels", "judge")
    )
    for pieces in range(1, 8):
        cards = by_text("senet", pieces=pieces)
        for own in (3, 7):
            told = "Scores 71% against hand:HC1." if own == pieces else ""
            assert cards[f"of-{own}.json"]["strength"] == told
        assert {card["strength"] for card in cards.values() if card["kind"] == "hand"} == {""} or pieces == 7
        measured = [round(100 * share) for share, _, _ in short["levels"].get(str(pieces), [])]
        shares = [None, *measured] if measured else [None] * 4
        levels = [card for card in cards.values() if card["kind"] == "level"]
        for card, share, level in zip(levels, shares, usual["senet"]["levels"], strict=True):
            figures = [int(number) for number in re.findall(r"(\d+) of 100", card["strength"])]
            if pieces == 7:
                assert figures[0] in {level["below"], level["beginner"]}
            else:
                assert figures == ([] if share is None else [share])


def test_players_that_cannot_play_have_no_card() -> None:
    assert "minimax" in by_text("hexapawn")
    assert "net" in by_text("senet")
    assert "minimax" not in by_text("senet")


def test_levels_come_first_and_no_player_has_two_cards() -> None:
    cards = cards_of(game_of("senet"))
    assert [card["name"] for card in cards[:4]] == ["Easy", "Medium", "Hard", "Best"]
    texts = [card["text"] for card in cards]
    assert len(set(texts)) == len(texts)
    shares = [card["strength"] for card in cards if card["kind"] == "hand"]
    assert shares == sorted(shares, reverse=True)


def test_runs_and_files_have_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    way = SimpleNamespace(
        sentences=("Above all it tries to hit.", "It also tries to win.", "It does not see.")
    )
    monkeypatch.setattr(player_cards, "way_of_play", lambda _player, _game: way)
    shutil.copytree(written() / "run", "runs/june/hexapawn-1")
    shutil.copy(written() / "champions" / "hexapawn.json", "mine.json")
    shutil.copy(written() / "champions" / "senet.json", "of-senet.json")
    write_matchbox(MatchboxPlayer(small_game("hexapawn")), "box.json")
    Path("broken.json").write_text('{"game": "hexapawn", "format": "senet-gp champion", "results": 3}')
    Path("deep.json").write_text("[" * 10_000)
    Path("none.json").write_bytes(b"\xff")
    Path(".hidden").mkdir()
    shutil.copy("mine.json", ".hidden/mine.json")
    Path("link.json").symlink_to("mine.json")
    found = by_text("hexapawn")
    of_files = {
        text: card["kind"] for text, card in found.items() if card["kind"] not in {"person", "level", "pupil"}
    }
    assert of_files == {
        "random": "random",
        "runs/june/hexapawn-1": "run",
        "mine.json": "champion",
        "matchbox:box.json": "machine",
    }
    run = found["runs/june/hexapawn-1"]
    assert run["name"] == "hexapawn-1"
    assert run["sentence"].startswith("Plays by ")
    results = json.loads((written() / "run" / "champion.json").read_text())["results"]
    assert bool(run["strength"]) == bool(results)
    # How it plays is found in the background.
    for sentence in player_cards._sentences.values():
        sentence.result()
    assert by_text("hexapawn")["runs/june/hexapawn-1"]["sentence"] == (
        "Above all it tries to hit. It also tries to win."
    )
