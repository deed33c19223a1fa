"""Texts of strangers' as they may stand in a message: not too long, or as a shell reads them."""

from __future__ import annotations

import os
import shlex
from pathlib import Path


def shortened(text: object, most: int = 60) -> str:
    """A text of a stranger's as it may stand in a message: not too long."""
    whole = str(text)
    return whole if len(whole) <= most else whole[:most] + "…"


def quoted(path: Path | str) -> str:
    r"""A path as a shell reads it, and as it may be shown: an escape stands there as in ``$'\x1b[31m'``."""
    text = str(path)
    if text.isprintable():
        return shlex.quote(text)
    return f"$'{''.join(map(_in_quotes, text))}'"


def _in_quotes(sign: str) -> str:
    if sign in "\\'":
        return f"\\{sign}"
    return sign if sign.isprintable() else "".join(f"\\x{byte:02x}" for byte in os.fsencode(sign))
