"""Pursuit: two players walk on a grid."""

from senet_gp.games.pursuit.game import Pursuit

__all__ = ["Pursuit"]
