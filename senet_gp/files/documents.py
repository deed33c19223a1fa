"""JSON documents that name their format and version and carry a checksum of their content."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from senet_gp.errors import FileError
from senet_gp.files.reading import MAX_BYTES, read_text
from senet_gp.files.versions import readable_version
from senet_gp.files.writing import write_whole
from senet_gp.quoting import shortened

#: A document with more brackets, braces and commas is refused before values are made of them, which take
#: some hundred bytes each.
MAX_VALUES = 1 << 23
#: Ours are nested five deep.
_MAX_DEPTH = 32
#: What a JSON text consists of, a string being passed over as a whole; it always matches, so no part of a
#: text is looked at twice.
_JSON_PART = re.compile(r'"[^"\\]*+(?:\\.?[^"\\]*+)*+(?:"|\Z)|[\[\]{},]', re.DOTALL)

#: What makes of a document's content the content of the next version.
Upgrade = Callable[[dict[str, Any]], dict[str, Any]]


def digest(content: dict[str, Any]) -> str:
    """The SHA-256 of a JSON object.

    Raises:
        RecursionError: if it is nested too deeply.
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
            for place, item in enumerate(value):
                yield ("," if place else "") + _canonical(item)
            yield "]"
        else:
            yield _canonical(value)


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def document_text(format_name: str, version: int, content: dict[str, Any]) -> str:
    """The text of the file that :func:`write_document` writes."""
    head = {"format": format_name, "version": version, "sha256": digest(content)}
    return json.dumps(head | content, indent=1) + "\n"


def write_document(path: Path, format_name: str, version: int, content: dict[str, Any]) -> None:
    """Write a JSON document that names its format and version and carries a checksum of its content.

    Raises:
        FileError: if it cannot be written.
    """
    write_whole(path, document_text(format_name, version, content))


def write_long_document(
    path: Path, format_name: str, version: int, content: dict[str, Any], *, before: Path | None = None
) -> None:
    """As :func:`write_document`, without ever holding the text as a whole.

    Args:
        path: the file.
        format_name: its format.
        version: the format's version.
        content: its values may be iterators, each of which is written as a list.
        before: where the old file is kept, as in :func:`write_whole`.

    Raises:
        FileError: if it cannot be written.
    """
    head = json.dumps({"format": format_name, "version": version})
    write_whole(path, _long_document(head, content), before=before)


def _long_document(head: str, content: dict[str, Any]) -> Iterator[str]:
    """The parts of its text; what is hashed is what is written."""
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
    *,
    most_bytes: int = MAX_BYTES,
    most_values: int = MAX_VALUES,
    upgrades: Sequence[Upgrade] = (),
) -> dict[str, Any]:
    """The content of a JSON document written by :func:`write_document`, now or long ago.

    Args:
        path: the file.
        format_name: the format it must have.
        version: the format's newest version.
        most_bytes: a larger file is refused unread.
        most_values: a file with more brackets, braces and commas is refused before its values are made.
        upgrades: what makes of the content of a version that of the next one, the last making that of
            ``version``; versions before them can be read no more.

    Raises:
        FileError: if it cannot be read, is of another format or a newer version, or was damaged.
    """
    text = read_text(path, most_bytes)
    try:
        document = json.loads(text) if _is_modest(text, most_values) else None
        if not isinstance(document, dict) or document.get("format") != format_name:
            raise FileError(f"{path} is not a {format_name} file{_of_another_kind(text, document)}")
        found = readable_version(path, format_name, document.get("version"), version, version - len(upgrades))
        content = {
            key: value for key, value in document.items() if key not in {"format", "version", "sha256"}
        }
        sound = document.get("sha256") == digest(content)
    except (ValueError, RecursionError):
        raise FileError(f"{path} is not a {format_name} file{_of_another_kind(text, None)}") from None
    if not sound:
        raise FileError(f"{path} is damaged: its content does not match its checksum")
    for upgrade in upgrades[found - version + len(upgrades) :]:
        content = upgrade(content)
    return content


def _of_another_kind(text: str, document: Any) -> str:
    """What a text is that is not the document that it should be, as far as that is known."""
    if not text.strip():
        return ": it is empty"
    if isinstance(document, dict) and isinstance(document.get("format"), str):
        return f", but a {shortened(document['format'])} file"
    return ": it is cut short, or something else"


def _is_modest(text: str, most_values: int) -> bool:
    """Whether a JSON text is neither nested deeply nor has many values; the time is in proportion to it."""
    depth = values = 0
    for part in _JSON_PART.finditer(text):
        sign = text[part.start()]
        if sign == '"':
            continue
        values += 1
        depth += (sign in "[{") - (sign in "]}")
        if depth > _MAX_DEPTH or values > most_values:
            return False
    return True
