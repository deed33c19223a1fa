"""Games and duels played choice by choice, in plain Python: any game, and players of any kind.

From the same keys compiled code plays the same games: same throws, same choices, same results.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from senet_gp.engine.participants import Chooser
from senet_gp.engine.playthrough import Playthrough, Who, draw_start, play_game, watched
from senet_gp.engine.results import (
    DuelResults,
    GameResults,
    Pairings,
    drawn_by_lot,
    first_begins,
    goes_on,
    open_duel_streams,
    put,
)
from senet_gp.games.protocol import Game
from senet_gp.runtime.compiled import uint64
from senet_gp.runtime.streams import STREAMS, game_streams, part_key


class DuelHost(Protocol[Who]):
    """Tells a person in a duel what happens."""

    def game_begins(self, playthrough: Playthrough[Who], number: int, points: tuple[float, float]) -> None:
        """A game of the duel begins.

        Args:
            playthrough: the game.
            number: its number in the duel, from 1 on.
            points: the points so far, those of the first mover first.
        """

    def game_ends(self, playthrough: Playthrough[Who], by_lot: Who | None) -> None:
        """A game of the duel has ended; ``by_lot`` is its winner if it was decided by lot."""

    def duel_ends(self, winner: Who, loser: Who, *, by_lot: bool) -> None:
        """The duel has ended, by lot if it was still equal after all games."""


class DuelResult(NamedTuple):
    """How a duel ended; the fields are those of :class:`~senet_gp.engine.results.DuelResults`."""

    second_won: bool
    games: int
    turns: int
    self_losses: int


def play_duel(
    first: Who, second: Who, key: int, games: int, game: Game, host: DuelHost[Who] | None = None
) -> DuelResult:
    """Play a duel, the best of so many games, choice by choice.

    The rules of a duel are those of :func:`senet_gp.engine.play.play_duels`.

    >>> from senet_gp.games.registry import game_of
    >>> from senet_gp.players.player import RandomPlayer
    >>> play_duel(RandomPlayer(), RandomPlayer(), 1, 3, game_of("hexapawn")).games in (2, 3, 4, 5)
    True

    Args:
        first: one player, who moves first in the first game.
        second: the other.
        key: the key from which the keys of the games are derived.
        games: the largest number of games, not counting the deciding pair.
        game: the game, with its parameters.
        host: is told about every game; None if nobody is.
    """
    duel_streams = np.zeros(STREAMS, np.uint64)
    open_duel_streams(uint64(key), duel_streams)
    lead = played = turns = self_losses = 0
    while goes_on(played, games, lead):
        begins = first_begins(played, games, duel_streams)
        sign = 1 if begins else -1
        streams = game_streams(part_key(key, played))
        players = (first, second) if begins else (second, first)
        playthrough = Playthrough(players, streams, game, draw_start(game, streams))
        if host is not None:
            points = (played + sign * lead) / 2, (played - sign * lead) / 2
            host.game_begins(playthrough, played + 1, points)
        for _ in watched(playthrough):
            pass
        undecided = game.undecided_by_lot and playthrough.outcome == 0
        result = drawn_by_lot(duel_streams) if undecided else sign * (playthrough.outcome or 0)
        if host is not None:
            host.game_ends(playthrough, (first if result > 0 else second) if undecided else None)
        lead += result
        turns += playthrough.turns
        self_losses += playthrough.self_loss
        played += 1
    by_lot = lead == 0
    if by_lot:
        lead = drawn_by_lot(duel_streams)
    winner, loser = (second, first) if lead < 0 else (first, second)
    if host is not None:
        host.duel_ends(winner, loser, by_lot=by_lot)
    return DuelResult(lead < 0, played, turns, self_losses)


def play_games(players: Sequence[Chooser], pairings: Pairings, game: Game, start: Any = None) -> GameResults:
    """Play games; the arguments are those of :func:`senet_gp.engine.play.play_games`."""
    first, second, keys = pairings
    results = GameResults.new(len(keys))
    for number, key in enumerate(keys.tolist()):
        playthrough = play_game(players[first[number]], players[second[number]], key, game, start)
        put(results, number, result_of(playthrough))
    return results


def result_of(playthrough: Playthrough[Any]) -> tuple[int, int, float, bool]:
    """How a game ended, in the order of the fields of ``GameResults``."""
    luck = playthrough.luck[0] - playthrough.luck[1]
    return playthrough.outcome or 0, playthrough.turns, luck, playthrough.self_loss


def play_duels(players: Sequence[Chooser], pairings: Pairings, games: int, game: Game) -> DuelResults:
    """Play duels; the arguments are those of :func:`senet_gp.engine.play.play_duels`."""
    first, second, keys = pairings
    results = DuelResults.new(len(keys))
    for number, key in enumerate(keys.tolist()):
        put(results, number, play_duel(players[first[number]], players[second[number]], key, games, game))
    return results
