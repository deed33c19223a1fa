"""Playouts: games played on from a position, by which the chances of winning there are estimated."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine import play
from senet_gp.engine.participants import Chooser
from senet_gp.engine.results import Keys, Pairings
from senet_gp.games.protocol import Game


def points_from(
    to_move: Chooser, other: Chooser, game: Game, position: Any, keys: Keys
) -> NDArray[np.float64]:
    """The points of the player to move in games played on from a position, one game for each key.

    >>> from senet_gp.engine.participants import RANDOM_MOVER
    >>> from senet_gp.games.registry import game_of
    >>> from senet_gp.streams import part_keys
    >>> hexapawn = game_of("hexapawn")
    >>> points_from(RANDOM_MOVER, RANDOM_MOVER, hexapawn, hexapawn.starts()[0], part_keys(1, 4)).shape
    (4,)

    Args:
        to_move: the player to move.
        other: the other player.
        game: the game, with its parameters.
        position: the position, as the player to move sees it, before any throw.
        keys: (games,) uint64, the keys of the games' random streams.

    Returns:
        (games,) float64: 1 for a win, ½ for a draw or a game that does not end, 0 for a loss.
    """
    first = np.zeros(len(keys), np.int64)
    outcomes = play.play_games([to_move, other], Pairings(first, first + 1, keys), game, position).outcomes
    return (1 + outcomes.astype(np.float64)) / 2
