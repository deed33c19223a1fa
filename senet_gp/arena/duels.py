"""Duels, matches best of so many games, and knockouts between players of any kind, a person among them.

Where compiled code knows both players, it plays their duel; others are played choice by choice, with the same
games from the same keys. A person's duels are played last in each round, in this process.
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
from senet_gp.engine.plain_play import DuelHost, NoDuelHost, play_duel
from senet_gp.engine.playthrough import Watcher
from senet_gp.engine.results import DuelResults, Indices, Keys, put
from senet_gp.games.protocol import Game
from senet_gp.players.parsing import bound
from senet_gp.players.player import Player


class Host(DuelHost[Player], Protocol):
    """Whoever tells a person in a knockout what goes on."""

    def round_begins(self, number: int, rounds: int, pairs: Sequence[tuple[int, int]]) -> None:
        """A round begins, with these duels; who is still in and in none of them has a bye."""


class NoHost(NoDuelHost[Player]):
    """Tells nothing."""

    def round_begins(self, number: int, rounds: int, pairs: Sequence[tuple[int, int]]) -> None:
        """Tell nothing."""


@dataclass(frozen=True)
class Duels:
    """Plays the duels of a knockout, whoever takes part.

    Attributes:
        players: all players, expressions in the words of the game with its parameters; those that compiled
            code does not know must pickle, or watch.
        games: a duel is the best of so many.
        game: the game, with its parameters.
        pool: where duels without a person are played.
        host: is told of the duels of those who watch.

    Raises:
        UsageError: if an expression is one of another game.
    """

    players: Sequence[Player]
    games: int
    game: Game
    pool: Pool
    host: Host = field(default_factory=NoHost)

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", [bound(player, self.game) for player in self.players])

    def knockout(self, *, key: int, rng: random.Random) -> KnockoutResult:
        """Play a knockout of all players (see :func:`~senet_gp.arena.knockout.knockout`)."""
        rounds = (len(self.players) - 1).bit_length()

        def matches(number: int, first: Indices, second: Indices, keys: Keys) -> DuelResults:
            pairs = list(zip(first.tolist(), second.tolist(), strict=True))
            self.host.round_begins(number, rounds, pairs)
            return self.play(first, second, keys)

        return knockout_of(len(self.players), key=key, rng=rng, matches=matches)

    def play(self, first: Indices, second: Indices, keys: Keys) -> DuelResults:
        """Play duels between these players.

        Args:
            first: for each duel, the index of one player.
            second: for each duel, the index of the other.
            keys: for each duel, the key from which those of its games are derived.
        """
        results = DuelResults.new(len(keys))
        people = np.array([isinstance(player, Watcher) for player in self.players])
        watched = people[first] | people[second]
        away = ~watched
        if away.any():
            sides, entrants = (first[away], second[away], keys[away]), entrants_of(self.players)
            put(results, away, play_duels(self.pool, entrants, *sides, self.games, self.game))
        for number in np.flatnonzero(watched).tolist():
            sitting = self.players[first[number]], self.players[second[number]]
            put(results, number, play_duel(*sitting, int(keys[number]), self.games, self.game, self.host))
        return results
