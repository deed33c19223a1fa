"""Tasks as messages: how pools pack them, await their results, and how workers do them.

In a message, shared values are represented by their digests, and so are vocabularies that workers cannot find
by name. A worker of the local pool handles the messages from its pipe in turn (:func:`work`).
Pools over other libraries hand each message to some process (:func:`done`), which may run on another machine.
That process, too, does one task at a time, because tasks share what a process keeps, such as the generator of
the operators that breed children. So a worker with several threads is no faster than one with one thread.
"""

from __future__ import annotations

import copyreg
import faulthandler
import gc
import hashlib
import os
import pickle
import threading
import traceback
from abc import abstractmethod
from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from primitives.vocabulary import Vocabulary
from senet_gp.arena.pool import CodePickler, Pending, Pool, Shared
from senet_gp.runtime import __version__, compiling_notice, interruption, plugins
from senet_gp.runtime.errors import Brief, SenetGpError, failure_text
from senet_gp.runtime.module_hashes import check_same, noted
from senet_gp.runtime.origins import keep_told, told
from senet_gp.runtime.recent import Recent

#: The exit code of a worker that ran out of memory.
OUT_OF_MEMORY = 77

#: What a worker sends first: a spawned one that dies before could not run the program again.
BEGUN = b""

#: Whether a task succeeded, and its result or the exception that it raised.
Answer = tuple[bool, Any]


@dataclass(eq=False, repr=False)
class Task(Brief):
    """A submitted task and its result (see :class:`~senet_gp.arena.pool.Pending`)."""

    pool: MessagePool
    message: bytes  # function and arguments, pickled
    shared: Sequence[Shared[Any]]  # the shared values that a worker needs to read it
    future: Any = None  # of the executor that does it, if it is one
    deaths: int = 0  # of this machine's workers that were busy with it
    cancelled: bool = False
    answer: Answer | None = None

    def done(self) -> bool:
        """Whether there is a result, or an exception in its place."""
        if self.answer is None:
            with self.pool.lock:
                self.pool.take_ended()
        return self.answer is not None

    def result(self) -> Any:
        """Wait for the result; an exception of the task is raised here."""
        if self.answer is None:
            with self.pool.lock:
                # The thread that held it may have heard of this task, too.
                while self.answer is None:
                    self.pool.go_on()
        done, value = self.answer
        if not done:
            raise value
        return value

    def cancel(self) -> None:
        """Drop the task: its result will not be asked for, and if no worker has it yet, none gets it."""
        with self.pool.lock:
            self.cancelled = True
            self.pool.drop(self)


class MessagePool(Pool):
    """A pool that sends its tasks as messages to other processes; several threads can use it.

    Attributes:
        lock: is held by the thread that changes what the pool knows of its tasks, also while it waits for
            one. The tasks of all threads go on meanwhile.
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self._packer = Packer()

    @abstractmethod
    def go_on(self) -> None:
        """Wait until a task has ended or a worker died."""

    def take_ended(self) -> None:
        """Take note of all tasks that have ended, without waiting; by default ``go_on`` alone does so."""

    def drop(self, task: Task) -> None:
        """Forget a task whose result will not be asked for."""

    def wait_for_any(self, tasks: Sequence[Pending]) -> None:
        """Wait until one of the tasks is done (see :meth:`Pool.wait_for_any`)."""
        with self.lock:
            while not any(task.done() for task in tasks):
                self.go_on()

    def _task(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Task:
        """A task, packed.

        Raises:
            SenetGpError: if it cannot be sent to a worker.
        """
        return Task(self, *self._packer.packed(function, arguments))


class MessageKind(IntEnum):
    """The kind of a message, which is its first byte."""

    TASK = 0  # function and arguments, pickled; only tasks are answered
    CONTENT = 1  # the digest of a shared value, and its content
    FORGET = 2  # the digest of a shared value that no later task uses


_DIGEST_BYTES = 32


class Received(Shared[Any]):
    """A shared value in a worker, which unpickles it at its first use.

    Args:
        content: the value, pickled.
    """

    def __init__(self, content: bytes) -> None:
        self._pickled: bytes | None = content

    @property
    def value(self) -> Any:
        """The value."""
        if self._pickled is not None:
            self._value = pickle.loads(self._pickled)  # noqa: S301 - of who sent the task
            self._pickled = None
        return self._value


#: The shared values that tasks of this worker name, by digest.
_shared: dict[bytes, Received] = {}


def shared_here(digest: bytes) -> Shared[Any]:
    """The shared value with this digest in this worker; tasks contain it as a call of this function."""
    shared = _shared[digest]
    _ = shared.value  # what is wrong with it is told as of a task that cannot be read
    return shared


def shared_value(digest: bytes) -> Any:
    """The same without its wrapper, for a value that its tasks do not know to be shared."""
    return shared_here(digest).value


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
    faulthandler.disable()  # the parent tells of a crash in one sentence
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
    if kind == MessageKind.TASK:
        connection.send_bytes(answer_to(rest))
    elif kind == MessageKind.CONTENT:
        _shared[bytes(rest[:_DIGEST_BYTES])] = Received(bytes(rest[_DIGEST_BYTES:]))
    else:
        _shared.pop(bytes(rest), None)


def answer_to(packed: memoryview) -> bytes:
    """Do a task, a pickled function with its arguments; the :data:`Answer`, pickled.

    Raises:
        MemoryError: if memory runs out.
    """
    done = _done(packed)
    try:
        return pickle.dumps(done, pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - objects from outside say how they are pickled
        reason = failure_text(error)
        refused = SenetGpError(
            f"the result of a task cannot be sent from a worker ({reason}): use one worker"
        )
        return pickle.dumps((False, refused), pickle.HIGHEST_PROTOCOL)


def _done(packed: memoryview) -> Answer:
    try:
        function, arguments = _read_task(packed)
        return True, function(*arguments)
    except MemoryError:
        raise
    except BaseException as error:  # whatever code from outside raises, the parent is to raise it
        if isinstance(error, KeyboardInterrupt) and interruption.may_be_raised():
            raise
        if not isinstance(error, SenetGpError):
            keep_told(error)
            # The traceback itself is not sent, and without it the code that failed is unknown.
            error.add_note("In the worker process:\n" + "".join(traceback.format_tb(error.__traceback__)))
        return False, _that_can_be_sent(error)


def _read_task(packed: memoryview) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    try:
        function, arguments, _ = pickle.loads(packed)  # noqa: S301 - our parent's
    except (ImportError, AttributeError) as error:
        raise SenetGpError(
            f"a worker cannot load its task ({error}): a spawned worker can use only what it can import, so "
            "define your own players and functions in a module"
        ) from None
    return function, arguments


def _that_can_be_sent(error: BaseException) -> BaseException:
    """The exception, or one with its message if the parent could not unpickle it, or would end by it."""
    try:
        if isinstance(error, Exception):
            pickle.loads(pickle.dumps(error, pickle.HIGHEST_PROTOCOL))  # noqa: S301 - our own
            return error
    except Exception:  # noqa: BLE001, S110 - whatever is wrong with it
        pass
    return SenetGpError(told(error) or f"a task has failed with {failure_text(error)}")


_Reduced = tuple[Any, ...]


class _ByContent:
    """The content of a vocabulary, which is shared in its place so that the vocabulary can be freed."""

    def __init__(self, made: _Reduced) -> None:
        self._made = made

    def __reduce__(self) -> _Reduced:
        return self._made


class _SameCode:
    """The last part of a task, which checks that modules from outside are the same in both processes."""


class _Pieces(list[bytes]):
    """A file that keeps the pieces written to it, so that large arrays are copied only once."""

    write = list.append


class Packer:
    """Pickles tasks, and lists the shared values that a worker needs to read them."""

    def __init__(self) -> None:
        self._vocabularies: WeakKeyDictionary[Vocabulary, Shared[Any]] = WeakKeyDictionary()
        self._needed: dict[bytes, Shared[Any]] = {}
        self._reducers: ChainMap[Any, Any] = ChainMap(
            {Shared: self._shared, Vocabulary: self._vocabulary, _SameCode: self._same_code},
            copyreg.dispatch_table,
        )

    def packed(
        self, function: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> tuple[bytes, list[Shared[Any]]]:
        """A task as a message, and the shared values that it names.

        Raises:
            SenetGpError: if it cannot be sent.
        """
        self._needed = {}
        message = _Pieces([bytes([MessageKind.TASK])])
        pickler = CodePickler(message, pickle.HIGHEST_PROTOCOL)
        pickler.dispatch_table = self._reducers
        try:
            pickler.dump((function, arguments, _SameCode()))
        except (AttributeError, TypeError, pickle.PicklingError) as error:
            raise SenetGpError(
                f"a task cannot be sent to a worker ({error}): define your own players and functions at the "
                "top level of a module, or use one worker"
            ) from None
        return b"".join(message), list(self._needed.values())

    def _shared(self, shared: Shared[Any]) -> _Reduced:
        self._needed[shared.digest] = shared
        return shared_here, (shared.digest,)

    def _same_code(self, _last: _SameCode) -> _Reduced:
        """What checks the modules that the other parts of the task have noted, where it is done."""
        for shared in self._needed.values():
            _ = shared.digest
        return check_same, (noted(),)

    def _vocabulary(self, vocabulary: Vocabulary) -> _Reduced:
        shared = self._vocabularies.get(vocabulary)
        if shared is None:
            made = vocabulary.__reduce__()
            if vocabulary.found_by_name:
                return made
            shared = self._vocabularies[vocabulary] = Shared(_ByContent(made))
        self._needed[shared.digest] = shared
        return shared_value, (shared.digest,)


#: What a task needs of the process that does it: the version and the digest of the sources of the program
#: that submitted it, and the modules of its plugins. It is made of texts alone, which any version can read.
Head = tuple[str, str, tuple[str, ...]]

#: An answer that is none: the worker lacks a shared value, and needs the task once more with all contents.
LACKING = b""
#: How many shared values a worker of an executor keeps.
MAX_KEPT = 16
#: Those used last, by digest.
_KEPT: Recent[bytes, Received] = Recent(MAX_KEPT)
_ONE_AT_A_TIME = threading.Lock()


@cache
def digest_of_sources() -> str:
    """The SHA-256 of all files of this program, by which two machines know that they run the same one."""
    digest = hashlib.sha256()
    parent = Path(__file__).parents[2]
    for root in (parent / "senet_gp", parent / "primitives"):
        for file in sorted(root.rglob("*"), key=lambda file: file.relative_to(root).as_posix()):
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(file.relative_to(parent).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def head() -> Head:
    """What the tasks of this process need."""
    return __version__, digest_of_sources(), tuple(plugins.loaded().values())


def done(head: Head, message: bytes, contents: Mapping[bytes, bytes | None]) -> bytes:
    """Do a task of an executor.

    Args:
        head: what it needs of this process.
        message: the function and its arguments, as :class:`Packer` packs them.
        contents: the contents of the shared values that it names, by digest; None for those that this
            process is thought to have.

    Returns:
        The :data:`Answer`, pickled, or :data:`LACKING`.

    Raises:
        MemoryError: if memory runs out.
    """
    compiling_notice.be_silent()
    with _ONE_AT_A_TIME:
        try:
            _check(head)
        except SenetGpError as error:
            return pickle.dumps((False, error), pickle.HIGHEST_PROTOCOL)
        _shared.clear()
        for digest, content in contents.items():
            shared = _KEPT.get(digest) or (content and Received(content))
            if not shared:
                return LACKING
            _KEPT.put(digest, shared)
            _shared[digest] = shared
        return answer_to(memoryview(message)[1:])


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
            "install the same on all machines, and start the workers again"
        )
    for module in modules:
        plugins.load(module)
