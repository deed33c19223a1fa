"""Interruptions (Ctrl-C, SIGTERM) that are heard only where they do no harm.

Python raises ``KeyboardInterrupt`` between any two of its steps, also inside the code that leads into
compiled kernels, which then fails with ``SystemError``. The command line therefore only notes a signal,
by :func:`listen`; work asks with :func:`check` between its parts, and a wait is put inside
:func:`heard_at_once`. Without :func:`listen`, as in a program of one's own, Python's rules hold.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

#: The exit code of a program that was interrupted.
INTERRUPTED = 130

# Signals belong to the process, so what was heard of them does too.
_asked = False
_at_once = False


def listen() -> None:
    """Note the first interruption, to be heard at a good moment; stop at once at the second."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _note)


def _note(_signal: int, _frame: FrameType | None) -> None:
    global _asked  # noqa: PLW0603
    if _asked:
        # Nothing is in the middle of being written over: files are replaced whole. Workers end by themselves.
        os._exit(INTERRUPTED)
    _asked = True
    if _at_once:
        raise KeyboardInterrupt


def check() -> None:
    """A good moment to be interrupted.

    Raises:
        KeyboardInterrupt: if the person has asked for it.
    """
    if _asked:
        raise KeyboardInterrupt


@contextmanager
def heard_at_once() -> Iterator[None]:
    """While in here, an interruption is heard the moment it comes; no kernel may be called in here.

    Raises:
        KeyboardInterrupt: if the person asks for it, or has asked before.
    """
    global _at_once  # noqa: PLW0603
    _at_once = True
    try:
        check()
        yield
    finally:
        _at_once = False
