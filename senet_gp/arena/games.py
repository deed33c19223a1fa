"""Games between players of any kind: played in the pool, or in this process if a person takes part."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from senet_gp.arena.batches import play_games
from senet_gp.arena.pool import Pool
from senet_gp.engine import plain_play
from senet_gp.engine.participants import Chooser
from senet_gp.engine.playthrough import Watcher
from senet_gp.engine.results import GameResults, Pairings, put
from senet_gp.games.protocol import Game
from senet_gp.players.player import Player

#: Progress is reported this many times, but not more often than after this many games per worker.
_TIMES_SHOWN, _MIN_SHOWN = 50, 8

#: Is called with the number of games played so far.
Show = Callable[[int], None]


def play_between(
    players: Sequence[Player],
    pairings: Pairings,
    pool: Pool,
    game: Game,
    show: Show | None = None,
) -> GameResults:
    """Play games between players.

    Args:
        players: the players; those that cannot be compiled must be picklable.
        pairings: who plays whom, (games,).
        pool: where the games are played.
        game: the game, with its parameters.
        show: is called now and then with the number of games played; it does not change the results.

    Returns:
        The results, (games,).
    """
    if show is None:
        return _play(players, pairings, pool, game)
    count = len(pairings.keys)
    results = GameResults.new(count)
    size = max(_MIN_SHOWN * pool.workers, -(-count // _TIMES_SHOWN))
    for begin in range(0, count, size):
        part = slice(begin, begin + size)
        put(results, part, _play(players, pairings.part(part), pool, game))
        show(min(begin + size, count))
    return results


def _play(players: Sequence[Player], pairings: Pairings, pool: Pool, game: Game) -> GameResults:
    results = GameResults.new(len(pairings.keys))
    # A person sits at this terminal, so their games are played in this process.
    people = np.array(list(map(is_person, players)))
    watched = people[pairings.first] | people[pairings.second]
    away = ~watched
    if away.any():
        put(results, away, play_games(pool, entrants_of(players), pairings.part(away), game))
    if watched.any():
        put(results, watched, plain_play.play_games(players, pairings.part(watched), game))
    return results


def is_person(player: Player) -> bool:
    """Whether a player is a person at this terminal, who has to be shown every choice."""
    return isinstance(player, Watcher)


def entrants_of(players: Sequence[Player]) -> list[Chooser]:
    """The players in the form that is sent to workers: their participants where they have one."""
    return [player if player.participant is None else player.participant for player in players]
