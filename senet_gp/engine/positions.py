"""Single positions of games: met, played on from, and asked about, of whichever game has kernels for it.

A game names the module that does it in compiled code (``position_kernels``), which holds three functions that
are called as those here. A position is what the player to move sees where a turn begins; turns are counted
anew from there.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.decisions import Cases
from senet_gp.engine.participants import Programs
from senet_gp.engine.results import Indices, Keys, Positions
from senet_gp.games.protocol import Game


class _Kernels(Protocol):
    """What is asked of a game's module."""

    met_positions: Any
    play_from: Any
    played_out: Any


def _kernels_of(game: Game) -> _Kernels:
    return cast("_Kernels", import_module(game.position_kernels))


def met_positions(
    programs: Programs, players: Indices, other: int, keys: Keys, most_turns: int, game: Game
) -> Positions:
    """Positions that come up in games, of which none is over.

    Args:
        programs: all programs that take part.
        players: (positions,) the index of the program that is to move there, and has played until then.
        other: the index of the program that it has played against.
        keys: (positions,) uint64, the keys of their random streams.
        most_turns: so many turns of both have been played at most; how many, and who began, is drawn.
        game: a game that has ``position_kernels``, with its parameters.
    """
    met: Positions = _kernels_of(game).met_positions(programs, players, other, keys, most_turns, game)
    return met


def play_from(
    programs: Programs, players: int, opponents: Indices, positions: Positions, keys: Keys, game: Game
) -> tuple[NDArray[np.int8], Indices, NDArray[np.bool_]]:
    """Let programs play on from positions.

    Args:
        programs: all programs that take part.
        players: so many of them, the first, all play on from every position, being to move there.
        opponents: (positions,) the index of the program that they play against.
        positions: from where.
        keys: (positions,) uint64, the keys of the games' random streams, the same for all players: what is
            thrown, too.
        game: a game that has ``position_kernels``, with its parameters.

    Returns:
        By player and position: 1 for a win, -1 for a loss, else 0; the turns of both from there; and whether
        the game was lost by its last move itself, whoever made it.
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
    """What the choices at positions lead to, found by games that are played on from there.

    Without throws a choice is worth the worst of its games. Where throws are made, a case is a position with
    what is thrown there, all its choices are tried on the same throws, and a choice is worth the mean.

    Args:
        programs: all programs that take part.
        positions: where choices are to be made.
        partners: (positions, trials) the index of who plays on for the player to move.
        opponents: (positions, trials) the index of whom they play on against.
        keys: (positions,) uint64, the keys from which those of the trials are derived.
        most_turns: who has not won or lost after so many turns of both, that of the choice among them, has
            drawn.
        game: a game that has ``position_kernels``, with its parameters.
    """
    cases: Cases = _kernels_of(game).played_out(
        programs, positions, partners, opponents, keys, most_turns, game
    )
    return cases
