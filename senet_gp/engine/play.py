"""Games and duels between players of any kind, in any game: three implementations behind one interface.

Each family of games is played by a module in compiled code: :mod:`senet_gp.engine.board_play` plays games
without chance, :mod:`senet_gp.engine.dice_play` games with throws. If a game is of no family, or a player
cannot be compiled, games are played choice by choice (:mod:`senet_gp.engine.plain_play`). All three play the
same game from the same key; they differ in speed alone. Games played on from a position estimate the chances
of winning there.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine import plain_play
from senet_gp.engine.participants import Chooser, Participant, joined
from senet_gp.engine.results import DuelResults, GameResults, Keys, Pairings, Results, put
from senet_gp.games.protocol import Family, Game

#: The module that plays each family of games.
PLAYED_BY: dict[Family, str] = {"board": "senet_gp.engine.board_play", "dice": "senet_gp.engine.dice_play"}


def in_compiled_code(players: Sequence[Chooser], game: Game) -> NDArray[np.bool_]:
    """Which of the players compiled code can play in this game, (players,) bool."""
    known = bool(game.family)
    return np.array([known and getattr(player, "has_kernels", False) for player in players], np.bool_)


def play_games(players: Sequence[Chooser], pairings: Pairings, game: Game, start: Any = None) -> GameResults:
    """Play games.

    Args:
        players: the players; they can be compiled or of any other kind.
        pairings: who plays whom, (games,).
        game: the game, with its parameters.
        start: the position that all games start from, as the first mover sees it; by default one of the
            game's own.

    Returns:
        The results, (games,).
    """
    return _played("play_games", GameResults, game, players, pairings, (game, start))


def play_duels(players: Sequence[Chooser], pairings: Pairings, games: int, game: Game) -> DuelResults:
    """Play duels, each the best of so many games, decided on points.

    The players take turns in moving first, the first player beginning; if the number of games is odd, it is
    drawn who moves first in the last one. If the game says so (Senet does), a game that does not end is
    decided by lot. A duel that is equal after all games is decided by one more pair of games, and if that is
    equal too, by lot.

    Args:
        players: the players; they can be compiled or of any other kind.
        pairings: who plays whom, (duels,).
        games: the largest number of games in a duel, not counting the deciding pair.
        game: the game, with its parameters.

    Returns:
        The results, (duels,).
    """
    return _played("play_duels", DuelResults, game, players, pairings, (games, game))


def _played(
    what: str,
    kind: type[Results],
    game: Game,
    players: Sequence[Chooser],
    pairings: Pairings,
    rest: tuple[Any, ...],
) -> Results:
    """Play in compiled code what it can play, and the rest choice by choice."""
    known = in_compiled_code(players, game)
    if known.all():  # the usual case
        compiled = getattr(import_module(PLAYED_BY[game.family]), what)
        together = joined(cast("Sequence[Participant]", players))
        return cast("Results", compiled(together, *pairings, *rest))
    fast = known[pairings.first] & known[pairings.second]
    plainly = getattr(plain_play, what)
    if not fast.any():
        return cast("Results", plainly(players, pairings, *rest))
    compiled = getattr(import_module(PLAYED_BY[game.family]), what)
    programs = joined(
        [cast("Participant", player) for player, ready in zip(players, known, strict=True) if ready]
    )
    number = np.cumsum(known) - 1
    results = kind.new(len(pairings.keys))
    first, second, keys = pairings.part(fast)
    put(results, fast, compiled(programs, number[first], number[second], keys, *rest))
    put(results, ~fast, plainly(players, pairings.part(~fast), *rest))
    return results


def points_from(
    to_move: Chooser, other: Chooser, game: Game, position: Any, keys: Keys
) -> NDArray[np.float64]:
    """The points of the player to move in games played on from a position, one game for each key.

    >>> from senet_gp.engine.participants import RANDOM_MOVER
    >>> from senet_gp.games.registry import game_of
    >>> from senet_gp.runtime.streams import part_keys
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
    outcomes = play_games([to_move, other], Pairings(first, first + 1, keys), game, position).outcomes
    return (1 + outcomes.astype(np.float64)) / 2
