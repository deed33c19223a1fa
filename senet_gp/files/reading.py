"""Reading files that may be strangers': not too large, and from nowhere but where they stand."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from senet_gp.errors import FileError
from senet_gp.quoting import shortened

#: Larger files are refused before they are read, in bytes; most formats have a lower bound.
MAX_BYTES = 1 << 30


def is_there(path: Path | str) -> bool:
    """Whether there is anything at a path, even a link to nowhere; any text may be asked for."""
    try:
        return os.path.lexists(path)
    except ValueError:  # a NUL in it
        return False


def read_text(path: Path, most_bytes: int = MAX_BYTES) -> str:
    """The text of a file, its lines ending in a line feed alone.

    Raises:
        FileError: if it cannot be read, is no UTF-8 text, or is larger than ``most_bytes``.
    """
    try:
        if not is_there(path):
            raise FileError(f"{shortened(path)} does not exist")
        if not path.is_file():
            raise FileError(f"{path} is not a file")
        text = _bytes_of(path, most_bytes).decode("utf-8-sig")  # some editors put a mark before it
    except OSError as error:
        raise FileError(f"{shortened(path)} cannot be read: {error.strerror}") from None
    except ValueError:
        raise FileError(f"{path} is not a text file") from None
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _bytes_of(path: Path, most: int) -> bytes:
    """What a file holds; what has become a pipe or a device since it was looked at is refused."""
    with open(path, "rb", opener=_opened_at_once) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise FileError(f"{path} is not a file")
        if status.st_size > most:
            raise FileError(f"{path} is larger than {most >> 10} KiB, so it is none of ours")
        return file.read(status.st_size)


def _opened_at_once(path: str, flags: int) -> int:
    """Open a file; of a pipe nobody is waited for who writes into it."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def check_inside(directory: Path) -> None:
    """Make sure that no file of a directory is a link out of it: it may be a stranger's.

    Whoever goes on with a stranger's run would else write wherever he has pointed.

    Raises:
        FileError: if one is, or the directory cannot be read.
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
                "put the file itself there, if you trust it"
            )
