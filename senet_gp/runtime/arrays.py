"""Files of one large array, which is mapped into memory instead of read: a line of JSON, then the numbers.

The line names the format and its version, says how many numbers follow, and has their SHA-256 checksum. It is
filled with blanks up to 1024 bytes, so that the numbers, four bytes each with the lowest first, are aligned.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from senet_gp.runtime.errors import FileError, shortened
from senet_gp.runtime.files import check_version, opened, write_whole

_HEAD_BYTES = 1024
_TYPE = np.dtype("<u4")


def write_array(
    path: Path,
    format_name: str,
    version: int,
    head: dict[str, Any],
    array: NDArray[np.uint32],
    *,
    new: bool = False,
) -> None:
    """Write an array to a file; at any moment there is either the old file or the whole new one.

    Args:
        path: the file.
        format_name: its format.
        version: the version of the format.
        head: a JSON object that describes the array; ``format``, ``version``, ``numbers`` and ``sha256`` are
            added to it.
        array: (numbers,) uint32.
        new: whether the file must not exist yet.

    Raises:
        FileError: if it cannot be written, or exists though it must not.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as directory:
    ...     file = Path(directory) / "squares"
    ...     write_array(file, "squares", 1, {"of": "numbers"}, np.arange(4, dtype=np.uint32) ** 2)
    ...     head, array = map_array(file, "squares", 1)
    ...     head, array.tolist()
    ({'of': 'numbers'}, [0, 1, 4, 9])
    """
    numbers = array.astype(_TYPE, copy=False).tobytes()
    digest = hashlib.sha256(numbers).hexdigest()
    whole = {"format": format_name, "version": version, **head, "numbers": array.size, "sha256": digest}
    line = json.dumps(whole).encode()
    if len(line) >= _HEAD_BYTES:
        raise ValueError(f"the head takes {len(line)} bytes, and there is room for {_HEAD_BYTES - 1}")
    write_whole(path, [line.ljust(_HEAD_BYTES - 1) + b"\n", numbers], new=new)


def map_array(path: Path, format_name: str, version: int) -> tuple[dict[str, Any], NDArray[np.uint32]]:
    """Map the array of a file into memory, after checking the whole file.

    Args:
        path: the file.
        format_name: its format.
        version: the version that it must have.

    Returns:
        The head without what :func:`write_array` added, and the array, (numbers,) uint32, which cannot be
        changed.

    Raises:
        FileError: if the file cannot be read, has another format or version, or is damaged.
    """
    name = shortened(path)
    with opened(path) as file:
        head = _head(file.read(_HEAD_BYTES))
        if head.pop("format", None) != format_name:
            raise FileError(f"{name} is not a {format_name} file")
        check_version(path, format_name, head.pop("version", None), version)
        numbers, digest = head.pop("numbers", None), head.pop("sha256", None)
        room = os.fstat(file.fileno()).st_size - _HEAD_BYTES
        if type(numbers) is not int or numbers < 1 or room != numbers * _TYPE.itemsize:
            raise FileError(f"{name} is damaged: its length is not the one that it names")
        array: NDArray[np.uint32] = np.memmap(file, _TYPE, "r", _HEAD_BYTES, (numbers,))
    if hashlib.sha256(array.data).hexdigest() != digest:
        raise FileError(f"{name} is damaged: its checksum is not that of its numbers")
    return head, array


def _head(line: bytes) -> dict[str, Any]:
    """The first line of a file as a JSON object; empty if it is none."""
    try:
        head = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return head if isinstance(head, dict) else {}
