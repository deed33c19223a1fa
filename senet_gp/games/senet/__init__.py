"""Senet: positions and moves as objects, its compiled rules and turns, and the numbers of its boards."""

from senet_gp.games.senet.game import Senet, SenetDecision
from senet_gp.games.senet.moves import (
    MAX_PIECES,
    SQUARES,
    Move,
    SenetAfterstate,
    SenetPosition,
    afterstates,
    packed_moves,
    packed_throws,
    rescued,
    throw_group,
    throw_groups,
    throw_once,
)

__all__ = [
    "MAX_PIECES",
    "SQUARES",
    "Move",
    "Senet",
    "SenetAfterstate",
    "SenetDecision",
    "SenetPosition",
    "afterstates",
    "packed_moves",
    "packed_throws",
    "rescued",
    "throw_group",
    "throw_groups",
    "throw_once",
]
