"""Kill workers and schedulers of Dask at random moments, and check that runs have the same results.

    python scripts/lose_cluster.py [--kills 100] [--schedulers 5] [--seed 1]

A run of evolution is played on this machine alone, then repeatedly by three workers of a scheduler while they
are killed. Schedulers are killed too: every second one is started again within the minute that a run waits
for it; else the run must say how to go on, and is resumed with a new one. At its end each run must have the
same files as the first. The exit code is 1 if one has others.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from kill_runs import result_of

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

from dask_cluster import DaskCluster

COMMAND = [sys.executable, "-m", "senet_gp"]
OPTIONS = ["--population", "256", "--generations", "30", "--final-games", "20", "--seed", "3"]
WORKERS = 3
#: Seconds between two kills; a worker needs two or three to begin.
_PAUSES = (0.3, 2.0)


@dataclass
class Losses:
    """What was killed, and the runs that have other results."""

    workers: int = 0
    schedulers: int = 0
    returned: int = 0
    resumed: int = 0
    runs: int = 0
    failures: list[str] = field(default_factory=list)


class Disturbed:
    """Runs that are played by a cluster that is killed bit by bit."""

    def __init__(self, place: Path, rng: random.Random, kills: int, schedulers: int) -> None:
        self.losses = Losses()
        self._place, self._rng, self._kills, self._schedulers = place, rng, kills, schedulers
        self._clusters = 0

    def play(self) -> Losses:
        """Disturb runs until enough is killed."""
        alone = [*COMMAND, "evolve", *OPTIONS, "--quiet", "--out", "whole"]
        assert subprocess.call(alone, cwd=self._place) == 0  # noqa: S603 - our own
        expected = result_of(self._place / "whole")
        with ExitStack() as clusters:
            cluster = clusters.enter_context(self._cluster())
            while self.losses.workers < self._kills or self.losses.schedulers < self._schedulers:
                self.losses.runs += 1
                name = f"run-{self.losses.runs}"
                arguments = ["evolve", *OPTIONS, "--out", name]
                while True:
                    process = subprocess.Popen(  # noqa: S603 - our own
                        [*COMMAND, *arguments, "--quiet", "--workers", cluster.name],
                        cwd=self._place,
                        stdout=subprocess.DEVNULL,
                        stderr=subprocess.PIPE,
                        text=True,
                    )
                    lost = self._disturb(process, cluster)
                    _, told = process.communicate()
                    if lost:
                        cluster = clusters.enter_context(self._cluster())
                    if process.returncode != 1:
                        break
                    if f"resume {name}" not in told:
                        break
                    self.losses.resumed += 1
                    arguments = ["resume", name]
                if process.returncode or result_of(self._place / name) != expected:
                    self.losses.failures.append(f"{name}: exit code {process.returncode}: {told}")
        return self.losses

    def _cluster(self, port: int = 0) -> DaskCluster:
        self._clusters += 1
        directory = self._place / f"cluster-{self._clusters}"
        directory.mkdir()
        cluster = DaskCluster(directory, port)
        cluster.add(WORKERS)
        return cluster

    def _disturb(self, process: subprocess.Popen[str], cluster: DaskCluster) -> bool:
        """Kill workers of a run until it ends; whether its scheduler was killed, and stays away."""
        ends = time.monotonic() + self._rng.uniform(5, 20)
        while process.poll() is None:
            time.sleep(self._rng.uniform(*_PAUSES))
            if self.losses.schedulers < self._schedulers and time.monotonic() > ends:
                cluster.kill_scheduler()
                self.losses.schedulers += 1
                if self.losses.schedulers % 2:
                    cluster.restart()
                    self.losses.returned += 1
                    ends = float("inf")
                    continue
                process.wait()
                return True
            self.losses.workers += cluster.kill_one(self._rng)
        return False


def main() -> None:
    """Kill workers and schedulers, and print what came of it."""
    parser = argparse.ArgumentParser(description="Kill workers and schedulers of Dask in the middle of runs.")
    parser.add_argument("--kills", type=int, default=100, help="the workers to kill")
    parser.add_argument("--schedulers", type=int, default=5, help="the schedulers to kill")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        rng = random.Random(wanted.seed)
        losses = Disturbed(Path(directory), rng, wanted.kills, wanted.schedulers).play()
    print(
        f"{losses.workers} workers and {losses.schedulers} schedulers killed in {losses.runs} runs; "
        f"{losses.returned} schedulers came back, {losses.resumed} times a run was resumed"
    )
    print(f"runs with other files: {len(losses.failures)}", *losses.failures, sep="\n")
    sys.exit(bool(losses.failures))


if __name__ == "__main__":
    main()
