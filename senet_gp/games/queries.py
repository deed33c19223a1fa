"""Queries of compiled code that apply to any board of two masks."""

from __future__ import annotations

from senet_gp.compiled import inlined_kernel
from senet_gp.games.bits import popcount


@inlined_kernel
def pieces(own: int) -> int:
    """How many pieces a side has on the board."""
    return popcount(own)


@inlined_kernel
def counted(number: int) -> int:
    """A column of the board unchanged, such as the number of hits."""
    return number
