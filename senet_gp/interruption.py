"""Safe handling of interruptions: Ctrl-C, SIGTERM, and a terminal that is closed.

Python raises ``KeyboardInterrupt`` between any two of its steps, even inside the code that calls compiled
kernels, which then fails with ``SystemError``. So after :func:`listen` a signal is only noted. Work calls
:func:`check` between its parts, and waits inside :func:`heard_at_once`. Without :func:`listen`, as in other
programs that use this package, Python handles signals as usual.

This module imports nothing heavy, because it must handle interruptions while the rest is imported.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

#: The exit code of a program that was interrupted.
INTERRUPTED = 130

# A terminal that is closed may send several signals: its own, and those of its shell.
_HANG_UP = getattr(signal, "SIGHUP", None)
_SIGNALS = tuple(number for number in (signal.SIGINT, signal.SIGTERM, _HANG_UP) if number is not None)
_PR_SET_PDEATHSIG = 1

# Signals belong to the process, so this state is global.
_asked = False
_at_once = False
_last_words: str | None = None
_first_words: str | None = None
_wakeup: int | None = None


def listen() -> None:
    """From now on note the first interruption, for :func:`check`; stop at once at the second."""
    global _wakeup
    if _wakeup is None and os.name == "posix":
        _wakeup, written = os.pipe()
        os.set_blocking(written, False)
        signal.set_wakeup_fd(written, warn_on_full_buffer=False)
    for number in _SIGNALS:
        # A program that is started with nohup should outlive the terminal.
        if number != _HANG_UP or signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _note)


def end_until_asked(last_words: str) -> None:
    """Let an interruption end the program at once, with a message, until the first :func:`check`.

    Before that only libraries are imported, and there is nothing to save.
    """
    global _first_words  # noqa: PLW0603
    if _asked:
        _end(last_words)
    _first_words = last_words


def _asking() -> None:
    """From now on interruptions are noted for :func:`check`."""
    global _first_words  # noqa: PLW0603
    _first_words = None


def _note(number: int, _frame: FrameType | None) -> None:
    global _asked  # noqa: PLW0603
    last_words = _first_words if _last_words is None else _last_words
    if last_words is not None or (_asked and number != _HANG_UP):
        # No file is half overwritten, because files are replaced whole. Workers end with this process.
        _end(last_words)
    if _asked:
        return
    _asked = True
    if _at_once:
        raise KeyboardInterrupt


def _end(last_words: str | None) -> None:
    if last_words:
        # Not with Python's streams: the signal may have interrupted one of them.
        with suppress(OSError):
            os.write(2, f"{last_words}\n".encode(errors="replace"))
    os._exit(INTERRUPTED)


def check() -> None:
    """Raise the noted interruption, if there is one; call this where an interruption does no harm.

    Raises:
        KeyboardInterrupt: if the user has interrupted the program.
    """
    _asking()
    if _asked:
        raise KeyboardInterrupt


def wakeups() -> list[int]:
    """A file descriptor that becomes readable when a signal comes, in a list; or an empty list.

    Wait for it together with other things. Python notes a signal in C and handles it when Python code runs
    again: a signal just before a wait in C, such as for input, would be handled only after the wait.
    """
    return [] if _wakeup is None else [_wakeup]


@contextmanager
def heard_at_once() -> Iterator[None]:
    """In this context an interruption is raised at once; no kernel may be called in it.

    Waits in this context must also wait for :func:`wakeups`.

    Raises:
        KeyboardInterrupt: if the user interrupts the program, or has done so before.
    """
    global _at_once  # noqa: PLW0603
    try:
        _at_once = True
        check()
        yield
    finally:
        _at_once = False


@contextmanager
def ends_the_program(last_words: str) -> Iterator[None]:
    """In this context an interruption ends the program at once, with a message on standard error.

    It is for code that an exception must not leave, while there is nothing to save yet.
    """
    global _last_words  # noqa: PLW0603
    _last_words = last_words
    try:
        if _asked:
            _end(last_words)
        yield
    finally:
        _last_words = None
        _asking()


@contextmanager
def held_back() -> Iterator[None]:
    """In this context signals are blocked, so that none reaches a forked process before it is ready."""
    if not hasattr(signal, "pthread_sigmask"):  # not on every system
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_to_parent() -> None:
    """In a new worker, ignore Ctrl-C, which reaches all processes of a terminal: the parent handles it.

    Blocked signals are unblocked.
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
    """Have the system kill this process when its parent ends, on Linux.

    On other systems the process has to notice that itself.
    """
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def ignore() -> None:
    """Ignore all interruptions from now on: the work is done, and only Python's shutdown is left."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)
