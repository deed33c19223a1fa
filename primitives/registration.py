"""Vocabularies from outside: the functions that make them, registered by name."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache
from types import FunctionType
from typing import Any

from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.loaded_code import hash_of, is_from_outside
from senet_gp.runtime.quoting import shortened
from senet_gp.runtime.registries import Registry, resolved

#: By game, the functions that make registered vocabularies, by the names of these.
_REGISTERED: dict[str, Registry[str]] = {}


def register_vocabulary(game_name: str, name: str, maker: str | Callable[[Any], Any]) -> None:
    """Register a vocabulary of a game, so that the command line, files and functions find it by name.

    Call this in a module of your own; registering the same again does nothing. The function is imported when
    the vocabulary is first used. Worker processes import it, too, by its dotted name.

    Args:
        game_name: the game.
        name: the vocabulary's name within the game.
        maker: a function from the game, with its parameters, to the vocabulary, or its name as
            ``module:function``.

    Raises:
        UsageError: if there is no such game, the name is not a simple word, another vocabulary has it, or the
            function does not stand at the top of its module.

    >>> register_vocabulary("chess", "mine", "my_words:mine")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    senet_gp.runtime.registries.UnknownNameError: there is no game 'chess': the games are ...
    """
    _ = GAMES[game_name]
    if not isinstance(maker, str | FunctionType):
        raise UsageError(
            f"the vocabulary {shortened(name)} is made by {shortened(repr(maker))}, but that must be a "
            "function, or its name as module:function"
        )
    rows: Registry[Any] = _REGISTERED.setdefault(game_name, Registry(f"vocabulary of {game_name}", {}))
    rows.add(name, maker)


def registered_for(game: Game) -> Mapping[str, str]:
    """The functions that make the vocabularies registered for a game, by the names of these."""
    return _REGISTERED.get(game.name) or {}


def made_by(maker: str, game: Game) -> Any:
    """What a function makes, given as ``module:function``: a game's vocabularies by name, or one of them.

    It is made once, and once more after the function or something that it uses was defined anew.

    Raises:
        UsageError: if it still uses something that was defined anew (see
        :mod:`senet_gp.runtime.loaded_code`).
    """
    function = resolved(maker, f"a vocabulary of {game.name}")
    return _made(function, code_of(function), game)


@cache
def _made(function: Callable[[Game], Any], _code: str, game: Game) -> Any:
    # It is made at its first use, whenever that is, so what it draws from Python's generator leaves no mark.
    before = random.getstate()
    try:
        return function(game)
    finally:
        random.setstate(before)


def code_of(maker: Any) -> str:
    """The hash of a function that makes vocabularies; empty if it is ours, or no function."""
    return hash_of(maker) if isinstance(maker, FunctionType) and is_from_outside(maker) else ""
