"""The small games: board games without chance whose positions can all be listed and solved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from senet_gp.errors import UsageError
from senet_gp.games.board.game import BoardGame
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, game_class, game_of


def small_games() -> list[str]:
    """The names of all small games.

    >>> small_games()
    ['pursuit', 'hexapawn', 'tictactoe', 'trilobite']
    """
    return [name for name in GAMES if issubclass(game_class(name), BoardGame)]


def small_game(name: str, parameters: Mapping[str, Any] | None = None) -> BoardGame:
    """The small game with this name; parameters that are not given have their default values.

    Raises:
        UsageError: if there is no such game or parameter, a value is impossible, or the game is not small.
    """
    game = game_of(name, parameters)
    return solvable(game, f"that: the small games are {', '.join(small_games())}")


def solvable(game: Game, what: str) -> BoardGame:
    """The game, if it can be solved.

    Args:
        game: the game.
        what: the end of the error message: what the game is too large for.

    Raises:
        UsageError: if it cannot be solved.
    """
    small = if_solvable(game)
    if small is None:
        raise UsageError(f"{game.title} is too large for {what}")
    return small


def if_solvable(game: Game) -> BoardGame | None:
    """The game if it can be solved, else None."""
    return game if isinstance(game, BoardGame) else None
