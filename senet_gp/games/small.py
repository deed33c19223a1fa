"""The small games: those without chance on a board, whose positions can be listed and decided exactly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from senet_gp.errors import UsageError
from senet_gp.games.board.game import BoardGame
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, game_class, game_of


def small_games() -> list[str]:
    """The names of all small games."""
    return [name for name in GAMES if issubclass(game_class(name), BoardGame)]


def small_game(name: str, parameters: Mapping[str, Any] | None = None) -> BoardGame:
    """The small game of this name, with its usual parameters where no others are given.

    Raises:
        UsageError: if there is no such game or parameter, a value is impossible, or the game is not small.
    """
    game = game_of(name, parameters)
    return solvable(game, f"that: the small games are {', '.join(small_games())}")


def solvable(game: Game, what: str) -> BoardGame:
    """A game, if it can be solved.

    Args:
        game: the game.
        what: what it is too large for otherwise, as the end of a sentence.

    Raises:
        UsageError: if it cannot.
    """
    small = if_solvable(game)
    if small is None:
        raise UsageError(f"{game.title} is too large for {what}")
    return small


def if_solvable(game: Game) -> BoardGame | None:
    """A game, if it can be solved; else None."""
    return game if isinstance(game, BoardGame) else None
