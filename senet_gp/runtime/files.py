"""Files and directories: whole whatever happens, never overwritten by mistake, and perhaps foreign.

A file is written so that at any moment there is the old one or the whole new one. None is read that is too
large, of another version, or outside its directory. What the system refuses is told in one sentence.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import tempfile
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from senet_gp.runtime.checks import absolute
from senet_gp.runtime.errors import FileError, MissingFileError, shortened, tell

try:
    import fcntl
except ImportError:  # not on every system
    fcntl = None  # type: ignore[assignment]

#: Files with more bytes are refused before they are read; most formats have a lower limit.
MAX_BYTES = 1 << 30
#: The environment variable that names another folder of the person's own than the usual one of this system.
OWN_FOLDER = "SENET_GP_HOME"
#: The ending of a file that is still being written; no other program uses it.
_PARTIAL = ".senet-gp-partial"
#: How many characters of the whole file's name begin the name of such a file.
_MOST_OF_A_NAME = 100
#: The files that this process has locked.
_LOCKS: list[IO[str]] = []
#: What the system answers to a request for a lock where a file system has none.
_WITHOUT_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL}
#: The file systems without locks that this process has told of.
_TOLD_OF: set[int] = set()


@contextmanager
def refusing_as(failure: str) -> Iterator[None]:
    """Inside this context, what the system refuses is told in a sentence.

    Args:
        failure: the sentence without its reason, such as "the file cannot be read".

    Raises:
        FileError: in place of an error of the system.

    >>> with refusing_as("no/file cannot be read"):
    ...     Path("no/file").read_text(encoding="utf-8")
    Traceback (most recent call last):
    senet_gp.runtime.errors.FileError: no/file cannot be read: No such file or directory
    """
    try:
        yield
    except OSError as error:
        raise FileError(f"{failure}: {error.strerror}") from None
    except ValueError as error:
        reason = "its name has a NUL character" if "null" in str(error) else str(error)
        raise FileError(f"{failure}: {reason}") from None


def is_there(path: Path | str) -> bool:
    """Whether a path exists, even as a link to nothing.

    Args:
        path: any text; one with a NUL character does not exist.

    >>> is_there("/"), is_there("no/such/file"), is_there(chr(0))
    (True, False, False)
    """
    try:
        return os.path.lexists(path)
    except ValueError:  # it has a NUL character
        return False


def date_of(path: Path) -> str:
    """When a file was last changed, as ISO 8601 writes it.

    Raises:
        OSError: if the system does not tell it.
    """
    return datetime.fromtimestamp(path.stat().st_mtime, UTC).isoformat(timespec="seconds")


def read_text(path: Path, most_bytes: int = MAX_BYTES) -> str:
    """The text of a file, in which every line ends in a line feed alone.

    Args:
        path: the file.
        most_bytes: larger files are refused before they are read.

    Raises:
        FileError: if it cannot be read, is not UTF-8, or is larger than ``most_bytes``.
    """
    with opened(path) as file:
        size = os.fstat(file.fileno()).st_size
        if size > most_bytes:
            raise FileError(f"{path} is larger than {most_bytes >> 10} KiB, the limit for such a file")
        content = file.read(size)
    try:
        text = content.decode("utf-8-sig")  # some editors begin it with a byte-order mark
    except ValueError:
        raise FileError(f"{path} is not a text file") from None
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """A file that is open for reading; anything else, such as a pipe or a device, is refused.

    Raises:
        FileError: if there is no such file, or it cannot be read.
    """
    if not is_there(path):
        raise MissingFileError(f"{shortened(path)} does not exist")
    with refusing_as(f"{shortened(path)} cannot be read"):
        if not path.is_file():
            raise FileError(f"{path} is not a file")
        with path.open("rb") as file:
            yield file


def other_version(format_name: str, stated: Any, version: int) -> str:
    """What is wrong with the version of a file, as the end of a sentence; empty if this program reads it.

    Args:
        format_name: the format of the file.
        stated: the version that the file names, a number or its digits; None if it names none.
        version: the version that is read.

    >>> other_version("senet-gp table", 1, 1), other_version("senet-gp table", "1", 1)
    ('', '')
    """
    if stated == str(version) or (type(stated) is int and stated == version):
        return ""
    named = "without a version" if stated is None else f"of version {shortened(stated, 20)}"
    return (
        f"is a {format_name} file {named}, but this program reads version {version}: use the senet-gp that "
        "wrote it"
    )


def check_version(path: Path, format_name: str, stated: Any, version: int) -> None:
    """Check that a file is of the version that is read; the arguments are those of :func:`other_version`.

    Raises:
        FileError: if it is of another.
    """
    problem = other_version(format_name, stated, version)
    if problem:
        raise FileError(f"{path} {problem}")


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
        with refusing_as(f"{shortened(path)} cannot be written"):
            descriptor, beside = tempfile.mkstemp(_PARTIAL, f".{path.name[:_MOST_OF_A_NAME]}.", path.parent)
            with os.fdopen(descriptor, "wb") as file:
                parts = [content] if isinstance(content, str | bytes) else content
                file.writelines(part.encode() if isinstance(part, str) else part for part in parts)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(beside, _mode(path))  # noqa: PTH101 - the name is a str
            if new:
                _give_free_name(beside, path)
                remove_partial_files(path.parent, [path.name])  # of no use to any process now
            else:
                if before is not None:
                    with contextlib.suppress(FileNotFoundError):
                        path.replace(before)
                os.replace(beside, path)  # noqa: PTH105
                beside = None
            flush_names(path.parent)
    finally:
        if beside is not None:
            with contextlib.suppress(OSError):
                os.unlink(beside)  # noqa: PTH108


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _give_free_name(file: str, path: Path) -> None:
    """Give a file a name that must be free: by a hard link, which replaces nothing, where there are any."""
    try:
        os.link(file, path)
    except OSError as error:
        if os.path.lexists(path):
            raise _exists(path) from None
        if error.errno not in {errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS}:
            raise
        os.replace(file, path)  # noqa: PTH105 - the name is a str


def _exists(path: Path) -> FileError:
    return FileError(f"{path} already exists: choose another name, or remove it")


def _mode(path: Path) -> int:
    """The permissions of a file that is replaced, or those of a new one."""
    try:
        return path.stat().st_mode & 0o777
    except OSError:
        return 0o666 & ~_umask()


def flush(path: Path) -> None:
    """Wait until what was written to a file would survive a power failure.

    Raises:
        FileError: if the system reports an error.
    """
    with refusing_as(f"{path} cannot be written"), path.open("rb") as file:
        os.fsync(file.fileno())


def flush_names(directory: Path) -> None:
    """As :func:`flush`, for the names of the files in a directory, where the system supports that."""
    with contextlib.suppress(OSError):
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def make_directory(path: Path) -> bool:
    """Make a directory and its missing parents.

    Returns:
        Whether it was made; False if there is something of this name already.

    Raises:
        FileError: if it cannot be made.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as directory:
    ...     make_directory(Path(directory, "runs/senet-1")), make_directory(Path(directory, "runs"))
    (True, False)
    """
    with refusing_as(f"the directory {path} cannot be made"):
        try:
            path.mkdir(parents=True)
        except FileExistsError:
            if not os.path.lexists(path):  # one of its parents is a file
                raise
            return False
    return True


def own_folder() -> Path:
    """The person's own folder, for their games and what else is no run's; its path is absolute.

    It is made if it is missing.

    Raises:
        FileError: if it cannot be made.
    """
    import platformdirs

    folder = absolute(os.environ.get(OWN_FOLDER) or platformdirs.user_data_dir("senet-gp"))
    make_directory(folder)
    return folder


@contextmanager
def filled(path: Path) -> Iterator[None]:
    """Make a directory, unless it is there, to be filled in this context; if that fails, remove a new one.

    Raises:
        FileError: if it cannot be made.
    """
    is_new = make_directory(path)
    try:
        yield
    except BaseException:
        if is_new:
            shutil.rmtree(path, ignore_errors=True)
        raise


def remove(path: Path) -> None:
    """Remove a file.

    Raises:
        FileError: if it cannot be removed.
    """
    with refusing_as(f"{path} cannot be removed"):
        path.unlink()


def rename(path: Path, to: Path) -> None:
    """Rename a file, and replace the file that had the new name.

    Raises:
        FileError: if it cannot be renamed.
    """
    with refusing_as(f"{path} cannot be renamed to {to.name}"):
        path.replace(to)
    flush_names(to.parent)


def check_new(path: Path) -> None:
    """Make sure, before any work is done, that a new file can be written.

    Raises:
        FileError: if the path already exists, or its directory cannot be written.

    >>> check_new(Path("no/page.html"))
    Traceback (most recent call last):
    senet_gp.runtime.errors.FileError: no/page.html cannot be written: make the directory no first
    """
    directory = shortened(path.parent)
    with refusing_as(f"{shortened(path)} cannot be written"), contextlib.suppress(FileNotFoundError):
        os.lstat(path)
        raise _exists(path)
    if not os.path.isdir(path.parent):  # noqa: PTH112 - it raises nothing
        raise FileError(f"{shortened(path)} cannot be written: make the directory {directory} first")
    if not os.access(path.parent, os.W_OK):
        raise FileError(f"{shortened(path)} cannot be written: {directory} is read-only, so choose another")


def check_inside(directory: Path) -> None:
    """Make sure that no file in a directory is a link out of it.

    A person who resumes a foreign run would otherwise overwrite the files to which its links point.

    Raises:
        FileError: if a file is such a link, or the directory cannot be read.
    """
    home = os.path.realpath(directory)
    with refusing_as(f"{shortened(directory)} cannot be read"):
        for path in directory.iterdir():
            if path.is_symlink() and os.path.commonpath([home, os.path.realpath(path)]) != home:
                raise FileError(
                    f"{shortened(path.name)} in {shortened(directory)} is a link out of this directory: "
                    "if you trust it, replace it by the file itself"
                )


def check_files(directory: Path, names: Collection[str], *, written: Collection[str] = ()) -> None:
    """Make sure, before anything is changed, that nothing stands in the place of files of a directory.

    Args:
        directory: the directory.
        names: the names of the files, which need not be there.
        written: the names of those that are written where they are; all others are replaced.

    Raises:
        FileError: if one of them is a directory, a pipe or the like, or cannot be read or written; or if the
            directory cannot be written, though files are.
    """
    for name in names:
        path = directory / name
        if not is_there(path):
            continue
        if not os.path.isfile(path):  # noqa: PTH113 - it raises nothing
            raise FileError(
                f"{shortened(path)} is not a file, though a file of this name belongs there: move it away"
            )
        if not os.access(path, os.R_OK):
            raise FileError(f"{shortened(path)} cannot be read: give yourself the right to read it")
        if name in written and not os.access(path, os.W_OK):
            raise FileError(f"{shortened(path)} is read-only: give yourself the right to write it")
    if written and not os.access(directory, os.W_OK):
        raise FileError(f"{shortened(directory)} is read-only: give yourself the right to write it")


def remove_partial_files(directory: Path, names: Iterable[str]) -> None:
    """Remove what a killed :func:`write_whole` has left when it was to write these files.

    Args:
        directory: where the files are written; no other process is writing them.
        names: the names of the files that were to be written.

    Raises:
        FileError: if the directory cannot be read, or a partial file cannot be removed.
    """
    partial = _partial_copies(names)
    for path in _paths_in(directory):
        if partial.fullmatch(path.name):
            remove(path)


def _partial_copies(names: Iterable[str]) -> re.Pattern[str]:
    """What matches the names of partial files of these files."""
    begin = "|".join(re.escape(name[:_MOST_OF_A_NAME]) for name in names)
    return re.compile(rf"\.({begin})\.[a-z0-9_]{{8}}{re.escape(_PARTIAL)}")


def _paths_in(directory: Path) -> list[Path]:
    with refusing_as(f"{shortened(directory)} cannot be read"):
        return sorted(directory.iterdir())


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


@contextmanager
def locked(path: Path, refusal: str, *, patience: float = 0) -> Iterator[None]:
    """Inside this context, no other process can lock the same file, where the system supports that.

    The lock ends with the process, even if it is killed and processes that it forked live on. A file system
    without locks, such as NFS can be, stops no work: one line on standard error tells what that means. (The
    library filelock needs a file of its own beside, and knows such file systems by ENOSYS alone: then
    it locks by the existence of a file, which a killed process leaves behind.)

    Args:
        path: an existing file.
        refusal: the message if another process has locked it.
        patience: how many seconds to wait for that process.

    Raises:
        FileError: if another process has locked it, or it cannot be opened for writing or locked.

    >>> from tempfile import NamedTemporaryFile
    >>> with NamedTemporaryFile() as file, locked(Path(file.name), "another process plays this run"):
    ...     print("only this process uses it")
    only this process uses it
    """
    until = time.monotonic() + patience
    while True:
        with refusing_as(f"{path.parent} cannot be used"):
            lock = path.open("r+")
        with lock:
            if _lock(lock, path):
                _LOCKS.append(lock)
                try:
                    yield
                finally:
                    with contextlib.suppress(ValueError):  # a forked process has no locks
                        _LOCKS.remove(lock)
                return
        if time.monotonic() >= until:
            raise FileError(refusal)
        time.sleep(0.01)


def _lock(file: IO[str], path: Path) -> bool:
    """Lock an open file; False if another process has locked it, or has put another file in its place.

    Raises:
        FileError: if it cannot be locked for another reason than a file system without locks.
    """
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        if error.errno not in _WITHOUT_LOCKS:
            raise FileError(f"{path} cannot be locked: {error.strerror}") from None
        _tell_of_no_locks(path.parent, os.fstat(file.fileno()).st_dev)
    with refusing_as(f"{path} cannot be used"):
        return os.path.samestat(os.fstat(file.fileno()), path.stat())


def _tell_of_no_locks(directory: Path, device: int) -> None:
    if device not in _TOLD_OF:
        _TOLD_OF.add(device)
        tell(
            f"the file system of {directory} has no locks, so a second process that changes the same files "
            "is not refused: let only one change them"
        )


def _close_locks() -> None:
    """Close the locks in a forked process, which would otherwise keep them after its parent was killed."""
    while _LOCKS:
        _LOCKS.pop().close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_locks)
