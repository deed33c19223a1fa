"""A pool over MPI's processes, by ``mpi4py.futures``."""

from __future__ import annotations

from senet_gp.arena.executor_pool import ExecutorPool
from senet_gp.errors import UsageError


def opened(where: str) -> ExecutorPool:
    """A pool of all processes but the first of a program that ``python -m mpi4py.futures`` runs under MPI.

    Args:
        where: nothing.

    Raises:
        UsageError: if mpi4py is not installed, or there is no second process.
    """
    if where:
        raise UsageError(
            f"--workers mpi takes nothing behind it, not {where[:40]!r}: mpiexec says how many there are"
        )
    try:
        from mpi4py import MPI
        from mpi4py.futures import MPIPoolExecutor
    except (ImportError, RuntimeError) as error:
        raise UsageError(f"--workers mpi needs mpi4py and an MPI library ({error})") from None
    others = MPI.COMM_WORLD.Get_size() - 1
    if others < 1:
        raise UsageError(
            "MPI has started one process alone: for four workers begin with "
            "mpiexec -n 5 python -m mpi4py.futures -m senet_gp"
        )
    return ExecutorPool(MPIPoolExecutor(), others, closes=True)
