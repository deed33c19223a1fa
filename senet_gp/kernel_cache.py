"""The removal of old directories of compiled code."""

from __future__ import annotations

import contextlib
import os
import re
import time
from pathlib import Path

#: A directory that was not used for this long, in seconds, is removed.
UNUSED = 30 * 24 * 3600
_OURS = re.compile(r"kernels-[0-9a-f]{16}")
#: The files that numba writes (indices, machine code, and temporary files), and generated source texts.
_NUMBAS = re.compile(r".+\.nb[ci](\.tmp\.[0-9a-f]+)?|generated_[0-9a-f]{16}.*\.(py|tmp)")


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
            if _NUMBAS.fullmatch(file.name) and not file.is_dir():
                file.unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # it is not empty
            place.rmdir()
