"""Attacks on the server: nothing outside is read or written, nothing is lost, and it goes on answering."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from patience import PATIENCE
from served import Json, Server, served
from slow_clients import SlowClients

from senet_gp.serve.interface import Interface
from senet_gp.serve.server import _MAX_CONNECTIONS

JSON = {"Content-Type": "application/json"}
SECRET = "nobody reads this"  # noqa: S105 - it is none
#: The requests that change something, or are much work, with values that are right.
POSTS: dict[str, Json] = {
    "games/new": {"game": "hexapawn", "parameters": {}, "first": "person", "second": "random", "seed": 1},
    "game/choose": {"file": "game.txt", "after": 99, "choice": 0},
    "game/step": {"file": "game.txt", "after": 99},
    "game/undo": {"file": "game.txt", "after": 99},
    "game/resign": {"file": "game.txt", "after": 99},
    "chance": {"file": "game.txt", "after": 0},
    "warning": {"file": "game.txt", "after": 0, "choice": 0},
    "hint": {"file": "game.txt", "after": 0},
    "why": {"file": "game.txt", "after": 0, "choice": 0, "rival": 1, "player": "random"},
    "scores": {"file": "game.txt", "after": 0, "player": "random"},
    "game/teach": {"file": "game.txt"},
    "game/again": {"file": "game.txt", "after": 0},
    "analyse": {"file": "game.txt"},
    "analyse/cancel": {"job": "no such job"},
    "analyse/export": {"file": "game.txt", "out": "page.html"},
}
OUTSIDE = (
    "../secret.txt", "..%2fsecret.txt", "%2e%2e/secret.txt", "a/../../secret.txt", "/etc/passwd", "link.txt",
    "way/secret.txt", "..\\secret.txt", "game.txt/../../secret.txt", "\0", "", ".", "..", "game.txt\0.txt",
    "x" * 5000, "x" * 280, "é" * 200,
)  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    place = tmp_path_factory.mktemp("attacked")
    home = place / "home"
    home.mkdir()
    (place / "secret.txt").write_text(SECRET, encoding="utf-8")
    (home / "link.txt").symlink_to(place / "secret.txt")
    (home / "way").symlink_to(place)
    with served(home) as one:
        one.done("games/new", **POSTS["games/new"], file="game.txt")
        yield one


@pytest.fixture(autouse=True)
def _nothing_is_lost(server: Server) -> Iterator[None]:
    """Whatever is tried, the game is as it was, no file outside has changed, and the server answers."""
    before = server.seen("game", file="game.txt")
    yield
    assert server.seen("game", file="game.txt") == before
    outside = server.directory.parent
    assert {path.name for path in outside.iterdir()} == {"home", "home-errors.txt", "secret.txt"}
    assert (outside / "secret.txt").read_text(encoding="utf-8") == SECRET


def refused(answer: tuple[int, Json], *statuses: int) -> None:
    """Check that a request was refused with a sentence."""
    status, content = answer
    assert status in statuses, (status, content)
    assert content["error"]
    assert content["error"].isprintable()
    assert SECRET not in json.dumps(content)


def test_without_the_token_there_is_nothing(server: Server) -> None:
    token = server.path.strip("/")
    for path in (
        "/",
        "/x/",
        f"/{token[:-1]}/",
        f"/{token}x/",
        f"/{token}x",
        "/x",
        "/x/api/games",
        "/%C3%A9/",
    ):
        status, _, content = server.ask("GET", path)
        assert status == 404, path
        assert token not in content.decode()
    assert server.ask("GET", server.path)[0] == 200


def test_the_address_without_its_last_slash_leads_to_the_page(server: Server) -> None:
    status, headers, _ = server.ask("GET", server.path.rstrip("/"))
    assert (status, headers["Location"]) == (308, server.path)


def test_what_a_foreign_page_can_send_without_asking_is_refused(server: Server) -> None:
    path, body = f"{server.path}api/games/new", json.dumps(POSTS["games/new"]).encode()
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        assert server.ask("POST", path, body, {"Content-Type": kind})[0] == 415


def test_every_answer_tells_the_browser_to_be_careful(server: Server) -> None:
    for path in (server.path, "/", f"{server.path}api/games", f"{server.path}static/main.js"):
        _, headers, _ = server.ask("GET", path)
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "Access-Control-Allow-Origin" not in headers
        assert "Server" not in headers


@pytest.mark.parametrize("name", OUTSIDE)
def test_no_file_outside_is_read_or_written(server: Server, name: str) -> None:
    refused(server.get("game", file=name), 400, 404, 409)
    refused(server.get("game/at", file=name, after=0), 400, 404, 409)
    for path, values in POSTS.items():
        if "file" in values:
            refused(server.post(path, **values | {"file": name}), 400, 404, 409)
    if name:
        refused(server.post("games/new", **POSTS["games/new"] | {"file": name}), 400, 404, 409)
    refused(server.post("analyse/export", **POSTS["analyse/export"] | {"out": name}), 400, 404, 409)
    for player in (name, f"matchbox:{name}", f"table:{name}", f"net:{name}", f"search:2:{name}", f"{name}@9"):
        new = POSTS["games/new"] | {"second": player, "game": "senet"}
        if player not in {"net:", "table:"}:
            refused(server.post("games/new", **new), 400, 404, 409)
    encoded = name.replace("\0", "%00").replace("\\", "%5c")
    if name not in {"", "."} and len(name) < 1000 and name.isascii():
        for path in (f"static/{encoded}", f"static/{encoded.replace('/', '%2f')}", encoded):
            status, _, content = server.ask("GET", f"{server.path}{path}")
            assert status == 404
            assert SECRET not in content.decode()


@pytest.mark.parametrize(
    "name", ["table:../secret.txt", "../secret.txt", "way", "matchbox", "random:x", "a@1"]
)
def test_a_record_leads_to_no_file_outside(server: Server, name: str) -> None:
    """Names of players stand in records, which anybody may have written; some are links here."""
    for link in ("matchbox", "random:x", "a"):
        with contextlib.suppress(FileExistsError):
            (server.directory / link).symlink_to(server.directory.parent)
    text = (server.directory / "game.txt").read_text(encoding="utf-8")
    (server.directory / "evil.txt").write_text(text.replace("x: human", f"x: {name}"), encoding="utf-8")
    state = server.seen("game", file="evil.txt")
    assert "is not inside this directory" in state["players"][0]["error"]
    assert not state["can_step"]
    refused(server.post("game/step", file="evil.txt", after=0), 404)


def test_no_file_is_overwritten_or_hidden(server: Server) -> None:
    (server.directory / "notes.html").write_text("mine", encoding="utf-8")
    new = POSTS["games/new"]
    for name in ("game.txt", "notes.html", ".hidden.txt", ".git/game.txt", "game.py", "no/game.txt"):
        refused(server.post("games/new", **new | {"file": name}), 400, 409)
        refused(server.post("analyse/export", file="game.txt", out=name), 400, 409)
    assert (server.directory / "notes.html").read_text(encoding="utf-8") == "mine"


WRONG: tuple[Any, ...] = (
    None, True, False, -1, 1.5, 2**70, 1e308, "", "x", "x" * 200, "é" * 200, "9" * 30, [], {}, ["game.txt"],
    {"file": "game.txt"}, "\ud800",
)  # fmt: skip


def test_every_request_that_changes_something_is_attacked() -> None:
    assert POSTS.keys() == Interface().posts.keys()


@pytest.mark.parametrize("value", [*WRONG, 0, 10**6])
def test_wrong_parameters_of_games_are_refused(server: Server, value: object) -> None:
    new = POSTS["games/new"] | {"game": "trilobite"}
    for parameters in ({"width": value}, {"width": 3, "x" * 200: value}):
        refused(server.post("games/new", **new | {"parameters": parameters}), 400)
    refused(server.get("players", game="trilobite", width=ascii(value)), 400)
    refused(server.get("players", game=ascii(value)), 400)


@pytest.mark.parametrize("path", POSTS)
def test_wrong_values_are_refused(server: Server, path: str) -> None:
    right = POSTS[path]
    optional = {("why", "rival"), ("why", "player"), ("scores", "player")}
    optional |= {("games/new", "parameters"), ("games/new", "seed")}
    for name in right:
        for value in WRONG:
            if (path, name) in optional and value in (None, {}, ""):
                continue
            refused(server.post(path, **right | {name: value}), 400, 404, 409)
    for body in (b"", b"{", b"[]", b"null", b"\xff", b"[" * 60_000, b'{"a":' * 10_000, b"1" * 60_000, b"NaN"):
        status, _, content = server.ask("POST", f"{server.path}api/{path}", body, JSON)
        refused((status, json.loads(content)), 400)


def test_wrong_numbers_and_methods_are_refused(server: Server) -> None:
    for after in ("", "-1", "x", "1.0", "9" * 40, "\N{SUPERSCRIPT TWO}"):
        refused(server.get("game/at", file="game.txt", after=after), 400)
    refused(server.get("players", game="chess"), 400)
    refused(server.get("players", game="senet", pieces=99), 400)
    refused(server.post("games"), 405)
    refused(server.get("games/new"), 405)
    refused(server.get("nothing"), 404)
    assert server.ask("HEAD", f"{server.path}api/games")[0] == 200
    for method in ("PUT", "DELETE", "OPTIONS", "TRACE", "X"):
        assert server.ask(method, f"{server.path}api/games")[0] in {400, 405, 501}


def test_giant_requests_are_refused(server: Server) -> None:
    path = f"{server.path}api/hint"
    giant = json.dumps({"file": "x" * 100_000}).encode()
    assert server.ask("POST", path, giant, JSON)[0] == 413
    assert server.ask("GET", f"{server.path}{'x' * 40_000}")[0] in {400, 414, 431}
    head = f"POST {path} HTTP/1.1\r\nHost: {server.host}:{server.port}\r\nContent-Type: application/json\r\n"
    for length in ("99999999999", "-1", "x"):
        assert b" 4" in raw(server, f"{head}Content-Length: {length}\r\n\r\n".encode())[:20]
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    assert b" 413 " in raw(server, f"{head}Transfer-Encoding: chunked\r\n\r\n".encode() + chunk * 8)[:40]
    assert raw(server, b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n")[:5] in {b"", b"HTTP/"}


def raw(server: Server, content: bytes) -> bytes:
    """The beginning of the answer to bytes that need not be a request.

    The server may close before it has all of them. The system says so by one of several errors.
    """
    with socket.create_connection((server.host, server.port), timeout=PATIENCE) as connection:
        try:
            connection.sendall(content)
            return connection.recv(4096)
        except TimeoutError:
            raise
        except OSError:
            return b"HTTP/1.1 413 closed"


def test_slow_clients_hold_up_nobody(server: Server) -> None:
    with SlowClients(server) as clients:
        for _ in range(3):
            clients.send()
            assert server.seen("games")["games"]
            assert server.seen("game", file="game.txt")["after"] == 0
        assert clients.open() < _MAX_CONNECTIONS
