"""Hexapawn: three pawns a side on nine squares."""

from senet_gp.games.hexapawn.game import Hexapawn

__all__ = ["Hexapawn"]
