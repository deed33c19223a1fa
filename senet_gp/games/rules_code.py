"""The modules that the rules of a game from outside this project stand in, and their hash."""

from __future__ import annotations

import hashlib
from importlib import import_module
from typing import Any

from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.module_hashes import hashes_of

#: The attributes of a game that name modules of kernels.
_OF_KERNELS = ("rules_module", "numbering")


def rules_modules(game: Any) -> list[str]:
    """The modules of a game's class and of its kernels.

    >>> from senet_gp.games.registry import game_of
    >>> rules_modules(game_of("hexapawn"))
    ['senet_gp.games.hexapawn']
    """
    kind = type(game)
    named = (getattr(kind, attribute, "") for attribute in _OF_KERNELS)
    return list(dict.fromkeys([kind.__module__, *(each for each in named if isinstance(each, str) and each)]))


def rules_of(game: Any) -> str:
    """A hash of a game's rules; empty for a game of this project, which counts by its name.

    >>> from senet_gp.games.registry import game_of
    >>> rules_of(game_of("senet"))
    ''
    """
    hashes = hashes_of(rules_modules(game))
    return hashlib.sha256(repr(hashes).encode()).hexdigest()[:16] if hashes else ""


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
