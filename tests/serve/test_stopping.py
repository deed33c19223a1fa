"""The end of the server: it says what is saved, also in the middle of work; and what it refuses to begin."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from commands import assert_refused, forget, run_command
from served import Server, served
from stop_signals import STOP_SIGNALS
from thinned import thinned

from senet_gp.arena.record import GameRecord


@pytest.mark.parametrize("number", thinned(STOP_SIGNALS, kept=[1]))
def test_a_signal_ends_it_with_a_sentence(tmp_path: Path, number: int) -> None:
    server = Server(tmp_path)
    assert server.stop(number) == 130
    assert server.errors == "senet-gp: the page is closed; every game is in its file.\n"


def test_it_ends_in_the_middle_of_work(tmp_path: Path) -> None:
    game = {"game": "senet", "first": "random", "second": "random", "seed": 1}
    with served(tmp_path) as server:
        state = server.done("games/new", **game)
        for _ in range(20):
            state = server.done("game/step", file=state["file"], after=state["after"])
        assert server.done("analyse", file=state["file"])["state"] == "running"
    assert len(GameRecord.read(tmp_path / state["file"]).choices) == 20


def test_who_thinks_for_long_holds_up_no_other_game(tmp_path: Path) -> None:
    """Another request for the same game is put off while a player thinks, so others are answered."""
    with served(tmp_path) as server, ThreadPoolExecutor(12) as clicks:
        slow = server.done("games/new", game="tictactoe", first="search:9:expr:my_moves", second="random")
        values = {"file": slow["file"], "after": 0}
        answers = [clicks.submit(server.post, "game/step", **values) for _ in range(12)]
        assert server.done("games/new", game="hexapawn", first="person", second="random")["choices"]
        assert sorted(answer.result()[0] for answer in answers) == [200] + [409] * 11


def test_a_move_is_given_up_when_its_reader_has_gone(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        game = {"game": "trilobite", "parameters": {"width": 31, "height": 1}}
        slow = server.done("games/new", **game, first="search:9:expr:my_moves", second="random")
        values = {"file": slow["file"], "after": 0}

        def thinks() -> bool:
            """Whether a player is thinking; else it is said that there is no person who could resign."""
            return "thinking" in server.post("game/resign", **values)[1]["error"]

        body = json.dumps(values).encode()
        head = f"POST {server.path}api/game/step HTTP/1.1\r\nHost: {server.host}:{server.port}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        with socket.create_connection((server.host, server.port)) as reader:
            reader.sendall(head.encode() + body)
            while not thinks():
                pass
        # Each question waits for two seconds; the move would take hours.
        assert not all(thinks() for _ in range(100))
        assert server.seen("game", file=slow["file"])["after"] == 0


def refused(directory: Path, *arguments: str, missing: str = "") -> subprocess.CompletedProcess[str]:
    """What ``senet-gp serve`` does with these arguments, perhaps without a library."""

    def remove() -> None:
        forget([name for name in sys.modules if name.startswith(("senet_gp.serve", f"{missing}."))])
        sys.modules[missing] = None

    return run_command("serve", "--no-open", *arguments, cwd=directory, before=remove if missing else None)


def test_what_cannot_be_served_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert_refused(refused(tmp_path, "--port", port), 2, "address already in use; name another by --port")
    assert_refused(refused(tmp_path, "--dir", "nowhere"), 2, "'nowhere' does not exist")
    assert_refused(refused(tmp_path, "--host", "192.0.2.1"), 2, "'192.0.2.1' is no address of this computer")


@pytest.mark.parametrize("library", ["waitress", "werkzeug"])
def test_a_missing_library_is_named(tmp_path: Path, library: str) -> None:
    done = refused(tmp_path, "--port", "0", missing=library)
    assert_refused(done, 1, "serve needs two libraries: pip install waitress werkzeug")
