"""Making, removing and renaming files and directories; a failure is reported in one sentence."""

from __future__ import annotations

import os
from pathlib import Path

from senet_gp.runtime.errors import FileError
from senet_gp.runtime.quoting import shortened
from senet_gp.runtime.writing import flush_names


def make_directory(path: Path) -> bool:
    """Make a directory and its missing parents.

    Returns:
        Whether it was made; False if there is something of this name already.

    Raises:
        FileError: if it cannot be made.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as directory:
    ...     make_directory(Path(directory, "runs/senet-1")), make_directory(Path(directory, "runs"))
    (True, False)
    """
    try:
        path.mkdir(parents=True)
    except OSError as error:
        if isinstance(error, FileExistsError) and os.path.lexists(path):
            return False
        raise FileError(f"the directory {path} cannot be made: {error.strerror}") from None
    return True


def remove(path: Path) -> None:
    """Remove a file.

    Raises:
        FileError: if it cannot be removed.
    """
    try:
        path.unlink()
    except OSError as error:
        raise FileError(f"{path} cannot be removed: {error.strerror}") from None


def rename(path: Path, to: Path) -> None:
    """Rename a file, and replace the file that had the new name.

    Raises:
        FileError: if it cannot be renamed.
    """
    try:
        path.replace(to)
    except OSError as error:
        raise FileError(f"{path} cannot be renamed to {to.name}: {error.strerror}") from None
    flush_names(to.parent)


def check_new(path: Path) -> None:
    """Make sure, before any work is done, that a new file can be written.

    Raises:
        FileError: if the path already exists, or its directory cannot be written.

    >>> check_new(Path("no/page.html"))
    Traceback (most recent call last):
    senet_gp.runtime.errors.FileError: no/page.html cannot be written: make the directory no first
    """
    directory = shortened(path.parent)
    try:
        os.lstat(path)
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "its name has a NUL character"
        raise FileError(f"{shortened(path)} cannot be written: {reason}") from None
    else:
        raise FileError(f"{path} already exists: choose another name, or remove it")
    if not os.path.isdir(path.parent):  # noqa: PTH112 - it raises nothing
        raise FileError(f"{shortened(path)} cannot be written: make the directory {directory} first")
    if not os.access(path.parent, os.W_OK):
        raise FileError(f"{shortened(path)} cannot be written: {directory} is read-only, so choose another")
