"""Room for the next population, in nodes, counted while it is bred."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from senet_gp.errors import SenetGpError
from senet_gp.trees.individual import Individual


class PopulationTooLargeError(SenetGpError):
    """The next population would have more nodes than there may be; nothing of it is kept."""


class NodeBudget:
    """Counts the nodes of the next population while it is bred.

    A population is too large when it is to be expected, from what has been bred so far and from the size of
    the parents for the rest, that it will have more nodes than there may be. So small children make room for
    large ones, and no population is ever larger than it may be.

    Args:
        parents: the population that is bred from; as many will be bred.
        limit: beyond so many nodes growth is limited; 0 for no limit.
        stop: beyond so many nodes breeding is refused; 0 for no limit.

    Attributes:
        refused: how many children have found no room.
        stand_in: whom the last one taken is a copy of, if the child found no room; else None.

    Raises:
        PopulationTooLargeError: if the parents are too large already.
    """

    def __init__(self, parents: Sequence[Individual], *, limit: int, stop: int) -> None:
        self.refused = 0
        self.stand_in: Individual | None = None
        self._limit = limit
        self._stop = stop
        self._count = self._left = len(parents)
        self._parents = sum(map(len, parents))
        for most in (limit, stop):
            _check(self._parents, most)
        self._bred = 0
        self._by_size = sorted(parents, key=len) if limit else []

    def holds(self, sizes: NDArray[np.int64]) -> bool:
        """Whether children of these sizes, which are all, find room one after the other.

        Then :meth:`taken_by` would take each of them, and need not be asked.
        """
        left = np.arange(len(sizes) - 1, -1, -1)
        expected = np.cumsum(sizes) + -(-left * self._parents // self._count)
        return all(not most or int(expected.max()) <= most for most in (self._limit, self._stop))

    def taken_by(self, child: Individual, parent: Individual) -> Individual:
        """The child, or where growth is limited and it finds no room, a copy of its parent.

        If this finds no room either it is a copy of one of those of the population that do, each in turn.

        Raises:
            PopulationTooLargeError: if the population is too large.
        """
        self._left -= 1
        budget = self._limit - self._expected_of_others() - self._bred
        self.stand_in = None
        if self._limit and len(child) > budget:
            self.stand_in = self._instead_of(parent, budget)
            child = Individual(self.stand_in)
            self.refused += 1
        _check(self._bred + len(child) + self._expected_of_others(), self._stop)
        self._bred += len(child)
        return child

    def _expected_of_others(self) -> int:
        """How many nodes those may have that are still to be bred, if they are as large as their parents."""
        return -(-self._left * self._parents // self._count)

    def _instead_of(self, parent: Individual, budget: int) -> Individual:
        if len(parent) <= budget:
            return parent
        # The smallest always does: there is room for so many as large as the parents are on average.
        return self._by_size[self.refused % bisect_right(self._by_size, budget, key=len)]


def check_first(population: Sequence[Individual], most: int) -> None:
    """Make sure that there is room for a first population; 0 is no limit.

    Raises:
        PopulationTooLargeError: if there is not.
    """
    _check(sum(map(len, population)), most)


def _check(nodes: int, most: int) -> None:
    if most and nodes > most:
        raise PopulationTooLargeError(
            f"the next population would have some {nodes:,} nodes, but there is room for {most:,}"
        )
