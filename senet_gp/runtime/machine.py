"""The machine that this process runs on: the cores and the memory it may use, and what stops it from playing.

Containers and batch systems limit cores and memory by Linux control groups, of either version. A process that
is given two cores of sixty-four, or 4 GiB of 256, sees the whole machine everywhere else.
"""

from __future__ import annotations

import gc
import math
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from senet_gp.runtime.errors import SenetGpError

_GROUPS = Path("/sys/fs/cgroup")
_OWN_GROUPS = Path("/proc/self/cgroup")
#: The address space that compiling takes, and each further thread of the libraries of linear algebra.
#: Measured on Linux (Python 3.11, numba 0.68, llvmlite 0.50; VmPeak when a game's kernels are ready): 590 MiB
#: and 80 MiB.
_ADDRESS_MIB = 640
_EACH_THREAD_MIB = 80


def available_cores() -> int:
    """How many cores this process may use, at least one; a part of a core counts as one."""
    quotas = [
        math.ceil(int(reading[0]) / int(reading[1]))
        for reading in _readings("cpu", ("cpu.max",), ("cpu.cfs_quota_us", "cpu.cfs_period_us"))
        # Else it is "max" or -1, or no number at all.
        if len(reading) == 2 and all(word.isdecimal() and int(word) for word in reading)
    ]
    return max(1, min([_bound_cores(), *quotas]))


def _bound_cores() -> int:
    """How many cores the system lets this process run on."""
    if sys.version_info >= (3, 13):
        return os.process_cpu_count() or 1
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def available_memory() -> int:
    """The memory of the machine in bytes, or the limit of a control group if that is lower."""
    import psutil

    limits = [
        int(reading[0])
        for reading in _readings("memory", ("memory.max",), ("memory.limit_in_bytes",))
        if len(reading) == 1 and reading[0].isdecimal()  # else it is "max"
    ]
    return min([int(psutil.virtual_memory().total), *limits])


def processor() -> str:
    """The name of the processor, as far as the system tells it."""
    with suppress(OSError, ValueError), Path("/proc/cpuinfo").open(encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    import platform

    return platform.processor() or platform.machine()


def processor_seconds() -> float:
    """The processor time of this process and of all that it has started on this machine."""
    import psutil

    spent = os.times()
    total = spent.user + spent.system + spent.children_user + spent.children_system
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):  # it has just ended
            times = child.cpu_times()
            total += times.user + times.system
    return total


def free_memory() -> int:
    """The memory in bytes that other processes of this program can still take."""
    import psutil

    own = int(psutil.Process().memory_info().rss)
    return max(0, min(int(psutil.virtual_memory().available), available_memory() - own))


@contextmanager
def no_search_for_cycles() -> Iterator[None]:
    """Inside this context, Python does not search for reference cycles, whose memory it would free.

    Where many objects without cycles are made, as in a population or a walk over positions, the search takes
    up to half of the time.
    """
    searching = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searching:
            gc.enable()


def in_mib(size: int) -> str:
    """A number of bytes as the command line writes it, rounded up.

    >>> in_mib(3_000_000)
    '3MiB'
    """
    return f"{-(-size >> 20)}MiB"


def _readings(controller: str, unified: tuple[str, ...], legacy: tuple[str, ...]) -> Iterator[list[str]]:
    """What stands in some files of this process's control groups and of those around them, word by word.

    Args:
        controller: what the groups of version 1 limit, such as ``cpu``.
        unified: the names of the files in version 2.
        legacy: the names in version 1.
    """
    try:
        lines = _OWN_GROUPS.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if not controllers:
            root, names = _GROUPS, unified
        elif controller in controllers.split(","):
            root, names = _GROUPS / controller, legacy
        else:
            continue
        group = root / path.lstrip("/")
        for around in (group, *group.parents):
            if around.is_relative_to(root):
                yield [word for name in names for word in _words(around / name)]


def _words(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return []


def check() -> None:
    """Refuse to begin where nothing can be played.

    Raises:
        SenetGpError: if it cannot; the sentence says why.

    >>> check()
    """
    if sys.flags.optimize >= 2:
        raise SenetGpError(
            "Python runs with -OO or PYTHONOPTIMIZE=2, which removes the texts that say what words and "
            "options mean: leave it out, or use -O"
        )
    if os.environ.get("NUMBA_DISABLE_JIT", "").strip() not in {"", "0"}:
        raise SenetGpError(
            "NUMBA_DISABLE_JIT is set, so numba compiles nothing, and without compiled code no game can be "
            "played: unset NUMBA_DISABLE_JIT"
        )
    if os.environ.get("NUMBA_CACHE_LOCATOR_CLASSES"):
        raise SenetGpError(
            "NUMBA_CACHE_LOCATOR_CLASSES is set, so compiled code would not be kept where senet-gp looks for "
            "it: unset NUMBA_CACHE_LOCATOR_CLASSES, and choose a directory by SENET_GP_CACHE"
        )
    _check_address_space()


def _check_address_space() -> None:
    """Refuse a limit (``ulimit -v``) with which Python can loop for ever while it imports compiled code."""
    if sys.platform != "linux":  # other systems do not enforce such a limit
        return
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    least = _ADDRESS_MIB + _EACH_THREAD_MIB * (_threads() - 1)
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
