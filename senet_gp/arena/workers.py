"""The number of worker processes, and how they are started.

This module imports nothing heavy, because the command line uses it to read its options.
"""

from __future__ import annotations

import os
import re
import sys
import threading
from dataclasses import dataclass
from typing import Self

from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.errors import UsageError, shortened
from senet_gp.runtime.machine import available_cores, free_memory, in_mib
from senet_gp.runtime.registries import Registry

FORK = "fork"
SPAWN = "spawn"
#: The environment variable that sets how workers are started by default.
VARIABLE = "SENET_GP_START_METHOD"
MAX_WORKERS = 1024
#: The memory in bytes that a worker takes for itself, with room for its batch of trees; 12 MiB and 81 MiB
#: were measured of workers that play games of small trees.
_MEMORY = {FORK: 32 << 20, SPAWN: 128 << 20}
#: Workers elsewhere by name: the dotted names of functions that take what stands behind ``NAME:`` and open a
#: pool.
ENGINES = Registry(
    "engine", {"dask": "senet_gp.arena.dask_pool:opened", "mpi": "senet_gp.arena.executor_pool:over_mpi"}
)


def register_engine(name: str, opens: str) -> None:
    """Add workers elsewhere that ``--workers NAME:WHERE`` names.

    Args:
        name: the name.
        opens: the dotted name, ``module:function``, of a function that takes the text behind ``NAME:`` and
            returns a :class:`~senet_gp.arena.pool.Pool`.

    Raises:
        UsageError: if the name is taken or malformed.
    """
    ENGINES.add(name, opens)


#: The methods to start workers; if empty, the process that starts them chooses.
_METHODS = {"", FORK, SPAWN}


@dataclass(frozen=True, slots=True)
class Workers:
    """A number of workers and a method to start them, or workers elsewhere.

    As text it is ``4``, ``fork:4``, ``spawn:4``, or ``fork`` or ``spawn`` alone, for one worker per core; or
    ``NAME:WHERE``, such as ``dask://HOST:PORT``, where NAME is in :data:`ENGINES`.

    >>> Workers.of("spawn:4")
    Workers(count=4, method='spawn', engine='', where='')
    >>> str(Workers.of("spawn:4")), str(Workers.of("dask://host:8786"))
    ('spawn:4', 'dask://host:8786')

    Attributes:
        count: the number of workers; 0 for workers elsewhere, as only their pool knows.
        method: ``fork`` or ``spawn``; if empty, the process that starts them chooses.
    """

    count: int
    method: str = ""
    engine: str = ""
    where: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "count", whole_number("count", self.count, 0, MAX_WORKERS))
        if self.method not in _METHODS:
            raise UsageError(f"method is {shortened(repr(self.method))}, but it must be {FORK} or {SPAWN}")

    @property
    def several(self) -> bool:
        """Whether tasks are done by other processes than this one."""
        return bool(self.engine) or self.count > 1

    @classmethod
    def of(cls, text: int | str | Workers | None) -> Self:
        """The workers that a number or a text means; None is one worker per core.

        Raises:
            UsageError: if it is malformed, or the number of workers is not from 1 to 1024.
        """
        if isinstance(text, Workers):
            return cls(text.count, text.method, text.engine, text.where)
        if text is None:
            return cls(available_cores())
        said = text if isinstance(text, str) else str(whole_number("workers", text))
        name, _, where = said.partition(":")
        if name in ENGINES and (name == said or where):
            return cls(0, "", name, where)
        found = re.fullmatch(rf"(?:({FORK}|{SPAWN})(?::|$))?(-?[0-9]{{1,9}})?", said, re.ASCII)
        if found is None or not said or said.endswith(":"):
            raise UsageError(
                f"{shortened(repr(said))} is not a number of workers: write such as 4, {FORK}:4, "
                f"{SPAWN}:4, or {SPAWN}; or workers elsewhere, such as dask://HOST:PORT"
            )
        count = available_cores() if found[2] is None else int(found[2])
        if not 1 <= count <= MAX_WORKERS:
            raise UsageError(f"there must be at least 1 worker and at most {MAX_WORKERS}, not {count}")
        return cls(count, found[1] or "")

    def __str__(self) -> str:
        """The text that :meth:`of` reads as these workers."""
        parts = [self.engine, self.where] if self.engine else [self.method, str(self.count)]
        return ":".join(part for part in parts if part)

    def start_method(self) -> str:
        """How this process starts its next worker.

        By default it forks, unless it has threads or the system cannot fork safely. It cannot see threads
        that Python does not know, such as those of a library written in C: in that case use ``spawn``.

        Raises:
            UsageError: if the environment variable names another method.
        """
        method = self.method or os.environ.get(VARIABLE, "")
        if method not in _METHODS:
            raise UsageError(f"{VARIABLE} is {shortened(repr(method))}, but it must be {FORK} or {SPAWN}")
        if method:
            return method
        # macOS has fork, but its own libraries do not survive it.
        sound = hasattr(os, "fork") and sys.platform != "darwin"
        return FORK if sound and threading.active_count() == 1 else SPAWN


def tell_memory(count: int, method: str) -> None:
    """Say on standard error how much memory some workers take, if that is more than is free.

    Args:
        count: how many workers are about to be started.
        method: how they are started, ``fork`` or ``spawn``.
    """
    free = free_memory()
    if count * _MEMORY[method] > free:
        sys.stderr.write(
            f"senet-gp: {count} workers take about {in_mib(count * _MEMORY[method])} of memory, "
            f"{in_mib(_MEMORY[method])} each and more with large trees, but {in_mib(free)} are free; "
            f"{max(1, free // _MEMORY[method])} would fit (--workers), with the same result.\n"
        )
