"""Quoting foreign texts in messages: shortened, or as a shell reads them."""

from __future__ import annotations

import os
import shlex
from pathlib import Path


def shortened(text: object, most: int = 60) -> str:
    """A foreign text as a message quotes it: at most ``most`` characters of it.

    Args:
        text: anything that has a text.
        most: how many characters are kept.

    Returns:
        The text, or its beginning and an ellipsis.

    >>> shortened("expr:(add my_distance their_distance)", 12)
    'expr:(add my…'
    """
    whole = str(text)
    return whole if len(whole) <= most else whole[:most] + "…"


def quoted(path: Path | str) -> str:
    r"""A path as a shell reads it, which can also be shown: an escape is written as in ``$'\x1b[31m'``.

    Args:
        path: any path.

    Returns:
        The text for a command line.

    >>> quoted("runs/senet-1"), quoted("my runs")
    ('runs/senet-1', "'my runs'")
    """
    text = str(path)
    if text.isprintable():
        return shlex.quote(text)
    return f"$'{''.join(map(_in_quotes, text))}'"


def _in_quotes(sign: str) -> str:
    if sign in "\\'":
        return f"\\{sign}"
    return sign if sign.isprintable() else "".join(f"\\x{byte:02x}" for byte in os.fsencode(sign))
