"""Counts of positions by depth, as the slow reference found them."""

from __future__ import annotations

import pytest
from thinned import thinned

from senet_gp.games import senet

# By pieces, the counts by depth: (throws held, distinct positions that go on, distinct positions won).
# A player in the water makes the first of the throws alone.
_COUNTS: dict[int, list[tuple[tuple[int, ...], int, int]]] = {
    7: [
        ((2,), 1, 0),
        ((3,), 7, 0),
        ((1, 2), 79, 0),
        ((2,), 154, 0),
        ((1, 3), 1635, 0),
        ((2,), 3654, 0),
        ((3,), 10222, 0),
        ((1, 2), 84475, 0),
    ],
    2: [
        ((4, 4, 5, 3), 8, 0),
        ((4, 5, 5, 2), 124, 0),
        ((4, 5, 5, 3), 830, 0),
        ((4, 4, 2), 2621, 0),
        ((1, 3), 5068, 0),
        ((1, 2), 9579, 0),
        ((5, 3), 11459, 0),
        ((4, 3), 16774, 0),
        ((5, 3), 17094, 0),
        ((5, 4, 2), 23190, 0),
        ((4, 3), 26014, 84),
    ],
    1: [
        ((4, 4, 5, 3), 1, 0),
        ((4, 5, 5, 2), 1, 0),
        ((1, 4, 5, 2), 4, 0),
        ((4, 4, 2), 8, 1),
        ((5, 3), 10, 2),
        ((4, 2), 12, 0),
        ((1, 3), 15, 0),
        ((4, 3), 19, 2),
        ((4, 5, 5, 2), 51, 6),
        ((1, 2), 53, 5),
        ((1, 1, 1, 1), 43, 5),
        ((3,), 35, 8),
        ((2,), 29, 0),
    ],
}


@pytest.mark.parametrize("pieces", thinned([7, 2, 1], kept=[0, 2]))
def test_counts_of_positions_by_depth(pieces: int) -> None:
    positions = {senet.SenetPosition.start(pieces)}
    for depth, (throws, going_on, won) in enumerate(_COUNTS[pieces], 1):
        ends: set[senet.SenetPosition] = set()
        for position in positions:
            if position.in_water:
                ends.add(senet.rescued(position, throws[0]))
            else:
                ends.update(afterstate.position for afterstate in senet.afterstates(position, throws))
        positions = {position.swapped() for position in ends if not position.won}
        assert (depth, len(positions), len(ends) - len(positions)) == (depth, going_on, won)
