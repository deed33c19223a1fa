"""Games and duels between players of any kind, in any game: one interface, whatever plays them.

Each family of games is played by kernels (:class:`FamilyKernels`): games without chance by those of
:mod:`senet_gp.engine.board_play`, games with throws by those of :mod:`senet_gp.engine.dice_play`. If a game
is of no family, or a player cannot be compiled, games are played choice by choice
(:mod:`senet_gp.engine.playthrough`). All of them play the same game from the same key: same throws, same
choices, same results; they differ in speed alone. Games played on from a position estimate the chances of
winning there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.participants import Chooser, Participant, Programs, joined
from senet_gp.engine.playthrough import duels_by_choices, games_by_choices
from senet_gp.engine.results import (
    DuelResults,
    GameResults,
    Keys,
    Pairings,
    Results,
    put,
)
from senet_gp.games.protocol import Family, Game
from senet_gp.runtime.errors import UsageError


class FamilyKernels(Protocol):
    """How compiled code plays a family of games: the functions of a module, which all take a game of it."""

    def play_games(self, programs: Programs, pairings: Pairings, game: Any, start: Any = None) -> GameResults:
        """Play games as :func:`play_games` does, between programs that all have kernels."""

    def play_duels(self, programs: Programs, pairings: Pairings, games: int, game: Any) -> DuelResults:
        """Play duels as :func:`play_duels` does, between programs that all have kernels."""


#: The module that plays each family of games.
PLAYED_BY: dict[Family, str] = {"board": "senet_gp.engine.board_play", "dice": "senet_gp.engine.dice_play"}


def kernels_of(game: Game) -> FamilyKernels:
    """The module that plays a game of a family in compiled code."""
    return cast("FamilyKernels", import_module(PLAYED_BY[game.family]))


def in_compiled_code(players: Sequence[Chooser], game: Game) -> NDArray[np.bool_]:
    """Which of the players compiled code can play in this game, (players,) bool."""
    known = bool(game.family)
    return np.array([known and getattr(player, "has_kernels", False) for player in players], np.bool_)


def play_games(players: Sequence[Chooser], pairings: Pairings, game: Game, start: Any = None) -> GameResults:
    """Play games, in compiled code what it can play, and the rest choice by choice.

    Args:
        players: the players; they can be compiled or of any other kind.
        pairings: who plays whom, (games,).
        game: the game, with its parameters.
        start: the position that all games start from, as the first mover sees it; by default one of the
            game's own.

    Returns:
        The results, (games,).

    Raises:
        UsageError: if kernels end a game with another result than 1, 0 or -1.
    """
    played = _played(
        GameResults,
        players,
        pairings,
        game,
        lambda programs, those: kernels_of(game).play_games(programs, those, game, start),
        lambda those: games_by_choices(players, those, game, start),
    )
    most = int(np.abs(played.outcomes).max(initial=0))
    if most > 1:
        raise UsageError(f"the kernels of {game.title} end games with a result of {most}, not of 1, 0 or -1")
    return played


def play_duels(players: Sequence[Chooser], pairings: Pairings, games: int, game: Game) -> DuelResults:
    """Play duels, each the best of several games, decided on points.

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
    return _played(
        DuelResults,
        players,
        pairings,
        game,
        lambda programs, those: kernels_of(game).play_duels(programs, those, games, game),
        lambda those: duels_by_choices(players, those, games, game),
    )


def _played(
    kind: type[Results],
    players: Sequence[Chooser],
    pairings: Pairings,
    game: Game,
    compiled: Callable[[Programs, Pairings], Results],
    plainly: Callable[[Pairings], Results],
) -> Results:
    """Play in compiled code what it can play, and the rest choice by choice."""
    known = in_compiled_code(players, game)
    if known.all():  # the usual case, in which nothing is copied
        return compiled(joined(cast("Sequence[Participant]", players)), pairings)
    fast = known[pairings.first] & known[pairings.second]
    results = kind.new(len(pairings.keys))
    if fast.any():
        ready = [cast("Participant", player) for player, has in zip(players, known, strict=True) if has]
        number = np.cumsum(known) - 1
        first, second, keys = pairings.part(fast)
        put(results, fast, compiled(joined(ready), Pairings(number[first], number[second], keys)))
    if not fast.all():
        put(results, ~fast, plainly(pairings.part(~fast)))
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
