"""Untrusted texts in messages: shortened, or quoted for a shell."""

from __future__ import annotations

import os
import shlex
from pathlib import Path


def shortened(text: object, most: int = 60) -> str:
    """Shorten a text for a message.

    >>> shortened("abcdef", most=3)
    'abc…'
    """
    whole = str(text)
    return whole if len(whole) <= most else whole[:most] + "…"


def quoted(path: Path | str) -> str:
    r"""Quote a path for a shell, with printable characters only: an escape becomes ``$'\x1b'``.

    >>> quoted("a file.txt")
    "'a file.txt'"
    """
    text = str(path)
    if text.isprintable():
        return shlex.quote(text)
    return f"$'{''.join(map(_in_quotes, text))}'"


def _in_quotes(sign: str) -> str:
    if sign in "\\'":
        return f"\\{sign}"
    return sign if sign.isprintable() else "".join(f"\\x{byte:02x}" for byte in os.fsencode(sign))
