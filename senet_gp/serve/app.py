"""The application: which request is answered by what."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from importlib.resources import files
from typing import Any

from werkzeug.exceptions import HTTPException, NotFound, RequestEntityTooLarge
from werkzeug.routing import Map, RequestRedirect, Rule
from werkzeug.utils import redirect
from werkzeug.wrappers import Request, Response

from senet_gp.runtime.errors import FileError, SenetGpError, UsageError
from senet_gp.serve.requests import (
    MAX_BODY,
    Json,
    Rate,
    Refused,
    check_origin,
    guarded,
    is_token,
    json_of,
    told_of_fault,
)

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
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
        host: the address that the server listens at.
        port: its port.
    """

    def __init__(
        self, token: str, host: str, port: int, gets: Mapping[str, Handler], posts: Mapping[str, Handler]
    ) -> None:
        self.token, self.host, self.port = token, host, port
        self._rate = Rate()
        self._gets, self._posts = gets, posts
        self._map = Map(
            [
                Rule("/<token>/", endpoint="page", methods=["GET"]),
                Rule("/<token>", endpoint=_UNFINISHED, methods=["GET"]),
                Rule("/<token>/static/<path:name>", endpoint="static", methods=["GET"]),
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
        response = self._answer(request)
        return guarded(response)(environ, start_response)

    def _answer(self, request: Request) -> Response:
        try:
            return self._routed(request)
        except BaseException as error:  # noqa: BLE001 - the server goes on, whatever was asked
            for kind, answer in _ANSWERS.items():
                if isinstance(error, kind):
                    return answer(error)
            return _failed(500, told_of_fault(error, f"{request.method} {request.path[-60:]}"))

    def _routed(self, request: Request) -> Response:
        check_origin(request, self.host, self.port)
        try:
            endpoint, values = self._map.bind_to_environ(request.environ).match()
        except RequestRedirect:
            raise NotFound from None
        if not is_token(values.get("token", ""), self.token):
            raise NotFound
        # Whoever does not know the token cannot keep away who does.
        if not self._rate.admits():
            raise Refused(429, "there are too many requests at once: wait a moment")
        if endpoint == _UNFINISHED:  # the page's links are relative to the whole address
            return redirect(f"/{self.token}/", 308)
        if endpoint == "page":
            return _file(_PAGE)
        if endpoint == "static":
            return _file(values["name"])
        if request.method == "POST":
            return _json(*self._posts[endpoint](json_of(request)))
        return _json(*self._gets[endpoint](request.args.to_dict()))


_WRONG = "this request is wrong"
_SENTENCES = {
    404: "there is nothing here: open the address that the server printed",
    405: "this cannot be asked for in this way",
}
#: The statuses of what can go wrong, the special before the general.
_ANSWERS: dict[type[BaseException], Callable[[Any], Response]] = {
    Refused: lambda error: _failed(error.status, str(error), **error.more),
    RequestEntityTooLarge: lambda _error: _failed(413, f"a request has at most {MAX_BODY:,} bytes"),
    HTTPException: lambda error: _failed(error.code or 400, _SENTENCES.get(error.code, _WRONG)),
    UsageError: lambda error: _failed(400, str(error)),
    FileError: lambda error: _failed(409, str(error)),
    SenetGpError: lambda error: _failed(500, str(error)),
    KeyboardInterrupt: lambda _error: _failed(503, "the server has been stopped"),
    OSError: lambda error: _failed(500, f"the system refused: {error.strerror or error}"),
    RecursionError: lambda _error: _failed(400, "what this request names is nested too deeply"),
    MemoryError: lambda _error: _failed(500, "there is too little memory"),
}


def _failed(status: int, sentence: str, **more: Any) -> Response:
    return _json(status, {"error": sentence, **more})


def _json(status: int, content: Json) -> Response:
    text = json.dumps(content, ensure_ascii=False, allow_nan=False)
    # A name in a file may hold half a pair, which UTF-8 has no bytes for.
    return Response(text.encode("utf-8", "replace"), status, mimetype="application/json")


def _file(name: str) -> Response:
    """A file of the page."""
    place = files("senet_gp.serve") / "static"
    ending = name[name.rfind(".") :]
    if "/" in name or "\\" in name or name.startswith(".") or ending not in _TYPES:
        raise NotFound
    file = place / name
    if not file.is_file():
        raise NotFound
    return Response(file.read_bytes(), 200, content_type=_TYPES[ending])
