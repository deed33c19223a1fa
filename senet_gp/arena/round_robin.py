"""Everybody against everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.games import Show, play_between
from senet_gp.arena.pool import WorkerPool
from senet_gp.engine.results import GameResults, Indices
from senet_gp.games.rules import Rules
from senet_gp.players.player import Player
from senet_gp.streams import part_keys

#: The part of a seed that tournaments draw from; evolution and matches have others.
TOURNAMENT = 3


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """The games of a round robin.

    Attributes:
        players: the names of the entrants.
        games: games a pair.
        first: for each game, the index of the entrant who moved first.
        second: for each game, the index of the other.
        pairs: for each game, the number of the pair of games, on the same throws, that it belongs to.
        results: for each game, how it ended.
    """

    players: tuple[str, ...]
    games: int
    first: Indices
    second: Indices
    pairs: Indices
    results: GameResults

    @property
    def points(self) -> NDArray[np.float64]:
        """Points of the entrant of the row against that of the column, a draw counting half."""
        table = np.zeros((len(self.players), len(self.players)))
        np.add.at(table, (self.first, self.second), (1 + self.results.outcomes) / 2)
        np.add.at(table, (self.second, self.first), (1 - self.results.outcomes) / 2)
        return table

    def tally(self, outcome: int) -> NDArray[np.int64]:
        """How many games each entrant has won (outcome 1), lost (-1) or drawn (0)."""
        own = np.concatenate([self.results.outcomes, -self.results.outcomes])
        who = np.concatenate([self.first, self.second])
        return np.bincount(who[own == outcome], minlength=len(self.players))


def round_robin(
    players: Sequence[Player],
    *,
    key: int,
    pool: WorkerPool,
    rules: Rules,
    games: int,
    show: Show | None = None,
) -> RoundRobin:
    """Play every pair of entrants, in pairs of games on the same throws with seats changed.

    Args:
        players: the entrants.
        key: the key of the tournament, from which those of its games are derived.
        pool: where the games are played.
        rules: the game, with its parameters.
        games: games a pair, an even number.
        show: told now and then how many games have been played.

    Raises:
        ValueError: if the number of games is odd.
    """
    if games % 2:
        raise ValueError(f"{games} games cannot be shared equally between two seats")
    sides = np.array(list(combinations(range(len(players)), 2)), np.int64).reshape(-1, 2)
    one, other = np.repeat(sides[:, 0], games), np.repeat(sides[:, 1], games)
    pairs = np.arange(len(one)) // 2
    turned = np.arange(len(one)) % 2 == 1
    first, second = np.where(turned, other, one), np.where(turned, one, other)
    keys = part_keys(key, len(one) // 2)[pairs]
    results = play_between(players, first, second, keys, pool, rules, show)
    names = tuple(player.name for player in players)
    return RoundRobin(names, games, first, second, pairs, results)
