"""The node budget of a population: how many nodes a memory holds, and how they are counted in breeding.

What a memory holds is computed from counts and measured constants, not from the memory in use, so a run with
limited growth has the same result on every machine and with any number of workers. The limit is on the main
process, which holds the population; the memory of a worker is bounded by its batch.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from senet_gp.runtime.errors import SenetGpError, UsageError
from senet_gp.runtime.files import MAX_BYTES
from senet_gp.runtime.machine import available_memory, in_mib
from senet_gp.trees.individual import Individual

#: Bytes of the program without a population; about 200 MiB were measured.
PROGRAM = 256 << 20
#: Bytes for each node of a population, including the node of a child and what is sent to workers; 23.6 were
#: measured.
NODE = 24
#: Further bytes for each individual and its child; 1250 were measured.
INDIVIDUAL = 1500
#: With more nodes a checkpoint could exceed the size that can be read back. A node takes at most 32 bytes
#: there: a name of up to 17 letters, a space, parentheses, and its share of the last winners.
MAX_NODES = MAX_BYTES // 32


def max_nodes(limit: int, population: int, islands: int = 1) -> int:
    """The number of nodes that a population may have.

    It is never more than a checkpoint can hold, even without a limit on memory.

    Args:
        limit: the memory that the main process may use, in bytes.
        population: the number of individuals.
        islands: the number of such populations in a run, which share the memory.

    Raises:
        UsageError: if not even individuals of one node would fit.

    >>> max_nodes(limit=1 << 30, population=1000)
    33491932
    """
    individuals = population * islands
    least = PROGRAM + (INDIVIDUAL + NODE) * individuals
    if limit < least:
        raise UsageError(
            f"a memory limit of {in_mib(limit)} is too low: a run with {individuals} individuals needs "
            f"at least {in_mib(least)}"
        )
    return min((limit - PROGRAM - INDIVIDUAL * individuals) // NODE // islands, MAX_NODES)


def usual_limit() -> int:
    """Half of the memory available to this process, in bytes; the rest is for workers and other programs."""
    return max(available_memory() // 2, 2 * PROGRAM)


class PopulationTooLargeError(SenetGpError):
    """The next population would exceed its node budget; none of it is kept."""


class NodeBudget:
    """Counts the nodes of the next population while it is bred.

    The expected size of the next population is the nodes of the children bred so far, plus the mean size of
    the parents for each child that is still to come. A child exceeds the budget if it brings the expected
    size above the limit. So small children make room for large ones, and no population ever exceeds its
    limit.

    Args:
        parents: the population of the parents; the next one has as many individuals.
        limit: above this many nodes, copies of parents replace children; 0 for no limit.
        stop: above this many nodes, breeding stops with an error; 0 for no limit.

    Attributes:
        refused: how many children have exceeded the budget.

    Raises:
        PopulationTooLargeError: if the parents already exceed a limit.
    """

    def __init__(self, parents: Sequence[Individual], *, limit: int, stop: int) -> None:
        self.refused = 0
        self._limit = limit
        self._stop = stop
        self._count = self._left = len(parents)
        self._parents = sum(map(len, parents))
        for most in (limit, stop):
            _check(self._parents, most)
        self._bred = 0
        self._by_size = sorted(parents, key=len) if limit else []

    def stand_in_for(self, child: Individual, parent: Individual) -> Individual | None:
        """The individual whose copy replaces the next child; None if the child fits.

        It is the child's parent or, if that does not fit either, one of those in the population that fit, in
        turn.

        Raises:
            PopulationTooLargeError: if the expected size is above ``stop``.
        """
        self._left -= 1
        # The mean size of the parents for each child that is still to be bred.
        expected = self._bred - (-self._left * self._parents // self._count)
        stand_in = None
        if self._limit and expected + len(child) > self._limit:
            stand_in = child = self._instead_of(parent, self._limit - expected)
            self.refused += 1
        _check(expected + len(child), self._stop)
        self._bred += len(child)
        return stand_in

    def _instead_of(self, parent: Individual, budget: int) -> Individual:
        if len(parent) <= budget:
            return parent
        # The smallest parent always fits, since the budget keeps the mean size for every child.
        return self._by_size[self.refused % bisect_right(self._by_size, budget, key=len)]


def check_nodes(population: Sequence[Individual], most: int) -> None:
    """Check that a population, which no budget has counted, has at most ``most`` nodes; 0 for no limit.

    Raises:
        PopulationTooLargeError: if it has more.
    """
    _check(sum(map(len, population)), most)


def _check(nodes: int, most: int) -> None:
    if most and nodes > most:
        raise PopulationTooLargeError(
            f"the next population would have about {nodes:,} nodes, but its budget is {most:,}"
        )
