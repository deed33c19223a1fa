"""Lines on standard error that say why nothing happens, such as the one that kernels are being compiled.

Compiling the kernels of a game takes a quarter of a minute or more, once on a machine. numba tells when it
compiles a function (:mod:`numba.core.event`) and is silent about functions that it loads from its cache, so
the line is written only when something is compiled. A kernel that is compiled quickly is not worth a line; a
timer, which runs only while something is compiled, writes it as soon as all of them have taken long enough.
"""

from __future__ import annotations

import shutil
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from typing import Any

from numba.core import event

from senet_gp.runtime import machine

# Every module with kernels imports this one first.
machine.check()

SENTENCE = "Compiling what is used here for the first time: some 15 seconds ..."
#: The line is written once compiling has taken this long altogether, in seconds.
_PATIENCE = 0.4


class _Listener(event.Listener):
    """Hears of everything that is compiled in this process; it takes note of our kernels only.

    Args:
        sources: the paths of the files with our kernels.
    """

    def __init__(self, sources: frozenset[str]) -> None:
        self._sources = sources
        self._open = 0  # how many of our kernels are being compiled, each for the one before it
        self._begun = 0.0
        self._spent = 0.0
        self._timer: threading.Timer | None = None

    def on_start(self, event: Any) -> None:
        if self._open or event.data["dispatcher"].py_func.__code__.co_filename in self._sources:
            if not self._open:
                self._begin()
            self._open += 1

    def on_end(self, event: Any) -> None:  # noqa: ARG002 - the interface is numba's
        if self._open:
            self._open -= 1
            if not self._open:
                self._end()

    def _begin(self) -> None:
        self._begun = time.monotonic()
        if not is_silent():
            self._timer = threading.Timer(max(_PATIENCE - self._spent, 0), tell)
            self._timer.daemon = True
            self._timer.start()

    def _end(self) -> None:
        self._spent += time.monotonic() - self._begun
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()  # no process is forked while it lives
            self._timer = None


_silent = False
_told = False


def tell() -> None:
    """Write the line about compiling, unless this process has written it or is silent."""
    global _told  # noqa: PLW0603 - what a process has said is a fact about the process
    if not _told:
        _told = True
        say(SENTENCE)


def say(sentence: str) -> None:
    """Write a line about something else that takes long, unless this process is silent."""
    if not _silent:
        if sys.stderr.isatty():
            sentence = textwrap.fill(sentence, shutil.get_terminal_size().columns)
        sys.stderr.write(f"{sentence}\n")
        sys.stderr.flush()


def be_silent() -> None:
    """Write no such line in this process, because they are not wanted or another process writes them."""
    global _silent  # noqa: PLW0603 - what a process has said is a fact about the process
    _silent = True


def is_silent() -> bool:
    """Whether the line about compiling will not be written in this process any more.

    >>> is_silent() in {True, False}
    True
    """
    return _silent or _told


def watch(sources: frozenset[str]) -> None:
    """Write the line when kernels are compiled in this process from now on.

    Args:
        sources: the paths of the files with our kernels.
    """
    register: Callable[..., None] = event.register
    register("numba:compile", _Listener(sources))
