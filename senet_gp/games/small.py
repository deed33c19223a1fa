"""The small games: those without chance on a board, whose positions can be listed and decided exactly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from senet_gp.errors import UsageError
from senet_gp.games.board.game import BoardGame
from senet_gp.games.protocol import Rules
from senet_gp.games.registry import GAMES, game_class, rules_of


def small_games() -> list[str]:
    """The names of all small games."""
    return [name for name in GAMES if issubclass(game_class(name), BoardGame)]


def small_game(name: str, parameters: Mapping[str, Any] | None = None) -> BoardGame:
    """The small game of this name, with its usual parameters where no others are given.

    Raises:
        UsageError: if there is no such game or parameter, a value is impossible, or the game is not small.
    """
    rules = rules_of(name, parameters)
    return solvable(rules, f"that: the small games are {', '.join(small_games())}")


def solvable(rules: Rules, what: str) -> BoardGame:
    """A game, if it can be solved.

    Args:
        rules: the game.
        what: what it is too large for otherwise, as the end of a sentence.

    Raises:
        UsageError: if it cannot.
    """
    game = if_solvable(rules)
    if game is None:
        raise UsageError(f"{rules.title} is too large for {what}")
    return game


def if_solvable(rules: Rules) -> BoardGame | None:
    """A game, if it can be solved; else None."""
    return rules if isinstance(rules, BoardGame) else None
