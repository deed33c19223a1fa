"""Writing files so that at any moment, whatever happens, the old one is there or the whole new one."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Iterable
from pathlib import Path

from senet_gp.errors import FileError
from senet_gp.quoting import shortened

#: What the name of a file ends in that is still being written; nobody else calls a file so.
_PARTIAL = ".senet-gp-partial"


def write_whole(
    path: Path, content: str | bytes | Iterable[str], *, new: bool = False, before: Path | None = None
) -> None:
    """Write a file so that at any moment there is either the old one or the whole new one.

    Args:
        path: the file.
        content: its text, whole or in parts, or its bytes.
        new: whether there must be no such file yet.
        before: where the old file is kept; for a moment it is only there.

    Raises:
        FileError: if it cannot be written, or is there though it must not be; nothing has changed then.
    """
    beside = None
    try:
        descriptor, beside = tempfile.mkstemp(_PARTIAL, f".{path.name[:100]}.", path.parent)
        with os.fdopen(descriptor, "wb") as file:
            parts = [content] if isinstance(content, str | bytes) else content
            file.writelines(part.encode() if isinstance(part, str) else part for part in parts)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, 0o666 & ~_umask())  # noqa: PTH101 - the name is a text
        if new:
            os.link(beside, path)
        else:
            if before is not None:
                with contextlib.suppress(FileNotFoundError):
                    path.replace(before)
            os.replace(beside, path)  # noqa: PTH105
            beside = None
        flush_names(path.parent)
    except FileExistsError:
        raise FileError(f"{path} is there already: choose another name, or remove it") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "a name has no NUL"
        raise FileError(f"{shortened(path)} cannot be written: {reason}") from None
    finally:
        if beside is not None:
            with contextlib.suppress(OSError):
                os.unlink(beside)  # noqa: PTH108


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def flush(path: Path) -> None:
    """Wait until what was written to a file is safe from a failure of power.

    Raises:
        FileError: if it cannot be.
    """
    try:
        with path.open("rb") as file:
            os.fsync(file.fileno())
    except OSError as error:
        raise FileError(f"{path} cannot be written: {error.strerror}") from None


def flush_names(directory: Path) -> None:
    """As :func:`flush`, for the names in a directory, where the system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def partial_files(directory: Path, names: Iterable[str]) -> list[Path]:
    """What is left of attempts to write these files when :func:`write_whole` is killed.

    Raises:
        FileError: if the directory cannot be read.
    """
    ours = re.compile(rf"\.({'|'.join(map(re.escape, names))})\.[a-z0-9_]{{8}}{re.escape(_PARTIAL)}")
    try:
        return sorted(path for path in directory.iterdir() if ours.fullmatch(path.name))
    except OSError as error:
        raise FileError(f"{shortened(directory)} cannot be read: {error.strerror}") from None


def is_cut_short(directory: Path, name: str) -> bool:
    """Whether a directory is empty but for what is left of attempts to write this file, its first one.

    Raises:
        FileError: if the directory cannot be read.
    """
    return directory.is_dir() and partial_files(directory, [name]) == sorted(directory.iterdir())
