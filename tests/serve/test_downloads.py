"""Files that are taken along from the page: records and exported pages, and nothing else."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from served import Server, served

from senet_gp.arena.record import GameRecord
from senet_gp.games.registry import game_of


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    place = tmp_path_factory.mktemp("downloads")
    record = GameRecord(("random", "random"), game_of("hexapawn"), seed=1)
    for name in ("game.txt", 'é "x";\r\nX-Evil: 1.txt', "game.json", ".hidden.txt"):
        record.write(place / name)
    (place / "notes.txt").write_text("mine", encoding="utf-8")
    (place / "notes.html").write_text("<p>mine", encoding="utf-8")
    (place / "directory.txt").mkdir()
    (place / "out.txt").symlink_to("/etc/passwd")
    with served(place) as one:
        yield one


def asked(server: Server, file: str) -> tuple[int, dict[str, str], bytes]:
    return server.ask("GET", f"{server.path}download?file={quote(file, safe='')}")


@pytest.mark.parametrize("name", ["game.txt", 'é "x";\r\nX-Evil: 1.txt'])
def test_a_record_is_downloaded(server: Server, name: str) -> None:
    status, headers, content = asked(server, name)
    assert status == 200
    assert content == (server.directory / name).read_bytes()
    assert headers["Content-Type"] == "text/plain; charset=utf-8"
    assert headers["Content-Disposition"] == f"attachment; filename*=UTF-8''{quote(name, safe='')}"
    assert "X-Evil" not in headers


def test_an_exported_page_is_downloaded_and_nothing_in_it_can_run(server: Server) -> None:
    state = server.done("games/new", game="hexapawn", first="random", second="random", seed=1)
    while state["can_step"]:
        state = server.done("game/step", file=state["file"], after=state["after"])
    job = server.done("analyse", file=state["file"])["job"]
    while server.seen("analyse", job=job)["state"] == "running":
        time.sleep(0.1)
    written = server.done("analyse/export", file=state["file"], out="page.html")["file"]
    status, headers, content = asked(server, written)
    assert status == 200
    assert content == (server.directory / "page.html").read_bytes()
    assert headers["Content-Type"] == "application/octet-stream"
    assert headers["Content-Disposition"].startswith("attachment;")
    assert headers["Content-Security-Policy"] == "sandbox; default-src 'none'"
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "name",
    ["notes.txt", "notes.html", "game.json", ".hidden.txt", "directory.txt", "out.txt", "/etc/passwd",
     "../x.txt", "none.txt", "", ".", "x" * 5000, "game.txt\0"],
)  # fmt: skip
def test_nothing_else_is_downloaded(server: Server, name: str) -> None:
    status, headers, content = asked(server, name)
    assert status in {400, 404}
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert b"root:" not in content
    assert b"mine" not in content
    assert b"senet-gp record" not in content


def test_a_download_needs_the_token_and_a_name(server: Server) -> None:
    assert server.ask("GET", "/x/download?file=game.txt")[0] == 404
    assert server.ask("GET", f"{server.path}download")[0] == 400
    assert server.ask("POST", f"{server.path}download?file=game.txt", b"")[0] == 405


def test_a_giant_file_is_not_downloaded(server: Server, tmp_path: Path) -> None:  # noqa: ARG001
    with (server.directory / "giant.txt").open("wb") as file:
        file.write((server.directory / "game.txt").read_bytes())
        file.truncate(1 << 30)
    assert asked(server, "giant.txt")[0] == 404
    (server.directory / "giant.txt").unlink()
