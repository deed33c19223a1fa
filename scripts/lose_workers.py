"""Kill the workers of runs at random moments, and check that the runs have the same results.

    python scripts/lose_workers.py [KILLS [SEED]]

A run of evolution is played undisturbed, then repeatedly while its workers are killed, sometimes all at once.
A run that gives up, because the same work was lost five times, is resumed. At its end each run must have the
same files as the undisturbed one. Prints the numbers of lost workers and the time until a new worker was
started. The exit code is 1 if a run ends with other files.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from kill_runs import result_of

COMMAND = [sys.executable, "-m", "senet_gp"]
OPTIONS = ["--population", "128", "--generations", "40", "--final-games", "20"]
WORKERS = 3
WAYS = (signal.SIGKILL, signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM)
_PAUSES = (0.01, 0.4)  # seconds between two kills


@dataclass
class Losses:
    """The lost workers and the results of the runs."""

    killed: int = 0
    runs: int = 0
    given_up: int = 0
    failures: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)  # until a new worker was there


def start(arguments: list[str], cwd: Path) -> subprocess.Popen[str]:
    """A process of senet-gp in a session of its own."""
    return subprocess.Popen(  # noqa: S603 - our own
        [*COMMAND, *arguments, "--quiet", "--workers", str(WORKERS)],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def children_of(process: int) -> set[int]:
    """The child processes of a process, including zombies."""
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    except OSError:
        return set()
    return {int(word) for word in text.split()}


def disturb(process: subprocess.Popen[str], losses: Losses, rng: random.Random) -> None:
    """Kill workers of a process until it ends."""
    while process.poll() is None:
        time.sleep(rng.uniform(*_PAUSES))
        before = children_of(process.pid)
        if not before:
            continue
        victims = before if rng.random() < 0.1 else {rng.choice(sorted(before))}
        begun = time.perf_counter()
        for victim in victims:
            try:
                os.kill(victim, rng.choice(WAYS))
            except ProcessLookupError:
                continue
            losses.killed += 1
        while victims & children_of(process.pid) or len(children_of(process.pid)) < len(before):
            if process.poll() is not None or time.perf_counter() - begun > 30:
                break
            time.sleep(0.0005)
        else:
            losses.seconds.append(time.perf_counter() - begun)


def lose_workers(kills: int, seed: int, place: Path) -> Losses:
    """Disturb runs until this many workers are killed."""
    rng, losses = random.Random(seed), Losses()
    assert start(["evolve", *OPTIONS, "--out", "whole"], place).wait() == 0
    whole = result_of(place / "whole")
    while losses.killed < kills:
        losses.runs += 1
        name = f"run-{losses.runs}"
        arguments = ["evolve", *OPTIONS, "--out", name]
        while True:
            process = start(arguments, place)
            disturb(process, losses, rng)
            _, error = process.communicate()
            if process.returncode == 0:
                break
            explained = error.count("\n") == 1 and "over the same work" in error and f"resume {name}" in error
            if process.returncode != 1 or not explained:
                losses.failures.append(f"{name}: exit code {process.returncode}: {error}")
                break
            losses.given_up += 1
            arguments = ["resume", name]
        if process.returncode == 0 and (error or result_of(place / name) != whole):
            losses.failures.append(f"{name} has other files: {error}")
    return losses


def main(kills: int = 300, seed: int = 1) -> None:
    """Kill workers and print the results."""
    with tempfile.TemporaryDirectory() as directory:
        losses = lose_workers(kills, seed, Path(directory))
    seconds = sorted(losses.seconds)
    print(
        f"{losses.killed} workers killed in {losses.runs} runs; given up and resumed: {losses.given_up} times"
    )
    print(
        f"until a new worker was started: median {1000 * seconds[len(seconds) // 2]:.1f} ms, "
        f"at most {1000 * seconds[-1]:.0f} ms (of {len(seconds)} measured)"
    )
    print(f"failures: {len(losses.failures)}", *losses.failures, sep="\n")
    sys.exit(bool(losses.failures))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
