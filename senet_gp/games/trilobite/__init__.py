"""Trilobite: pieces are dropped into columns."""

from senet_gp.games.trilobite.game import Trilobite

__all__ = ["Trilobite"]
