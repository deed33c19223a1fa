"""Whose code it is: this project's, Python's or a library's, or that of somebody else: a plugin, a program.

Where code from outside fails (plugins' words, rules, operators and evaluations), an exception keeps its
traceback in a program of your own. The command line and the page say in a sentence which function of which
module has failed, and in which line; an exception of a worker process carries this sentence with it. An
exception without code from outside is a fault of ours, and is not changed.

This module imports nothing large, since :mod:`senet_gp.runtime.interruption`
needs it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from types import FrameType

from senet_gp.runtime.errors import failure_text

#: The packages of this project.
_OURS = frozenset({"primitives", "senet_gp"})
#: The directories of libraries, installed by pip or by a system.
_OF_LIBRARIES = frozenset({"site-packages", "dist-packages"})
#: The packages of plugins, which are no libraries, wherever they are installed.
_OF_PLUGINS: set[str] = set()
#: Of files, whether they are in a directory of libraries.
_IN_LIBRARY: dict[str, bool] = {}
#: Where an exception keeps its sentence when it leaves a process.
_KEPT = "_senet_gp_outside"


def is_of_this_project(module: str) -> bool:
    """Whether a module, or something in it that its dotted name names, belongs to this project.

    >>> is_of_this_project("senet_gp.runtime.origins"), is_of_this_project("my_words:vocabulary")
    (True, False)
    """
    return module.partition(":")[0].partition(".")[0] in _OURS


def is_of_a_library(module: str) -> bool:
    """Whether a module belongs to Python, or to a distribution that is installed and is no plugin.

    >>> is_of_a_library("random"), is_of_a_library("numpy"), is_of_a_library("senet_gp.runtime.origins")
    (True, True, False)
    """
    first = module.partition(".")[0]
    if first == "__main__" or first in _OURS or first in _OF_PLUGINS:
        return False
    if first in sys.stdlib_module_names:
        return True
    file = getattr(sys.modules.get(module), "__file__", None)
    return isinstance(file, str) and is_in_library(file)


def is_from_outside(module: str) -> bool:
    """Whether a module is of somebody else: neither of this project nor of a library.

    >>> is_from_outside("my_words"), is_from_outside("random")
    (True, False)
    """
    return not is_of_this_project(module) and not is_of_a_library(module)


def note_plugin(module: str) -> None:
    """Note that a module brings something to this project, so that its package is no library."""
    first = module.partition(".")[0]
    if first not in _OURS and first not in sys.stdlib_module_names:
        _OF_PLUGINS.add(first)


def is_in_library(file: str) -> bool:
    """Whether a file is in a directory of libraries."""
    if file not in _IN_LIBRARY:
        _IN_LIBRARY[file] = not _OF_LIBRARIES.isdisjoint(file.split(os.sep))  # noqa: PTH206
    return _IN_LIBRARY[file]


class _Step:
    """A line of code that is being executed, or was when an exception came by."""

    def __init__(self, frame: FrameType, line: int) -> None:
        self.code = frame.f_code
        self.module = str(frame.f_globals.get("__name__"))
        self.line = line

    @property
    def is_ours(self) -> bool:
        """Whether it belongs to us."""
        return is_of_this_project(self.module)

    @property
    def is_outside(self) -> bool:
        """Whether it belongs neither to us, nor to Python, nor to a library."""
        return is_from_outside(self.module) and not self.code.co_filename.startswith("<")

    @property
    def place(self) -> str:
        """The line and the file, for the author."""
        return f"line {self.line} of {self.code.co_filename}"


def told(error: BaseException) -> str:
    """The sentence about an exception that code from outside has raised; an empty text if it is another."""
    kept: str = getattr(error, _KEPT, "")
    if kept:
        return kept
    # In a generator of ours, a StopIteration becomes the cause of a RuntimeError.
    for raised in filter(None, (error, error.__cause__)):
        found = _first_and_last(_steps_of(raised))
        if found is not None:
            first, last = found
            return f"{first.code.co_qualname} of {first.module} {_failure(raised, last)}"
    return ""


def failure_of(error: BaseException) -> str:
    """The end of the sentence about an exception, for whoever knows better what has failed."""
    found = _first_and_last(_steps_of(error))
    *_, innermost = _steps_of(error)
    return _failure(error, innermost if found is None else found[1])


def _failure(error: BaseException, step: _Step) -> str:
    return f"has failed with {failure_text(error)} ({step.place}): mend it there"


def keep_told(error: BaseException) -> None:
    """Let an exception carry its sentence to another process, which will have no traceback."""
    sentence = told(error)
    if sentence:
        setattr(error, _KEPT, sentence)


def plugins() -> list[str]:
    """The packages of plugins that were loaded in this process, by name."""
    return sorted(_OF_PLUGINS)


def at_work(frame: FrameType | None) -> str:
    """What of the code from outside is being executed, as the end of a sentence; an empty text if none is."""
    steps = []
    while frame is not None:
        steps.append(_Step(frame, frame.f_lineno))
        frame = frame.f_back
    found = _first_and_last(reversed(steps))
    return f"{found[0].code.co_qualname} of {found[0].module} was at work ({found[1].place})" if found else ""


def _steps_of(error: BaseException) -> Iterator[_Step]:
    trace = error.__traceback__
    while trace is not None:
        yield _Step(trace.tb_frame, trace.tb_lineno)
        trace = trace.tb_next


def _first_and_last(steps: Iterable[_Step]) -> tuple[_Step, _Step] | None:
    """The function from outside that ours called last, and its innermost line; None if there is none.

    The program that has called us is from outside as well, but is not meant.
    """
    first = last = None
    called_by_us = False
    for step in steps:
        if step.is_ours:
            called_by_us = True
        elif step.is_outside and called_by_us:
            first, called_by_us = step, False
        if step.is_outside and first is not None:
            last = step
    return None if first is None or last is None else (first, last)
