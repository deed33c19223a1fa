"""Dash: two runners a side on one track, and a die; a runner that is caught begins again."""

from __future__ import annotations

from dataclasses import dataclass

from primitives import Vocabulary
from primitives.plain import plain_vocabulary
from senet_gp.errors import UsageError
from senet_gp.games.geometry import Geometry, grid
from senet_gp.games.plain_track import PlainTrackGame, Track
from senet_gp.games.registry import Entry, register_game


@dataclass(frozen=True)
class Dash(PlainTrackGame):
    """The game on a track of so many squares."""

    length: int = 12

    name = "dash"
    title = "Dash"
