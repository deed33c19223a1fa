"""The small games, which alone can be solved: those without chance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from senet_gp.errors import UsageError
from senet_gp.games.board.game import BoardGame
from senet_gp.games.registry import GAMES, rules_of

SMALL_GAMES = tuple(name for name in GAMES if name != "senet")


def small_game(name: str, parameters: Mapping[str, Any] | None = None) -> BoardGame:
    """The small game of this name, with its usual parameters where no others are given.

    Raises:
        UsageError: if there is no such game or parameter, a value is impossible, or the game is not small.
    """
    rules = rules_of(name, parameters)
    if not isinstance(rules, BoardGame):
        raise UsageError(f"{rules.title} is too large for that: the small games are {', '.join(SMALL_GAMES)}")
    return rules
