"""Kill the workers of runs at random moments, and see that the runs come to the same end.

    python scripts/lose_workers.py [KILLS [SEED]]

A run of evolution is played undisturbed, then again and again while its workers are killed, now and then all
at once. A run that gives up, because the same work was lost five times, is resumed. At the end of each run
its files must be those of the undisturbed one. Prints what was lost, and how long it took until a new worker
was there: the death noticed, and another process begun. The exit code is 1 if a run comes to another end.
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

COMMAND = [sys.executable, "-m", "senet_gp"]
OPTIONS = ["--population", "128", "--generations", "40", "--final-games", "20"]
WORKERS = 3
WAYS = (signal.SIGKILL, signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM)
FILES = ("champion.json", "checkpoint.json", "config.toml", "generations.csv")
_PAUSES = (0.01, 0.4)  # seconds between two kills


@dataclass
class Losses:
    """What was lost, and what became of it."""

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
    """The processes that a process has begun, those that have ended and are not buried yet included."""
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    except OSError:
        return set()
    return {int(word) for word in text.split()}


def digest(run: Path) -> list[bytes]:
    """The files of a run that do not tell times."""
    return [(run / name).read_bytes() for name in FILES]


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
    """Disturb runs until so many workers are killed."""
    rng, losses = random.Random(seed), Losses()
    assert start(["evolve", *OPTIONS, "--out", "whole"], place).wait() == 0
    whole = digest(place / "whole")
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
            told = error.count("\n") == 1 and "over the same work" in error and f"resume {name}" in error
            if process.returncode != 1 or not told:
                losses.failures.append(f"{name}: exit code {process.returncode}: {error}")
                break
            losses.given_up += 1
            arguments = ["resume", name]
        if process.returncode == 0 and (error or digest(place / name) != whole):
            losses.failures.append(f"{name} is another run: {error}")
    return losses


def main(kills: int = 300, seed: int = 1) -> None:
    """Lose workers and say how it went."""
    with tempfile.TemporaryDirectory() as directory:
        losses = lose_workers(kills, seed, Path(directory))
    seconds = sorted(losses.seconds)
    print(
        f"{losses.killed} workers killed in {losses.runs} runs; given up and resumed: {losses.given_up} times"
    )
    print(
        f"until a new one was there: median {1000 * seconds[len(seconds) // 2]:.1f} ms, "
        f"at most {1000 * seconds[-1]:.0f} ms (of {len(seconds)} measured)"
    )
    print(f"failures: {len(losses.failures)}", *losses.failures, sep="\n")
    sys.exit(bool(losses.failures))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
