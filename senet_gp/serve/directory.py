"""The files that the page may use or send: those in the directory that it serves, and runs beside them.

The server works in the directory that it serves, so paths in it are relative, in requests, players' names
and messages. Files there may belong to something else, such as the tests of a program. So only those that are
kept as games and runs are (:func:`is_kept`) are offered and changed; any other can be looked at, if it is
named. Runs elsewhere are only read, and their files have absolute paths, so that a record which names one can
be read from anywhere.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from werkzeug.security import safe_join
from werkzeug.wrappers import Response

from senet_gp.arena.record import FORMAT, RECORD_ENDING
from senet_gp.runtime.errors import FileError, shortened
from senet_gp.runtime.files import check_new, is_there, opened, own_folder
from senet_gp.serve.requests import Refused, is_text

_LONGEST_NAME = 1000
#: How deep directories are searched, and how many files and directories are looked at.
_MAX_DEPTH = 4
_MAX_ENTRIES = 20_000
#: Where runs are by default, and the files that a directory of a run or of an experiment has.
_RUNS = "runs"
_OF_RUNS = ("config.toml", "plan.json")
#: The directories that this process only reads, without links in their paths, as it works in one other.
_read_only: tuple[str, ...] = ()


@dataclass(frozen=True)
class Places:
    """Where a server finds files, and writes them.

    Attributes:
        home: the directory that it serves.
        read_only: directories of runs that are only read.
    """

    home: Path
    read_only: tuple[Path, ...] = ()


def places_of(directory: Path | None) -> Places:
    """The places of a server of a directory, or of the person's own games.

    With those the runs of the current directory are offered: those in its ``runs``, or itself if it has them.

    Raises:
        FileError: if the person's own folder cannot be made.
    """
    if directory is not None:
        return Places(directory)
    here = Path(os.path.realpath("."))
    runs = here if _keeps(here) else here / _RUNS
    return Places(own_folder(), (runs,) if runs.is_dir() else ())


def work_in(places: Places) -> None:
    """Let this process work in places from now on.

    Raises:
        FileError: if the directory cannot be served.
    """
    global _read_only  # noqa: PLW0603 - as the current directory is, it is the process's
    _read_only = tuple(os.path.realpath(path) for path in places.read_only)
    try:
        os.chdir(places.home)
    except OSError as error:
        raise FileError(f"{shortened(places.home)} cannot be served: {error.strerror}") from None


def inside(name: str) -> Path:
    """The path of a file or directory, which need not exist, from its name in a request.

    Links are followed, so a file has one path: one in the directory is relative to it, any other is absolute.

    Raises:
        Refused: if it is not inside the directory or one that is only read, is hidden there, or the system
            does not take the name.
    """
    found = _found(name) if 0 < len(name) <= _LONGEST_NAME and "\0" not in name else None
    if found is None:
        raise Refused(404, f"{shortened(name)} is not inside this directory{_where_else()}")
    root, relative = found
    # Such as the file that keeps the addresses of other directories.
    if any(part.startswith(".") for part in relative.parts):
        raise Refused(400, f"{shortened(name)} is a hidden name: choose one that does not begin with a dot")
    path = root / relative
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:  # such as a name of more bytes than the system takes
        raise Refused(400, f"{shortened(name)} cannot be used: {error.strerror}") from None
    return path


def _found(name: str) -> tuple[Path, Path] | None:
    """The directory that a name is inside of, empty for that of the server, and the path in it."""
    real = os.path.realpath(name)
    home = os.path.realpath(".")
    for root, shown in ((home, ""), *((root, root) for root in _read_only)):
        if _contains(root, real):
            relative = os.path.relpath(real, root)
            # Some systems have names of devices, which are the same everywhere.
            return None if safe_join(root, relative) is None else (Path(shown), Path(relative))
    return None


def _where_else() -> str:
    """The end of a sentence about what is not found, if there are directories that are read besides."""
    return f", nor inside {shortened(', '.join(_read_only))}" if _read_only else ""


def is_kept(path: Path) -> bool:
    """Whether a file is where games and runs are kept.

    That is in the directory itself, in its directory of runs, or in that of a run or of an experiment. Where
    files are only read, none is kept.
    """
    return not path.is_absolute() and (len(path.parts) < 2 or _keeps(Path(path.parts[0])))


def _keeps(directory: Path) -> bool:
    """Whether a directory holds runs."""
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
            f"the directory of the page, {shortened(os.path.realpath('.'), 200)}, and name the copy",
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
    if path.suffix != ending:
        raise Refused(400, f"{shortened(name)} does not end in {ending}: choose a name that does")
    if not is_kept(path):
        raise Refused(400, f"{shortened(name)} is not where games and runs are kept: leave out its directory")
    check_new(path)
    return path


def found_files(*endings: str) -> Iterator[Path]:
    """The files with these endings where games and runs are kept, and those that are only read.

    Hidden ones and links are left out.
    """
    left = _MAX_ENTRIES
    home = os.path.realpath(".")
    others = [Path(root) for root in _read_only if not _contains(home, root)]
    # Of the directory itself only some of those that it holds are looked into.
    waiting = [(Path(), 0), *((root, 1) for root in others)]
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


#: How the names of pages end that are exported.
PAGE_ENDING = ".html"
#: What is in the first bytes of the files that can be taken along, by their endings, and the types under
#: which they are sent: that of a page is none that a browser shows.
_SENT = {
    RECORD_ENDING: (FORMAT.encode(), "text/plain; charset=utf-8"),
    PAGE_ENDING: (b'<meta name="generator" content="senet-gp ', "application/octet-stream"),
}
_FIRST = 1000
_MAX_BYTES = 64 << 20


def download(file: str) -> Response:
    """A file for a browser to keep; if it shows it all the same, nothing in it runs.

    Raises:
        Refused: if it is not inside the directories of the page, or no record and no exported page.
        FileError: if it cannot be read.
    """
    path = inside(file)
    if path.suffix not in _SENT or not path.is_file():
        raise _nothing(file)
    mark, kind = _SENT[path.suffix]
    with opened(path) as content:
        size = os.fstat(content.fileno()).st_size
        if size > _MAX_BYTES or mark not in content.read(_FIRST):
            raise _nothing(file)
        content.seek(0)
        text = content.read(size)
    response = Response(text, 200, content_type=kind)
    response.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(path.name, safe='')}"
    response.headers["Content-Security-Policy"] = "sandbox; default-src 'none'"
    return response


def _nothing(file: str) -> Refused:
    return Refused(404, f"{shortened(file)} is no record of a game, and no page that was exported")
