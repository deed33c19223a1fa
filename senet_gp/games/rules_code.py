"""Hashes of the rules of games from outside this project, by which files and processes tell them apart."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib import import_module
from types import FunctionType
from typing import Any
from weakref import WeakKeyDictionary

from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.loaded_code import function_within, hash_of
from senet_gp.runtime.origins import is_of_this_project
from senet_gp.runtime.source_texts import note_loaded

#: The attributes of a game that name modules of kernels.
_OF_KERNELS = ("rules_module", "numbering")
#: What the rules of each class were when they were first asked for.
_FIRST: WeakKeyDictionary[type[Any], str] = WeakKeyDictionary()
#: What the kernels of each module were when they were compiled.
_COMPILED: dict[str, tuple[str, ...]] = {}


def rules_of(game: Any) -> str:
    """A hash of a game's rules: of its class, of the classes that it is based on, and of its kernels.

    It is empty for a game of this project, which counts by its name.

    >>> from senet_gp.games.registry import game_of
    >>> rules_of(game_of("senet"))
    ''

    Raises:
        UsageError: if the class was defined anew since the game was made, or it uses something that was
            defined anew since games of the class were first played, some of which may be remembered.
    """
    kind = type(game)
    if is_of_this_project(kind.__module__):
        return ""
    note_loaded(kind.__module__)
    now = " ".join([hash_of(kind), *_of_kernels(kind)])
    if _FIRST.setdefault(kind, now) != now:
        raise UsageError(
            f"the game {kind.__module__}.{kind.__qualname__} uses something that was defined anew since it "
            "was first played: define its class anew, too (run its cell again, or load its module again), or "
            "begin anew"
        )
    return hashlib.sha256(now.encode()).hexdigest()[:16]


def _of_kernels(kind: type[Any]) -> Iterator[str]:
    """What the kernels of a game from outside this project consist of."""
    for attribute in _OF_KERNELS:
        module = getattr(kind, attribute, "")
        if isinstance(module, str) and module and not is_of_this_project(module):
            yield from _kernels_of(module, attribute)


def _kernels_of(module: str, attribute: str) -> Iterator[str]:
    """What the functions of a module of kernels, which an attribute of a game names, consist of."""
    for name, thing in sorted(vars(module_of(module, attribute)).items()):
        function = function_within(thing)
        if isinstance(function, FunctionType) and function.__module__ == module:
            yield f"{name} {hash_of(thing)}"


def module_of(name: str, attribute: str) -> Any:
    """The module that a game names.

    Args:
        name: its dotted name.
        attribute: the attribute of the game's class that names it.

    Raises:
        UsageError: if there is no such module.
    """
    if not name:
        raise UsageError(f"the game names no module of kernels: set {attribute}, which may be __name__")
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise
        raise UsageError(f"there is no module {name!r}, which {attribute} of the game names") from None


def check_compiled(module: str, attribute: str) -> None:
    """Check that the kernels of a module are those that were compiled in this process.

    Args:
        module: the module's dotted name.
        attribute: the attribute of the game's class that names it.

    Raises:
        UsageError: if they were defined anew since, or there is no such module.
    """
    if not is_of_this_project(module):
        now = tuple(_kernels_of(module, attribute))
        if _COMPILED.setdefault(module, now) != now:
            raise UsageError(
                f"the kernels of {module} were defined anew since they were compiled: begin anew, in another "
                "process"
            )
