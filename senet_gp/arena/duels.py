"""Duels (best of so many games) and knockouts between players of any kind, including a person.

If both players can be compiled, compiled code plays their duel; other duels are played choice by choice. Both
play the same games from the same keys. A person's duels are played last in each round, in this process.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from senet_gp.arena.batches import play_duels
from senet_gp.arena.games import entrants_of
from senet_gp.arena.knockout import KnockoutResult, knockout_of
from senet_gp.arena.pool import Pool
from senet_gp.engine.plain_play import DuelHost, play_duel
from senet_gp.engine.playthrough import Watcher
from senet_gp.engine.results import DuelResults, Pairings, put
from senet_gp.games.protocol import Game
from senet_gp.players.player import Player


class Host(DuelHost[Player], Protocol):
    """Tells a person in a knockout what happens."""

    def round_begins(self, number: int, rounds: int, pairs: Sequence[tuple[int, int]]) -> None:
        """A round begins, with these duels; a remaining player that is in none of them has a bye."""


def knockout_between(
    players: Sequence[Player],
    *,
    key: int,
    rng: random.Random,
    pool: Pool,
    game: Game,
    games: int,
    host: Host | None = None,
) -> KnockoutResult:
    """Play a knockout between players of any kind (see :func:`~senet_gp.arena.knockout.knockout`).

    Args:
        players: all players. Those that cannot be compiled must be picklable, or be people.
        key: the key of the tournament, from which the keys of its duels are derived.
        rng: draws the pairs and the byes.
        pool: where duels without a person are played.
        game: the game, with its parameters.
        games: a duel is the best of this many games.
        host: is told about the rounds, and about the duels of people; None if nobody is.
    """
    rounds = (len(players) - 1).bit_length()
    people = np.array([isinstance(player, Watcher) for player in players])
    entrants = entrants_of(players)

    def play_round(number: int, pairings: Pairings) -> DuelResults:
        first, second, keys = pairings
        if host is not None:
            host.round_begins(number, rounds, list(zip(first.tolist(), second.tolist(), strict=True)))
        results = DuelResults.new(len(keys))
        watched = people[first] | people[second]
        away = ~watched
        if away.any():
            put(results, away, play_duels(pool, entrants, pairings.part(away), games, game))
        for duel in np.flatnonzero(watched).tolist():
            sitting = players[first[duel]], players[second[duel]]
            put(results, duel, play_duel(*sitting, int(keys[duel]), games, game, host))
        return results

    return knockout_of(len(players), key=key, rng=rng, play_round=play_round)
