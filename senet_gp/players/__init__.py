"""Players: everything that can choose among the afterstates of a decision."""

from __future__ import annotations

from senet_gp.players.player import ExpressionPlayer, Player, RandomPlayer

__all__ = ["ExpressionPlayer", "Player", "RandomPlayer"]
