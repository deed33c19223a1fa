"""A real scheduler of Dask and real worker processes, on loopback."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import psutil

_SECONDS = 60
_TESTS = Path(__file__).resolve().parents[1]
#: Where workers find the functions of tests.
_SEARCHED = [str(_TESTS.parent), str(_TESTS / "support"), *filter(None, [os.environ.get("PYTHONPATH")])]


class DaskCluster:
    """A scheduler in a process of its own, and workers that can be added and killed.

    Args:
        directory: where the processes keep their files.
        port: the port of the scheduler; 0 for any.
    """

    def __init__(self, directory: Path, port: int = 0) -> None:
        self._directory = directory
        self._file = directory / "scheduler.json"
        self._file.unlink(missing_ok=True)
        self._workers: list[subprocess.Popen[bytes]] = []
        self._scheduler = self._started(
            "dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show"
        )
        self.address = str(json.loads(self._contents())["address"])

    @property
    def name(self) -> str:
        """As ``--workers`` names it."""
        return f"dask:{self.address.removeprefix('tcp:')}"

    def add(self, count: int = 1) -> None:
        """Start workers, which their nannies start again when they are killed."""
        some = ("--nworkers", str(count), "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1")
        self._workers.append(self._started("dask_worker", *some, "--death-timeout", "60"))

    def processes(self) -> list[psutil.Process]:
        """The worker processes, without their nannies."""
        found = [
            child
            for nanny in self._workers
            if nanny.poll() is None
            for child in psutil.Process(nanny.pid).children()
        ]
        return [child for child in found if "spawn_main" in " ".join(_command_of(child))]

    def kill_scheduler(self) -> None:
        """Kill the scheduler."""
        self._scheduler.kill()
        self._scheduler.wait()

    def end(self) -> None:
        """End everything."""
        for process in (*self._workers, self._scheduler):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

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
        while time.monotonic() - begun < _SECONDS:
            if self._file.exists() and (text := self._file.read_text(encoding="utf-8")):
                return text
            time.sleep(0.05)
        raise AssertionError((self._directory / "dask_scheduler.log").read_text(encoding="utf-8"))


def _command_of(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []
