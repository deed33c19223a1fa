"""Where compiled code is kept, and the removal of old directories of it.

numba reads no directory that it cannot write. So where the one that is wanted can only be read, such as that
of another person, the person's own is used, which begins as a copy of the other.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

import platformdirs

from senet_gp.runtime.checks import absolute

#: A directory that was not used for this long, in seconds, is removed.
UNUSED = 30 * 24 * 3600
_OURS = re.compile(r"kernels-[0-9a-f]{16}")
#: The environment variable that names another directory than the user's usual one.
VARIABLE = "SENET_GP_CACHE"
#: The file that a process locks while it compiles everything.
LOCK = "compiling.lock"
#: The files that numba writes (indices, machine code, temporary files), and generated source texts.
_OWN_FILES = re.compile(r".+\.nb[ci](\.tmp\.[0-9a-f]+)?|generated_[0-9a-f]{16}.*\.(py|tmp)")


def wanted_directory() -> Path:
    """The directory that is to hold those of all versions' machine code, whether it can be written or not."""
    given = os.environ.get(VARIABLE)
    if not given:
        return _own_directory()
    # Processes that this one starts find the same directory, wherever it goes until then.
    os.environ[VARIABLE] = str(absolute(given))
    return absolute(given)


def base_directory() -> Path:
    """The directory that holds those of all versions' machine code; its path is absolute.

    It is the one that is wanted, if that can be written or the person's own cannot, else their own.
    """
    wanted, own = wanted_directory(), _own_directory()
    return own if own != wanted and why_not_kept(wanted) and not why_not_kept(own) else wanted


def _own_directory() -> Path:
    return absolute(platformdirs.user_cache_dir("senet-gp"))


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

    If it stands in for one that cannot be written, and is still empty, it is filled with what that one holds.
    Only files that numba or this package wrote are removed, and directories that are empty then; other files
    stay. If another process begins to use a directory at the same moment, it compiles its kernels again.
    Failures, for example without permission to write, are ignored.
    """
    with contextlib.suppress(OSError):
        wanted = wanted_directory()
        if directory.parent == base_directory() != wanted and not any(directory.iterdir()):
            _begin_own(directory, wanted)
        os.utime(directory)
        unused = time.time() - UNUSED
        for other in directory.parent.iterdir():
            if _OURS.fullmatch(other.name) and not other.is_symlink() and other.stat().st_mtime < unused:
                _remove(other)


def _begin_own(directory: Path, wanted: Path) -> None:
    """Fill the directory that stands in for one that cannot be written, and say so."""
    sys.stderr.write(
        f"senet-gp: compiled code cannot be kept in {wanted} ({why_not_kept(wanted)}), so it is kept in "
        f"{directory.parent}, beginning with what is there.\n"
    )
    # What is missing or cannot be read is compiled.
    with contextlib.suppress(OSError, shutil.Error):
        shutil.copytree(wanted / directory.name, directory, dirs_exist_ok=True)


def _remove(directory: Path) -> None:
    """Remove the machine code in a directory and in its subdirectories."""
    inside = [path for path in directory.iterdir() if path.is_dir() and not path.is_symlink()]
    for place in (*inside, directory):
        for file in place.iterdir():
            if _OWN_FILES.fullmatch(file.name) and not file.is_dir():
                file.unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # it is not empty
            place.rmdir()
