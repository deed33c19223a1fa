"""Games between any players, by compiled code where it knows both, else choice by choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from senet_gp.arena.batches import play_games
from senet_gp.arena.game import Watcher, play_game
from senet_gp.arena.pool import WorkerPool
from senet_gp.engine.results import GameResults, Indices, Keys
from senet_gp.games.protocol import Rules
from senet_gp.players.player import Player

#: So many games choice by choice are given to a worker at a time.
_SLOW_BATCH = 4
#: Who is told how far the games are is told so many times, but not for fewer games a worker.
_TIMES_SHOWN, _LEAST_SHOWN = 50, 2 * _SLOW_BATCH

#: Told how many games have been played.
Show = Callable[[int], None]


def play_between(
    players: Sequence[Player],
    first: Indices,
    second: Indices,
    keys: Keys,
    pool: WorkerPool,
    rules: Rules,
    show: Show | None = None,
) -> GameResults:
    """Play games between players.

    Args:
        players: all players that take part; those that compiled code does not know must pickle.
        first: for each game, the index of the player who moves first.
        second: for each game, the index of the other.
        keys: for each game, the key of its random streams.
        pool: where the games are played.
        rules: the game, with its parameters.
        show: told now and then how many games have been played; the results are the same without it.
    """
    if show is None:
        return _play(players, first, second, keys, pool, rules)
    results = GameResults.new(len(keys))
    size = max(_LEAST_SHOWN * pool.workers, -(-len(keys) // _TIMES_SHOWN))
    for begin in range(0, len(keys), size):
        part = slice(begin, begin + size)
        played = _play(players, first[part], second[part], keys[part], pool, rules)
        for name, values in played._asdict().items():
            getattr(results, name)[part] = values
        show(min(begin + size, len(keys)))
    return results


def _play(
    players: Sequence[Player], first: Indices, second: Indices, keys: Keys, pool: WorkerPool, rules: Rules
) -> GameResults:
    compiled = np.array([player.program is not None for player in players])
    fast = compiled[first] & compiled[second]
    results = GameResults.new(len(keys))
    if fast.any():
        place = np.cumsum(compiled) - 1
        programs = [program for player in players if (program := player.program) is not None]
        played = play_games(pool, programs, place[first[fast]], place[second[fast]], keys[fast], rules)
        for name, values in played._asdict().items():
            getattr(results, name)[fast] = values
    # A person sits here, at this terminal, and cannot be sent to a worker.
    people = np.array([isinstance(player, Watcher) for player in players])
    watched = people[first] | people[second]
    for number in np.flatnonzero(watched).tolist():
        row = _play_slowly([(players[first[number]], players[second[number]], int(keys[number]))], rules)[0]
        _put(results, number, row)
    slow = np.flatnonzero(~fast & ~watched)
    tasks = []
    for begin in range(0, len(slow), _SLOW_BATCH):
        games = slow[begin : begin + _SLOW_BATCH].tolist()
        pairs = [(players[first[game]], players[second[game]], int(keys[game])) for game in games]
        tasks.append((pairs, rules))
    rows = [row for batch in pool.map(_play_slowly, tasks) for row in batch]
    for number, row in zip(slow.tolist(), rows, strict=True):
        _put(results, number, row)
    return results


def _put(results: GameResults, number: int, row: tuple[int, int, float, bool]) -> None:
    """Write the row of a game."""
    for name, value in zip(results._fields, row, strict=True):
        getattr(results, name)[number] = value


def _play_slowly(
    games: Sequence[tuple[Player, Player, int]], rules: Rules
) -> list[tuple[int, int, float, bool]]:
    """Play games choice by choice: for each its row of ``GameResults``."""
    rows = []
    for first, second, key in games:
        game = play_game(first, second, key, rules)
        rows.append((game.outcome or 0, game.turns, game.luck[0] - game.luck[1], game.own_loss))
    return rows
