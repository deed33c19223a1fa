"""A real scheduler of Dask and real worker processes, on loopback; scripts/lose_workers.py kills it."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

from distributed import Client
from patience import PATIENCE

_ROOT = Path(__file__).resolve().parents[2]
#: Where workers find the functions of tests.
_SEARCHED = [
    str(_ROOT),
    *(str(_ROOT / place) for place in ("scripts", "tests/support")),
    *filter(None, [os.environ.get("PYTHONPATH")]),
]


class DaskCluster:
    """A scheduler in a process of its own, and workers that can be added and killed.

    Args:
        directory: where the processes keep their files.
        port: the port of the scheduler; 0 for any.
    """

    def __init__(self, directory: Path, port: int = 0) -> None:
        self._directory = directory
        self._file = directory / "scheduler.json"
        self._workers: list[subprocess.Popen[bytes]] = []
        self._count = 0
        self._begin(port)

    def _begin(self, port: int) -> None:
        self._file.unlink(missing_ok=True)
        self._scheduler = self._started(
            "dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--dashboard-address", "127.0.0.1:0"
        )
        self.address = str(json.loads(self._contents())["address"])

    def restart(self) -> None:
        """Start a killed scheduler again, at the same address, with as many workers as before."""
        self._end_workers()
        count, self._count = self._count, 0
        self._begin(int(self.address.rpartition(":")[2]))
        self.add(count)

    @property
    def name(self) -> str:
        """As ``--workers`` names it."""
        return f"dask:{self.address.removeprefix('tcp:')}"

    def add(self, count: int = 1) -> None:
        """Start workers, which their nannies start again when they are killed."""
        self._count += count
        one = ("--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1", "--death-timeout", "60")
        self._workers += [self._started("dask_worker", *one) for _ in range(count)]

    def kill_one(self, rng: random.Random) -> bool:
        """Kill a worker that has joined; its nanny starts another. False if there is none."""
        try:
            with Client(self.address, timeout=5, set_as_default=False) as client:
                joined = sorted(client.run(os.getpid, on_error="ignore").values())
        except OSError:
            return False
        if not joined:
            return False
        with contextlib.suppress(ProcessLookupError):
            os.kill(rng.choice(joined), signal.SIGKILL)
        return True

    def kill_scheduler(self) -> None:
        """Kill the scheduler."""
        self._scheduler.kill()
        self._scheduler.wait()

    def end(self) -> None:
        """End everything."""
        self._end_workers()
        _end(self._scheduler)

    def _end_workers(self) -> None:
        while self._workers:
            _end(self._workers.pop())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def _started(self, module: str, *options: str) -> subprocess.Popen[bytes]:
        with (self._directory / f"{module}.log").open("ab") as log:
            return subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    f"distributed.cli.{module}",
                    "--scheduler-file",
                    str(self._file),
                    *options,
                ],
                stdout=log,
                stderr=log,
                cwd=self._directory,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(_SEARCHED)},
                start_new_session=True,
            )

    def _contents(self) -> str:
        begun = time.monotonic()
        while time.monotonic() - begun < PATIENCE:
            if self._file.exists() and (text := self._file.read_text(encoding="utf-8")):
                return text
            time.sleep(0.05)
        raise AssertionError((self._directory / "dask_scheduler.log").read_text(encoding="utf-8"))


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and those that it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
