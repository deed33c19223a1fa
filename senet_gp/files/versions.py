"""Checking that this program can read the version of a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from senet_gp.errors import FileError
from senet_gp.quoting import shortened


def readable_version(path: Path, format_name: str, found: Any, newest: int, oldest: int = 1) -> int:
    """The version of a file, if this program can read it.

    Args:
        path: the file.
        format_name: its format.
        found: the version that the file names, a number or its digits.
        newest: the newest version that can be read.
        oldest: the oldest version that can be read.

    Returns:
        The version.

    Raises:
        FileError: if this program cannot read it.

    >>> readable_version(Path("game.txt"), "senet-gp-game", "2", newest=3)
    2
    """
    for version in range(oldest, newest + 1):
        if (type(found) is int and found == version) or found == str(version):
            return version
    read = f"version {newest}" if oldest == newest else f"versions {oldest} to {newest}"
    raise FileError(
        f"{path} is a {format_name} file of version {shortened(found)}, but this program reads {read}; "
        "use the senet-gp that wrote it, or a newer one"
    )
