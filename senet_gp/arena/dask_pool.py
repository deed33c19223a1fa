"""A pool over Dask: the workers of a scheduler that runs, or of a cluster of processes on this machine.

Dask's own executor does the tasks. It does a task again if its worker dies, and gives it to workers that have
joined meanwhile. Dask's client waits for a scheduler that is lost, as long as it waits for one at first.
"""

from __future__ import annotations

import contextlib
import logging
import re
import sys
import time
import warnings
from typing import Any
from urllib.parse import urlsplit

from senet_gp.arena.executor_pool import ExecutorPool
from senet_gp.arena.pool import WorkerError
from senet_gp.arena.tasks import Task
from senet_gp.arena.workers import MAX_WORKERS
from senet_gp.runtime import interruption
from senet_gp.runtime.errors import SenetGpError, UsageError, shortened

try:
    from distributed import Client
except ImportError as error:
    raise UsageError(
        f"workers of Dask need the package distributed ({error}): pip install distributed installs it"
    ) from None

#: How old the list of workers may be, in seconds.
_SECONDS_LISTED = 2.0
_ADDRESS = re.compile(r"(?:tcp:|tls:)?//[^\s/]{1,255}:[0-9]{1,5}", re.ASCII)


class DaskPool(ExecutorPool):
    """Does tasks with the workers of a Dask scheduler.

    The results are those of a local pool, bit for bit. Workers may join, leave or die at any time. If the
    scheduler is lost, the pool waits for it as long as Dask's setting ``distributed.comm.timeouts.connect``
    says, and then raises :class:`WorkerError`. Start workers with one thread each (``dask worker ADDRESS
    --nworkers 8 --nthreads 1``): a process does one task at a time. docs/islands.md tells more.

    Args:
        client: a client that is connected to the scheduler.
        closes: whether the pool closes the client; by default it leaves yours as it is.
    """

    def __init__(self, client: Client, *, closes: bool = False) -> None:
        super().__init__(client.get_executor(pure=False), 1)
        # Dask warns of large arguments, which it would rather load in its workers.
        warnings.filterwarnings("ignore", "Sending large graph", UserWarning)
        self._client, self._closes_client = client, closes
        self._address = str(client.scheduler.address)
        self._hosts: list[str] = []  # of all workers
        self._listed = float("-inf")
        self._told = ""

    @property
    def workers(self) -> int:
        """How many worker processes there are now, at least one."""
        return max(1, len(self._workers()))

    def _machines(self) -> set[str]:
        return set(self._workers()) or {""}

    def _workers(self) -> list[str]:
        """The machine of each worker; while the scheduler is away, of those that it had."""
        if self._client.status == "running" and time.monotonic() - self._listed > _SECONDS_LISTED:
            with contextlib.suppress(OSError):
                self._hosts = [urlsplit(worker).hostname or "" for worker in self._client.nthreads()]
            self._listed = time.monotonic()
        return self._hosts

    def close(self) -> None:
        """Leave the scheduler, if the client is the pool's own, without waiting for tasks."""
        super().close()
        if self._closes_client:
            with contextlib.suppress(Exception):
                self._client.close(timeout=5)

    def _look(self) -> None:
        """Tell why no task ends."""
        trouble = ""
        if self._client.status == "connecting":
            trouble = f"the scheduler at {self._address} is lost; waiting for it to come back ..."
        elif not self._workers():
            trouble = (
                f"the scheduler at {self._address} has no worker; start some, and the work goes on: "
                f"dask worker {self._address} --nthreads 1"
            )
        if trouble and trouble != self._told:
            sys.stderr.write(f"senet-gp: {trouble}\n")
            sys.stderr.flush()
        self._told = trouble

    def _given_up(self, task: Task) -> None:
        """Submit a task again, which Dask's client sends when the scheduler is back."""
        if self._client.status not in {"running", "connecting"}:
            raise WorkerError(f"the scheduler at {self._address} is lost")
        self._submitted(task, with_all=True)


def opened(where: str) -> DaskPool:
    """A pool of the workers of a scheduler, or of a local cluster.

    Args:
        where: ``//HOST:PORT`` or ``tls://HOST:PORT`` for a scheduler that runs, the path of its scheduler
            file, which ends with ``.json``, or a number of processes for a cluster on this machine.

    Raises:
        UsageError: if it is none of these.
        SenetGpError: if no scheduler answers.
    """
    options: dict[str, Any]
    if where.isascii() and where.isdecimal():
        count = int(where[:9])
        if not 1 <= count <= MAX_WORKERS:
            raise UsageError(f"there must be at least 1 worker and at most {MAX_WORKERS}, not {count}")
        one_machine = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
        options = {"n_workers": count, "threads_per_worker": 1, "processes": True, **one_machine}
    elif where.endswith(".json"):
        options = {"scheduler_file": where}
    elif _ADDRESS.fullmatch(where):
        options = {"address": where if where[0] == "t" else f"tcp:{where}"}
    else:
        raise UsageError(
            f"{shortened(repr('dask:' + where))} names no workers of Dask: write dask://HOST:PORT, "
            "dask:tls://HOST:PORT, dask:SCHEDULER_FILE.json, or dask:4 for 4 processes on this machine"
        )
    # What Dask says in many lines is said here in one.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = Client(**options, set_as_default=False)
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        place = options.get("scheduler_file") or options.get("address") or "127.0.0.1"
        raise SenetGpError(
            f"no scheduler of Dask answers at {place} ({shortened(str(error), 120)}): start one with "
            "dask scheduler, or look at the address, the network and, for tls, Dask's configuration"
        ) from None
    if "n_workers" in options:
        client.run(interruption.leave_to_parent)  # Ctrl-C is for this process
    return DaskPool(client, closes=True)
