"""How much address space compiled code needs: with less, CPython can loop for ever while it imports it.

Measured on Linux (Python 3.11, numba 0.68, llvmlite 0.50; VmPeak when a game's kernels are ready): 391 MiB
if they are read from the cache, 590 MiB if they are compiled, and 80 MiB for each further thread of the two
libraries of linear algebra that numpy and scipy load. About fifty more are for the work itself.
"""

from __future__ import annotations

import os
import sys

from senet_gp.errors import SenetGpError

_READ_MIB, _COMPILED_MIB, _EACH_THREAD_MIB = 440, 640, 80


def check_address_space(*, cached: bool) -> None:
    """Refuse to begin if the limit of address space (``ulimit -v``) is too low.

    Args:
        cached: whether the machine code is in the cache, so that it need not be compiled.

    Raises:
        SenetGpError: if the limit is too low.

    >>> check_address_space(cached=True)  # the limit is high enough
    """
    if sys.platform != "linux":  # other systems do not enforce such a limit
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
    """How many threads the libraries of linear algebra start."""
    cores = len(os.sched_getaffinity(0))
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        asked = os.environ.get(name, "")
        if asked.isascii() and asked.isdecimal() and int(asked):
            return min(int(asked), cores)
    return cores
