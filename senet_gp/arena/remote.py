"""The worker's side of pools over other libraries: tasks of a program that may run on another machine.

A process does one task at a time, because its tasks share what they keep, such as the generator of the
operators that breed children. So a worker with several threads is no faster than one with a single thread.
"""

from __future__ import annotations

import hashlib
import pickle
import threading
from collections import OrderedDict
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from senet_gp import compiling_notice, plugins
from senet_gp.arena import worker
from senet_gp.errors import SenetGpError
from senet_gp.version import __version__

#: What a task needs of the process that does it: the version and the digest of the sources of the program
#: that submitted it, and the modules of its plugins. It is made of texts alone, which any version can read.
Head = tuple[str, str, tuple[str, ...]]

_ONE_AT_A_TIME = threading.Lock()
#: The digests of the shared values that this process keeps, the one used last at the end.
_kept: OrderedDict[bytes, None] = OrderedDict()
_MAX_KEPT = 16


@cache
def digest_of_sources() -> str:
    """The SHA-256 of all files of this program, by which two machines know that they run the same one."""
    digest = hashlib.sha256()
    place = Path(__file__).parents[2]
    for root in (place / "senet_gp", place / "primitives"):
        for file in sorted(root.rglob("*"), key=lambda file: file.relative_to(root).as_posix()):
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(file.relative_to(place).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def head() -> Head:
    """What the tasks of this process need."""
    return __version__, digest_of_sources(), tuple(plugins.loaded().values())


def done(head: Head, message: bytes, digests: Sequence[bytes], *contents: bytes) -> bytes:
    """Do a task.

    Args:
        head: what it needs of this process.
        message: the function and its arguments, as :class:`~senet_gp.arena.messages.Packer` packs them.
        digests: the digests of the shared values that it names.
        contents: their contents, in the same order.

    Returns:
        The answer, pickled: whether the function succeeded, and its result or exception.

    Raises:
        MemoryError: if memory runs out.
    """
    compiling_notice.be_silent()
    with _ONE_AT_A_TIME:
        try:
            _check(head)
        except SenetGpError as error:
            return pickle.dumps((False, error), pickle.HIGHEST_PROTOCOL)
        _keep(digests, contents)
        return worker.answer_to(memoryview(message)[1:])


def content(packed: bytes) -> bytes:
    """The content of a shared value, as a task that an engine does again if the value is lost."""
    return packed


def _check(head: Head) -> None:
    """Check that this process can do the tasks of the program that submitted them.

    Raises:
        SenetGpError: if it cannot.
    """
    version, sources, modules = head
    if (version, sources) != (__version__, digest_of_sources()):
        same = "with other sources" if version == __version__ else f"which is {version}"
        raise SenetGpError(
            f"a worker runs senet-gp {__version__}, not that of the program that submits tasks, {same}: "
            "install the same on all machines, and start the workers anew"
        )
    for module in modules:
        plugins.load(module)


def _keep(digests: Sequence[bytes], contents: Sequence[bytes]) -> None:
    for digest, packed in zip(digests, contents, strict=True):
        if digest not in _kept:
            worker.keep(digest, packed)
        _kept[digest] = None
        _kept.move_to_end(digest)
    while len(_kept) > max(_MAX_KEPT, len(digests)):
        worker.forget(_kept.popitem(last=False)[0])
