"""Tuples of whole numbers, and of tuples of them, as text: the usual positions of games in plain Python."""

from __future__ import annotations

import re
from typing import Any

_NUMBERS = re.compile(r"(-?[0-9]{1,9}(,-?[0-9]{1,9})*)?")
_MAX_LENGTH = 10_000


def tuple_text(values: tuple[Any, ...]) -> str:
    """The text of a tuple.

    >>> tuple_text(((3, 0), (12, 7), 5))
    '3,0/12,7/5'
    """
    return "/".join(",".join(map(str, part)) if isinstance(part, tuple) else str(part) for part in values)


def tuple_from(text: str, like: tuple[Any, ...]) -> Any:
    """The tuple of a text made by :func:`tuple_text`; None if the text is not written like that.

    >>> tuple_from("3,0/12,7/5", ((0, 0), (0, 0), 1))
    ((3, 0), (12, 7), 5)
    >>> tuple_from("3,0/12,7/05", ((0, 0), (0, 0), 1)) is None
    True

    Args:
        text: the text.
        like: a tuple of the same form: the same class, with numbers and tuples at the same places.
    """
    parts = text.split("/") if len(text) <= _MAX_LENGTH else []
    if len(parts) != len(like) or not all(_NUMBERS.fullmatch(part) for part in parts):
        return None
    values: list[Any] = []
    for part, example in zip(parts, like, strict=True):
        numbers = tuple(map(int, part.split(","))) if part else ()
        if not isinstance(example, tuple) and len(numbers) != 1:
            return None
        values.append(numbers if isinstance(example, tuple) else numbers[0])
    make = getattr(type(like), "_make", tuple)
    # One text for each position: not 007 or -0.
    return make(values) if tuple_text(tuple(values)) == text else None
