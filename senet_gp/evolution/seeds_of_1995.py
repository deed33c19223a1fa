"""The individuals that two of the runs of 1995 began with."""

from __future__ import annotations

from functools import cache

from primitives import vocabulary
from senet_gp.players.hand import SENET_SEEDS
from senet_gp.trees.text import to_lisp


@cache
def seeds_of_1995() -> tuple[str, ...]:
    """The eight hand-crafted individuals, S1 to S8, as expressions."""
    words = vocabulary("senet")
    return tuple(to_lisp(seed.tree(words)) for seed in SENET_SEEDS)
