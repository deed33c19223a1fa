"""Players: whoever can choose the board that a turn ends in."""

from __future__ import annotations

from senet_gp.players.player import ExpressionPlayer, Player, RandomPlayer

__all__ = ["ExpressionPlayer", "Player", "RandomPlayer"]
