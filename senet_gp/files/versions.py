"""The version that a file names, and whether this program reads it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from senet_gp.errors import FileError
from senet_gp.quoting import shortened


def readable_version(path: Path, format_name: str, found: Any, newest: int, oldest: int = 1) -> int:
    """The version that a file names, if this program reads it.

    Args:
        path: the file.
        format_name: its format.
        found: what stands in it, a number or its digits.
        newest: the newest version that can be read.
        oldest: the oldest one.

    Raises:
        FileError: if it is another one.
    """
    for version in range(oldest, newest + 1):
        if (type(found) is int and found == version) or found == str(version):
            return version
    read = f"version {newest}" if oldest == newest else f"versions {oldest} to {newest}"
    raise FileError(
        f"{path} is a {format_name} file of version {shortened(found)}, but this program reads {read}; "
        "use the senet-gp that wrote it, or a newer one"
    )
