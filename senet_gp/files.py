"""Reading and writing files so that nothing is lost and nothing foreign gets in."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shlex
import stat
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

try:
    import fcntl
except ImportError:  # not on every system
    fcntl = None  # type: ignore[assignment]

from senet_gp.errors import FileError

#: Larger files are refused before they are read, in bytes; most formats have a lower bound.
MOST_BYTES = 1 << 30
#: What the name of a file ends in that is still being written; nobody else calls a file so.
_PARTIAL = ".senet-gp-partial"
#: A document with more brackets, braces and commas is refused before values are made of them, which take
#: some hundred bytes each.
MOST_VALUES = 1 << 23
#: Ours are nested five deep.
_MOST_DEPTH = 32
#: What a JSON text consists of, a string being passed over as a whole; it always matches, so no part of a
#: text is looked at twice.
_JSON_PART = re.compile(r'"[^"\\]*+(?:\\.?[^"\\]*+)*+(?:"|\Z)|[\[\]{},]', re.DOTALL)

#: What makes of a document's content the content of the next version.
Upgrade = Callable[[dict[str, Any]], dict[str, Any]]


def is_there(path: Path | str) -> bool:
    """Whether there is anything at a path, even a link to nowhere; any text may be asked for."""
    try:
        return os.path.lexists(path)
    except ValueError:  # a NUL in it
        return False


def read_text(path: Path, most_bytes: int = MOST_BYTES) -> str:
    """The text of a file, its lines ending in a line feed alone.

    Raises:
        FileError: if it cannot be read, is no UTF-8 text, or is larger than ``most_bytes``.
    """
    try:
        if not is_there(path):
            raise FileError(f"{shortened(path)} does not exist")
        if not path.is_file():
            raise FileError(f"{path} is not a file")
        text = _bytes_of(path, most_bytes).decode("utf-8-sig")  # some editors put a mark before it
    except OSError as error:
        raise FileError(f"{shortened(path)} cannot be read: {error.strerror}") from None
    except ValueError:
        raise FileError(f"{path} is not a text file") from None
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _bytes_of(path: Path, most: int) -> bytes:
    """What a file holds; what has become a pipe or a device since it was looked at is refused."""
    with open(path, "rb", opener=_opened_at_once) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise FileError(f"{path} is not a file")
        if status.st_size > most:
            raise FileError(f"{path} is larger than {most >> 10} KiB, so it is none of ours")
        return file.read(status.st_size)


def _opened_at_once(path: str, flags: int) -> int:
    """Open a file; of a pipe nobody is waited for who writes into it."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def check_inside(directory: Path) -> None:
    """Make sure that no file of a directory is a link out of it: it may be a stranger's.

    Whoever goes on with a stranger's run would else write wherever he has pointed.

    Raises:
        FileError: if one is, or the directory cannot be read.
    """
    home = os.path.realpath(directory)
    try:
        with os.scandir(directory) as entries:
            links = [entry.name for entry in entries if entry.is_symlink()]
    except OSError as error:
        raise FileError(f"{shortened(directory)} cannot be read: {error.strerror}") from None
    for name in links:
        if os.path.commonpath([home, os.path.realpath(directory / name)]) != home:
            raise FileError(
                f"{shortened(name)} in {shortened(directory)} is a link out of this directory: "
                "put the file itself there, if you trust it"
            )


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


def make_directory(path: Path) -> bool:
    """Make a directory, and those above it; whether there was nothing of this name.

    Raises:
        FileError: if it cannot be made.
    """
    try:
        path.mkdir(parents=True)
    except OSError as error:
        if isinstance(error, FileExistsError) and os.path.lexists(path):
            return False
        raise FileError(f"the directory {path} cannot be made: {error.strerror}") from None
    return True


def remove(path: Path) -> None:
    """Remove a file.

    Raises:
        FileError: if it cannot be removed.
    """
    try:
        path.unlink()
    except OSError as error:
        raise FileError(f"{path} cannot be removed: {error.strerror}") from None


def rename(path: Path, to: Path) -> None:
    """Give a file another name, in place of what had that name.

    Raises:
        FileError: if it cannot be renamed.
    """
    try:
        path.replace(to)
    except OSError as error:
        raise FileError(f"{path} cannot be renamed to {to.name}: {error.strerror}") from None
    flush_names(to.parent)


def check_new(path: Path) -> None:
    """Make sure, before any work is done, that a new file can be written.

    Raises:
        FileError: if there is something at this path, or its directory cannot be written.
    """
    directory = shortened(path.parent)
    try:
        os.lstat(path)
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "a name has no NUL"
        raise FileError(f"{shortened(path)} cannot be written: {reason}") from None
    else:
        raise FileError(f"{path} is there already: choose another name, or remove it")
    if not os.path.isdir(path.parent):  # noqa: PTH112 - it raises nothing
        raise FileError(f"{shortened(path)} cannot be written: there is no directory {directory}")
    if not os.access(path.parent, os.W_OK):
        raise FileError(f"{shortened(path)} cannot be written: {directory} is read-only")


#: The files that this process has locked.
_LOCKS: list[IO[str]] = []


def _close_locks() -> None:
    """A forked process would keep a file locked when its parent has been killed."""
    while _LOCKS:
        _LOCKS.pop().close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_locks)


@contextmanager
def locked(path: Path, refusal: str, *, patience: float = 0) -> Iterator[None]:
    """Keep every other process from locking the same file meanwhile, where the system can.

    A process that is killed holds its locks no longer, though processes forked from it may live on.

    Args:
        path: a file that is there.
        refusal: what to say if another process has locked it.
        patience: for how many seconds to wait for that process.

    Raises:
        FileError: if another process has, or the file cannot be opened for writing.
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
            with contextlib.suppress(ValueError):  # a forked process has none
                _LOCKS.remove(lock)


def _lock(path: Path) -> IO[str] | None:
    """The file, open and locked as long as it is; nothing if another process has locked it."""
    try:
        lock = path.open("r+")
    except OSError as error:
        raise FileError(f"{path.parent} cannot be used: {error.strerror}") from None
    if fcntl is None:
        return lock
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Whoever had locked it before may have put another file in its place.
        if os.path.samestat(os.fstat(lock.fileno()), path.stat()):
            return lock
    except OSError:
        pass
    lock.close()
    return None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def shortened(text: object, most: int = 60) -> str:
    """A text of a stranger's as it may stand in a message: not too long."""
    whole = str(text)
    return whole if len(whole) <= most else whole[:most] + "…"


def quoted(path: Path | str) -> str:
    r"""A path as a shell reads it, and as it may be shown: an escape stands there as in ``$'\x1b[31m'``."""
    text = str(path)
    if text.isprintable():
        return shlex.quote(text)
    return f"$'{''.join(map(_in_quotes, text))}'"


def _in_quotes(sign: str) -> str:
    if sign in "\\'":
        return f"\\{sign}"
    return sign if sign.isprintable() else "".join(f"\\x{byte:02x}" for byte in os.fsencode(sign))


def digest(content: dict[str, Any]) -> str:
    """The SHA-256 of a JSON object.

    Raises:
        RecursionError: if it is nested too deeply.
    """
    hashed = hashlib.sha256(b"{")
    for part in _members(content):
        hashed.update(part.encode())
    hashed.update(b"}")
    return hashed.hexdigest()


def _members(content: dict[str, Any]) -> Iterator[str]:
    """The canonical text of a JSON object between its braces, lists and iterators item by item."""
    for number, key in enumerate(sorted(content)):
        yield ("," if number else "") + _canonical(key) + ":"
        value = content[key]
        if isinstance(value, list | Iterator):
            yield "["
            for place, item in enumerate(value):
                yield ("," if place else "") + _canonical(item)
            yield "]"
        else:
            yield _canonical(value)


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def write_document(path: Path, format_name: str, version: int, content: dict[str, Any]) -> None:
    """Write a JSON document that names its format and version and carries a checksum of its content.

    Raises:
        FileError: if it cannot be written.
    """
    write_whole(path, document_text(format_name, version, content))


def document_text(format_name: str, version: int, content: dict[str, Any]) -> str:
    """The text of the file that :func:`write_document` writes."""
    head = {"format": format_name, "version": version, "sha256": digest(content)}
    return json.dumps(head | content, indent=1) + "\n"


def write_long_document(
    path: Path, format_name: str, version: int, content: dict[str, Any], *, before: Path | None = None
) -> None:
    """As :func:`write_document`, without ever holding the text as a whole.

    Args:
        path: the file.
        format_name: its format.
        version: the format's version.
        content: its values may be iterators, each of which is written as a list.
        before: where the old file is kept, as in :func:`write_whole`.

    Raises:
        FileError: if it cannot be written.
    """
    head = json.dumps({"format": format_name, "version": version})
    write_whole(path, _long_document(head, content), before=before)


def _long_document(head: str, content: dict[str, Any]) -> Iterator[str]:
    """The parts of its text; what is hashed is what is written."""
    yield head.removesuffix("}") + ","
    hashed = hashlib.sha256(b"{")
    for part in _members(content):
        hashed.update(part.encode())
        yield part
    hashed.update(b"}")
    yield f',"sha256":"{hashed.hexdigest()}"}}\n'


def read_document(
    path: Path,
    format_name: str,
    version: int,
    *,
    most_bytes: int = MOST_BYTES,
    most_values: int = MOST_VALUES,
    upgrades: Sequence[Upgrade] = (),
) -> dict[str, Any]:
    """The content of a JSON document written by :func:`write_document`, now or long ago.

    Args:
        path: the file.
        format_name: the format it must have.
        version: the format's newest version.
        most_bytes: a larger file is refused unread.
        most_values: a file with more brackets, braces and commas is refused before its values are made.
        upgrades: what makes of the content of a version that of the next one, the last making that of
            ``version``; versions before them can be read no more.

    Raises:
        FileError: if it cannot be read, is of another format or a newer version, or was damaged.
    """
    text = read_text(path, most_bytes)
    try:
        document = json.loads(text) if _is_modest(text, most_values) else None
        if not isinstance(document, dict) or document.get("format") != format_name:
            raise FileError(f"{path} is not a {format_name} file{_of_another_kind(text, document)}")
        found = readable_version(path, format_name, document.get("version"), version, version - len(upgrades))
        content = {
            key: value for key, value in document.items() if key not in {"format", "version", "sha256"}
        }
        sound = document.get("sha256") == digest(content)
    except (ValueError, RecursionError):
        raise FileError(f"{path} is not a {format_name} file{_of_another_kind(text, None)}") from None
    if not sound:
        raise FileError(f"{path} is damaged: its content does not match its checksum")
    for upgrade in upgrades[found - version + len(upgrades) :]:
        content = upgrade(content)
    return content


def _of_another_kind(text: str, document: Any) -> str:
    """What a text is that is not the document that it should be, as far as that is known."""
    if not text.strip():
        return ": it is empty"
    if isinstance(document, dict) and isinstance(document.get("format"), str):
        return f", but a {shortened(document['format'])} file"
    return ": it is cut short, or something else"


def readable_version(path: Path, format_name: str, found: Any, newest: int, oldest: int = 1) -> int:
    """The version that a file names, if this program reads it.

    Args:
        path: the file.
        format_name: its format.
        found: what stands in it, a number or its digits.
        newest: the newest version that can be read.
        oldest: the oldest one.

    Raises:
        FileError: if it is another one.
    """
    for version in range(oldest, newest + 1):
        if (type(found) is int and found == version) or found == str(version):
            return version
    read = f"version {newest}" if oldest == newest else f"versions {oldest} to {newest}"
    raise FileError(
        f"{path} is a {format_name} file of version {shortened(found)}, but this program reads {read}; "
        "use the senet-gp that wrote it, or a newer one"
    )


def _is_modest(text: str, most_values: int) -> bool:
    """Whether a JSON text is neither nested deeply nor has many values; the time is in proportion to it."""
    depth = values = 0
    for part in _JSON_PART.finditer(text):
        sign = text[part.start()]
        if sign == '"':
            continue
        values += 1
        depth += (sign in "[{") - (sign in "]}")
        if depth > _MOST_DEPTH or values > most_values:
            return False
    return True
