"""Games on the page, played by its interface: of all games, to their end, and what can be done in between."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from played_games import record_of
from served import Json, Server, served
from written_files import written

from senet_gp.arena.record import GameRecord
from senet_gp.games.registry import GAMES, game_of
from senet_gp.serve.game_json import state_json
from senet_gp.serve.server import _warm_up

ROOT = Path(__file__).resolve().parents[2]
SENET = {"game": "senet", "parameters": {"pieces": 2}, "first": "person", "second": "random", "seed": 5}

SHORT = SENET | {"parameters": {"pieces": 1}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("games")) as one:
        yield one


def test_what_is_needed_later_is_loaded_without_an_error() -> None:
    begun = Event()
    begun.set()
    _warm_up(begun)


def played_on(server: Server, state: Json, most: int = 10_000) -> Json:
    """The state after the first choice has been made again and again."""
    for _ in range(most):
        if state["outcome"] is not None:
            break
        values = {"file": state["file"], "after": state["after"]}
        if state["can_step"]:
            state = server.done("game/step", **values)
        else:
            state = server.done("game/choose", choice=state["choices"][0]["index"], **values)
    return state


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.slow] * (game == "senet")) for game in GAMES]
)
def test_every_game_is_played_to_its_end(server: Server, game: str) -> None:
    known = {one["name"]: one for one in server.seen("games")["games"]}[game]
    assert known["rules_text"]
    begun = server.done("games/new", game=game, first="person", second=known["opponent"], seed=1)
    assert begun["after"] == begun["of"] == 0
    assert begun["players"][1]["name"] == "Easy"
    state = played_on(server, begun)
    record = GameRecord.read(server.directory / begun["file"])
    assert (record.outcome, record.seed) == (state["outcome"], begun["seed"])
    assert [move["notation"] for move in state["moves"]] == [
        choice.decision.notation(choice.index) for choice in record.choices
    ]
    assert not state["choices"]
    # What was shown in between can be looked at again.
    for after in (0, len(record.choices) // 2, len(record.choices)):
        earlier = server.seen("game/at", file=begun["file"], after=after)
        assert earlier["after"] == after
        if after:
            assert earlier["last"] == {**state["moves"][after - 1], "changed": earlier["last"]["changed"]}
    assert earlier["position"] == state["position"]
    listed = {one["file"]: one for one in server.seen("records")["records"]}[begun["file"]]
    assert (listed["turns"], listed["unfinished"]) == (record.turns, False)
    assert listed["about"].startswith(f"{record.game.title}: You against ")


@pytest.mark.parametrize(
    ("game", "reasons"),
    [
        ("pursuit", {"one has stepped onto the other", "the same move twice running loses"}),
        ("hexapawn", {"a pawn has reached the far row", "there is no move left"}),
        ("tictactoe", set()),
    ],
)
def test_the_end_of_a_game_says_why(game: str, reasons: set[str]) -> None:
    told = set()
    for key in range(60):
        record = replace(record_of(game_of(game), key), players=("human", "random"))
        status = state_json("a.txt", record, None)["status"]
        who, _, why = status.removesuffix(".").partition(": ")
        assert who == {1: "You win", -1: "random wins", 0: "Nobody has won"}[record.outcome or 0]
        told.add(why)
    assert told - {""} == reasons


def test_the_same_seed_gives_the_same_game(server: Server) -> None:
    first, again = (played_on(server, server.done("games/new", **SHORT)) for _ in range(2))
    assert first["file"] != again["file"]
    assert first["moves"] == again["moves"]
    assert first["seed"] == 5


def test_what_is_taken_back_is_thrown_again(server: Server) -> None:
    state = server.done("games/new", **SENET | {"file": "back.txt"})
    assert not state["can_undo"]
    assert server.post("game/undo", file="back.txt", after=0)[0] == 400
    seen = []
    while len(seen) < 3:
        if not state["can_step"]:
            seen.append(state)
        state = played_on(server, state, 1)
    for before in reversed(seen):
        state = server.done("game/undo", file="back.txt", after=state["after"])
        assert state == before
    # The whole game is played to its end, and its last choice is taken back: its file has no streams then.
    ended = played_on(server, state)
    assert ended["outcome"] is not None
    back = server.done("game/undo", file="back.txt", after=ended["after"])
    assert back["outcome"] is None
    assert back["throws"] == ended["moves"][back["after"]]["throws"]


def test_who_resigns_has_lost_and_may_go_on(server: Server) -> None:
    state = server.done("games/new", **SENET)
    ended = server.done("game/resign", file=state["file"], after=0)
    assert (ended["outcome"], ended["resigned"], ended["status"]) == (
        -1,
        True,
        "random wins: you resign.",
    )
    assert server.post("game/choose", file=state["file"], after=0, choice=0)[0] == 409
    assert server.done("game/undo", file=state["file"], after=0) == state


def test_two_people_and_two_players(server: Server) -> None:
    people = server.done("games/new", game="tictactoe", first="person", second="person")
    one = played_on(server, people, 1)
    assert [one["seat"], one["person"], one["can_step"]] == [1, True, False]
    assert played_on(server, one)["outcome"] is not None
    players = server.done("games/new", game="hexapawn", first="random", second="minimax")
    assert not players["choices"]
    assert server.post("game/choose", file=players["file"], after=0, choice=0)[0] == 400
    assert server.post("game/resign", file=players["file"], after=0)[0] == 400
    ended = played_on(server, players)
    assert ended["outcome"] == -1
    assert not ended["can_undo"]


def test_a_request_that_is_repeated_does_nothing_twice(server: Server) -> None:
    state = server.done("games/new", game="tictactoe", first="person", second="person")
    values = {"file": state["file"], "after": 0, "choice": 4}
    with ThreadPoolExecutor(8) as clicks:
        answers = list(clicks.map(lambda _: server.post("game/choose", **values), range(16)))
    assert sorted(status for status, _ in answers) == [200] + [409] * 15
    now = server.seen("game", file=state["file"])
    assert all(answer.get("state", answer) == now for _, answer in answers)
    assert now["after"] == 1


@pytest.mark.slow
def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        state = played_on(server, server.done("games/new", **SHORT), 5)
        server.kill()
        server.start()
        assert server.seen("game", file=state["file"]) == state
        # The game goes on as it would have done without the break.
        ended = played_on(server, state)
        whole = played_on(server, server.done("games/new", **SHORT))
        assert ended["moves"] == whole["moves"]


def test_records_of_the_terminal_are_read(server: Server) -> None:
    ended = written() / "records" / "senet.txt"
    text = ended.read_text(encoding="utf-8")
    (server.directory / "ended.txt").write_text(text, encoding="utf-8")
    state = server.seen("game", file="ended.txt")
    assert state["seed"] is None
    assert state["of"] == len(GameRecord.read(ended).choices)
    status, answer = server.post("game/undo", file="ended.txt", after=state["after"])
    assert status == 400
    assert (server.directory / "ended.txt").read_text(encoding="utf-8") == text, answer


@pytest.mark.slow
def test_a_game_of_a_plugin(tmp_path: Path) -> None:
    plugin = ROOT / "docs" / "examples" / "board_games" / "board_games_example" / "dash.py"
    with served(tmp_path, "--plugin", str(plugin)) as server:
        state = server.done("games/new", game="dash", first="person", second="random", seed=1)
        assert server.done("hint", file=state["file"], after=0)["best"]["rows"]
        assert played_on(server, state)["outcome"] is not None


def test_players_have_cards(server: Server) -> None:
    cards = {card["text"]: card for card in server.seen("players", game="senet")["players"]}
    assert {"random", "net", "hand:HC5"} <= set(cards)
    assert cards["hand:HC4"]["sentence"]
    assert cards["hand:HC5"]["name"] == "Hard"
    assert "minimax" in {card["text"] for card in server.seen("players", game="tictactoe")["players"]}
    for text in cards.keys() - {"person"}:
        state = server.done("games/new", game="senet", first=text, second="random", seed=1)
        assert played_on(server, state, 1)["after"] == 1
