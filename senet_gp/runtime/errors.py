"""The errors that people see, each one sentence that names the cause and the remedy, and what these quote.

This module imports nothing that Python has not imported anyway, because all else is imported after it.
"""

from __future__ import annotations

import os
import sys

# As in typing, whose import would take as long as everything before interruptions are handled.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

#: The middle of longer sentences is left out, because they may quote a foreign file.
MAX_CHARACTERS = 1000
_BEGIN = 600
_END = 300
#: The longest text of :func:`brief`, which an editor and a notebook show on one line.
_LINE = 110


def printable(text: str) -> str:
    r"""A foreign text as it may be shown: on one line, and without commands to the terminal.

    Characters that are not printable, such as escapes, line feeds, and marks that change the direction of
    writing, are written as in Python's source.

    Args:
        text: any text.

    Returns:
        The text; it is itself if it is printable.

    >>> printable("red: \x1b[31m")
    'red: \\x1b[31m'
    """
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii") for sign in text
    )


class SenetGpError(Exception):
    """Something failed that a person can put right; its text is one sentence.

    The text is printable and has at most ``MAX_CHARACTERS``, whatever it quotes.

    Args:
        sentence: the cause and the remedy, without a full stop.

    >>> raise SenetGpError("the file is empty: name another")
    Traceback (most recent call last):
    senet_gp.runtime.errors.SenetGpError: the file is empty: name another
    """

    def __init__(self, sentence: str) -> None:
        shown = printable(_without_middle(sentence))
        super().__init__(_without_middle(shown))


def _without_middle(sentence: str) -> str:
    if len(sentence) <= MAX_CHARACTERS:
        return sentence
    return f"{sentence[:_BEGIN]} … {sentence[-_END:]}"


class UsageError(SenetGpError):
    """The request itself is wrong: an unknown name, an impossible number, a bad expression."""


class FileError(SenetGpError):
    """A file or directory cannot be used: it is missing, foreign, damaged, or already exists."""


class MissingFileError(FileError):
    """There is no such file."""


def from_here(path: Path) -> Path:
    """A path as seen from the current directory, if it is inside, as people have named it.

    >>> from pathlib import Path
    >>> from_here(Path.cwd() / "runs"), from_here(Path("/nowhere/runs"))
    (PosixPath('runs'), PosixPath('/nowhere/runs'))
    """
    try:
        return path.relative_to(path.cwd())
    except (ValueError, OSError):  # it is elsewhere, or the current directory is gone
        return path


def told_from_here(sentence: str) -> str:
    """A sentence in which paths inside the current directory are written as seen from there."""
    try:
        return sentence.replace(f"{os.getcwd()}{os.sep}", "")  # noqa: PTH109
    except OSError:
        return sentence


def tell(sentence: str) -> None:
    """Print a warning, which has no full stop, on standard error; what was begun goes on."""
    sys.stderr.write(f"senet-gp: {printable(told_from_here(sentence))}.\n")


def _in_text(thing: object) -> str:
    from pathlib import Path

    return str(from_here(thing) if isinstance(thing, Path) else thing)


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
    whole = _in_text(text)
    return whole if len(whole) <= most else whole[:most] + "…"


def shown(value: object, most: int = 60) -> str:
    """A value from a caller as a message quotes it, whatever it is.

    Args:
        value: anything; its ``repr`` may fail.
        most: how many characters are kept.

    >>> shown("expr:1"), shown(10**5000)
    ("'expr:1'", 'a number of thousands of digits')
    """
    try:
        return shortened(repr(value), most)
    except Exception:  # noqa: BLE001 - a class from outside may raise anything here
        # Python does not write whole numbers of thousands of digits.
        number = isinstance(value, int)
        return "a number of thousands of digits" if number else f"a {type(value).__name__} without a repr"


def failure_text(error: BaseException) -> str:
    """The class of an exception and what it says, as a message quotes it.

    >>> failure_text(ValueError("no number")), failure_text(StopIteration())
    ('ValueError: no number', 'StopIteration')
    """
    kind = type(error).__name__
    try:
        return f"{kind}: {error}".removesuffix(": ")
    except Exception:  # noqa: BLE001 - a class from outside may raise anything here
        return kind


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


class Brief:
    """Tells in one line of at most 110 characters what the fields of a dataclass hold, the first ones first.

    Derive from it with ``@dataclass(repr=False)``; fields whose names begin with an underscore are left out.

    >>> from dataclasses import dataclass
    >>> @dataclass(repr=False)
    ... class Share(Brief):
    ...     points: float
    ...     games: int
    >>> Share(0.5, games=8)
    <Share: points 0.5, games 8>
    """

    __slots__ = ()

    def __repr__(self) -> str:
        facts: list[str] = []
        for name in vars(type(self))["__dataclass_fields__"]:
            if not name.startswith("_") and sum(map(len, facts)) < _LINE:  # later ones may be long
                facts.append(f"{name} {shown(getattr(self, name))}")
        return brief(self, *facts)


def quoted(path: Path | str) -> str:
    r"""A path as a shell reads it, which can also be shown: an escape is written as in ``$'\x1b[31m'``.

    Args:
        path: any path; an absolute one inside the current directory is written as seen from there.

    Returns:
        The text for a command line, which does not begin as an option does.

    >>> quoted("runs/senet-1"), quoted("my runs"), quoted("-run")
    ('runs/senet-1', "'my runs'", './-run')
    """
    text = _in_text(path)
    if text.startswith("-"):
        text = f"./{text}"
    if text.isprintable():
        from shlex import quote

        return quote(text)
    return f"$'{''.join(map(_in_quotes, text))}'"


def _in_quotes(sign: str) -> str:
    if sign in "\\'":
        return f"\\{sign}"
    return sign if sign.isprintable() else "".join(f"\\x{byte:02x}" for byte in os.fsencode(sign))
