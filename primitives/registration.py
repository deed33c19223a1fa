"""Vocabularies from outside: the functions that make them, registered by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES
from senet_gp.rows import Registry, resolved

#: By game, the functions that make registered vocabularies, by the names of these.
_REGISTERED: dict[str, Registry[str]] = {}


def register_vocabulary(game_name: str, name: str, maker: str) -> None:
    """Register a vocabulary of a game, so that the command line, files and functions find it by name.

    Call this in a module of your own; registering the same again does nothing. The function is imported when
    the vocabulary is first used. Worker processes import it, too, by its dotted name.

    Args:
        game_name: the game.
        name: the vocabulary's name within the game.
        maker: a function from the game, with its parameters, to the vocabulary, as ``module:function``.

    Raises:
        UsageError: if there is no such game, the name is not a simple word, or another vocabulary has it.

    >>> register_vocabulary("chess", "mine", "my_words:mine")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    senet_gp.rows.UnknownNameError: there is no game 'chess': the games are ...
    """
    _ = GAMES[game_name]
    _REGISTERED.setdefault(game_name, Registry(f"vocabulary of {game_name}", {})).add(name, maker)


def registered_for(game: Game) -> Mapping[str, str]:
    """The functions that make the vocabularies registered for a game, by the names of these."""
    return _REGISTERED.get(game.name) or {}


@cache
def made_by(maker: str, game: Game) -> Any:
    """What a function makes, given as ``module:function``: a game's vocabularies by name, or one of them."""
    return resolved(maker, f"a vocabulary of {game.name}")(game)
