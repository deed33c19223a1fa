"""The files that the page may use: those inside the directory in which the server was started.

The server works in this directory, so paths are relative to it, in requests, players' names and messages.
Files there may belong to something else, such as the tests of a program. So only those that are kept as games
and runs are (:func:`is_kept`) are offered and changed; any other can be looked at, if it is named.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from werkzeug.security import safe_join

from senet_gp.runtime.errors import shortened
from senet_gp.runtime.files import check_new, is_there
from senet_gp.serve.requests import Refused, is_text

_LONGEST_NAME = 300
#: How deep directories are searched, and how many files and directories are looked at.
_MAX_DEPTH = 4
_MAX_ENTRIES = 20_000
#: Where runs are by default, and the files that a directory of a run or of an experiment has.
_RUNS = "runs"
_OF_RUNS = ("config.toml", "plan.json")


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


def is_kept(path: Path) -> bool:
    """Whether a file is where games and runs are kept.

    That is in the directory itself, in its directory of runs, or in that of a run or of an experiment.
    """
    return len(path.parts) < 2 or _keeps(Path(path.parts[0]))


def _keeps(directory: Path) -> bool:
    """Whether a directory in that of the server holds runs."""
    return directory.name == _RUNS or any(is_there(directory / name) for name in _OF_RUNS)


def own_file(name: str) -> Path:
    """The path of a file that is to be changed, from its name in a request.

    Raises:
        Refused: if it is not inside the directory, or not kept as games and runs are.
    """
    path = inside(name)
    if not is_kept(path):
        raise Refused(
            400,
            f"{shortened(name)} is not changed, since it is not kept where games and runs are: copy it into "
            "the directory in which the page was started, and name the copy",
        )
    return path


def new_file(name: str, ending: str) -> Path:
    """The path of a new file, from its name in a request.

    Raises:
        Refused: if it is not inside the directory, is hidden, does not end as such files do, or is not where
            games and runs are kept.
        FileError: if it exists, or cannot be written.
    """
    path = inside(name)
    if any(part.startswith(".") for part in path.parts):
        raise Refused(400, f"{shortened(name)} is a hidden name: choose one that does not begin with a dot")
    if path.suffix != ending:
        raise Refused(400, f"{shortened(name)} does not end in {ending}: choose a name that does")
    if not is_kept(path):
        raise Refused(400, f"{shortened(name)} is not where games and runs are kept: leave out its directory")
    check_new(path)
    return path


def found_files(*endings: str) -> Iterator[Path]:
    """The files with these endings where games and runs are kept; hidden ones and links are left out."""
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
                if depth < _MAX_DEPTH and (depth or _keeps(Path(entry.name))):
                    waiting.append((directory / entry.name, depth + 1))
            elif entry.name.endswith(endings) and entry.is_file(follow_symlinks=False):
                yield directory / entry.name


def stamp_of(path: Path) -> tuple[int, ...]:
    """What differs if a file is replaced.

    Raises:
        OSError: if the system does not tell it.
    """
    status = path.stat()
    return status.st_ino, status.st_mtime_ns, status.st_size


def _contains(home: str, path: str) -> bool:
    return path == home or path.startswith(home.rstrip(os.sep) + os.sep)
