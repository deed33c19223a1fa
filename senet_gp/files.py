"""Reading and writing files so that nothing is lost and nothing foreign gets in."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from senet_gp.errors import FileError

#: Larger files are refused before they are read, in bytes.
MOST_BYTES = 1 << 30


def read_text(path: Path) -> str:
    """The text of a file.

    Raises:
        FileError: if it cannot be read, is no UTF-8 text, or is larger than a gibibyte.
    """
    try:
        if not path.is_file():
            reason = "is not a file" if path.exists() else "does not exist"
            raise FileError(f"{path} {reason}")
        if path.stat().st_size > MOST_BYTES:
            raise FileError(f"{path} is larger than {MOST_BYTES >> 20} MiB, so it is none of ours")
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError:
        raise FileError(f"{path} is not a text file") from None


def write_whole(path: Path, text: str) -> None:
    """Write a file so that at any moment there is either the old one or the whole new one.

    Raises:
        FileError: if it cannot be written; the old file is then still there.
    """
    beside = path.with_name(path.name + ".new")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise FileError(f"{path} cannot be written: {error.strerror}") from None


def write_document(path: Path, format_name: str, version: int, content: dict[str, Any]) -> None:
    """Write a JSON document that names its format and version and carries a checksum of its content.

    Raises:
        FileError: if it cannot be written.
    """
    head = {"format": format_name, "version": version, "sha256": _digest(content)}
    write_whole(path, json.dumps(head | content, indent=1) + "\n")


def read_document(path: Path, format_name: str, version: int) -> dict[str, Any]:
    """The content of a JSON document written by :func:`write_document`.

    Raises:
        FileError: if it cannot be read, is of another format or a newer version, or was damaged.
    """
    try:
        document = json.loads(read_text(path))
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict) or document.get("format") != format_name:
        raise FileError(f"{path} is not a {format_name} file")
    found = document.get("version")
    if found != version:
        raise FileError(
            f"{path} is a {format_name} file of version {found!r}, but this program reads version {version}; "
            "use the senet-gp that wrote it, or a newer one"
        )
    content = {key: value for key, value in document.items() if key not in {"format", "version", "sha256"}}
    if document.get("sha256") != _digest(content):
        raise FileError(f"{path} is damaged: its content does not match its checksum")
    return content


def _digest(content: dict[str, Any]) -> str:
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()
