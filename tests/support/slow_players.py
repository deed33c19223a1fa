"""Players that compiled code does not know."""

from __future__ import annotations

from senet_gp.games.protocol import Decision
from senet_gp.players.player import Player
from senet_gp.runtime.streams import Streams


class Slow:
    """Plays as another player does, choice by choice."""

    participant = None

    def __init__(self, player: Player, name: str = "") -> None:
        self.player = player
        self.name = name or player.name

    def choose(self, decision: Decision, streams: Streams) -> int:
        """What the other chooses."""
        return self.player.choose(decision, streams)
