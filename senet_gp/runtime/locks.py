"""Locking files, so that only one process at a time uses them."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # not on every system
    fcntl = None  # type: ignore[assignment]

from senet_gp.runtime.errors import FileError

#: The files that this process has locked.
_LOCKS: list[IO[str]] = []


def _close_locks() -> None:
    """Close the locks in a forked process, which would otherwise keep them after its parent was killed."""
    while _LOCKS:
        _LOCKS.pop().close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_locks)


@contextmanager
def locked(path: Path, refusal: str, *, patience: float = 0) -> Iterator[None]:
    """Inside this context, no other process can lock the same file, where the system supports that.

    The lock ends with the process, even if it is killed and processes that it forked live on.

    Args:
        path: an existing file.
        refusal: the message if another process has locked it.
        patience: how many seconds to wait for that process.

    Raises:
        FileError: if another process has locked it, or it cannot be opened for writing.

    >>> from tempfile import NamedTemporaryFile
    >>> with NamedTemporaryFile() as file, locked(Path(file.name), "another process plays this run"):
    ...     print("only this process uses it")
    only this process uses it
    """
    until = time.monotonic() + patience
    while (lock := _lock(path)) is None:
        if time.monotonic() >= until:
            raise FileError(refusal)
        time.sleep(0.01)
    with lock:
        _LOCKS.append(lock)
        try:
            yield
        finally:
            with contextlib.suppress(ValueError):  # a forked process has no locks
                _LOCKS.remove(lock)


def _lock(path: Path) -> IO[str] | None:
    """The file, locked as long as it is open; None if another process has locked it."""
    try:
        lock = path.open("r+")
    except OSError as error:
        raise FileError(f"{path.parent} cannot be used: {error.strerror}") from None
    if fcntl is None:
        return lock
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # The process that had locked it before may have put another file in its place.
        if os.path.samestat(os.fstat(lock.fileno()), path.stat()):
            return lock
    except OSError:
        pass
    lock.close()
    return None
