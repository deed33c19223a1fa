"""A pool over Dask: the workers of a scheduler that runs, or of a cluster of processes on this machine.

Dask does a task again if its worker dies, and gives it to workers that have joined meanwhile. Shared values
are tasks of their own, whose results Dask keeps: it sends each to a worker once, and makes it again if the
workers that had it are gone.
"""

from __future__ import annotations

import contextlib
import logging
import re
import signal
import sys
import threading
import time
import uuid
import warnings
from collections.abc import Callable
from typing import Any, cast
from weakref import WeakKeyDictionary

from senet_gp.arena import tasks
from senet_gp.arena.executor_pool import ExecutorPool
from senet_gp.arena.pool import Shared, WorkerError
from senet_gp.arena.tasks import Task
from senet_gp.arena.workers import MAX_WORKERS
from senet_gp.runtime import interruption
from senet_gp.runtime.errors import SenetGpError, UsageError, shortened

try:
    from distributed import Client, KilledWorker, LocalCluster
    from distributed.diagnostics.plugin import WorkerPlugin
except ImportError as error:
    raise UsageError(
        f"workers of Dask need the package distributed ({error}): pip install distributed installs it"
    ) from None

#: How long a scheduler may take to answer at the beginning, in seconds.
CONNECTING_SECONDS = 20
#: How long the pool waits for a scheduler that is lost, in seconds.
SCHEDULER_SECONDS = 60.0
#: How long it waits for a first or a new worker, in seconds.
WORKER_SECONDS = 300.0
#: How old the number of workers may be, in seconds.
_SECONDS_COUNTED = 2.0
#: How often workers are counted while no task ends, in seconds.
_SECONDS_BETWEEN_LOOKS = 5.0
_ADDRESS = re.compile(r"(?:tcp:|tls:)?//[^\s/]{1,255}:[0-9]{1,5}", re.ASCII)


class _IgnoresInterrupts(WorkerPlugin):  # type: ignore[misc]
    """Lets a worker of this machine ignore Ctrl-C, which is for the program that started it."""

    name = "senet-gp: Ctrl-C is for the parent"

    def setup(self, worker: Any) -> None:  # noqa: ARG002 - the interface is Dask's
        """Called in a worker when it begins."""
        for number in (signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGINT)):
            signal.signal(number, signal.SIG_IGN)


class DaskPool(ExecutorPool):
    """Does tasks with the workers of a Dask scheduler.

    The results are those of a local pool, bit for bit. Workers may join, leave or die at any time. If the
    scheduler is lost, the pool waits a minute for it to come back, and then raises :class:`WorkerError`.
    Start workers with one thread each (``dask worker ADDRESS --nworkers 8 --nthreads 1``): a process does one
    task at a time. docs/islands.md tells more, with an example.

    Args:
        client: a client that is connected to the scheduler.
        cluster: a cluster that the pool closes with it, if there is one.
        closes: whether the pool closes the client; by default it leaves yours as it is.

    Raises:
        SenetGpError: if the scheduler gets no worker.
    """

    def __init__(self, client: Client, cluster: LocalCluster | None = None, *, closes: bool = False) -> None:
        self._client, self._cluster, self._closes = client, cluster, closes
        self._address = str(client.scheduler.address)
        self._begin()
        self._contents: WeakKeyDictionary[Shared[Any], Any] = WeakKeyDictionary()
        self._hosts: set[str] = set()
        self._counted = self._looked = float("-inf")
        self._without_worker: float | None = None
        self._count = 0
        try:
            self._wait_for_first_worker()
        except BaseException:
            self.close()
            raise

    @property
    def workers(self) -> int:
        """How many worker processes there are now, at least one."""
        if time.monotonic() - self._counted > _SECONDS_COUNTED:
            self._count_workers()
        return max(1, self._count)

    def prepare(self, function: Callable[..., Any], /, *arguments: Any) -> None:
        """Call a function in one worker of each machine, unless that was done before."""
        with self.lock:
            self._count_workers()
            missing = [host for host in self._hosts if (host, function, *arguments) not in self._prepared]
            asked = [self._task(function, arguments, host) for host in missing]
            for task in asked:
                self._running.add(task)
                self._submit(task)
            for task in asked:
                task.result()
            self._prepared |= {(host, function, *arguments) for host in missing}

    def close(self) -> None:
        """Leave the scheduler, and end the cluster if it is the pool's own, without waiting for tasks."""
        with self.lock:
            for task in self._running:
                self._release(task)
            self._running.clear()
            self._contents.clear()
        self._leave_client()
        if self._cluster is not None:
            with contextlib.suppress(Exception), _quiet():
                self._cluster.close(timeout=5)

    def _future_of(self, task: Task) -> Any:
        contents = [self._content_of(shared) for shared in task.shared]
        return self._client.submit(
            tasks.done,
            self._head,
            task.message,
            task.digests,
            *contents,
            key=f"senet-gp-{uuid.uuid4().hex}",
            workers=task.where,
        )

    def _content_of(self, shared: Shared[Any]) -> Any:
        """The future of a shared value's content, which Dask keeps as long as the value is kept here."""
        future = self._contents.get(shared)
        if future is None:
            key = f"senet-gp-content-{shared.digest.hex()}"
            with warnings.catch_warnings():
                # Dask warns of large arguments, which it would rather load in its workers.
                warnings.simplefilter("ignore", UserWarning)
                future = self._client.submit(tasks.content, shared.content, key=key)
            self._contents[shared] = future
        return future

    def drop(self, task: Task) -> None:
        """Forget a task whose result will not be asked for."""
        self._running.discard(task)
        self._release(task)

    def _release(self, task: Task) -> None:
        # Cancelling would wait for an answer of the scheduler, which may be gone.
        if task.future is not None:
            task.future.release()

    def _leave_client(self) -> None:
        if self._closes:
            _leave(self._client)

    def _packed_answer(self, task: Task) -> bytes | None:
        future = task.future
        if future.status in {"cancelled", "lost"}:
            self._submit_again()
            return None
        try:
            return cast("bytes", future.result())
        except KilledWorker as error:
            # Dask itself has tried as often as its setting distributed.scheduler.allowed-failures says.
            self.count_death(task, f"worker {error.last_worker.address}", error.allowed_failures + 1)
            return None
        finally:
            future.release()

    def _submit_again(self) -> None:
        """Submit all tasks again, when the scheduler is back.

        Raises:
            WorkerError: if it does not come back.
            KeyboardInterrupt: if the user interrupts the program.
        """
        self._wait_for_scheduler()
        self._contents.clear()
        self._prepared.clear()
        for task in self._running:
            self._submit(task)

    def _look(self) -> None:
        """Look for the scheduler and its workers: without them no task ends.

        Raises:
            WorkerError: if the scheduler does not come back, or there was no worker for too long.
            KeyboardInterrupt: if the user interrupts the program.
        """
        # Tasks that are submitted to a client without a scheduler wait for ever.
        if self._client.status != "running":
            self._submit_again()
        if time.monotonic() - self._looked < _SECONDS_BETWEEN_LOOKS:
            return
        self._looked = time.monotonic()
        self._count_workers()
        for task in [task for task in self._running if task.where not in {None, *self._hosts}]:
            task.where = None  # its machine has left
            self._submit(task)
        if self._count:
            self._without_worker = None
        elif self._without_worker is None:
            self._without_worker = self._looked
            _tell(f"no worker is left at {self._address}: start some, and the work goes on")
        elif self._looked - self._without_worker > WORKER_SECONDS:
            raise WorkerError(f"there was no worker at {self._address} for {WORKER_SECONDS / 60:.0f} minutes")

    def _count_workers(self) -> None:
        self._counted = time.monotonic()
        # While the scheduler is away, the number stays: asking would wait for it.
        if self._client.status != "running":
            return
        with contextlib.suppress(Exception), _quiet():
            known = self._client.scheduler_info()["workers"]
            self._hosts = {str(about["host"]) for about in known.values()}
            self._count = len(known)

    def _wait_for_first_worker(self) -> None:
        begun = time.monotonic()
        self._count_workers()
        has_told = False
        while not self._count:
            waited = time.monotonic() - begun
            if not has_told and waited > 2:
                has_told = True
                _tell(f"the scheduler at {self._address} has no worker yet; waiting for one ...")
            if waited > WORKER_SECONDS:
                raise SenetGpError(
                    f"no worker has joined the scheduler at {self._address} in "
                    f"{WORKER_SECONDS / 60:.0f} minutes: start some with "
                    f"dask worker {self._address} --nthreads 1"
                )
            _sleep()
            self._count_workers()

    def _wait_for_scheduler(self) -> None:
        """Wait until a scheduler answers at the same address."""
        if self._cluster is not None:
            raise WorkerError("the local cluster of Dask has ended")
        _tell(f"the scheduler at {self._address} is lost; waiting {SCHEDULER_SECONDS:.0f} seconds for it ...")
        self._leave_client()
        begun = time.monotonic()
        while time.monotonic() - begun < SCHEDULER_SECONDS:
            _sleep()
            with contextlib.suppress(OSError), _quiet():
                self._client, self._closes = _connected(self._address, seconds=2), True
                _tell("the scheduler is back.")
                return
        raise WorkerError(f"the scheduler at {self._address} is lost")


def _connected(address: str, seconds: float) -> Client:
    return Client(address, timeout=seconds, set_as_default=False)


def _leave(client: Client) -> None:
    """Close a client, without waiting if its scheduler is gone."""

    def close() -> None:
        with contextlib.suppress(Exception):
            client.close(timeout=5)

    with _quiet():
        closing = threading.Thread(target=close, daemon=True)
        closing.start()
        closing.join(5 if client.status == "running" else 0.1)


@contextlib.contextmanager
def _quiet() -> Any:
    """Keep Dask's log from standard error, where one line of ours says what it says in many."""
    log = logging.getLogger("distributed")
    before = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(before)


def _sleep() -> None:
    interruption.check()
    time.sleep(0.2)


def _tell(sentence: str) -> None:
    sys.stderr.write(f"senet-gp: {sentence}\n")
    sys.stderr.flush()


def opened(where: str) -> DaskPool:
    """A pool of the workers of a scheduler, or of a local cluster.

    Args:
        where: ``//HOST:PORT`` or ``tls://HOST:PORT`` for a scheduler that runs, the path of its scheduler
            file, which ends with ``.json``, or a number of processes for a cluster on this machine.

    Raises:
        UsageError: if it is none of these.
        SenetGpError: if no scheduler answers, or no worker joins it.
    """
    if where.isascii() and where.isdecimal():
        count = int(where[:9])
        if not 1 <= count <= MAX_WORKERS:
            raise UsageError(f"there must be at least 1 worker and at most {MAX_WORKERS}, not {count}")
        return local(count)
    if where.endswith(".json"):
        options: dict[str, Any] = {"scheduler_file": where}
    elif _ADDRESS.fullmatch(where):
        options = {"address": where if where[0] == "t" else f"tcp:{where}"}
    else:
        raise UsageError(
            f"{shortened(repr('dask:' + where))} names no workers of Dask: write dask://HOST:PORT, "
            "dask:tls://HOST:PORT, dask:SCHEDULER_FILE.json, or dask:4 for 4 processes on this machine"
        )
    name = options.get("scheduler_file") or options["address"]
    try:
        with _quiet():
            client = Client(**options, timeout=CONNECTING_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise SenetGpError(
            f"no scheduler of Dask answers at {name} ({shortened(str(error), 120)}): start one with "
            "dask scheduler, or look at the address, the network and, for tls, Dask's configuration"
        ) from None
    return DaskPool(client, closes=True)


def local(count: int) -> DaskPool:
    """A pool of a cluster of Dask on this machine, which ends with the pool.

    Args:
        count: the number of its worker processes.

    Raises:
        SenetGpError: if it cannot be started.
    """
    try:
        cluster = LocalCluster(
            n_workers=count,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        )
    except (OSError, RuntimeError, TimeoutError) as error:
        raise SenetGpError(
            f"the local cluster of Dask cannot be started: {shortened(str(error), 200)}"
        ) from None
    client = Client(cluster, set_as_default=False)
    client.register_plugin(_IgnoresInterrupts())
    return DaskPool(client, cluster, closes=True)
