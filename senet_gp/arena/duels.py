"""Duels, matches best of so many games, and knockouts between players of any kind, a person among them.

Where compiled code knows both players, it plays their duel; others are played choice by choice, with the same
games from the same keys. A person's duels are played last in each round, in this process.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np

from senet_gp.arena.batches import play_matches
from senet_gp.arena.game import Game, Watcher, draw_start, watched
from senet_gp.arena.knockout import KnockoutResult, knockout_of
from senet_gp.arena.pool import WorkerPool
from senet_gp.compiled import uint64
from senet_gp.engine import match_rules
from senet_gp.engine.results import Indices, Keys, MatchResults
from senet_gp.games.protocol import Rules
from senet_gp.players.parsing import bound
from senet_gp.players.player import Player
from senet_gp.streams import STREAMS, game_streams, part_key


class Host(Protocol):
    """Whoever tells a person in a knockout what goes on."""

    def round_begins(self, number: int, rounds: int, pairs: Sequence[tuple[int, int]]) -> None:
        """A round begins, with these duels; who is still in and in none of them has a bye."""

    def game_begins(self, game: Game, number: int, points: tuple[float, float]) -> None:
        """A game of a duel begins, the number-th, at this standing: the first mover's points, the other's."""

    def game_ends(self, game: Game, by_lot: Player | None) -> None:
        """It has ended."""

    def duel_ends(self, winner: Player, loser: Player, *, by_lot: bool) -> None:
        """A duel has ended, by lot if it was still equal after all games."""


class NoHost:
    """Tells nothing."""

    def round_begins(self, number: int, rounds: int, pairs: Sequence[tuple[int, int]]) -> None:
        """Tell nothing."""

    def game_begins(self, game: Game, number: int, points: tuple[float, float]) -> None:
        """Tell nothing."""

    def game_ends(self, game: Game, by_lot: Player | None) -> None:
        """Tell nothing."""

    def duel_ends(self, winner: Player, loser: Player, *, by_lot: bool) -> None:
        """Tell nothing."""


class DuelResult(NamedTuple):
    """How a duel ended; the fields are those of :class:`~senet_gp.engine.results.MatchResults`."""

    second_won: bool
    games: int
    turns: int
    own_losses: int


def play_duel(
    first: Player, second: Player, key: int, games: int, rules: Rules, host: Host | None = None
) -> DuelResult:
    """Play a duel choice by choice; it is the one that compiled code plays from the same key.

    The seats alternate, the first player beginning; of an odd number of games, who begins the last is drawn.
    A duel still equal after all games is decided by one more pair of games, then by lot. In Senet a
    game that does not end is decided by lot.

    Args:
        first: one player.
        second: the other.
        key: the key from which those of its games are derived.
        games: the most games, apart from a deciding pair.
        rules: the game, with its parameters.
        host: is told of every game.
    """
    host = host or NoHost()
    lots = np.zeros(STREAMS, np.uint64)
    match_rules.open_lots(uint64(key), lots)
    lead = played = turns = own_losses = 0
    while match_rules.goes_on(played, games, lead):
        begins = match_rules.first_begins(played, games, lots)
        sign = 1 if begins else -1
        streams = game_streams(part_key(key, played))
        players = (first, second) if begins else (second, first)
        game = Game(players, streams, rules, draw_start(rules, streams))
        host.game_begins(game, played + 1, ((played + sign * lead) / 2, (played - sign * lead) / 2))
        for _ in watched(game):
            pass
        undecided = rules.undecided_by_lot and game.outcome == 0
        result = match_rules.drawn_by_lot(lots) if undecided else sign * (game.outcome or 0)
        host.game_ends(game, (first if result > 0 else second) if undecided else None)
        lead += result
        turns += game.turns
        own_losses += game.own_loss
        played += 1
    by_lot = lead == 0
    if by_lot:
        lead = match_rules.drawn_by_lot(lots)
    winner, loser = (second, first) if lead < 0 else (first, second)
    host.duel_ends(winner, loser, by_lot=by_lot)
    return DuelResult(lead < 0, played, turns, own_losses)


@dataclass(frozen=True)
class Duels:
    """Plays the duels of a knockout, whoever takes part.

    Attributes:
        players: all players, expressions in the words of the game with its parameters; those that compiled
            code does not know must pickle, or watch.
        games: a duel is the best of so many.
        rules: the game, with its parameters.
        pool: where duels without a person are played.
        host: is told of the duels of those who watch.

    Raises:
        UsageError: if an expression is one of another game.
    """

    players: Sequence[Player]
    games: int
    rules: Rules
    pool: WorkerPool
    host: Host = field(default_factory=NoHost)

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", [bound(player, self.rules) for player in self.players])

    def knockout(self, *, key: int, rng: random.Random) -> KnockoutResult:
        """Play a knockout of all players (see :func:`~senet_gp.arena.knockout.knockout`)."""
        rounds = (len(self.players) - 1).bit_length()

        def matches(number: int, first: Indices, second: Indices, keys: Keys) -> MatchResults:
            pairs = list(zip(first.tolist(), second.tolist(), strict=True))
            self.host.round_begins(number, rounds, pairs)
            return self.play(first, second, keys)

        return knockout_of(len(self.players), key=key, rng=rng, matches=matches)

    def play(self, first: Indices, second: Indices, keys: Keys) -> MatchResults:
        """Play duels between these players.

        Args:
            first: for each duel, the index of one player.
            second: for each duel, the index of the other.
            keys: for each duel, the key from which those of its games are derived.
        """
        players, games, rules = self.players, self.games, self.rules
        results = MatchResults.new(len(keys))
        compiled = np.array([player.program is not None for player in players])
        watching = np.array([isinstance(player, Watcher) for player in players])
        fast = compiled[first] & compiled[second]
        slow = np.flatnonzero(~fast & ~(watching[first] | watching[second])).tolist()
        own = np.flatnonzero(watching[first] | watching[second]).tolist()
        if fast.any():
            place = np.cumsum(compiled) - 1
            programs = [program for player in players if (program := player.program) is not None]
            found = play_matches(
                self.pool, programs, place[first[fast]], place[second[fast]], keys[fast], games, rules
            )
            for name, values in found._asdict().items():
                getattr(results, name)[fast] = values
        tasks = [(players[first[n]], players[second[n]], int(keys[n]), games, rules) for n in slow]
        rows = dict(zip(slow, self.pool.map(play_duel, tasks), strict=True))
        for n in own:
            rows[n] = play_duel(players[first[n]], players[second[n]], int(keys[n]), games, rules, self.host)
        for n, row in rows.items():
            for name, value in row._asdict().items():
                getattr(results, name)[n] = value
        return results
