"""Requests to the page as inputs of a fuzzer: the application answers them in this process.

An input is a JSON object whose `requests` are objects with a method, a path, headers and values; any other
bytes become the body of a request. The application must answer each with a status that blames the request.
"""

from __future__ import annotations

import contextlib
import io
import json
import shutil
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from written_files import written

from senet_gp.runtime.errors import MAX_CHARACTERS
from senet_gp.serve.app import App
from senet_gp.serve.interface import Interface

_TOKEN, _HOST, _PORT = "token", "127.0.0.1", 8627
#: They begin processes, or write pages for minutes.
_LONG = ("analyse", "analyse/export")
_MAX_REQUESTS = 8
#: The files that are there before each input, and what they are copies of.
_FILES = {
    "hexapawn.txt": "records/hexapawn.txt",
    "senet.txt": "records/senet.txt",
    "champion.json": "champions/hexapawn.json",
    "boxes.json": "machines/boxes.json",
}


def _request(method: str, path: str, **values: Any) -> dict[str, Any]:
    return {"method": method, "path": path, "headers": {}, "values": values}


def seeds() -> list[bytes]:
    """Sound inputs, which reach every handler but the long ones."""

    def begun(game: str, **changed: Any) -> dict[str, Any]:
        usual = {"game": game, "parameters": {}, "first": "person", "second": "random", "seed": 1}
        return _request("POST", "games/new", **usual | {"file": "new.txt"} | changed)

    def after(count: int, what: str, **more: Any) -> dict[str, Any]:
        return _request("POST", f"game/{what}", file="new.txt", after=count, **more)

    asked = {"file": "hexapawn.txt", "after": 0, "choice": 0, "rival": 1, "player": "champion.json"}
    told: list[list[dict[str, Any]]] = [
        [_request("GET", "games"), _request("GET", "records"), _request("GET", "game", file="hexapawn.txt")],
        [_request("GET", "players", game="pursuit", size="4"), _request("GET", "analyse", job="x")],
        *([begun(game), after(0, "choose", choice=1)] for game in ("senet", "tictactoe")),
        [begun("hexapawn"), after(0, "choose", choice=1), after(1, "step"), after(2, "undo")],
        [begun("pursuit", first="random", parameters={"size": 5}), after(0, "step")],
        [
            begun("hexapawn", first="matchbox:boxes.json", second="person"),
            after(0, "step"),
            after(1, "resign"),
            _request("POST", "game/teach", file="new.txt"),
        ],
        [_request("GET", "game/at", file="hexapawn.txt", after="0")],
        [_request("POST", what, **asked) for what in ("chance", "hint", "why", "scores")],
        [_request("POST", "hint", file="senet.txt", after=0), _request("POST", "analyse/cancel", job="")],
    ]
    return [json.dumps({"requests": requests}).encode() for requests in told]


def answered(data: bytes, place: Path) -> str:
    """Give the application an input in a directory; what its sentences say.

    Args:
        data: the input.
        place: an empty directory for files, always the same one.

    Raises:
        AssertionError: if an answer is none, or blames the program.
    """
    home = _home(place)
    told = ""
    with contextlib.chdir(home):
        app = _app(home)
        for environ in _environs(data):
            told += _answer(app, environ)
    _restore(home)
    return told


def _environs(data: bytes) -> list[dict[str, Any]]:
    try:
        requests = json.loads(data)["requests"][:_MAX_REQUESTS]
        return [_environ(request, json.dumps(request["values"]).encode()) for request in requests]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return [_environ(_request("POST", "games/new"), data)]


def _environ(request: dict[str, Any], body: bytes) -> dict[str, Any]:
    """A request as WSGI has it."""
    method, path = str(request["method"]), str(request["path"])
    asked = urlencode(request["values"], errors="replace") if method == "GET" else ""
    headers = {
        f"HTTP_{name.upper().replace('-', '_')}": _latin(str(value))
        for name, value in request["headers"].items()
    }
    return {
        "REQUEST_METHOD": _latin(method),
        "PATH_INFO": _latin(f"/{_TOKEN}/api/{path}"),
        "SCRIPT_NAME": "",
        "QUERY_STRING": asked,
        "SERVER_NAME": _HOST,
        "SERVER_PORT": str(_PORT),
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": f"{_HOST}:{_PORT}",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
        "wsgi.url_scheme": "http",
        "waitress.client_disconnected": lambda: False,
        **headers,
    }


def _latin(text: str) -> str:
    """A text as WSGI gives it: each byte is a character."""
    return text.encode("utf-8", "surrogatepass").decode("latin-1")


def _answer(app: App, environ: dict[str, Any]) -> str:
    seen: list[int] = []
    answer = b"".join(app(environ, lambda status, _headers: seen.append(int(status.split()[0]))))
    status = seen[0]
    assert 200 <= status < 500, f"{status}: {answer[:500]!r}"
    if environ["REQUEST_METHOD"] == "HEAD":
        return ""
    content = json.loads(answer)
    if status < 400:
        return ""
    sentence: str = content["error"]
    assert sentence, "a refusal says why"
    assert len(sentence) <= MAX_CHARACTERS, f"a sentence of {len(sentence)} characters"
    return sentence


@cache
def _kept() -> dict[str, bytes]:
    return {name: (written() / kept).read_bytes() for name, kept in _FILES.items()}


def _restore(home: Path) -> None:
    """Leave only the files that are there before each input."""
    for path in home.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name not in _kept():
            path.unlink()
    for name, content in _kept().items():
        if not (home / name).is_file() or (home / name).read_bytes() != content:
            (home / name).write_bytes(content)


@cache
def _home(place: Path) -> Path:
    home = place / "home"
    home.mkdir()
    _restore(home)
    return home


@cache
def _app(_home: Path) -> App:
    """The application, which admits any number of requests, without what takes long."""
    interface = Interface()
    posts = {name: handler for name, handler in interface.posts.items() if name not in _LONG}
    return App(_TOKEN, interface.gets, posts)
