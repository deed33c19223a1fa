"""Which files the page offers, and which it changes: those where games and runs are kept."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from written_files import written

from senet_gp.arena.record import GameRecord
from senet_gp.games.registry import game_of
from senet_gp.runtime.errors import SenetGpError
from senet_gp.serve import players
from senet_gp.serve.interface import Interface
from senet_gp.serve.player_cards import cards_of
from senet_gp.serve.requests import Refused

#: Directories of the user, by a file in them that tells so, and directories of something else.
OWN = {"runs/june": "", "first-run": "config.toml", "plans/sharing/1": "../../plan.json"}
OTHERS = ("tests/games", "data")


@pytest.fixture(autouse=True)
def _directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _fill(Path())
    for place, mark in OWN.items():
        _fill(Path(place))
        if mark:
            Path(place, mark).write_text("", encoding="utf-8")
    for place in OTHERS:
        _fill(Path(place))


def _fill(place: Path) -> None:
    """Put a machine, a champion, and a game that the machine has lost to a person."""
    place.mkdir(parents=True, exist_ok=True)
    shutil.copy(written() / "machines" / "boxes.json", place / "boxes.json")
    shutil.copy(written() / "champions" / "hexapawn.json", place / "champion.json")
    record = GameRecord((f"matchbox:{place / 'boxes.json'}", "human"), game_of("hexapawn"), seed=1)
    record.write(place / "begun.txt")
    record.outcome, record.resigned = -1, True
    record.write(place / "lost.txt")


def _contents() -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}


def test_files_are_offered_where_games_and_runs_are_kept() -> None:
    places = {Path(), *map(Path, OWN)}
    cards = [card["text"].removeprefix("matchbox:") for card in cards_of(game_of("hexapawn"))]
    assert {Path(text).parent for text in cards if text.endswith("boxes.json")} == places
    records = Interface().gets["records"]({})[1]["records"]
    assert {Path(record["file"]).parent for record in records} == places


@pytest.mark.parametrize("damaged", ["", "game: hexapawn\nx: human\n", "game: c(\nx: a\no: b\n"])
def test_a_damaged_record_hides_no_other(damaged: str) -> None:
    Path("damaged.txt").write_text(f"senet-gp game record 3\n{damaged}\n", encoding="utf-8")
    Path("odd.txt").write_text(
        "senet-gp game record 3\ngame: c(\nx: a\no: b\nresult: drawn\n\n", encoding="utf-8"
    )
    records = {record["file"]: record for record in Interface().gets["records"]({})[1]["records"]}
    assert "begun.txt" in records
    assert "damaged.txt" not in records
    assert records["odd.txt"]["about"] == "c(: a against b"


def test_a_game_that_does_not_begin_leaves_no_machine() -> None:
    before = _contents()
    for file in ("game.json", "begun.txt", "../game.txt"):
        with pytest.raises(SenetGpError):
            Interface().posts["games/new"](
                {"game": "hexapawn", "first": "person", "second": players.NEW_MACHINE, "file": file}
            )
    assert _contents() == before


@pytest.mark.parametrize("place", [*OWN, "."])
def test_what_is_kept_with_games_and_runs_can_be_changed(place: str) -> None:
    interface = Interface()
    state = interface.posts["game/step"]({"file": f"{place}/begun.txt", "after": 0})[1]
    assert state["after"] == 1
    before = _contents()
    assert "has learned from" in interface.posts["game/teach"]({"file": f"{place}/lost.txt"})[1]["told"]
    changed = {path for path, content in _contents().items() if before[path] != content}
    assert changed == {Path(place, "boxes.json")}


@pytest.mark.parametrize("place", OTHERS)
def test_what_belongs_to_something_else_is_looked_at_and_not_changed(place: str) -> None:
    interface, before = Interface(), _contents()
    begun, lost = f"{place}/begun.txt", f"{place}/lost.txt"
    assert interface.gets["game"]({"file": lost})[1]["lesson"] == "possible"
    usual: dict[str, Any] = {
        "after": 0,
        "choice": 0,
        "job": "x",
        "game": "hexapawn",
        "out": f"{place}/page.html",
    }
    refused = set()
    for path, handler in interface.posts.items():
        if path == "game/again":  # the game that goes on from there is a new one, in a file of its own
            continue
        for file in (begun, lost, f"{place}/new.txt"):
            values = usual | {"file": file, "first": f"matchbox:{place}/boxes.json", "second": "random"}
            try:
                handler(values)
            except SenetGpError as error:
                if "where games and runs are" in str(error):
                    refused.add(path)
    assert _contents() == before
    writing = {"games/new", "game/choose", "game/step", "game/undo", "game/resign", "game/teach"}
    assert refused == {*writing, "analyse/export"}


def test_a_machine_of_something_else_plays_and_its_copy_learns() -> None:
    interface = Interface()
    text = "matchbox:data/boxes.json"
    new = {"game": "hexapawn", "first": text, "second": "person", "seed": 1, "file": "mine.txt"}
    interface.posts["games/new"](new)
    after = interface.posts["game/step"]({"file": "mine.txt", "after": 0})[1]["after"]
    interface.posts["game/resign"]({"file": "mine.txt", "after": after})
    with pytest.raises(Refused, match="copy it into the directory"):
        interface.posts["game/teach"]({"file": "mine.txt"})


def test_locks_of_files_are_not_kept() -> None:
    interface = Interface()
    for number in range(5):
        values = {"game": "hexapawn", "first": "random", "second": "random", "file": f"{number}.txt"}
        interface.posts["games/new"](values)
        interface.posts["game/step"]({"file": f"{number}.txt", "after": 0})
    assert not dict(interface.games._turns)


def test_a_player_who_thinks_for_long_holds_up_no_thread_of_another_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(players, "_PATIENCE", 0)
    interface = Interface()
    values = {"game": "hexapawn", "first": "random", "second": "person", "file": "other.txt"}
    interface.posts["games/new"](values)
    with (
        players.player_alone("random", game_of("hexapawn")),
        pytest.raises(Refused, match="thinking in another game") as refusal,
    ):
        interface.posts["game/step"]({"file": "other.txt", "after": 0})
    assert refusal.value.status == 409
