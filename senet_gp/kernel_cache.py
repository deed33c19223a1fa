"""Where compiled code is kept, and the removal of old directories of it."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
import time
from pathlib import Path

import platformdirs

#: A directory that was not used for this long, in seconds, is removed.
UNUSED = 30 * 24 * 3600
_OURS = re.compile(r"kernels-[0-9a-f]{16}")
#: The file that a process locks while it compiles everything.
LOCK = "compiling.lock"
#: The files that numba writes (indices, machine code, temporary files), generated source texts, and the lock.
_OWN_FILES = re.compile(
    rf".+\.nb[ci](\.tmp\.[0-9a-f]+)?|generated_[0-9a-f]{{16}}.*\.(py|tmp)|{re.escape(LOCK)}"
)


def base_directory() -> Path:
    """The directory that holds those of all versions' machine code."""
    return Path(os.environ.get("SENET_GP_CACHE") or platformdirs.user_cache_dir("senet-gp"))


def why_not_kept(directory: Path) -> str:
    """Why nothing can be kept in a directory, which is made if it is missing; an empty text if it can be."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            return ""
    except OSError as error:
        return error.strerror or str(error)


def note_use(directory: Path) -> None:
    """Note that the directory of this version's machine code is used, and remove unused directories.

    Only files that numba or this package wrote are removed, and directories that are empty then; other files
    stay. If another process begins to use a directory at the same moment, it compiles its kernels again.
    Failures, for example without permission to write, are ignored.
    """
    with contextlib.suppress(OSError):
        os.utime(directory)
        unused = time.time() - UNUSED
        for other in directory.parent.iterdir():
            if _OURS.fullmatch(other.name) and not other.is_symlink() and other.stat().st_mtime < unused:
                _remove(other)


def _remove(directory: Path) -> None:
    """Remove the machine code in a directory and in its subdirectories."""
    inside = [path for path in directory.iterdir() if path.is_dir() and not path.is_symlink()]
    for place in (*inside, directory):
        for file in place.iterdir():
            if _OWN_FILES.fullmatch(file.name) and not file.is_dir():
                file.unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # it is not empty
            place.rmdir()
