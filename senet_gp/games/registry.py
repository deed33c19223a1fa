"""The games by name: one row each, which says where its parts stand.

Parts are dotted names, resolved when they are used: so what stands here imports no game, and what a game
brings for the layers above (words, opponents, defaults of evolution) is known by its row alone.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, cast

from senet_gp.errors import UsageError
from senet_gp.games.protocol import Rules


@dataclasses.dataclass(frozen=True, kw_only=True)
class Entry:
    """Where the parts of a game stand, each as ``module:attribute``.

    Attributes:
        game: the class whose instances are the game, one for each choice of its parameters.
        words: a function from the game to its vocabularies by name, the default one first.
    """

    game: str
    words: str


def _own(name: str, kind: str) -> Entry:
    """The row of one of our own games, whose parts all stand at the same places."""
    return Entry(game=f"senet_gp.games.{name}.game:{kind}", words=f"primitives.{name}:vocabularies")


#: The rows of all games, by the name that the command line knows them by.
GAMES: dict[str, Entry] = {
    "senet": _own("senet", "Senet"),
    "pursuit": _own("pursuit", "Pursuit"),
    "hexapawn": _own("hexapawn", "Hexapawn"),
    "tictactoe": _own("tictactoe", "TicTacToe"),
    "trilobite": _own("trilobite", "Trilobite"),
}


@cache
def resolved(name: str) -> Any:
    """What stands at ``module:attribute``."""
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)


def entry_of(name: str) -> Entry:
    """The row of a game.

    Raises:
        UsageError: if there is no such game.
    """
    if name not in GAMES:
        raise UsageError(f"there is no game {name[:30]!r}: the games are {', '.join(GAMES)}")
    return GAMES[name]


def game_class(name: str) -> type[Any]:
    """The class whose instances are the game of this name, one for each choice of its parameters.

    Raises:
        UsageError: if there is no such game.
    """
    return cast("type[Any]", resolved(entry_of(name).game))


def rules_of(name: str, parameters: Mapping[str, Any] | None = None) -> Rules:
    """A game by name, with its usual parameters where no others are given.

    Raises:
        UsageError: if there is no such game or parameter, or a value is impossible.
    """
    kind = game_class(name)
    if not isinstance(parameters, Mapping | None):
        raise UsageError(f"the parameters of {name} are {str(parameters)[:30]!r}, but must have names")
    known = [field.name for field in dataclasses.fields(kind)]
    for parameter in parameters or {}:
        if parameter not in known:
            has = f"its parameters are {', '.join(known)}" if known else "it has no parameters"
            raise UsageError(f"{name} has no parameter {str(parameter)[:30]!r}: {has}")
    return cast("Rules", kind(**(parameters or {})))


def in_words(rules: Rules) -> str:
    """The game's name, with the parameters that are not the usual ones."""
    usual = parameters_of(rules_of(rules.name))
    changed = [f"{name} {value}" for name, value in parameters_of(rules).items() if value != usual[name]]
    return f"{rules.name} ({', '.join(changed)})" if changed else rules.name


def parameters_of(rules: Rules) -> dict[str, int]:
    """The parameters of a game with their values."""
    return dataclasses.asdict(cast("Any", rules))
