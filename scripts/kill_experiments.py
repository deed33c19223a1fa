"""Kill an experiment at random moments, play on with other numbers of processes, and compare the tables.

    python scripts/kill_experiments.py --kills 20

An experiment is played once without interruption. Another one is killed (SIGKILL) at random moments again and
again, and each time goes on with another number of jobs or workers, or as a shard; it is begun anew whenever
it has ended before all kills are done. Its tables must be the same, byte for byte.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PLAN = """
game = "hexapawn"
population = 40
generations = 20
games = 2
random_games = 10
fitness = "full-games"
[variants.shared]
[variants.lexicase]
credit = "lexicase"
[variants.knockout]
fitness = "knockout"
"""
TABLES = ("runs.csv", "opponents.csv", "curves.csv", "encounters.csv")
WAYS = (
    *(("--jobs", "2"), ("--workers", "2"), ("--jobs", "1"), ("--jobs", "3")),
    *(("--shard", "1/3", "--jobs", "2"), ("--shard", "2/3", "--workers", "3"), ("--shard", "3/3")),
)


def command(plan: Path, out: Path, *more: str) -> list[str]:
    """The command line of the experiment."""
    arguments = ["experiment", str(plan), "--seeds", "3", "--games", "4", "--out", str(out), *more]
    return [sys.executable, "-m", "senet_gp", *arguments]


def tables_of(directory: Path) -> list[bytes]:
    """The tables that must be the same."""
    return [(directory / name).read_bytes() for name in TABLES]


def played(plan: Path, out: Path, *more: str) -> float:
    """Play an experiment to its end; the seconds that it took."""
    start = time.perf_counter()
    done = subprocess.run(command(plan, out, *more), capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        sys.exit(f"the experiment failed: {done.stderr}")
    return time.perf_counter() - start


def killed(plan: Path, out: Path, way: tuple[str, ...], seconds: float) -> bool:
    """Kill an experiment after some seconds; whether it had not ended by then."""
    process = subprocess.Popen(  # noqa: S603
        command(plan, out, *way), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        return True
    if process.returncode:
        sys.exit(f"the experiment failed with {' '.join(way)}")
    return False


def main() -> None:
    """Kill as often as is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng, kills, experiments = random.Random(options.seed), 0, 0
    with tempfile.TemporaryDirectory() as parent:
        plan = Path(parent, "plan.toml")
        plan.write_text(PLAN, encoding="utf-8")
        whole, out = Path(parent, "whole"), Path(parent, "out")
        seconds = played(plan, whole, "--jobs", "1")
        while kills < options.kills:
            way = WAYS[kills % len(WAYS)]
            kills += killed(plan, out, way, rng.uniform(0.3, seconds))
            if (out / TABLES[-1]).exists() or kills == options.kills:
                played(plan, out)
                experiments += 1
                if tables_of(out) != tables_of(whole):
                    sys.exit(f"the tables differ after {kills} kills")
                shutil.rmtree(out)
    print(f"{kills} kills in {experiments} experiments, and all tables are the same")


if __name__ == "__main__":
    main()
