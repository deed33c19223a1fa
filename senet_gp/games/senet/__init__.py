"""Senet as objects, its compiled rules, and what plays it compiled."""

from senet_gp.games.senet.game import (
    MOST_PIECES,
    SQUARES,
    Candidate,
    Decision,
    Move,
    Position,
    Senet,
    candidates,
    packed_moves,
    packed_throws,
    rescued,
    throw_group,
    throw_groups,
    throw_once,
)

__all__ = [
    "MOST_PIECES",
    "SQUARES",
    "Candidate",
    "Decision",
    "Move",
    "Position",
    "Senet",
    "candidates",
    "packed_moves",
    "packed_throws",
    "rescued",
    "throw_group",
    "throw_groups",
    "throw_once",
]
