"""The small games and their exact players on the command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from senet_gp.arena.verdict import Foreseeable
    from senet_gp.games.board_game import BoardGame

_PARAMETERS = {
    "width": "Columns of the board (trilobite).",
    "height": "Rows of the board (trilobite).",
    "line": "Pieces in a line that win (trilobite).",
    "size": "Columns and rows of the board (pursuit).",
    "rounds": "Rounds after which the game is drawn (pursuit).",
}


def game_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for all parameters of the small games."""
    for name, text in reversed(_PARAMETERS.items()):
        command = click.option(f"--{name}", type=int, default=None, help=text)(command)
    return command


def small_game(name: str, parameters: dict[str, int | None]) -> BoardGame:
    """The small game of this name, with those parameters that are given.

    Raises:
        UsageError: if there is no such game, it has no such parameter, or the value is impossible.
    """
    import dataclasses

    from senet_gp.errors import UsageError
    from senet_gp.games.small import game_class

    kind = game_class(name)
    given = {key: value for key, value in parameters.items() if value is not None}
    known = [field.name for field in dataclasses.fields(kind)]  # type: ignore[arg-type]
    for key in given:
        if key not in known:
            has = ", ".join(f"--{other}" for other in known) or "no parameters"
            raise UsageError(f"{name} has no --{key}: it has {has}")
    return kind(**given)


def exact_player(text: str, game: BoardGame) -> Foreseeable:
    """The player that a command line names.

    Raises:
        UsageError: if there is no such player.
        FileError: if its file cannot be read.
    """
    from senet_gp.errors import UsageError
    from senet_gp.players.minimax import MinimaxPlayer
    from senet_gp.players.table import table_player

    if text == "minimax":
        return MinimaxPlayer(game)
    if text.partition(":")[0] == "table":
        return table_player(text, game)
    raise UsageError(f"there is no player {text[:60]!r} of {game.name}: it is minimax, table, or table:FILE")
