"""Single positions of games: sampling them, playing on from them, and the values of the choices there.

A module for each family of games does this in compiled code, with three functions that take the arguments of
the functions here. A position is what the player to move sees at the beginning of a turn; turns are counted
from there.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.decisions import Cases
from senet_gp.engine.participants import Programs
from senet_gp.engine.results import Indices, Keys, Positions
from senet_gp.games.protocol import Family, Game

_MODULES: dict[Family, str] = {
    "board": "senet_gp.engine.board_positions",
    "dice": "senet_gp.engine.dice_positions",
}


class _Kernels(Protocol):
    """The functions of a family's module."""

    met_positions: Any
    play_from: Any
    played_out: Any


def _kernels_of(game: Game) -> _Kernels:
    return cast("_Kernels", import_module(_MODULES[game.family]))


def met_positions(
    programs: Programs, players: Indices, other: int, keys: Keys, most_turns: int, game: Game
) -> Positions:
    """Sample positions from games that are not over.

    Args:
        programs: all programs that take part.
        players: (positions,) int64, the index of the program that plays each game and is to move at its end.
        other: the index of the program that it plays against.
        keys: (positions,) uint64, the keys of the games' random streams.
        most_turns: the largest number of turns of both players before the position; the number of turns, and
            who begins, are drawn.
        game: a game of a family, with its parameters.

    Returns:
        The positions, (positions, 3) int64.
    """
    met: Positions = _kernels_of(game).met_positions(programs, players, other, keys, most_turns, game)
    return met


def play_from(
    programs: Programs, players: int, opponents: Indices, positions: Positions, keys: Keys, game: Game
) -> tuple[NDArray[np.int8], Indices, NDArray[np.bool_]]:
    """Play on from positions.

    Args:
        programs: all programs that take part.
        players: the first this many programs each play on from every position, where they are to move.
        opponents: (positions,) int64, the index of the program that they play against.
        positions: (positions, 3) int64, where the games start.
        keys: (positions,) uint64, the keys of the games' random streams. They are the same for all players,
            so all have the same throws.
        game: a game of a family, with its parameters.

    Returns:
        Three arrays, (players, positions): 1 for a win, -1 for a loss, else 0; the turns of both players from
        the position on; and whether the last move of either player itself lost the game.
    """
    results: tuple[NDArray[np.int8], Indices, NDArray[np.bool_]] = _kernels_of(game).play_from(
        programs, players, opponents, positions, keys, game
    )
    return results


def played_out(
    programs: Programs,
    positions: Positions,
    partners: Indices,
    opponents: Indices,
    keys: Keys,
    most_turns: int,
    game: Game,
) -> Cases:
    """Find the values of the choices at positions by playouts.

    In a game without throws a choice is worth the worst of its playouts. In a game with throws, a case is a
    position together with a throw; all its choices are played out with the same later throws, and a choice is
    worth the mean of its playouts.

    Args:
        programs: all programs that take part.
        positions: (positions, 3) int64, where the choices are made.
        partners: (positions, playouts) int64, the index of the program that plays on for the player to move.
        opponents: (positions, playouts) int64, the index of its opponent.
        keys: (positions,) uint64, the keys from which the keys of the playouts are derived.
        most_turns: a playout that is not decided after this many turns of both players, including the turn of
            the choice, is a draw.
        game: a game of a family, with its parameters.
    """
    cases: Cases = _kernels_of(game).played_out(
        programs, positions, partners, opponents, keys, most_turns, game
    )
    return cases
