"""JSON documents that name their format and version and carry a checksum of their content."""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from senet_gp.runtime.codec import decoded, fields_as_json, sound
from senet_gp.runtime.errors import FileError, shortened
from senet_gp.runtime.files import check_version, read_text, write_whole

T = TypeVar("T")

#: Larger documents are refused before they are read; checkpoints may be larger.
MAX_DOCUMENT_BYTES = 80 << 20
#: Those with more brackets, braces and commas are refused before they are parsed: each value takes about a
#: hundred bytes of memory.
MAX_DOCUMENT_VALUES = 1 << 22
#: What stands beside the content.
_HEAD = {"format", "version", "sha256"}
#: The documents that this program writes are nested five deep.
_MAX_DEPTH = 32
#: The parts of a JSON text; a string is one part. A string that is never closed matches, too, so no part of
#: the text is searched twice.
_JSON_PART = re.compile(r'"[^"\\]*+(?:\\.?[^"\\]*+)*+(?:"|\Z)|[\[\]{},]', re.DOTALL)


def digest(content: dict[str, Any]) -> str:
    """The SHA-256 checksum of a JSON object.

    Args:
        content: the object; it is serialized with sorted keys and without spaces.

    Returns:
        The checksum in hexadecimal digits.

    Raises:
        RecursionError: if it is nested too deeply.

    >>> digest({"b": [1, 2], "a": "x"}) == digest({"a": "x", "b": [1, 2]})
    True
    """
    hashed = hashlib.sha256(b"{")
    for part in _members(content):
        hashed.update(part.encode())
    hashed.update(b"}")
    return hashed.hexdigest()


def _members(content: dict[str, Any]) -> Iterator[str]:
    """The canonical text of a JSON object between its braces, lists and iterators item by item."""
    for number, key in enumerate(sorted(content)):
        yield ("," if number else "") + _canonical(key) + ":"
        value = content[key]
        if isinstance(value, list | Iterator):
            yield "["
            for index, item in enumerate(value):
                yield ("," if index else "") + _canonical(item)
            yield "]"
        else:
            yield _canonical(value)


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def document_text(format_name: str, version: int, content: Any) -> str:
    """The text of the file that :func:`write_document` writes.

    >>> list(json.loads(document_text("notes", 1, {"games": 3})))
    ['format', 'version', 'sha256', 'games']
    """
    parts = content if isinstance(content, dict) else _parts_of(content)
    head = {"format": format_name, "version": version, "sha256": digest(parts)}
    return json.dumps(head | parts, indent=1) + "\n"


def _parts_of(content: Any) -> dict[str, Any]:
    """The parts of a dataclass, but for those that are None, as :func:`read_document` reads them back."""
    return {name: value for name, value in fields_as_json(content).items() if value is not None}


def write_document(path: Path, format_name: str, version: int, content: Any, *, new: bool = False) -> None:
    """Write a JSON document that names its format and version and has a checksum of its content.

    Args:
        path: the file; an old one is replaced as a whole.
        format_name: its format.
        version: the version of the format.
        content: a dataclass, whose parts that are None are left out, or a JSON object; ``format``,
            ``version`` and ``sha256`` are added to it.
        new: whether the file must not exist yet.

    Raises:
        FileError: if it cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as directory:
    ...     file = Path(directory) / "notes.json"
    ...     write_document(file, "notes", 1, {"games": 3})
    ...     read_document(file, "notes", 1, dict)
    {'games': 3}
    """
    write_whole(path, document_text(format_name, version, content), new=new)


def write_long_document(
    path: Path, format_name: str, version: int, content: dict[str, Any], *, before: Path | None = None
) -> None:
    """As :func:`write_document`, but the whole text is never in memory at once.

    Args:
        path: the file.
        format_name: its format.
        version: the format's version.
        content: the content; a value may be an iterator, which is written as a list.
        before: where the old file is kept, as in :func:`write_whole`.

    Raises:
        FileError: if it cannot be written.
    """
    head = json.dumps({"format": format_name, "version": version})
    write_whole(path, _long_document(head, content), before=before)


def _long_document(head: str, content: dict[str, Any]) -> Iterator[str]:
    """The parts of the document's text; exactly the parts that are written are hashed."""
    yield head.removesuffix("}") + ","
    hashed = hashlib.sha256(b"{")
    for part in _members(content):
        hashed.update(part.encode())
        yield part
    hashed.update(b"}")
    yield f',"sha256":"{hashed.hexdigest()}"}}\n'


def read_document(
    path: Path,
    format_name: str,
    version: int,
    kind: type[T],
    *,
    most_bytes: int = MAX_DOCUMENT_BYTES,
    most_values: int = MAX_DOCUMENT_VALUES,
) -> T:
    """The content of a document that :func:`write_document` wrote.

    Args:
        path: the file.
        format_name: the format that it must have.
        version: the version that it must have.
        kind: the dataclass whose annotations say what it must hold (see :mod:`senet_gp.runtime.codec`), or
            ``dict`` for an object of any parts.
        most_bytes: larger files are refused before they are read.
        most_values: files with more brackets, braces and commas are refused before they are parsed.

    Raises:
        FileError: if the file cannot be read, has another format or version, is damaged, or holds something
            else; the sentence says where, what stands there and what must.

    >>> from dataclasses import dataclass
    >>> from tempfile import TemporaryDirectory
    >>> @dataclass(frozen=True)
    ... class Notes:
    ...     games: int
    >>> with TemporaryDirectory() as directory:
    ...     file = Path(directory) / "notes.json"
    ...     write_document(file, "notes", 1, Notes(3))
    ...     read_document(file, "notes", 1, Notes), read_document(file, "notes", 1, dict)
    (Notes(games=3), {'games': 3})
    """
    text = read_text(path, most_bytes)
    try:
        document = json.loads(text) if _is_modest(text, most_values) else None
        if not isinstance(document, dict) or document.get("format") != format_name:
            raise FileError(f"{path} is not a {format_name} file{_what_it_is(text, document)}")
        check_version(path, format_name, document.get("version"), version)
        content = {name: part for name, part in document.items() if name not in _HEAD}
        intact = document.get("sha256") == digest(content)
    except (json.JSONDecodeError, RecursionError):
        raise FileError(f"{path} is not a {format_name} file{_what_it_is(text, None)}") from None
    except ValueError:  # Python does not read such numbers
        raise FileError(
            f"{path} is not a {format_name} file: a number in it has more than "
            f"{sys.get_int_max_str_digits():,} digits"
        ) from None
    if not intact:
        raise FileError(f"{path} is damaged: its content does not match its checksum")
    with sound(path):
        return decoded(content, kind)


def glance(path: Path, most_bytes: int) -> dict[str, Any]:
    """What a JSON document says, of whatever format; nothing in it is checked.

    Args:
        path: the file.
        most_bytes: larger files are not read.

    Returns:
        The object in the file; empty if it holds none, or cannot be read.
    """
    try:
        text = read_text(path, most_bytes)
        document = json.loads(text) if _is_modest(text, most_bytes) else None
    except (FileError, ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


def _what_it_is(text: str, document: Any) -> str:
    """What a text is instead of the expected document, as far as that is known."""
    if not text.strip():
        return ": it is empty"
    if isinstance(document, dict) and isinstance(document.get("format"), str):
        return f", but a {shortened(document['format'])} file"
    return ": it is cut short, or something else"


def _is_modest(text: str, most_values: int) -> bool:
    """Whether a JSON text is neither deeply nested nor has too many values; takes linear time."""
    depth = values = 0
    for part in _JSON_PART.finditer(text):
        sign = text[part.start()]
        if sign == '"':
            continue
        values += 1
        if sign in "[{":
            depth += 1
        elif sign in "]}":
            depth -= 1
        if depth > _MAX_DEPTH or values > most_values:
            return False
    return True
