"""The page's addresses: they go on after a restart, belong to one person, and can be opened by a phone."""

from __future__ import annotations

import json
import os
import socket
import stat
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from served import Server, served

from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.files import OWN_FOLDER
from senet_gp.serve import addresses
from senet_gp.serve.addresses import SavedAddress, address_for, keep_address, names_of
from senet_gp.serve.server import _listening

NEW = {"game": "hexapawn", "first": "person", "second": "random", "seed": 1}


def test_an_address_and_its_game_go_on_after_the_server_is_killed(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    server = Server(tmp_path / "here", own=tmp_path / "own")
    address, port = server.address, server.port
    state = server.done("games/new", **NEW)
    state = server.done("game/choose", file=state["file"], after=0, choice=0)
    server.kill()
    server.start()
    assert server.address == address
    assert server.seen("game", file=state["file"]) == state
    assert server.done("game/step", file=state["file"], after=1)["after"] == 2
    server.stop()
    server.start("--new-address")
    assert server.port == port
    assert server.address != address
    assert server.ask("GET", address.removeprefix(f"http://{server.host}:{server.port}"))[0] == 404
    renewed = server.address
    server.stop()
    server.start()
    assert server.address == renewed
    server.stop()


def test_servers_of_two_directories_have_their_own_addresses_and_all_go_on(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    with served(tmp_path / "one") as one, served(tmp_path / "two") as two, served(tmp_path / "one") as again:
        assert one.path == again.path != two.path
        assert len({one.port, two.port, again.port}) == 3
        one.done("games/new", **NEW, file="here.txt")
        assert again.seen("game", file="here.txt")["after"] == 0
        assert two.get("game", file="here.txt")[0] == 404
        assert two.ask("GET", one.path)[0] == 404
        before = {one.address, again.address}, two.address
        for server in (one, two, again):
            server.kill()
        for server in (two, one, again):
            server.start()
        assert ({one.address, again.address}, two.address) == before


def test_the_first_port_that_is_free_is_used() -> None:
    with _listening("127.0.0.1", [0]) as taken, _listening("127.0.0.1", [0]) as other:
        free = other.getsockname()[1]
        other.close()
        with _listening("127.0.0.1", [taken.getsockname()[1], free, 0]) as found:
            assert found.getsockname()[1] == free
        with pytest.raises(UsageError, match="cannot be used"):
            _listening("127.0.0.1", [taken.getsockname()[1]])


def test_who_listens_everywhere_names_addresses_that_can_be_opened(tmp_path: Path) -> None:
    with served(tmp_path, options=["--host", "0.0.0.0"]) as server:  # noqa: S104
        found = server.addresses
        assert found[-1].startswith("http://127.0.0.1:")
        assert len(found) == len(names_of("0.0.0.0")) == len(set(found))  # noqa: S104
        for address in found:
            with urlopen(address) as page:  # noqa: S310 - it is http
                assert b"senet-gp" in page.read()


def test_addresses_of_a_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    class One:
        def __init__(self, address: str) -> None:
            self.address = address
            self.family = socket.AF_INET6 if ":" in address else socket.AF_INET

    networks = {
        "lo": [One("127.0.0.1"), One("::1")],
        "docker0": [One("172.17.0.1")],
        "wlan0": [One("192.168.1.7"), One("fe80::1%wlan0"), One("2001:db8::7")],
    }
    monkeypatch.setattr("psutil.net_if_addrs", lambda: networks)
    monkeypatch.setattr(addresses, "_used_outside", lambda: "192.168.1.7")
    assert names_of("0.0.0.0") == ["192.168.1.7", "172.17.0.1", "127.0.0.1"]  # noqa: S104
    assert names_of("::") == ["192.168.1.7", "172.17.0.1", "[2001:db8::7]", "127.0.0.1", "[::1]"]
    assert names_of("192.168.1.7") == ["192.168.1.7"]
    assert names_of("localhost") == ["localhost"]
    monkeypatch.setattr("psutil.net_if_addrs", dict)
    assert names_of("0.0.0.0") == ["127.0.0.1"]  # noqa: S104
    used = addresses._used_outside()
    assert not used or ip_address(used)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of an address."""
    monkeypatch.setenv(OWN_FOLDER, str(tmp_path / "own"))
    keep_address(tmp_path, address_for(tmp_path), 8000)
    (file,) = (tmp_path / "own" / ".addresses").iterdir()
    return file


def test_an_address_is_the_persons_alone(file: Path, tmp_path: Path) -> None:
    kept = address_for(tmp_path)
    assert kept.ports == (8000,)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    for port in (8001, 8000, 8002, 8003, 8004):
        keep_address(tmp_path, address_for(tmp_path), port)
    assert address_for(tmp_path) == SavedAddress(kept.token, (8004, 8003, 8002, 8000))
    assert address_for(tmp_path, new_address=True).token != kept.token
    assert list(file.parent.iterdir()) == [file]
    file.chmod(0o640)
    assert address_for(tmp_path).token != kept.token


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "[" * 9999,
        {"token": ""},
        {"token": "x" * 31},
        {"token": "é" * 32},
        {"token": 3},
        {"format": 1},
    ],
)
def test_a_spoiled_file_is_replaced(file: Path, tmp_path: Path, content: Any) -> None:
    sound = json.loads(file.read_text())
    file.write_text(json.dumps(sound | content) if isinstance(content, dict) else content)
    drawn = address_for(tmp_path)
    assert drawn.token != sound["token"]
    keep_address(tmp_path, drawn, 8000)
    assert address_for(tmp_path).token == drawn.token
    file.write_text(json.dumps(sound | {"ports": [True, 0, 1 << 16, "8", 9000]}))
    assert address_for(tmp_path).ports in {(), (9000,)}


def test_what_cannot_be_kept_is_drawn(file: Path, tmp_path: Path) -> None:
    file.unlink()
    file.mkdir()
    drawn = address_for(tmp_path)
    keep_address(tmp_path, drawn, 8000)
    assert address_for(tmp_path) != drawn
    assert os.listdir(file.parent) == [file.name]  # noqa: PTH208


def test_a_wrong_address_is_answered_by_a_page_that_says_what_to_do(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        token = server.path.strip("/")
        other = token[:-1] + ("x" if token[-1] != "x" else "y")
        pages = set()
        for path in (
            "/",
            "/x",
            "/x/",
            f"/{other}/",
            f"/{other}",
            "/x/y",
            f"/{token}/y",
            "/x/download",
        ):
            status, headers, content = server.ask("GET", path)
            assert (status, headers["Content-Type"]) == (404, "text/html; charset=utf-8")
            pages.add(content)
        (page,) = pages
        assert b"open the address that senet-gp serve has printed" in page
        assert token not in page.decode()
        opened = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
        for path in (f"/{token}/api/nothing", f"/{token}/static/x.js"):
            assert server.ask("GET", path, headers=opened)[2] == page
        for path in ("/x/api/games", f"/{token}/api/x", "/x/static/main.js"):
            assert json.loads(server.ask("GET", path)[2])["error"]
        assert json.loads(server.ask("POST", "/x/", b"{}")[2])["error"]
