"""Whose code it is: this project's, Python's or a library's, or that of somebody else: a plugin, a program.

This module imports nothing but what Python has imported anyway, since :mod:`senet_gp.interruption` needs it.
"""

from __future__ import annotations

import os
import sys

#: The packages of this project.
_OURS = frozenset({"primitives", "senet_gp"})
#: The directories of libraries, installed by pip or by a system.
_OF_LIBRARIES = frozenset({"site-packages", "dist-packages"})
#: The packages of plugins, which are no libraries, wherever they are installed.
_OF_PLUGINS: set[str] = set()
#: Of files, whether they are in a directory of libraries.
_IN_LIBRARY: dict[str, bool] = {}


def is_of_this_project(module: str) -> bool:
    """Whether a module, or something in it that its dotted name names, belongs to this project.

    >>> is_of_this_project("senet_gp.origins"), is_of_this_project("my_words:vocabulary")
    (True, False)
    """
    return module.partition(":")[0].partition(".")[0] in _OURS


def is_of_a_library(module: str) -> bool:
    """Whether a module belongs to Python, or to a distribution that is installed and is no plugin.

    >>> is_of_a_library("random"), is_of_a_library("numpy"), is_of_a_library("senet_gp.origins")
    (True, True, False)
    """
    first = module.partition(".")[0]
    if first == "__main__" or first in _OURS or first in _OF_PLUGINS:
        return False
    if first in sys.stdlib_module_names:
        return True
    file = getattr(sys.modules.get(module), "__file__", None)
    return isinstance(file, str) and _is_in_library(file)


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


def _is_in_library(file: str) -> bool:
    if file not in _IN_LIBRARY:
        _IN_LIBRARY[file] = not _OF_LIBRARIES.isdisjoint(file.split(os.sep))  # noqa: PTH206
    return _IN_LIBRARY[file]
