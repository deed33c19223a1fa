"""Games between any players, in the pool; those of a person here."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from senet_gp.arena.batches import play_games
from senet_gp.arena.pool import Pool
from senet_gp.engine import plain_play
from senet_gp.engine.participants import Chooser
from senet_gp.engine.playthrough import Watcher
from senet_gp.engine.results import GameResults, Indices, Keys, put
from senet_gp.games.protocol import Game
from senet_gp.players.player import Player

#: Who is told how far the games are is told so many times, but not for fewer games a worker.
_TIMES_SHOWN, _MIN_SHOWN = 50, 8

#: Told how many games have been played.
Show = Callable[[int], None]


def play_between(
    players: Sequence[Player],
    first: Indices,
    second: Indices,
    keys: Keys,
    pool: Pool,
    game: Game,
    show: Show | None = None,
) -> GameResults:
    """Play games between players.

    Args:
        players: all players that take part; those that compiled code does not know must pickle.
        first: for each game, the index of the player who moves first.
        second: for each game, the index of the other.
        keys: for each game, the key of its random streams.
        pool: where the games are played.
        game: the game, with its parameters.
        show: told now and then how many games have been played; the results are the same without it.
    """
    if show is None:
        return _play(players, first, second, keys, pool, game)
    results = GameResults.new(len(keys))
    size = max(_MIN_SHOWN * pool.workers, -(-len(keys) // _TIMES_SHOWN))
    for begin in range(0, len(keys), size):
        part = slice(begin, begin + size)
        put(results, part, _play(players, first[part], second[part], keys[part], pool, game))
        show(min(begin + size, len(keys)))
    return results


def _play(
    players: Sequence[Player], first: Indices, second: Indices, keys: Keys, pool: Pool, game: Game
) -> GameResults:
    results = GameResults.new(len(keys))
    # A person sits here, at this terminal, and cannot be sent to a worker.
    people = np.array([isinstance(player, Watcher) for player in players])
    watched = people[first] | people[second]
    away = ~watched
    if away.any():
        sides = first[away], second[away], keys[away]
        put(results, away, play_games(pool, entrants_of(players), *sides, game))
    if watched.any():
        put(
            results,
            watched,
            plain_play.play_games(players, first[watched], second[watched], keys[watched], game),
        )
    return results


def entrants_of(players: Sequence[Player]) -> list[Chooser]:
    """The players as what goes to where games are played: as participants, as far as they are."""
    return [player if player.participant is None else player.participant for player in players]
