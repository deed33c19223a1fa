"""The values in requests, which may be anything: each has the type that is asked for, or is refused.

A request that is refused has a status of HTTP and one sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from senet_gp.errors import SenetGpError

T = TypeVar("T")
_LARGEST = 2**63 - 1
_REQUIRED: Final = object()
_NAMES = {str: "a text", int: "a whole number from 0 on", dict: "an object"}


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
