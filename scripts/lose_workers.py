"""Kill the workers of runs at random moments, and check that the runs have the same results.

    python scripts/lose_workers.py [--kills 300] [--seed 1]
    python scripts/lose_workers.py --dask [--kills 100] [--schedulers 5] [--seed 1]

A run of evolution is played undisturbed, then repeatedly by three workers while they are killed, on this
machine now and then all at once. A run that gives up, because the same work was lost five times, is resumed.
With --dask the workers are those of a scheduler of Dask, and schedulers are killed, too: every second one is
started again while a run waits for it; else the run must say how to go on, and is resumed
with a new one. At its end each run must have the same files as the undisturbed one. The exit code is 1 if one
has others.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Protocol

import psutil
from kill_runs import result_of, started

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

from dask_cluster import DaskCluster

EVOLVE = "evolve --population 128 --generations 40 --final-games 20 --out"
WORKERS = 3
WAYS = (signal.SIGKILL, signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM)


class Disturber(Protocol):
    """Something that plays runs and kills what they need."""

    killed: Counter[str]

    @property
    def workers(self) -> str:
        """The workers of the next run, as ``--workers`` names them."""
        ...

    @property
    def is_done(self) -> bool:
        """Whether enough is killed."""
        ...

    def disturb(self, process: subprocess.Popen[str]) -> None:
        """Kill workers of a run until it ends, or enough is killed."""
        ...


class OnThisMachine:
    """Kills worker processes."""

    workers = str(WORKERS)

    def __init__(self, rng: random.Random, kills: int) -> None:
        self.killed: Counter[str] = Counter()
        self._rng, self._kills = rng, kills

    @property
    def is_done(self) -> bool:
        """Whether enough is killed."""
        return self.killed["workers"] >= self._kills

    def disturb(self, process: subprocess.Popen[str]) -> None:
        """Kill workers of a run until it ends, or enough is killed, each time when all are there."""
        while process.poll() is None and not self.is_done:
            time.sleep(self._rng.uniform(0.01, 0.4))
            with suppress(psutil.NoSuchProcess):
                workers = psutil.Process(process.pid).children()
                if len(workers) < WORKERS:
                    continue
                for worker in workers if self._rng.random() < 0.1 else [self._rng.choice(workers)]:
                    worker.send_signal(self._rng.choice(WAYS))
                    self.killed["workers"] += 1


class OnACluster:
    """Kills workers and schedulers of Dask."""

    def __init__(
        self, rng: random.Random, kills: int, schedulers: int, place: Path, clusters: ExitStack
    ) -> None:
        self.killed: Counter[str] = Counter()
        self._rng, self._kills, self._schedulers = rng, kills, schedulers
        self._place, self._clusters = place, clusters
        self._begin()

    def _begin(self) -> None:
        directory = Path(tempfile.mkdtemp(prefix="cluster-", dir=self._place))
        self._cluster = self._clusters.enter_context(DaskCluster(directory))
        self._cluster.add(WORKERS)

    @property
    def workers(self) -> str:
        """The workers of the next run, as ``--workers`` names them."""
        return self._cluster.name

    @property
    def is_done(self) -> bool:
        """Whether enough is killed."""
        return self.killed["workers"] >= self._kills and self.killed["schedulers"] >= self._schedulers

    def disturb(self, process: subprocess.Popen[str]) -> None:
        """Kill workers of a run until it ends, or enough is killed, and sometimes its scheduler."""
        ends = time.monotonic() + self._rng.uniform(5, 20)
        while process.poll() is None and not self.is_done:
            time.sleep(self._rng.uniform(0.3, 2.0))  # a worker needs two or three seconds to begin
            if self.killed["schedulers"] == self._schedulers or time.monotonic() < ends:
                self.killed["workers"] += self._cluster.kill_one(self._rng)
                continue
            self._cluster.kill_scheduler()
            self.killed["schedulers"] += 1
            if self.killed["schedulers"] % 2:
                self._cluster.restart()
                ends = float("inf")
            else:
                process.wait()
                self._begin()


def play(name: str, disturber: Disturber, place: Path) -> tuple[int, str]:
    """Play a run to its end, however often it gives up.

    Returns:
        How often it was resumed, and why it failed; empty if it has not failed.
    """
    arguments, resumed = f"{EVOLVE} {name}", 0
    while True:
        process = started(arguments, disturber.workers, place)
        disturber.disturb(process)
        _, told = process.communicate()
        if process.returncode == 0:
            same = result_of(place / name) == result_of(place / "whole")
            return resumed, "" if same else f"other files: {told}"
        if "no scheduler of Dask answers" in told:
            continue  # it was killed before the command had reached it
        if process.returncode != 1 or f"resume {name}" not in told:
            return resumed, f"exit code {process.returncode}: {told}"
        arguments, resumed = f"resume {name}", resumed + 1


def main() -> None:
    """Kill workers and print the results."""
    parser = argparse.ArgumentParser(description="Kill the workers of runs at random moments.")
    parser.add_argument("--dask", action="store_true", help="kill workers and schedulers of Dask")
    parser.add_argument("--kills", type=int, default=300, help="the workers to kill")
    parser.add_argument("--schedulers", type=int, default=5, help="the schedulers to kill")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    rng, runs, resumed, failures = random.Random(wanted.seed), 0, 0, []
    with tempfile.TemporaryDirectory() as directory, ExitStack() as clusters:
        place = Path(directory)
        assert started(f"{EVOLVE} whole", "1", place).wait() == 0
        disturber: Disturber = (
            OnACluster(rng, wanted.kills, wanted.schedulers, place, clusters)
            if wanted.dask
            else OnThisMachine(rng, wanted.kills)
        )
        while not disturber.is_done:
            runs += 1
            times, failure = play(f"run-{runs}", disturber, place)
            resumed += times
            if failure:
                failures.append(f"run {runs}: {failure}")
    killed = " and ".join(f"{count} {what}" for what, count in disturber.killed.items())
    print(f"killed {killed} in {runs} runs, which were resumed {resumed} times")
    print(f"failures: {len(failures)}", *failures, sep="\n")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
