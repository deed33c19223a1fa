"""A worker's side of the local pool: it does what comes through its pipe, one message after the other."""

from __future__ import annotations

import gc
import os
import pickle
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any

from senet_gp import interruption
from senet_gp.arena.pool import Shared
from senet_gp.errors import SenetGpError

#: The exit code of a worker in which memory ran out.
OUT_OF_MEMORY = 77

#: Whether a task was done, and its result or else the exception that it raised.
Answer = tuple[bool, Any]


class Kind(IntEnum):
    """What a message is: its first byte."""

    TASK = 0  # function and arguments, pickled; it is the only one that is answered
    CONTENT = 1  # the digest of a shared value, and its content
    FORGET = 2  # the digest of a shared value that no task will ask for any more


DIGEST_BYTES = 32

#: The shared values of this worker, by digest; those that no task has asked for yet as their content.
_shared: dict[bytes, Shared[Any] | bytes] = {}


def shared_here(digest: bytes) -> Shared[Any]:
    """The shared value of a digest in this worker, made when it is first asked for.

    What tasks hold of a shared value is pickled as a call of this.
    """
    found = _shared[digest]
    if isinstance(found, bytes):
        found = _shared[digest] = Shared(pickle.loads(found))  # noqa: S301 - our parent's
    return found


def shared_value(digest: bytes) -> Any:
    """The same without its wrapper: for a value that its tasks do not know to be shared."""
    return shared_here(digest).value


def work(connection: Any, inherited: Sequence[Any], parent: int, *, by_main_thread: bool) -> None:
    """Do tasks until the parent closes the pipe or is gone.

    Args:
        connection: our end of the pipe.
        inherited: ends of pipes of the parent's that a forked worker has got and must not keep.
        parent: the parent's process.
        by_main_thread: whether we were started by the parent's main thread.
    """
    # Linux takes the end of the thread that has started us for the end of the parent.
    if by_main_thread:
        interruption.end_with_parent()
    interruption.leave_to_parent()
    # What is there already is never looked at again: memory stays shared with the parent.
    gc.freeze()
    # A copy of the parent's end of any pipe would keep that pipe open when the parent is gone.
    for other in inherited:
        other.close()
    try:
        # The parent may have been gone before it could take us with it.
        while os.getppid() == parent:
            _take(memoryview(connection.recv_bytes()), connection)
    except (EOFError, OSError):
        return
    except MemoryError:
        # Said by the exit code alone; a new worker has more room than one that goes on.
        os._exit(OUT_OF_MEMORY)


def _take(message: memoryview, connection: Any) -> None:
    kind, rest = message[0], message[1:]
    if kind == Kind.TASK:
        connection.send_bytes(pickle.dumps(_done(rest), pickle.HIGHEST_PROTOCOL))
    elif kind == Kind.CONTENT:
        _shared[bytes(rest[:DIGEST_BYTES])] = bytes(rest[DIGEST_BYTES:])
    else:
        _shared.pop(bytes(rest), None)


def _done(packed: memoryview) -> Answer:
    try:
        function, arguments = _read_task(packed)
        return True, function(*arguments)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the parent is to raise it
        return False, _that_can_be_sent(error)


def _read_task(packed: memoryview) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    try:
        task: tuple[Callable[..., Any], tuple[Any, ...]] = pickle.loads(packed)  # noqa: S301 - our parent's
    except (ImportError, AttributeError) as error:
        raise SenetGpError(
            f"a worker cannot find what it is to play ({error}): a spawned one knows only what it can "
            "import, so players and functions of your own have to stand in a module"
        ) from None
    return task


def _that_can_be_sent(error: Exception) -> Exception:
    """The exception, or what it says, if it could not be read by the parent."""
    try:
        pickle.loads(pickle.dumps(error, pickle.HIGHEST_PROTOCOL))  # noqa: S301 - our own
    except Exception:  # noqa: BLE001 - whatever is wrong with it
        return SenetGpError(f"{type(error).__name__}: {error}")
    return error
