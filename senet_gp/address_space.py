"""The address space that compiled code needs: with less, importing it can loop for ever in CPython.

Measured on Linux (Python 3.11, numba 0.68, llvmlite 0.50; VmPeak after loading a game's kernels): 391 MiB if
they are read from the cache, 590 MiB if they are compiled, and 80 MiB for each further thread of the two
libraries of linear algebra in numpy and scipy. About 50 MiB are added for using them.
"""

from __future__ import annotations

import os
import sys

from senet_gp.errors import SenetGpError

_READ_MIB, _COMPILED_MIB, _EACH_THREAD_MIB = 440, 640, 80


def check_address_space(*, cached: bool) -> None:
    """Check that the limit of address space (``ulimit -v``) is high enough.

    Args:
        cached: whether the machine code is in the cache and need not be compiled.

    Raises:
        SenetGpError: if the limit is too low.
    """
    if sys.platform != "linux":  # others do not keep to such a limit
        return
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    least = (_READ_MIB if cached else _COMPILED_MIB) + _EACH_THREAD_MIB * (_threads() - 1)
    if limit != resource.RLIM_INFINITY and limit < least << 20:
        raise SenetGpError(
            f"the limit of address space is {limit >> 20} MiB, but {least} MiB are needed to begin: raise it "
            f"with ulimit -v {least << 10}, or more"
        )


def _threads() -> int:
    """The number of threads that the libraries of linear algebra start with."""
    cores = len(os.sched_getaffinity(0))
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        asked = os.environ.get(name, "")
        if asked.isascii() and asked.isdecimal() and int(asked):
            return min(int(asked), cores)
    return cores
