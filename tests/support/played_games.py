"""Whole games between players that texts name: their choices, and their records."""

from __future__ import annotations

from typing import Any

from senet_gp.arena.record import GameRecord
from senet_gp.engine.playthrough import Choice, Playthrough, draw_start
from senet_gp.games.protocol import Game
from senet_gp.players.parsing import player_from_text
from senet_gp.runtime.streams import game_streams


def played(
    game: Game, key: int, first: str = "random", second: str = "random"
) -> tuple[Playthrough[Any], list[Choice]]:
    """A game that has been played to its end, and all its choices."""
    players, streams = (player_from_text(first, game), player_from_text(second, game)), game_streams(key)
    playthrough = Playthrough(players, streams, game, draw_start(game, streams))
    return playthrough, list(playthrough.choices())


def record_of(game: Game, key: int, first: str = "random", second: str = "random") -> GameRecord:
    """The record of the same game."""
    playthrough, choices = played(game, key, first, second)
    return GameRecord((first, second), game, choices[0].before, choices, playthrough.outcome)
