"""Interruptions (Ctrl-C, SIGTERM, a terminal that is closed) that are heard only where they do no harm.

Python raises ``KeyboardInterrupt`` between any two of its steps, also inside the code that leads into
compiled kernels, which then fails with ``SystemError``. The command line therefore only notes a signal,
by :func:`listen`; work asks with :func:`check` between its parts, and a wait is put inside
:func:`heard_at_once`. Without :func:`listen`, as in a program of one's own, Python's rules hold.

Nothing heavy is imported here: whoever is asked to stop while the rest is imported must have listened before.
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

# A terminal that is closed may tell so several times: by itself, and by its shell.
_HANG_UP = getattr(signal, "SIGHUP", None)
_SIGNALS = tuple(number for number in (signal.SIGINT, signal.SIGTERM, _HANG_UP) if number is not None)
_PR_SET_PDEATHSIG = 1

# Signals belong to the process, so what was heard of them does too.
_asked = False
_at_once = False
_last_words: str | None = None
_first_words: str | None = None
_wakeup: int | None = None


def listen() -> None:
    """Note the first interruption, to be heard at a good moment; stop at once at the second."""
    global _wakeup
    if _wakeup is None and os.name == "posix":
        _wakeup, written = os.pipe()
        os.set_blocking(written, False)
        signal.set_wakeup_fd(written, warn_on_full_buffer=False)
    for number in _SIGNALS:
        # Who begins a program with nohup wants it to outlive the terminal.
        if number != _HANG_UP or signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _note)


def end_until_asked(last_words: str) -> None:
    """Until somebody first asks for an interruption, it ends the program at once, with these words.

    Nothing has been begun then that would have to be saved: large libraries are imported, and nobody asks.
    """
    global _first_words  # noqa: PLW0603
    if _asked:
        _end(last_words)
    _first_words = last_words


def _asking() -> None:
    """From here on interruptions are heard at good moments."""
    global _first_words  # noqa: PLW0603
    _first_words = None


def _note(number: int, _frame: FrameType | None) -> None:
    global _asked  # noqa: PLW0603
    last_words = _first_words if _last_words is None else _last_words
    if last_words is not None or (_asked and number != _HANG_UP):
        # Nothing is in the middle of being written over: files are replaced whole. Workers end with us.
        _end(last_words)
    if _asked:
        return
    _asked = True
    if _at_once:
        raise KeyboardInterrupt


def _end(last_words: str | None) -> None:
    if last_words:
        # Not by Python's streams: we may be in the middle of one.
        with suppress(OSError):
            os.write(2, f"{last_words}\n".encode(errors="replace"))
    os._exit(INTERRUPTED)


def check() -> None:
    """A good moment to be interrupted.

    Raises:
        KeyboardInterrupt: if the person has asked for it.
    """
    _asking()
    if _asked:
        raise KeyboardInterrupt


def wakeups() -> list[int]:
    """What can be read from once a signal has come, to be waited for beside other things; nothing or one.

    Python notes a signal in C and hears it when its own code goes on. One that comes just before a wait in C,
    such as for input, would be heard only when that ends.
    """
    return [] if _wakeup is None else [_wakeup]


@contextmanager
def heard_at_once() -> Iterator[None]:
    """While in here, an interruption is heard the moment it comes; no kernel may be called in here.

    Whatever is waited for in here is waited for together with :func:`wakeups`.

    Raises:
        KeyboardInterrupt: if the person asks for it, or has asked before.
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
    """While in here, an interruption ends the program at once, with these words on standard error.

    For what must not be left by an exception, when nothing has to be saved yet.
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
    """While in here, signals wait: a process that is forked here cannot be met by one before it is ready."""
    if not hasattr(signal, "pthread_sigmask"):  # not on every system
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_to_parent() -> None:
    """In a new worker: Ctrl-C reaches all processes of a terminal, but the parent alone is to hear it.

    Signals that were held back are let through.
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
    """Let this process be killed when its parent is gone, where the system can do that (Linux).

    Elsewhere it has to notice that by itself.
    """
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def ignore() -> None:
    """Be deaf from here on: the work is done, and only Python's own end is left."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)
