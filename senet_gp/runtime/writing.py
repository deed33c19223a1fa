"""Writing files so that at any moment, whatever happens, there is the old file or the whole new one."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import tempfile
from collections.abc import Iterable
from pathlib import Path

from senet_gp.runtime.errors import FileError
from senet_gp.runtime.quoting import shortened

#: The ending of a file that is still being written; no other program uses it.
_PARTIAL = ".senet-gp-partial"


def write_whole(
    path: Path, content: str | bytes | Iterable[str | bytes], *, new: bool = False, before: Path | None = None
) -> None:
    r"""Write a file so that at any moment there is either the old one or the whole new one.

    Args:
        path: the file.
        content: its text, as a whole or in parts, or its bytes.
        new: whether the file must not exist yet.
        before: where the old file is moved to, if it is to be kept; for a moment there is only this one.

    Raises:
        FileError: if it cannot be written, or exists though it must not; nothing has changed then.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as directory:
    ...     file = Path(directory) / "log.csv"
    ...     write_whole(file, ["generation,nodes\n", "1,12\n"])
    ...     file.read_text().splitlines()
    ['generation,nodes', '1,12']
    """
    beside = None
    try:
        descriptor, beside = tempfile.mkstemp(_PARTIAL, f".{path.name[:100]}.", path.parent)
        with os.fdopen(descriptor, "wb") as file:
            parts = [content] if isinstance(content, str | bytes) else content
            file.writelines(part.encode() if isinstance(part, str) else part for part in parts)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, 0o666 & ~_umask())  # noqa: PTH101 - the name is a str
        if new:
            _name_anew(beside, path)
        else:
            if before is not None:
                with contextlib.suppress(FileNotFoundError):
                    path.replace(before)
            os.replace(beside, path)  # noqa: PTH105
            beside = None
        flush_names(path.parent)
    except FileExistsError:
        raise FileError(f"{path} already exists: choose another name, or remove it") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "its name has a NUL character"
        raise FileError(f"{shortened(path)} cannot be written: {reason}") from None
    finally:
        if beside is not None:
            with contextlib.suppress(OSError):
                os.unlink(beside)  # noqa: PTH108


def _name_anew(file: str, path: Path) -> None:
    """Give a file a name that must be free: by a hard link, which replaces nothing, where there are any."""
    try:
        os.link(file, path)
    except OSError as error:
        if error.errno not in {errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS}:
            raise
        if os.path.lexists(path):
            raise FileExistsError from None
        os.replace(file, path)  # noqa: PTH105 - the name is a str


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def flush(path: Path) -> None:
    """Wait until what was written to a file would survive a power failure.

    Raises:
        FileError: if the system reports an error.
    """
    try:
        with path.open("rb") as file:
            os.fsync(file.fileno())
    except OSError as error:
        raise FileError(f"{path} cannot be written: {error.strerror}") from None


def flush_names(directory: Path) -> None:
    """As :func:`flush`, for the names of the files in a directory, where the system supports that."""
    with contextlib.suppress(OSError):
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def partial_files(directory: Path, names: Iterable[str]) -> list[Path]:
    """The partial files that a killed :func:`write_whole` has left when it was to write these files.

    Args:
        directory: where the files are written.
        names: the names of the files that were to be written.

    Raises:
        FileError: if the directory cannot be read.
    """
    ours = _partial_copies(names)
    return [path for path in _paths_in(directory) if ours.fullmatch(path.name)]


def _partial_copies(names: Iterable[str]) -> re.Pattern[str]:
    """What matches the names of partial files of these files."""
    return re.compile(rf"\.({'|'.join(map(re.escape, names))})\.[a-z0-9_]{{8}}{re.escape(_PARTIAL)}")


def _paths_in(directory: Path) -> list[Path]:
    try:
        return sorted(directory.iterdir())
    except OSError as error:
        raise FileError(f"{shortened(directory)} cannot be read: {error.strerror}") from None


def is_cut_short(directory: Path, name: str, *earlier: str) -> bool:
    """Whether a directory, perhaps empty, was left before this file of it was written.

    Args:
        directory: the directory.
        name: the name of the file.
        earlier: the names of files that are written before it; others are not written before.

    Raises:
        FileError: if the directory cannot be read.
    """
    if not directory.is_dir():
        return False
    partial = _partial_copies([name, *earlier])
    return all(path.name in earlier or partial.fullmatch(path.name) for path in _paths_in(directory))
