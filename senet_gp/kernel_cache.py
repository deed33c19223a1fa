"""Old directories of compiled code, which would otherwise stay for ever."""

from __future__ import annotations

import contextlib
import os
import re
import time
from pathlib import Path

#: A directory that was not used for so long is removed, in seconds.
UNUSED = 30 * 24 * 3600
_OURS = re.compile(r"kernels-[0-9a-f]{16}")
#: What numba writes, an index, machine code, and either while it is being written; and text that is
#: generated.
_NUMBAS = re.compile(r".+\.nb[ci](\.tmp\.[0-9a-f]+)?|generated_[0-9a-f]{16}.*\.(py|tmp)")


def note_use(directory: Path) -> None:
    """Let the directory of this version's machine code be younger than what is unused, and remove what is.

    Nothing is removed but files that numba or we wrote, and what is empty then: whatever else somebody keeps
    there stays. If another process begins to use a directory at the same moment, its machine code is made
    anew. That this fails, as where only others may write, does no harm.
    """
    with contextlib.suppress(OSError):
        os.utime(directory)
        unused = time.time() - UNUSED
        for other in directory.parent.iterdir():
            if _OURS.fullmatch(other.name) and not other.is_symlink() and other.stat().st_mtime < unused:
                _remove(other)


def _remove(directory: Path) -> None:
    """Remove the machine code in a directory and in those that it holds."""
    inside = [path for path in directory.iterdir() if path.is_dir() and not path.is_symlink()]
    for place in (*inside, directory):
        for file in place.iterdir():
            if _NUMBAS.fullmatch(file.name) and not file.is_dir():
                file.unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # it is not empty
            place.rmdir()
