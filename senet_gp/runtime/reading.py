"""Reading files that may be foreign: none that is too large, of another version, or outside its directory."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection
from pathlib import Path
from typing import Any

from senet_gp.runtime.errors import FileError, MissingFileError
from senet_gp.runtime.quoting import shortened

#: Files with more bytes are refused before they are read; most formats have a lower limit.
MAX_BYTES = 1 << 30


def is_there(path: Path | str) -> bool:
    """Whether a path exists, even as a link to nothing.

    Args:
        path: any text; one with a NUL character does not exist.

    >>> is_there("/"), is_there("no/such/file"), is_there(chr(0))
    (True, False, False)
    """
    try:
        return os.path.lexists(path)
    except ValueError:  # it has a NUL character
        return False


def other_version(format_name: str, found: Any, version: int) -> str:
    """What is wrong with the version of a file, as the end of a sentence; empty if this program reads it.

    Args:
        format_name: the format of the file.
        found: the version that the file names, a number or its digits; None if it names none.
        version: the version that is read.

    >>> other_version("senet-gp table", 1, 1), other_version("senet-gp table", "1", 1)
    ('', '')
    """
    if found == str(version) or (type(found) is int and found == version):
        return ""
    named = "without a version" if found is None else f"of version {shortened(found, 20)}"
    return (
        f"is a {format_name} file {named}, but this program reads version {version}: use the senet-gp that "
        "wrote it"
    )


def check_version(path: Path, format_name: str, found: Any, version: int) -> None:
    """Check that a file is of the version that is read; the arguments are those of :func:`other_version`.

    Raises:
        FileError: if it is of another.
    """
    problem = other_version(format_name, found, version)
    if problem:
        raise FileError(f"{path} {problem}")


def read_text(path: Path, most_bytes: int = MAX_BYTES) -> str:
    """The text of a file, in which every line ends in a line feed alone.

    Args:
        path: the file.
        most_bytes: larger files are refused before they are read.

    Raises:
        FileError: if it cannot be read, is not UTF-8, or is larger than ``most_bytes``.
    """
    try:
        if not is_there(path):
            raise MissingFileError(f"{shortened(path)} does not exist")
        if not path.is_file():
            raise FileError(f"{path} is not a file")
        text = _bytes_of(path, most_bytes).decode("utf-8-sig")  # some editors begin it with a byte-order mark
    except OSError as error:
        raise FileError(f"{shortened(path)} cannot be read: {error.strerror}") from None
    except ValueError:
        raise FileError(f"{path} is not a text file") from None
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _bytes_of(path: Path, most: int) -> bytes:
    """The content of a file; it is refused if it has been replaced by a pipe or a device meanwhile."""
    with open(path, "rb", opener=_opened_at_once) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise FileError(f"{path} is not a file")
        if status.st_size > most:
            raise FileError(f"{path} is larger than {most >> 10} KiB, the limit for such a file")
        return file.read(status.st_size)


def _opened_at_once(path: str, flags: int) -> int:
    """Open a file; if it is a pipe, do not wait for a writer."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def check_inside(directory: Path) -> None:
    """Make sure that no file in a directory is a link out of it.

    A person who resumes a foreign run would otherwise overwrite the files to which its links point.

    Raises:
        FileError: if a file is such a link, or the directory cannot be read.
    """
    home = os.path.realpath(directory)
    try:
        with os.scandir(directory) as entries:
            links = [entry.name for entry in entries if entry.is_symlink()]
    except OSError as error:
        raise FileError(f"{shortened(directory)} cannot be read: {error.strerror}") from None
    for name in links:
        if os.path.commonpath([home, os.path.realpath(directory / name)]) != home:
            raise FileError(
                f"{shortened(name)} in {shortened(directory)} is a link out of this directory: "
                "if you trust it, replace it by the file itself"
            )


def check_files(directory: Path, names: Collection[str], *, written: Collection[str] = ()) -> None:
    """Make sure, before anything is changed, that nothing stands in the place of files of a directory.

    Args:
        directory: the directory.
        names: the names of the files, which need not be there.
        written: the names of those that are written where they are; all others are replaced.

    Raises:
        FileError: if one of them is a directory, a pipe or the like, or cannot be read or written; or if the
            directory cannot be written, though files are.
    """
    for name in names:
        path = directory / name
        if not is_there(path):
            continue
        if not os.path.isfile(path):  # noqa: PTH113 - it raises nothing
            raise FileError(
                f"{shortened(path)} is not a file, though a file of this name belongs there: move it away"
            )
        if not os.access(path, os.R_OK):
            raise FileError(f"{shortened(path)} cannot be read: give yourself the right to read it")
        if name in written and not os.access(path, os.W_OK):
            raise FileError(f"{shortened(path)} is read-only: give yourself the right to write it")
    if written and not os.access(directory, os.W_OK):
        raise FileError(f"{shortened(directory)} is read-only: give yourself the right to write it")
