"""Games and matches between players of any kind, of any game: three ways to play behind one interface.

A game may name a module that plays it compiled: :mod:`senet_gp.engine.board_play` plays games without chance,
:mod:`senet_gp.games.senet.play` plays Senet, side by side. Where the game names none, or somebody takes part
whom compiled code does not know, games are played choice by choice (:mod:`senet_gp.engine.plain_play`). All
ways play the same game from the same key, so that the way matters to nothing but the time it takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine import plain_play
from senet_gp.engine.participants import Chooser, Participant, joined
from senet_gp.engine.results import DuelResults, GameResults, Indices, Keys, Results, put
from senet_gp.games.protocol import Game


def in_compiled_code(players: Sequence[Chooser], game: Game) -> NDArray[np.bool_]:
    """Which of the players compiled code can play in this game, (players,)."""
    known = bool(game.kernels)
    return np.array([known and getattr(player, "has_kernels", False) for player in players], np.bool_)


def play_games(
    players: Sequence[Chooser], first: Indices, second: Indices, keys: Keys, game: Game, start: Any = None
) -> GameResults:
    """Play games.

    Args:
        players: all that take part.
        first: (games,) for each game, the index of the player who moves first.
        second: (games,) the index of the other.
        keys: (games,) uint64, the keys of their random streams.
        game: the game, with its parameters.
        start: the board that the games start from, if not one of the game's own, seen by who moves first.
    """
    return _played("play_games", GameResults, game, players, (first, second, keys), (game, start))


def play_duels(
    players: Sequence[Chooser], first: Indices, second: Indices, keys: Keys, games: int, game: Game
) -> DuelResults:
    """Play matches, each the best of so many games, decided on points.

    The seats alternate, the first player beginning; of an odd number of games, who begins the last is drawn.
    Where the game says so (Senet does), a game that does not end is decided by lot. A match still equal after
    all games is decided by one more pair of games, then by lot.

    Args:
        players: all that take part.
        first: (matches,) for each match, the index of one player.
        second: (matches,) the index of the other.
        keys: (matches,) uint64, the keys from which those of its games are derived.
        games: the most games of a match, apart from a deciding pair.
        game: the game, with its parameters.
    """
    return _played("play_duels", DuelResults, game, players, (first, second, keys), (games, game))


def _played(
    what: str,
    kind: type[Results],
    game: Game,
    players: Sequence[Chooser],
    sides: tuple[Indices, Indices, Keys],
    rest: tuple[Any, ...],
) -> Results:
    """Play what compiled code can play there, and the rest choice by choice."""
    first, second, keys = sides
    known = in_compiled_code(players, game)
    if known.all():  # as nearly always, and soonest asked
        compiled = getattr(import_module(game.kernels), what)
        together = joined(cast("Sequence[Participant]", players))
        return cast("Results", compiled(together, first, second, keys, *rest))
    fast = known[first] & known[second]
    plainly = getattr(plain_play, what)
    if not fast.any():
        return cast("Results", plainly(players, first, second, keys, *rest))
    compiled = getattr(import_module(game.kernels), what)
    programs = joined(
        [cast("Participant", player) for player, ready in zip(players, known, strict=True) if ready]
    )
    place = np.cumsum(known) - 1
    results = kind.new(len(keys))
    put(results, fast, compiled(programs, place[first[fast]], place[second[fast]], keys[fast], *rest))
    put(results, ~fast, plainly(players, first[~fast], second[~fast], keys[~fast], *rest))
    return results
