"""Senet's rules as far as the meanings of its words need them, with sets of squares.

They are written independently of the compiled rules in :mod:`senet_gp.games.senet.rules`.
"""

from __future__ import annotations


def safe(own: frozenset[int]) -> frozenset[int]:
    """A player's protected pieces: those beside another of theirs; none while one is in the water."""
    return frozenset() if 27 in own else frozenset(s for s in own if s - 1 in own or s + 1 in own)


def can_go_forward(own: frozenset[int], other: frozenset[int], start: int, throw: int) -> bool:
    """Whether the piece on ``start`` has a legal forward move by ``throw``."""
    if start > 26:
        return start == 30 or (start, throw) in {(28, 3), (29, 2)}
    if start == 26 and throw == 5:
        return True
    target = start + throw
    if target in own or target in safe(other) or (start < 26 < target):
        return False
    water_taken = 27 in own or 27 in other
    return not (water_taken and (target == 27 or (target > 27 and target in other)))
