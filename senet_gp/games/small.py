"""The small games by name. A game's module is imported when the game is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from senet_gp.errors import UsageError

if TYPE_CHECKING:
    from senet_gp.games.board_game import BoardGame

#: The class of each game; it stands in the module that is called like the game.
CLASSES = {
    "pursuit": "Pursuit",
    "hexapawn": "Hexapawn",
    "tictactoe": "TicTacToe",
    "trilobite": "Trilobite",
}


def game_class(name: str) -> type[BoardGame]:
    """The class whose instances are the small game of this name, one for each choice of its parameters.

    Raises:
        UsageError: if there is no such game.
    """
    if name not in CLASSES:
        raise UsageError(f"there is no small game {name[:30]!r}: they are {', '.join(CLASSES)}")
    found: type[BoardGame] = getattr(import_module(f"senet_gp.games.{name}"), CLASSES[name])
    return found
