"""Machines that learn from games on the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from senet_gp.games.small import small_game
from senet_gp.players.matchbox import MatchboxPlayer, Scheme, read_matchbox, write_matchbox
from senet_gp.runtime.errors import UsageError
from senet_gp.serve.interface import Interface
from senet_gp.serve.requests import Json, Refused


@pytest.fixture
def interface(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Interface:
    monkeypatch.chdir(tmp_path)
    write_matchbox(MatchboxPlayer(small_game("hexapawn"), Scheme()), "pupil.json")
    return Interface()


def begun(interface: Interface, first: str, second: str) -> Json:
    values = {"game": "hexapawn", "first": first, "second": second, "seed": 1}
    return interface.posts["games/new"](values)[1]


def played_on(interface: Interface, state: Json) -> Json:
    while state["outcome"] is None:
        values = {"file": state["file"], "after": state["after"]}
        choose = {} if state["can_step"] else {"choice": state["choices"][0]["index"]}
        _, state = interface.posts["game/choose" if choose else "game/step"](values | choose)
    return state


def weights(state: Json, key: str) -> list[list[int]]:
    return [[bead[key] for bead in move["box"]["rows"]] for move in state["moves"] if "box" in move]


def test_a_machine_learns_once_from_a_finished_game(interface: Interface) -> None:
    teach = interface.posts["game/teach"]
    state = begun(interface, "person", "matchbox:pupil.json")
    assert state["lesson"] is None
    with pytest.raises(Refused, match="from a finished game against a person"):
        teach({"file": state["file"]})
    state = played_on(interface, state)
    assert state["lesson"] == "possible"
    would = weights(state, "learned")
    state = teach({"file": state["file"]})[1]
    assert state["lesson"] == "taught"
    assert state["told"].endswith("It has learned from 1 game.")
    assert weights(state, "weight") == would
    assert {bead for box in weights(state, "learned") for bead in box} == {None}
    with pytest.raises(Refused, match="has learned from this game already"):
        teach({"file": state["file"]})
    assert read_matchbox("pupil.json").games == 1


def test_a_game_that_does_not_begin_leaves_no_machine(interface: Interface, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has no hand-made players"):
        begun(interface, "hand:NOPE", "new-machine")
    assert [path.name for path in tmp_path.iterdir()] == ["pupil.json"]


def test_a_machine_does_not_learn_from_other_players(interface: Interface) -> None:
    state = played_on(interface, begun(interface, "random", "matchbox:pupil.json"))
    assert state["lesson"] is None
