"""Hints, reasons and analyses of the page."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from served import Json, Server, served

from senet_gp.engine.exact_table import chance_table, write_chances
from senet_gp.games.senet import Senet
from senet_gp.games.small import small_game
from senet_gp.players.matchbox import MatchboxPlayer, write_matchbox


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("advice")) as one:
        yield one


def analysed(server: Server, file: str) -> Json:
    job = server.done("analyse", file=file)
    while job["state"] == "running":
        threading.Event().wait(0.05)
        job = server.seen("analyse", job=job["job"])
    return job


def test_hints_are_chances_the_best_first(server: Server) -> None:
    state = server.done("games/new", game="senet", first="person", second="random", seed=3)
    hint = server.done("hint", file=state["file"], after=0)
    assert hint["verdict"].startswith("The first")
    assert "is not exact" in hint["trust"]
    rows = hint["best"]["rows"]
    chances = [choice["chance"] for choice in rows]
    assert chances == sorted(chances, reverse=True)
    assert all(choice["lost"] == chances[0] - choice["chance"] for choice in rows)
    assert {choice["index"] for choice in rows} <= {one["index"] for one in state["choices"]}


def test_hints_of_small_games_are_results(server: Server) -> None:
    state = server.done("games/new", game="hexapawn", first="person", second="minimax")
    hint = server.done("hint", file=state["file"], after=0)
    assert hint["title"] == "Perfect play"
    assert len(hint["best"]["rows"]) == len(state["choices"])
    assert all(choice["known"].startswith("loses in ") for choice in hint["best"]["rows"])


def test_a_player_of_the_game_that_knows_all_chances_gives_the_hints(server: Server) -> None:
    write_chances(server.directory / "one.chances", chance_table(Senet(pieces=1)))
    common = {"game": "senet", "first": "person", "parameters": {"pieces": 1}, "seed": 3}
    state = server.done("games/new", second="table:one.chances", **common)
    hint = server.done("hint", file=state["file"], after=0)
    assert (hint["title"], hint["trust"]) == ("Perfect play", "")


def test_why_tells_in_sentences_what_differs_and_where(server: Server) -> None:
    state = server.done("games/new", game="senet", first="person", second="hand:HC5", seed=3)
    choices = [choice["index"] for choice in state["choices"]]
    why = server.done("why", file=state["file"], after=0, choice=choices[0], rival=choices[-1])
    assert [why["choice"], why["rival"]] == [choices[0], choices[-1]]
    assert why["better"] in {choices[0], choices[-1], None}
    assert " of 100" in why["sentences"][0]
    assert all(1 <= square <= 30 for square in why["squares"])
    alone = server.done("why", file=state["file"], after=0, choice=choices[0])
    assert alone["rival"] != choices[0]
    assert server.post("why", file=state["file"], after=0, choice=999)[0] == 400


def test_matchboxes_show_the_bead_that_was_drawn(server: Server) -> None:
    write_matchbox(MatchboxPlayer(small_game("hexapawn"), name="box"), server.directory / "box.json")
    before = (server.directory / "box.json").read_bytes()
    cards = {card["text"]: card for card in server.seen("players", game="hexapawn")["players"]}
    assert cards["matchbox:box.json"]["kind"] == "machine"
    state = server.done("games/new", game="hexapawn", first="person", second="matchbox:box.json", seed=1)
    one = server.done("game/choose", file=state["file"], after=0, choice=0)
    two = server.done("game/step", file=state["file"], after=1)
    box = two["moves"][1]["box"]
    assert box["caption"].startswith("The matchbox of box ")
    assert box["taken"] in {row["index"] for row in box["rows"]}
    assert "box" not in two["moves"][0]
    asked = {"file": one["file"], "after": 1, "choice": box["taken"]}
    assert server.done("why", **asked)["box"] == box
    # The machine loses, and would not draw the bead of its last move again.
    ended = two
    while ended["outcome"] is None:
        values = {"file": ended["file"], "after": ended["after"]}
        if ended["can_step"]:
            ended = server.done("game/step", **values)
        else:
            best = server.done("hint", **values)["best"]["rows"][0]["index"]
            ended = server.done("game/choose", choice=best, **values)
    last = [move["box"] for move in ended["moves"] if "box" in move][-1]
    changed = {one["index"] for one in last["rows"] if one["learned"] != one["weight"]}
    assert changed == ({last["taken"]} if ended["outcome"] == 1 else set())
    assert (server.directory / "box.json").read_bytes() == before


def test_a_game_is_analysed_and_exported(server: Server) -> None:
    state = server.done("games/new", game="tictactoe", first="random", second="random", seed=2)
    assert server.post("analyse", file=state["file"])[0] == 400
    while state["outcome"] is None:
        state = server.done("game/step", file=state["file"], after=state["after"])
    export = {"file": state["file"], "out": "analysed.html"}
    assert server.post("analyse/export", **export)[0] == 409
    job = analysed(server, state["file"])
    assert job["state"] == "done"
    assert len(job["analysis"]["choices"]) == state["of"]
    assert job["analysis"]["choices"][0]["best"]["rows"][0]["steps"]
    assert analysed(server, state["file"])["job"] == job["job"]
    assert server.post("analyse/export", **export | {"out": state["file"]})[0] == 400
    assert server.done("analyse/export", **export) == {"file": "analysed.html"}
    written = (server.directory / "analysed.html").read_text(encoding="utf-8")
    assert written.lower().startswith("<!doctype html>")
    assert server.post("analyse/export", **export)[0] == 409
    assert server.get("analyse", job="nothing")[0] == 404
