"""Quoting foreign texts in messages: shortened, or as a shell reads them."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from senet_gp.runtime.errors import printable

#: The longest text of :func:`brief`, which an editor and a notebook show on one line.
_LINE = 110


def from_here(path: Path) -> Path:
    """A path as seen from the current directory, if it is inside, as people have named it.

    >>> from_here(Path.cwd() / "runs"), from_here(Path("/nowhere/runs"))
    (PosixPath('runs'), PosixPath('/nowhere/runs'))
    """
    try:
        return path.relative_to(Path.cwd())
    except (ValueError, OSError):  # it is elsewhere, or the current directory is gone
        return path


def told_from_here(sentence: str) -> str:
    """A sentence in which paths inside the current directory are written as seen from there."""
    try:
        return sentence.replace(f"{Path.cwd()}{os.sep}", "")
    except OSError:
        return sentence


def shortened(text: object, most: int = 60) -> str:
    """A foreign text as a message quotes it: at most ``most`` characters of it.

    Args:
        text: anything that has a text; a path is written as seen from here.
        most: how many characters are kept.

    Returns:
        The text, or its beginning and an ellipsis.

    >>> shortened("expr:(add my_distance their_distance)", 12)
    'expr:(add my…'
    """
    whole = str(from_here(text) if isinstance(text, Path) else text)
    return whole if len(whole) <= most else whole[:most] + "…"


def brief(thing: object, *facts: object) -> str:
    """One line that tells what an object is, for its ``__repr__``.

    Args:
        thing: the object, or its class; the line begins with the name of the class.
        facts: what distinguishes it from others of its class, the most important first. Texts of foreign
            files may be among them: they are made printable, and cut if the line would be too long.

    Returns:
        A text of at most 110 characters.

    >>> brief(1, "the first number", "odd")
    '<int: the first number, odd>'
    """
    called = thing if isinstance(thing, type) else type(thing)
    begin = f"<{called.__name__}: "
    # Before it is made printable, because a text may be very long.
    told = printable(", ".join(str(fact)[: _LINE + 1] for fact in facts)[: _LINE + 1])
    return begin + shortened(told, _LINE - len(begin) - 2) + ">"


def quoted(path: Path | str) -> str:
    r"""A path as a shell reads it, which can also be shown: an escape is written as in ``$'\x1b[31m'``.

    Args:
        path: any path; an absolute one inside the current directory is written as seen from there.

    Returns:
        The text for a command line.

    >>> quoted("runs/senet-1"), quoted("my runs")
    ('runs/senet-1', "'my runs'")
    """
    text = str(from_here(path) if isinstance(path, Path) else path)
    if text.isprintable():
        return shlex.quote(text)
    return f"$'{''.join(map(_in_quotes, text))}'"


def _in_quotes(sign: str) -> str:
    if sign in "\\'":
        return f"\\{sign}"
    return sign if sign.isprintable() else "".join(f"\\x{byte:02x}" for byte in os.fsencode(sign))
