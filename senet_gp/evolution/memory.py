"""The node budget of a population for a limit on memory.

It is computed from counts and measured constants (docs/performance.md), not from the memory in use, so a run
with limited growth has the same result on every machine and with any number of workers. The limit is on the
main process, which holds the population; the memory of a worker is bounded by its batch.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psutil

from senet_gp.errors import UsageError
from senet_gp.files.reading import MAX_BYTES

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

_GROUPS = Path("/sys/fs/cgroup")
_OWN_GROUPS = Path("/proc/self/cgroup")


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


def in_mib(size: int) -> str:
    """A number of bytes as the command line writes it, rounded up.

    >>> in_mib(3_000_000)
    '3MiB'
    """
    return f"{-(-size >> 20)}MiB"


def usual_limit() -> int:
    """Half of the memory available to this process, in bytes; the rest is for workers and other programs."""
    return max(available_memory() // 2, 2 * PROGRAM)


def available_memory() -> int:
    """The memory of the machine in bytes, or the limit of a Linux control group if that is lower."""
    limits = [int(psutil.virtual_memory().total)]
    for file in _limit_files():
        try:
            text = file.read_text(encoding="ascii").strip()
        except (OSError, ValueError):
            continue
        if text.isdecimal():  # else it is "max"
            limits.append(int(text))
    return min(limits)


def _limit_files() -> Iterator[Path]:
    """The files that may hold the limits of this process's control groups and of their parents."""
    try:
        lines = _OWN_GROUPS.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if not controllers:
            root, name = _GROUPS, "memory.max"
        elif "memory" in controllers.split(","):
            root, name = _GROUPS / "memory", "memory.limit_in_bytes"
        else:
            continue
        group = root / path.lstrip("/")
        yield from (around / name for around in (group, *group.parents) if around.is_relative_to(root))
