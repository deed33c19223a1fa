"""The worker's side of the local pool: it handles the messages from its pipe, one after the other."""

from __future__ import annotations

import gc
import os
import pickle
import traceback
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any

from senet_gp import compiling_notice, interruption
from senet_gp.arena.pool import Shared
from senet_gp.errors import SenetGpError
from senet_gp.origins import keep_told, told

#: The exit code of a worker that ran out of memory.
OUT_OF_MEMORY = 77

#: What a worker sends first: a spawned one that dies before could not run the program again.
BEGUN = b""

#: Whether a task succeeded, and its result or the exception that it raised.
Answer = tuple[bool, Any]


def value_of(answer: Answer) -> Any:
    """What an answer holds; if it holds an exception, this is raised."""
    done, value = answer
    if not done:
        raise value
    return value


class Kind(IntEnum):
    """The kind of a message, which is its first byte."""

    TASK = 0  # function and arguments, pickled; only tasks are answered
    CONTENT = 1  # the digest of a shared value, and its content
    FORGET = 2  # the digest of a shared value that no later task uses


DIGEST_BYTES = 32

#: The shared values of this worker, by digest; those that no task has used yet are still pickled.
_shared: dict[bytes, Shared[Any] | bytes] = {}


def shared_here(digest: bytes) -> Shared[Any]:
    """The shared value with this digest in this worker, unpickled at its first use.

    Tasks contain a shared value as a call of this function.
    """
    found = _shared[digest]
    if isinstance(found, bytes):
        found = _shared[digest] = Shared(pickle.loads(found))  # noqa: S301 - our parent's
    return found


def shared_value(digest: bytes) -> Any:
    """The same without its wrapper, for a value that its tasks do not know to be shared."""
    return shared_here(digest).value


def keep(digest: bytes, content: bytes) -> None:
    """Keep the content of a shared value for the tasks that name it."""
    _shared[digest] = content


def forget(digest: bytes) -> None:
    """Free a shared value that no later task names."""
    _shared.pop(digest, None)


def work(
    connection: Any, inherited: Sequence[Any], parent: int, *, by_main_thread: bool, silent: bool
) -> None:
    """Do tasks until the parent closes the pipe or is gone.

    Args:
        connection: the worker's end of the pipe.
        inherited: ends of the parent's pipes that a forked worker has inherited and must not keep open.
        parent: the process id of the parent.
        by_main_thread: whether the parent's main thread started this worker.
        silent: whether another process says that kernels are being compiled.
    """
    # Linux treats the end of the thread that has started this process as the end of the parent.
    if by_main_thread:
        interruption.end_with_parent()
    interruption.leave_to_parent()
    if silent:
        compiling_notice.be_silent()
    # The garbage collector ignores existing objects, so their memory stays shared with the parent.
    gc.freeze()
    # A copy of the parent's end of any pipe would keep that pipe open when the parent is gone.
    for other in inherited:
        other.close()
    try:
        connection.send_bytes(BEGUN)
        # The parent may have ended before this process was set to end with it.
        while os.getppid() == parent:
            _take(memoryview(connection.recv_bytes()), connection)
    except (EOFError, OSError):
        return
    except MemoryError:
        # Only the exit code tells; a new worker has more memory than one that goes on.
        os._exit(OUT_OF_MEMORY)


def _take(message: memoryview, connection: Any) -> None:
    kind, rest = message[0], message[1:]
    if kind == Kind.TASK:
        connection.send_bytes(answer_to(rest))
    elif kind == Kind.CONTENT:
        keep(bytes(rest[:DIGEST_BYTES]), bytes(rest[DIGEST_BYTES:]))
    else:
        forget(bytes(rest))


def answer_to(packed: memoryview) -> bytes:
    """Do a task, a pickled function with its arguments; the :data:`Answer`, pickled.

    Raises:
        MemoryError: if memory runs out.
    """
    done = _done(packed)
    try:
        return pickle.dumps(done, pickle.HIGHEST_PROTOCOL)
    except (AttributeError, TypeError, pickle.PicklingError) as error:
        refused = SenetGpError(f"the result of a task cannot be sent from a worker ({error}): use one worker")
        return pickle.dumps((False, refused), pickle.HIGHEST_PROTOCOL)


def _done(packed: memoryview) -> Answer:
    try:
        function, arguments = _read_task(packed)
        return True, function(*arguments)
    except MemoryError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever it is, the parent is to raise it
        if not isinstance(error, SenetGpError):
            keep_told(error)
            # The traceback itself does not travel, and without it nobody knows whose code has failed.
            error.add_note("In the worker process:\n" + "".join(traceback.format_tb(error.__traceback__)))
        return False, _that_can_be_sent(error)


def _read_task(packed: memoryview) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    try:
        task: tuple[Callable[..., Any], tuple[Any, ...]] = pickle.loads(packed)  # noqa: S301 - our parent's
    except (ImportError, AttributeError) as error:
        raise SenetGpError(
            f"a worker cannot load its task ({error}): a spawned worker can use only what it can import, so "
            "define your own players and functions in a module"
        ) from None
    return task


def _that_can_be_sent(error: BaseException) -> BaseException:
    """The exception, or one with its message if the parent could not unpickle it."""
    try:
        pickle.loads(pickle.dumps(error, pickle.HIGHEST_PROTOCOL))  # noqa: S301 - our own
    except Exception:  # noqa: BLE001 - whatever is wrong with it
        return SenetGpError(told(error) or f"{type(error).__name__}: {error}")
    return error
