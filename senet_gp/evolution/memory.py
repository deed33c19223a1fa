"""How many nodes the population of a run may have, for a limit on memory.

It is computed from counts alone, by what was measured (docs/performance.md), so that a run whose growth is
limited is the same on every machine and with any number of workers. The limit is one on the main process,
which holds the population; what a worker holds is bounded by its batch.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psutil

from senet_gp.errors import UsageError
from senet_gp.files.reading import MAX_BYTES

#: What the program takes before there is any population, in bytes; some 200 MiB are measured.
PROGRAM = 256 << 20
#: What each node of a population takes: itself, a child's, and what is sent to workers; 23.6 are measured.
NODE = 24
#: What each individual takes besides, with its child; 1250 are measured.
INDIVIDUAL = 1500
#: With more nodes (each a word of at most 17 letters, a space, parentheses, its share of the last winners)
#: a checkpoint might not be read back.
MAX_NODES = MAX_BYTES // 32

_GROUPS = Path("/sys/fs/cgroup")
_OWN_GROUPS = Path("/proc/self/cgroup")


def max_nodes(limit: int, population: int) -> int:
    """How many nodes a population may have.

    There are never more than a checkpoint can be read back with, whatever the limit.

    Args:
        limit: the most memory that the main process may take, in bytes.
        population: how many individuals there are.

    Raises:
        UsageError: if not even individuals of one node would fit.
    """
    least = PROGRAM + (INDIVIDUAL + NODE) * population
    if limit < least:
        raise UsageError(
            f"a memory limit of {in_mib(limit)} is too low: a run with {population} individuals takes "
            f"{in_mib(least)} at least"
        )
    return min((limit - PROGRAM - INDIVIDUAL * population) // NODE, MAX_NODES)


def in_mib(size: int) -> str:
    """A number of bytes as it is written on the command line, rounded up."""
    return f"{-(-size >> 20)}MiB"


def usual_limit() -> int:
    """Half of the memory that this process may have, in bytes; the workers and others want some too."""
    return max(available_memory() // 2, 2 * PROGRAM)


def available_memory() -> int:
    """The machine's memory, or less if a control group of Linux allows this process less, in bytes."""
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
    """Where the limits of this process's groups, and of the groups around them, may stand."""
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
