"""Stop commands by signals at random moments, and check that they end properly.

    python scripts/send_signals.py [SIGNALS [SEED]]

Each command gets SIGINT, SIGTERM or SIGHUP at a random moment between its start and its end, and half of the
commands get a second signal soon after. A signal goes to the command alone or to all processes of its
terminal. The command has to end with exit code 130 (or 0 if it ended before the signal), without a traceback,
and with no process left. Runs of evolution are resumed and must have the same files as a run that was never
stopped. Signals that come while Python itself starts are counted separately, since senet-gp cannot handle
them yet. The exit code is 1 if any command fails.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import psutil
from kill_runs import result_of

EVOLVE = ["evolve", "--population", "64", "--generations", "30", "--final-games", "10", "--quiet"]
GAMES = ["--games", "20000"]
#: The commands by name, each with the largest number of seconds after which the signal comes.
COMMANDS: dict[str, tuple[list[str], float]] = {
    "evolve": ([*EVOLVE, "--out", "run"], 5),
    "resume": (["resume", "run", "--quiet"], 4),
    "match": (["match", "senet", "random", "hand:S1", *GAMES], 3),
    "tournament": (["tournament", "senet", "random", "hand:S1", "hand:S2", "--games", "2000"], 4),
    "learn": (["learn", "hexapawn", "--games", "3000"], 3),
    "compare": (["learn", "hexapawn", "--compare", "--games", "300", "--seeds", "5"], 4),
    "play": (["play", "senet", "--seed", "1"], 2),
    "verdict": (["verdict", "hexapawn", "random-tree:1"], 2),
    "table": (["table", "hexapawn"], 2),
    "tree": (["tree", "trilobite", "--rule", "width=4", "--rule", "height=3"], 2),
    "experiment": (["experiment", "1995"], 10),
}
ONLY_ONE_WORKER = {"play", "verdict", "table", "tree", "learn"}
_SECONDS_TO_END = 60


def start(arguments: list[str], cwd: Path) -> subprocess.Popen[bytes]:
    """A process of senet-gp in a session of its own, with an input that stays open."""
    return subprocess.Popen(  # noqa: S603 - our own
        [sys.executable, "-m", "senet_gp", *arguments],
        cwd=cwd,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=_hear_of_a_closed_terminal,  # noqa: PLW1509 - this process has no threads
    )


def _hear_of_a_closed_terminal() -> None:
    """Undo what nohup, with which this script may run, does to the signal of a closed terminal."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def listens(process: int) -> bool:
    """Whether a process catches SIGTERM, which Python by itself does not."""
    try:
        lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return True
    caught = next(int(line.split()[1], 16) for line in lines if line.startswith("SigCgt"))
    return bool(caught >> (signal.SIGTERM - 1) & 1)


def left_of(session: int) -> list[psutil.Process]:
    """The processes of a session that are alive a moment after its end."""
    deadline = time.monotonic() + 2
    while True:
        left = []
        for process in psutil.process_iter():
            try:
                if os.getsid(process.pid) == session and process.status() != psutil.STATUS_ZOMBIE:
                    left.append(process)
            except (ProcessLookupError, psutil.NoSuchProcess):
                continue
        if not left or time.monotonic() > deadline:
            return left
        time.sleep(0.01)


class Stops:
    """Stops commands and collects how they end."""

    def __init__(self, seed: int, place: Path) -> None:
        self.rng = random.Random(seed)
        self.place = place
        self.ends: Counter[str] = Counter()
        self.failures: list[str] = []
        self.slowest: dict[str, float] = {}
        self.resumed = 0
        assert start([*EVOLVE, "--out", "whole"], place).wait() == 0
        self.whole = result_of(place / "whole")

    def stop(self, name: str) -> None:
        """Start a command and stop it at a random moment."""
        rng, (arguments, latest) = self.rng, COMMANDS[name]
        if name not in ONLY_ONE_WORKER:
            arguments = [*arguments, "--workers", str(rng.randint(1, 3))]
        # Half of the moments are in the first second, in which everything is imported.
        after = rng.uniform(0, rng.choice((1, latest)))
        number = rng.choice((signal.SIGINT, signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
        twice, whole_group = rng.random() < 0.5, rng.random() < 0.5
        process = start(arguments, self.place)
        time.sleep(after)
        early = not listens(process.pid)
        send = os.killpg if whole_group else os.kill
        begun = time.monotonic()
        try:
            if process.poll() is None:
                send(process.pid, number)
            if twice:
                time.sleep(rng.choice((0.0, 0.01, 0.3)))
                if process.poll() is None:
                    send(process.pid, rng.choice((signal.SIGINT, signal.SIGTERM)))
        except (ProcessLookupError, PermissionError):
            pass
        what = f"{name}, {number.name} after {after:.3f} s{' twice' if twice else ''}: {' '.join(arguments)}"
        try:
            _, error = process.communicate(timeout=_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            process.kill()
            self.failures.append(f"{what}: did not end")
            return
        seconds = time.monotonic() - begun
        left = left_of(process.pid)
        code = process.returncode
        self.ends["before it listened" if early else f"exit code {code}"] += 1
        if not early:
            key = f"{name}{' twice' if twice else ''}"
            self.slowest[key] = max(self.slowest.get(key, 0.0), seconds)
        if left or (not early and (b"Traceback" in error or code not in {0, 130})):
            self.failures.append(f"{what}: exit code {code}, left {left}, said {error.decode()}")
        for one in left:
            one.kill()

    @property
    def run_has_begun(self) -> bool:
        """Whether there is a run that could be resumed."""
        return (self.place / "run" / "config.toml").exists()

    def check_run(self) -> None:
        """Resume the run, if it has begun, and compare it with the one that was never stopped."""
        if not self.run_has_begun:
            return
        process = start(["resume", "run", "--quiet"], self.place)
        _, error = process.communicate()
        if process.returncode or b"Traceback" in error or result_of(self.place / "run") != self.whole:
            self.failures.append(f"the resumed run has other files: {error.decode()}")
        self.resumed += 1
        for file in (self.place / "run").iterdir():
            file.unlink()
        (self.place / "run").rmdir()


def main(signals: int = 400, seed: int = 1) -> None:
    """Stop commands and print how they ended."""
    with tempfile.TemporaryDirectory() as directory:
        stops = Stops(seed, Path(directory))
        names = list(COMMANDS)
        for number in range(signals):
            # A run is stopped up to three times, then resumed to its end.
            name = stops.rng.choice(names[2:])
            if number % 8 == 0:
                stops.check_run()
                name = "evolve"
            elif number % 8 < 3 and stops.run_has_begun:
                name = "resume"
            stops.stop(name)
        stops.check_run()
    print(f"{signals} commands stopped; runs resumed to the same end: {stops.resumed}")
    print(*(f"  {end}: {count}" for end, count in sorted(stops.ends.items())), sep="\n")
    print("seconds until the end, at most:", {name: round(s, 2) for name, s in sorted(stops.slowest.items())})
    print(f"failures: {len(stops.failures)}", *stops.failures, sep="\n")
    sys.exit(bool(stops.failures))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
