"""The files that the page may use: those inside the directory in which the server was started.

The server works in this directory, so paths are relative to it, in requests, players' names and messages.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from werkzeug.security import safe_join

from senet_gp.files.names import check_new
from senet_gp.players.parsing import files_named
from senet_gp.quoting import shortened
from senet_gp.serve.errors import Refused
from senet_gp.serve.values import is_text

_LONGEST_NAME = 300
#: How deep directories are searched, and how many files and directories are looked at.
_MAX_DEPTH, _MAX_ENTRIES = 4, 20_000


def inside(name: str) -> Path:
    """The path of a file or directory, which need not exist, from its name in a request.

    Raises:
        Refused: if it is not inside the directory, also after links are followed, or the system does not take
            the name.
    """
    joined = safe_join(".", name) if 0 < len(name) <= _LONGEST_NAME and "\0" not in name else None
    home = os.path.realpath(".")
    if joined is None or not _contains(home, os.path.realpath(joined)):
        raise Refused(404, f"{shortened(name)} is not inside this directory")
    try:
        os.lstat(joined)
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:  # such as a name of more bytes than the system takes
        raise Refused(400, f"{shortened(name)} cannot be used: {error.strerror}") from None
    return Path(os.path.normpath(joined))


def new_file(name: str, ending: str) -> Path:
    """The path of a new file, from its name in a request.

    Raises:
        Refused: if it is not inside the directory, is hidden, or does not end as such files do.
        FileError: if it exists, or cannot be written.
    """
    path = inside(name)
    if any(part.startswith(".") for part in path.parts):
        raise Refused(400, f"{shortened(name)} is a hidden name: choose one that does not begin with a dot")
    if path.suffix != ending:
        raise Refused(400, f"{shortened(name)} does not end in {ending}: choose a name that does")
    check_new(path)
    return path


def check_player(text: str) -> None:
    """Make sure that the files that a player's text names are inside the directory.

    Raises:
        Refused: if one is not.
    """
    for file in files_named(text):
        inside(file)


def found_files(*endings: str) -> Iterator[Path]:
    """The files with these endings in the directory and below; hidden ones and links are left out."""
    left = _MAX_ENTRIES
    waiting = [(Path(), 0)]
    while waiting:
        directory, depth = waiting.pop(0)
        try:
            with os.scandir(directory) as scanned:
                entries = sorted(scanned, key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            left -= 1
            if left < 0:
                return
            if entry.name.startswith(".") or entry.is_symlink() or not is_text(entry.name):
                continue
            if entry.is_dir(follow_symlinks=False):
                if depth < _MAX_DEPTH:
                    waiting.append((directory / entry.name, depth + 1))
            elif entry.name.endswith(endings) and entry.is_file(follow_symlinks=False):
                yield directory / entry.name


def _contains(home: str, path: str) -> bool:
    return path == home or path.startswith(home.rstrip(os.sep) + os.sep)
