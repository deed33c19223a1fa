"""What every request must satisfy, and what every answer says to the browser.

The server may be reached by any page that the person visits, and by any program of the computer; only who
knows the token in the page's address gets answers. The values in requests may be anything: each has the type
that is asked for, or is refused with a status of HTTP and one sentence.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping
from typing import Any, Final, TypeVar

from werkzeug.wrappers import Request, Response

from senet_gp.runtime.errors import SenetGpError
from senet_gp.runtime.origins import told

_LOG = logging.getLogger("senet_gp.serve")
T = TypeVar("T")
#: What an answer holds.
Json = dict[str, Any]
_LARGEST = 2**63 - 1
_REQUIRED: Final = object()
_NAMES = {str: "a text", int: "a whole number from 0 on", dict: "an object"}
#: The most bytes of a request's body.
MAX_BODY = 64 << 10
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}


class Refused(SenetGpError):  # noqa: N818 - it is an answer
    """A request that is not done.

    Attributes:
        status: the status of the answer.
        more: what the answer says besides the sentence.
    """

    def __init__(self, status: int, sentence: str, **more: Any) -> None:
        super().__init__(sentence)
        self.status = status
        self.more = more


def fault_sentence(error: BaseException, what: str) -> str:
    """A sentence about an unexpected error, which is logged unless it comes from a plugin."""
    if sentence := told(error):
        return sentence
    name = type(error).__name__
    _LOG.error("%s: %s: %s", what, name, error)
    return f"this failed: {name}"


def value_of(content: Mapping[str, Any], name: str, kind: type[T], default: Any = _REQUIRED) -> T:
    """A value of a request.

    >>> value_of({"after": 3}, "after", int), value_of({}, "file", str, None)
    (3, None)

    Args:
        content: the values.
        name: the name of the value.
        kind: ``str``, ``int`` (from 0 on) or ``dict``.
        default: what a value that is missing, or null, is; else it is refused.

    Raises:
        Refused: if it is missing or something else.
    """
    value = content.get(name)
    if value is None:
        if default is _REQUIRED:
            raise Refused(400, f"{name} is missing: it is {_NAMES[kind]}")
        value = default
    # True is an int to Python, and a text may be too long.
    elif type(value) is not kind or not _in_bounds(value):
        raise Refused(400, f"{name} must be {_NAMES[kind]}")
    found: T = value
    return found


def _in_bounds(value: Any) -> bool:
    if isinstance(value, str):
        return is_text(value)
    return not isinstance(value, int) or 0 <= value <= _LARGEST


def is_text(value: str) -> bool:
    """Whether a text can be written in UTF-8: half of a pair of characters cannot."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def number_in(text: str | None, name: str) -> int:
    """A number in an address.

    Raises:
        Refused: if it is missing or something else.
    """
    if text is None or not (text.isascii() and text.isdecimal() and len(text) <= 18):
        raise Refused(400, f"{name} must be {_NAMES[int]}")
    return int(text)


def parameters_in(content: Mapping[str, Any]) -> dict[str, int]:
    """The parameters of a game, which may be left out.

    Raises:
        Refused: if they are no whole numbers.
    """
    given: dict[str, Any] = value_of(content, "parameters", dict, {})
    if not all(type(value) is int and abs(value) <= _LARGEST for value in given.values()):
        raise Refused(400, "parameters must be whole numbers by their names")
    return given


def new_token() -> str:
    """A token that cannot be guessed."""
    return secrets.token_urlsafe(24)


def is_token(given: str, token: str) -> bool:
    """Whether a token is the right one; how long this takes does not tell."""
    return secrets.compare_digest(given.encode(errors="replace"), token.encode())


def json_of(request: Request) -> dict[str, Any]:
    """The JSON object that a request holds.

    Raises:
        Refused: if it is not JSON.
        RequestEntityTooLarge: if it is too large.
    """
    if request.mimetype != "application/json":
        raise Refused(415, "this request must have the content type application/json")
    try:
        content = request.get_json(silent=True)
    except RecursionError:
        content = None
    if not isinstance(content, dict):
        raise Refused(400, "this request does not hold a JSON object")
    return content


def guarded(response: Response) -> Response:
    """An answer with what the browser has to know, unless it says that itself."""
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    return response
