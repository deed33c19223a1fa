"""Kill runs at random moments, resume them, and compare their files with those of undisturbed runs.

    python scripts/kill_runs.py --runs 60 --seed 1

Every run is started and resumed from the command line several times, with a random number of workers. Each
time the process is killed (SIGKILL) at a random moment, alone or with its process group; only the last time
it may end. Half of the times, at random, the command is ``evolve --go-on``, whatever is there; else it is
``resume``, and a run that was killed before it had a configuration is begun again. The exit code is 1 if any
run ends with wrong files.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

#: Tiny runs of a second or two that differ in their operators and their evaluation.
RUNS = {
    "senet": "senet --population 64 --generations 12 --final-games 20",
    "senet, seeded": "senet --vocabulary extended --seed-with hand:S --selection tournament --mutation mixed "
    "--mutant-share 0.3 --crossover one-point --population 50 --generations 8 --games 5 --final-games 6",
    "hexapawn": "hexapawn --population 60 --generations 20 --final-games 20",
    "tictactoe": "tictactoe --population 40 --generations 6 --final-games 20",
    "pursuit": "pursuit --population 30 --generations 8 --final-games 10",
    "trilobite": "trilobite --population 40 --generations 8 --final-games 10",
    "islands": "hexapawn --population 30 --generations 16 --final-games 10 --islands 3 --migrate-every 3",
    "islands, two objectives": "hexapawn --population 30 --generations 16 --final-games 10 --islands 4 "
    "--migrate-every 2 --objectives score,nodes",
}
_WORKERS = (1, 2, 3, 5)
_MAX_KILLS = 6
#: The only file whose content may differ in a killed run, since it holds times.
_WITH_TIMES = "timing.csv"
#: The files that hold the result of a run.
_RESULTS = ("champion.json", "checkpoint.json", "config.toml", "generations.csv")
_CHAMPION = "champion.json"
_PROVENANCE = "provenance.json"


def files_of(directory: Path) -> dict[str, bytes]:
    """The content of a run's files by path, of those with times only how many lines they have.

    The command that began a run names how many workers it had.
    """
    return {
        str(path.relative_to(directory)): result_in(path)
        for path in directory.rglob("*")
        if path.is_file() and path.name != _PROVENANCE
    }


def result_in(file: Path) -> bytes:
    """The content of a file, of a champion without the command that began its run."""
    if file.name == _WITH_TIMES:
        return b"%d lines" % file.read_bytes().count(b"\n")
    if file.name != _CHAMPION:
        return file.read_bytes()
    champion = json.loads(file.read_text())
    del champion["provenance"]["command"], champion["sha256"]
    return json.dumps(champion).encode()


def result_of(run: Path) -> list[bytes]:
    """The files of a run that do not contain times, as far as they are there."""
    return [result_in(run / name) for name in _RESULTS if (run / name).exists()]


def differences(reference: Path, directory: Path) -> list[str]:
    """The names of the files that differ."""
    expected, found = files_of(reference), files_of(directory)
    return sorted(name for name in expected | found if expected.get(name) != found.get(name))


def started(arguments: str, workers: str, place: Path) -> subprocess.Popen[str]:
    """Start senet-gp in a process group of its own, with these workers; its errors can be read."""
    return subprocess.Popen(  # noqa: S603 - our own
        [sys.executable, "-m", "senet_gp", *arguments.split(), "--quiet", "--workers", workers],
        cwd=place,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).resolve().parents[1])},
    )


class Killer:
    """Plays runs in processes that it kills.

    Attributes:
        rng: draws the moments.
        kills: the number of killed processes, by whether they began a run or went on with one.
    """

    def __init__(self, rng: random.Random, place: Path) -> None:
        self.rng = rng
        self.kills: Counter[str] = Counter()
        self._place = place

    def play(self, options: str, name: str, seconds: float) -> str:
        """Play a run, killing it several times.

        Args:
            options: the options of ``senet-gp evolve``.
            name: the name of the run's directory.
            seconds: the time of the run if it is not killed.

        Returns:
            A description of the failure; empty if the run succeeds.
        """
        directory = self._place / name
        left = self.rng.randint(1, _MAX_KILLS)
        while True:
            begun = (directory / "config.toml").exists()
            goes_on = self.rng.random() < 0.5
            evolve = f"evolve {options} --out {name}"
            arguments = f"{evolve} --go-on" if goes_on else f"resume {name}" if begun else evolve
            process = started(arguments, str(self.rng.choice(_WORKERS)), self._place)
            if left and not self._kill(process, seconds):
                left -= 1
                self.kills["after it was resumed" if begun else "after it was begun"] += 1
                continue
            _, error = process.communicate()
            if process.returncode:
                return f"senet-gp {arguments} ended with {process.returncode}: {error.strip()}"
            return ""

    def _kill(self, process: subprocess.Popen[str], seconds: float) -> bool:
        """Kill a process at a random moment; returns whether it had already ended."""
        try:
            process.wait(self.rng.uniform(0, seconds))
        except subprocess.TimeoutExpired:
            if self.rng.random() < 0.5:
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        ended = process.wait() >= 0
        if not ended:
            # Not communicate(): workers that outlive their parent keep the pipe open.
            assert process.stderr is not None
            process.stderr.close()
        return ended


def main() -> int:
    """Play the runs and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--runs", type=int, default=60, help="the number of runs  [default: 60]")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the random moments  [default: 1]")
    parser.add_argument("--only", choices=RUNS, action="append", help="only runs of this kind")
    chosen = parser.parse_args()
    kinds = chosen.only or list(RUNS)
    failures = 0
    with tempfile.TemporaryDirectory() as place:
        killer = Killer(random.Random(chosen.seed), Path(place))
        seconds: dict[str, float] = {}
        for number in range(chosen.runs):
            kind = kinds[number % len(kinds)]
            reference = f"reference-{kinds.index(kind)}"
            if kind not in seconds:
                process = started(f"evolve {RUNS[kind]} --out {reference}", "1", Path(place))
                begun = time.monotonic()
                _, error = process.communicate()
                assert process.returncode == 0, error
                seconds[kind] = time.monotonic() - begun
            name = f"run-{number}"
            problem = killer.play(RUNS[kind], name, seconds[kind])
            if not problem:
                different = differences(Path(place, reference), Path(place, name))
                problem = f"other files than without kills: {', '.join(different)}" if different else ""
            if problem:
                failures += 1
                print(f"run {number}, {kind}: {problem}", flush=True)
            shutil.rmtree(Path(place, name), ignore_errors=True)
    for where, count in sorted(killer.kills.items()):
        print(f"{count:6} killed {where}")
    print(f"{killer.kills.total():6} kills in {chosen.runs} runs, {failures} runs failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
