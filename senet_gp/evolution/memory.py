"""The node budget of a population for a limit on memory.

It is computed from counts and measured constants (docs/performance.md), not from the memory in use, so a run
with limited growth has the same result on every machine and with any number of workers. The limit is on the
main process, which holds the population; the memory of a worker is bounded by its batch.
"""

from __future__ import annotations

from senet_gp.errors import UsageError
from senet_gp.files.reading import MAX_BYTES
from senet_gp.machine import available_memory, in_mib

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
