"""The race for searches with a say in what its networks see: how far its sides are, and who has won."""

from __future__ import annotations

from dataclasses import dataclass

from search_race import (
    BITS,
    LENGTH,
    MAX_AFTERSTATES,
    RUNNERS,
    WAITING,
    SearchRace,
    afterstates,
    law,
    luck,
    steps,
    swapped,
    thrown,
)

from senet_gp.games.dice.features import Active
from senet_gp.games.dice.rules import GOES_ON, WON
from senet_gp.games.kernels import popcount
from senet_gp.runtime.compiled import kernel

__all__ = ["MAX_AFTERSTATES", "NetworkRace", "afterstates", "law", "luck", "swapped", "thrown"]

#: So many numbers of steps a side may have made, on whatever masks.
STEPS = LENGTH * (LENGTH + 1) // 2 + RUNNERS * (LENGTH + 1) + 1
INPUTS, MAX_ACTIVE = 2 * STEPS, 2


@kernel
def made(side: int, waiting: int) -> int:
    """How many steps the runners of a side have made, those at home included."""
    return steps(side) + (LENGTH + 1) * (RUNNERS - min(popcount(side) + waiting, RUNNERS))


@kernel
def features(mine: int, theirs: int, state: int, active: Active) -> int:
    """How far each side is."""
    active[0] = made(mine, state & WAITING)
    active[1] = STEPS + made(theirs, (state >> BITS) & WAITING)
    return 2


@kernel
def result_on(mine: int, theirs: int, state: int) -> int:  # noqa: ARG001
    """The first runner that leaves the track wins."""
    return WON if popcount(mine) + (state & WAITING) < RUNNERS else GOES_ON


@dataclass(frozen=True)
class NetworkRace(SearchRace):
    """The game."""

    name = "networkrace"
    rules_module = __name__
