"""Duels (best of so many games) and knockouts between players of any kind, including a person.

If both players can be compiled, compiled code plays their duel; other duels are played choice by choice. Both
play the same games from the same keys. A person's duels are played last in each round, in this process.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from senet_gp.arena.batches import play_duels
from senet_gp.arena.games import entrants_of
from senet_gp.arena.knockout import KnockoutResult, knockout_of
from senet_gp.arena.pool import Pool
from senet_gp.checks import number_of_games, several
from senet_gp.engine.plain_play import DuelHost, NoDuelHost, play_duel
from senet_gp.engine.playthrough import Watcher
from senet_gp.engine.results import DuelResults, Pairings, put
from senet_gp.games.protocol import Game
from senet_gp.players.parsing import bound
from senet_gp.players.player import Player


class Host(DuelHost[Player], Protocol):
    """Tells a person in a knockout what happens."""

    def round_begins(self, number: int, rounds: int, pairs: Sequence[tuple[int, int]]) -> None:
        """A round begins, with these duels; a remaining player that is in none of them has a bye."""


class NoHost(NoDuelHost[Player]):
    """Says nothing."""

    def round_begins(self, number: int, rounds: int, pairs: Sequence[tuple[int, int]]) -> None:
        """Say nothing."""


@dataclass(frozen=True)
class Duels:
    """Plays the duels of a knockout between players of any kind.

    Attributes:
        players: all players; expressions are bound to the game with its parameters. Players that cannot be
            compiled must be picklable, or be people.
        games: a duel is the best of this many games.
        game: the game, with its parameters.
        pool: where duels without a person are played.
        host: is told about the duels of people.

    Raises:
        UsageError: if an expression is made for another game.
    """

    players: Sequence[Player]
    games: int
    game: Game
    pool: Pool
    host: Host = field(default_factory=NoHost)

    def __post_init__(self) -> None:
        object.__setattr__(self, "games", number_of_games(self.games))
        object.__setattr__(
            self,
            "players",
            [bound(player, self.game) for player in several("players", self.players, "player")],
        )

    def knockout(self, *, key: int, rng: random.Random) -> KnockoutResult:
        """Play a knockout of all players (see :func:`~senet_gp.arena.knockout.knockout`)."""
        rounds = (len(self.players) - 1).bit_length()

        def play_round(number: int, pairings: Pairings) -> DuelResults:
            pairs = list(zip(pairings.first.tolist(), pairings.second.tolist(), strict=True))
            self.host.round_begins(number, rounds, pairs)
            return self.play(pairings)

        return knockout_of(len(self.players), key=key, rng=rng, play_round=play_round)

    def play(self, pairings: Pairings) -> DuelResults:
        """Play duels between these players.

        Args:
            pairings: who plays whom, (duels,).
        """
        first, second, keys = pairings
        results = DuelResults.new(len(keys))
        people = np.array([isinstance(player, Watcher) for player in self.players])
        watched = people[first] | people[second]
        away = ~watched
        if away.any():
            entrants = entrants_of(self.players)
            put(results, away, play_duels(self.pool, entrants, pairings.part(away), self.games, self.game))
        for number in np.flatnonzero(watched).tolist():
            sitting = self.players[first[number]], self.players[second[number]]
            put(results, number, play_duel(*sitting, int(keys[number]), self.games, self.game, self.host))
        return results
