"""The pool that a number or a text means: processes on this machine, or workers elsewhere."""

from __future__ import annotations

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import Pool
from senet_gp.arena.workers import ENGINES, Workers


def pool_of(workers: int | str | Workers | None = None) -> Pool:
    """The pool that a number or a text means, for a ``with`` statement, which closes it.

    >>> with pool_of("1") as pool:
    ...     pool
    <WorkerPool: 1 worker>

    Args:
        workers: as ``--workers``: a number of processes on this machine, such as ``4`` or ``"spawn:4"``;
            workers elsewhere, such as ``"dask://10.0.0.1:8786"``; or None for a process for each core.

    Raises:
        UsageError: if the text is malformed or a package is missing.
        SenetGpError: if the workers cannot be reached.
    """
    wanted = Workers.of(workers)
    if not wanted.engine:
        return WorkerPool(wanted)
    pool: Pool = ENGINES.part(wanted.engine, "opens")(wanted.where)
    return pool
