"""The application: which request is answered by what, and the connections on which requests come."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from html import escape
from importlib.resources import files
from operator import attrgetter
from typing import Any

from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from werkzeug.exceptions import HTTPException, NotFound, RequestEntityTooLarge
from werkzeug.routing import Map, RequestRedirect, Rule
from werkzeug.utils import redirect
from werkzeug.wrappers import Request, Response

from senet_gp.runtime.errors import FileError, SenetGpError, UsageError
from senet_gp.runtime.interruption import given_up_if, heard_at_once
from senet_gp.serve.directory import download
from senet_gp.serve.requests import (
    MAX_BODY,
    Json,
    Refused,
    fault_sentence,
    guarded,
    is_token,
    json_of,
    value_of,
)

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_PAGE = "index.html"
#: The address of the page without the slash at its end.
_UNFINISHED = "page without slash"
#: A handler of the interface: the values of the request in, the status and the content of the answer out.
Handler = Callable[[Mapping[str, Any]], tuple[int, Json]]


class Limited(Request):
    """A request whose body is bounded."""

    max_content_length = MAX_BODY


class App:
    """Answers requests to one server (WSGI).

    Attributes:
        token: what every path begins with.
    """

    def __init__(self, token: str, gets: Mapping[str, Handler], posts: Mapping[str, Handler]) -> None:
        self.token = token
        self._gets, self._posts = gets, posts
        self._map = Map(
            [
                Rule("/<token>/", endpoint="page", methods=["GET"]),
                Rule("/<token>", endpoint=_UNFINISHED, methods=["GET"]),
                Rule("/<token>/static/<path:name>", endpoint="static", methods=["GET"]),
                Rule("/<token>/download", endpoint="download", methods=["GET"]),
                *(
                    Rule(f"/<token>/api/{path}", endpoint=path, methods=[method])
                    for method, handlers in (("GET", gets), ("POST", posts))
                    for path in handlers
                ),
            ],
            redirect_defaults=False,
            merge_slashes=False,
        )

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request."""
        request = Limited(environ)
        with given_up_if(environ["waitress.client_disconnected"]):
            response = self._answer(request)
        return guarded(response)(environ, start_response)

    def _answer(self, request: Request) -> Response:
        try:
            return self._routed(request)
        except BaseException as error:  # noqa: BLE001 - the server goes on, whatever was asked
            status, sentence, more = _refusal(error, request)
            if _is_of_page(request):
                return _refusal_page(status, sentence)
            return _json(status, {"error": sentence, **more})

    def _routed(self, request: Request) -> Response:
        try:
            endpoint, values = self._map.bind_to_environ(request.environ).match()
        except RequestRedirect:
            raise NotFound from None
        if not is_token(values.get("token", ""), self.token):
            raise NotFound
        if endpoint == _UNFINISHED:  # the page's links are relative to the whole address
            return redirect(f"/{self.token}/", 308)
        if endpoint == "page":
            return _file(_PAGE)
        if endpoint == "static":
            return _file(values["name"])
        if endpoint == "download":
            return download(value_of(request.args.to_dict(), "file", str))
        if request.method == "POST":
            return _json(*self._posts[endpoint](json_of(request)))
        return _json(*self._gets[endpoint](request.args.to_dict()))


_WRONG = "this request is wrong"
_SENTENCES = {
    404: "there is nothing here: open the address that senet-gp serve has printed",
    405: "this cannot be asked for in this way",
}
#: The statuses of what can go wrong, and the sentences, the special before the general.
_ANSWERS: dict[type[BaseException], Callable[[Any], tuple[int, str]]] = {
    Refused: lambda error: (error.status, str(error)),
    RequestEntityTooLarge: lambda _error: (413, f"a request has at most {MAX_BODY:,} bytes"),
    HTTPException: lambda error: (error.code or 400, _SENTENCES.get(error.code, _WRONG)),
    UsageError: lambda error: (400, str(error)),
    FileError: lambda error: (409, str(error)),
    SenetGpError: lambda error: (500, str(error)),
    KeyboardInterrupt: lambda _error: (503, "the server has been stopped"),
    OSError: lambda error: (500, f"the system refused: {error.strerror or error}"),
    RecursionError: lambda _error: (400, "what this request names is nested too deeply"),
    MemoryError: lambda _error: (500, "there is too little memory"),
}


def _refusal(error: BaseException, request: Request) -> tuple[int, str, Json]:
    """The status, the sentence and what else there is to say about a request that fails."""
    for kind, answer in _ANSWERS.items():
        if isinstance(error, kind):
            return *answer(error), error.more if isinstance(error, Refused) else {}
    return 500, fault_sentence(error, f"{request.method} {request.path[-60:]}"), {}


def _is_of_page(request: Request) -> bool:
    """Whether a person sees the answer as it is: they have opened an address, and no page has asked."""
    _, _, rest = request.path.lstrip("/").partition("/")
    opened = "text/html" in request.headers.get("Accept", "")
    return request.method in {"GET", "HEAD"} and (opened or not rest.startswith(("api/", "static/")))


def _refusal_page(status: int, sentence: str) -> Response:
    """A page that says what is wrong; it is the same for all addresses that lead nowhere."""
    text = _REFUSAL_PAGE.format(escape(sentence[:1].upper() + sentence[1:]))
    return Response(text.encode("utf-8", "replace"), status, content_type=_TYPES[".html"])


_REFUSAL_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>senet-gp</title>
<link rel="icon" href="data:,">
</head>
<body>
<h1>This does not work</h1>
<p>{}.</p>
<p>If you do not see that address any more, end senet-gp serve by Ctrl-C and start it again: it prints its
address. Every game is in its file, so nothing is lost.</p>
</body>
</html>
"""


def _json(status: int, content: Json) -> Response:
    text = json.dumps(content, ensure_ascii=False, allow_nan=False)
    # A name in a file may hold half a pair, which UTF-8 has no bytes for.
    return Response(text.encode("utf-8", "replace"), status, mimetype="application/json")


@cache
def _files() -> dict[str, tuple[bytes, str]]:
    """The files of the page by name, each with its type."""
    found = (files("senet_gp.serve") / "static").iterdir()
    return {file.name: (file.read_bytes(), _TYPES[file.name[file.name.rfind(".") :]]) for file in found}


def _file(name: str) -> Response:
    """A file of the page."""
    if name not in _files():
        raise NotFound
    content, kind = _files()[name]
    return Response(content, 200, content_type=kind)


class _Connection(HTTPChannel):
    """A connection that is active only when an answer goes out.

    A request therefore has to be whole in time, however often a byte of it comes.
    """

    def handle_read(self) -> None:
        """Read what has come."""
        before = self.last_activity
        super().handle_read()
        self.last_activity = before


class PageServer(TcpWSGIServer):
    """Answers the requests of many connections: idle ones make room for new ones."""

    channel_class = _Connection
    _map: dict[int, object]

    def run(self) -> None:
        """Answer requests until the person interrupts the program."""
        with suppress(KeyboardInterrupt), heard_at_once():
            while True:
                self.do_round()
        self.task_dispatcher.shutdown()

    def do_round(self) -> None:
        """Make room, and then wait for whatever comes first, and handle it."""
        self._make_room(time.time())
        self.asyncore.loop(self.adj.asyncore_loop_timeout, self.adj.asyncore_use_poll, self._map, count=1)

    def _make_room(self, now: float) -> None:
        """Close the connections that were idle for long; if no place is left, the one idle for longest.

        Waitress closes idle ones, too, but only after what is left has been written, which never happens if a
        client does not read.
        """
        channels = (channel for channel in self._map.values() if isinstance(channel, HTTPChannel))
        idle = sorted((one for one in channels if not one.requests), key=attrgetter("last_activity"))
        late = [channel for channel in idle if channel.last_activity < now - self.adj.channel_timeout]
        if not late and len(self._map) >= self.adj.connection_limit:
            late = idle[:-1][:1]  # one that has just come may ask for something in the next round
        for channel in late:
            channel.handle_close()
