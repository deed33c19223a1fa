"""Games and matches choice by choice, in plain Python: any game, and players of any kind.

They are those that compiled code plays from the same keys: same throws, same choices, same end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, Protocol

import numpy as np

from senet_gp.compiled import uint64
from senet_gp.engine import duel_rules
from senet_gp.engine.participants import Chooser
from senet_gp.engine.playthrough import Playthrough, Who, draw_start, play_game, watched
from senet_gp.engine.results import DuelResults, GameResults, Indices, Keys, put
from senet_gp.games.protocol import Game
from senet_gp.streams import STREAMS, game_streams, part_key


class DuelHost(Protocol[Who]):
    """Whoever tells a person in a duel what goes on."""

    def game_begins(self, playthrough: Playthrough[Who], number: int, points: tuple[float, float]) -> None:
        """A game of a duel begins, the number-th, at this standing: the first mover's points, the other's."""

    def game_ends(self, playthrough: Playthrough[Who], by_lot: Who | None) -> None:
        """It has ended."""

    def duel_ends(self, winner: Who, loser: Who, *, by_lot: bool) -> None:
        """A duel has ended, by lot if it was still equal after all games."""


class NoDuelHost(Generic[Who]):
    """Tells nothing."""

    def game_begins(self, playthrough: Playthrough[Who], number: int, points: tuple[float, float]) -> None:
        """Tell nothing."""

    def game_ends(self, playthrough: Playthrough[Who], by_lot: Who | None) -> None:
        """Tell nothing."""

    def duel_ends(self, winner: Who, loser: Who, *, by_lot: bool) -> None:
        """Tell nothing."""


class DuelResult(NamedTuple):
    """How a duel ended; the fields are those of :class:`~senet_gp.engine.results.DuelResults`."""

    second_won: bool
    games: int
    turns: int
    self_losses: int


def play_duel(
    first: Who, second: Who, key: int, games: int, game: Game, host: DuelHost[Who] | None = None
) -> DuelResult:
    """Play a match, the best of so many games, choice by choice.

    The seats alternate, the first player beginning; of an odd number of games, who begins the last is drawn.
    A duel still equal after all games is decided by one more pair of games, then by lot. Where the game says
    so (Senet does), a game that does not end is decided by lot.

    Args:
        first: one player.
        second: the other.
        key: the key from which those of its games are derived.
        games: the most games, apart from a deciding pair.
        game: the game, with its parameters.
        host: is told of every game.
    """
    host = host or NoDuelHost()
    duel_streams = np.zeros(STREAMS, np.uint64)
    duel_rules.open_duel_streams(uint64(key), duel_streams)
    lead = played = turns = self_losses = 0
    while duel_rules.goes_on(played, games, lead):
        begins = duel_rules.first_begins(played, games, duel_streams)
        sign = 1 if begins else -1
        streams = game_streams(part_key(key, played))
        players = (first, second) if begins else (second, first)
        playthrough = Playthrough(players, streams, game, draw_start(game, streams))
        host.game_begins(playthrough, played + 1, ((played + sign * lead) / 2, (played - sign * lead) / 2))
        for _ in watched(playthrough):
            pass
        undecided = game.undecided_by_lot and playthrough.outcome == 0
        result = duel_rules.drawn_by_lot(duel_streams) if undecided else sign * (playthrough.outcome or 0)
        host.game_ends(playthrough, (first if result > 0 else second) if undecided else None)
        lead += result
        turns += playthrough.turns
        self_losses += playthrough.self_loss
        played += 1
    by_lot = lead == 0
    if by_lot:
        lead = duel_rules.drawn_by_lot(duel_streams)
    winner, loser = (second, first) if lead < 0 else (first, second)
    host.duel_ends(winner, loser, by_lot=by_lot)
    return DuelResult(lead < 0, played, turns, self_losses)


def play_games(
    players: Sequence[Chooser], first: Indices, second: Indices, keys: Keys, game: Game, start: Any = None
) -> GameResults:
    """Play games; arguments as of :func:`senet_gp.engine.play.play_games`."""
    results = GameResults.new(len(keys))
    for number, key in enumerate(keys.tolist()):
        playthrough = play_game(players[first[number]], players[second[number]], key, game, start)
        results.outcomes[number] = playthrough.outcome or 0
        results.turns[number] = playthrough.turns
        results.luck[number] = playthrough.luck[0] - playthrough.luck[1]
        results.self_losses[number] = playthrough.self_loss
    return results


def play_duels(
    players: Sequence[Chooser], first: Indices, second: Indices, keys: Keys, games: int, game: Game
) -> DuelResults:
    """Play matches; arguments as of :func:`senet_gp.engine.play.play_duels`."""
    results = DuelResults.new(len(keys))
    for number, key in enumerate(keys.tolist()):
        put(results, number, play_duel(players[first[number]], players[second[number]], key, games, game))
    return results
