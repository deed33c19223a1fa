"""Long work: how it tells its progress, and interruptions (Ctrl-C, SIGTERM, a terminal that is closed).

An interruption is handled only where it does no harm.

Python raises ``KeyboardInterrupt`` between any two of its steps, also inside the code that calls compiled
kernels, which then fails with ``SystemError``. The command line therefore only notes a signal, by
:func:`listen`; a computation calls :func:`check` between its parts, and a wait is put inside
:func:`heard_at_once`. Without :func:`listen`, as in your own program, Python handles signals as usual.

This module imports nothing large, so that the program can listen before it imports everything else.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from types import FrameType

from senet_gp.runtime import origins

#: Called between the parts of long work: how much is done, of how much (0 if that is not known), and a text
#: about what is being done, which may be empty.
Progress = Callable[[int, int, str], None]


def no_progress(_done: int, _total: int, _text: str) -> None:
    """Show no progress."""


#: The exit code of a program that was interrupted.
INTERRUPTED = 130

# A terminal that is closed may send this signal several times: by itself, and by its shell.
_HANG_UP = getattr(signal, "SIGHUP", None)
_SIGNALS = tuple(number for number in (signal.SIGINT, signal.SIGTERM, _HANG_UP) if number is not None)
_PR_SET_PDEATHSIG = 1
_MAX_WAKEUPS = 1024

# Signals belong to the process, so their state is global, too.
_asked = False
_at_once = False
_put_off = False
_exit_message: str | None = None
_first_exit_message: str | None = None
_wakeup: int | None = None
# What a thread works for may be given up, though the program is not interrupted.
_gone: ContextVar[Callable[[], bool] | None] = ContextVar("_gone", default=None)


def listen() -> None:
    """From now on, note the first interruption for the next :func:`check`, and end at once at the second.

    While compiled code runs, Python does not get to note the first one. A second one of the same kind then
    ends the process as it would without this program, where the system allows that (Linux).
    """
    global _wakeup
    if _wakeup is None and os.name == "posix":
        _wakeup, written = os.pipe()
        for end in (_wakeup, written):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(written, warn_on_full_buffer=False)
    for number in _SIGNALS:
        # A program that was started with nohup is to outlive the terminal.
        if number != _HANG_UP or signal.getsignal(number) is not signal.SIG_IGN:
            _note_the_next(number)


def _note_the_next(number: int) -> None:
    """Note the next signal with this number; one that comes before it is noted has its usual effect.

    A terminal that is closed may send its signal twice.
    """
    signal.signal(number, _note)
    if sys.platform != "linux" or number == _HANG_UP:
        return
    import ctypes

    library = ctypes.CDLL(None)
    # With this call a handler is used once; it is not in all C libraries.
    once = getattr(library, "sysv_signal", None)
    if once is None:
        return
    library.signal.restype = ctypes.c_void_p
    once.argtypes = library.signal.argtypes = [ctypes.c_int, ctypes.c_void_p]
    with held_back():
        once(number, library.signal(number, None))


def end_until_asked(message: str) -> None:
    """Until the first :func:`check`, let an interruption end the program at once, with a message.

    Until then the program only imports large libraries, so there is nothing to save.

    Args:
        message: the message on standard error.
    """
    global _first_exit_message  # noqa: PLW0603
    if _asked:
        _end(message)
    _first_exit_message = message


def _check_has_begun() -> None:
    """From now on, interruptions wait for the next :func:`check`."""
    global _first_exit_message  # noqa: PLW0603
    _first_exit_message = None


def _note(number: int, frame: FrameType | None) -> None:
    global _asked  # noqa: PLW0603
    message = _first_exit_message if _exit_message is None else _exit_message
    if message is not None or (_asked and number != _HANG_UP):
        # No file is left half written, because files are replaced as a whole; workers end with this process.
        working = origins.at_work(frame)
        _end(message or (f"senet-gp: ended at once, while {working}." if working else None))
    _note_the_next(number)
    if _asked:
        return
    _asked = True
    if _at_once:
        raise KeyboardInterrupt


def clear_line(message: str = "") -> None:
    """Clear the terminal's line, where a bar or ^C may stand, show the cursor again, and write a message.

    Python's streams, which a signal may have interrupted in the middle of writing, are not used.
    """
    drawn = os.isatty(2) and os.environ.get("TERM", "dumb") != "dumb"
    with suppress(OSError):
        os.write(2, (("\r\x1b[K\x1b[?25h" if drawn else "") + message).encode(errors="replace"))


def _end(message: str | None) -> None:
    clear_line(f"{message}\n" if message else "")
    os._exit(INTERRUPTED)


def check() -> None:
    """Stop here if an interruption has been noted; call this where stopping does no harm.

    Raises:
        KeyboardInterrupt: if the person has interrupted the program, or this thread's work is given up.
    """
    _check_has_begun()
    if _put_off:
        return
    gone = _gone.get()
    if _asked or (gone is not None and gone()):
        raise KeyboardInterrupt


def may_be_raised() -> bool:
    """Whether a ``KeyboardInterrupt`` comes from a person: signals raise it, or one has been noted."""
    return _asked or signal.getsignal(signal.SIGINT) is signal.default_int_handler


@contextmanager
def given_up_if(gone: Callable[[], bool]) -> Iterator[None]:
    """Inside this context, :func:`check` in this thread also stops as soon as the work is given up.

    Args:
        gone: whether the work is given up; it is asked often, so it must be quick.
    """
    token = _gone.set(gone)
    try:
        yield
    finally:
        _gone.reset(token)


@contextmanager
def put_off() -> Iterator[None]:
    """Inside this context the first interruption waits, because stopping would lose something."""
    global _put_off  # noqa: PLW0603
    _put_off = True
    try:
        yield
    finally:
        _put_off = False


def wakeups() -> list[int]:
    """File descriptors, at most one, that become readable when a signal comes; wait for them with ``select``.

    Python handles a signal only when its own code goes on. A signal that comes just before a wait in C, such
    as for input, would otherwise be handled only when that wait ends.
    """
    return [] if _wakeup is None else [_wakeup]


def _forget_wakeups() -> None:
    if _wakeup is not None:
        with suppress(BlockingIOError):
            os.read(_wakeup, _MAX_WAKEUPS)


@contextmanager
def heard_at_once() -> Iterator[None]:
    """Inside this context, an interruption is raised the moment it comes; call no kernel inside.

    A wait inside this context must also wait for :func:`wakeups`. Inside :func:`put_off` nothing is raised.

    Raises:
        KeyboardInterrupt: if the person interrupts the program, or has interrupted it before.
    """
    global _at_once  # noqa: PLW0603
    try:
        _at_once = not _put_off
        check()
        if _asked:  # and put off: the signal that ended a wait would end all further ones, too
            _forget_wakeups()
        yield
    finally:
        _at_once = False


@contextmanager
def ends_the_program(message: str) -> Iterator[None]:
    """Inside this context, an interruption ends the program at once, with a message on standard error.

    This is for work that an exception must not leave, while there is nothing to save yet.

    Args:
        message: the message.
    """
    global _exit_message  # noqa: PLW0603
    _exit_message = message
    try:
        if _asked:
            _end(message)
        yield
    finally:
        _exit_message = None
        _check_has_begun()


@contextmanager
def held_back() -> Iterator[None]:
    """Inside this context, signals wait, so that none reaches a forked process before it is ready."""
    if not hasattr(signal, "pthread_sigmask"):  # not on every system
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_to_parent() -> None:
    """In a new worker, leave Ctrl-C, which reaches all processes of a terminal, to the parent.

    Signals that were held back are delivered.
    """
    global _asked, _wakeup  # noqa: PLW0603
    _asked = False
    if _wakeup is not None:
        signal.set_wakeup_fd(-1)
        _wakeup = None
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_DFL if number == signal.SIGTERM else signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)


def end_with_parent() -> None:
    """Let the system kill this process when its parent has ended, where it can (Linux).

    On other systems, the process has to notice that itself.
    """
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def ignore() -> None:
    """Ignore signals from now on: the work is done, and only Python's own shutdown is left."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)
