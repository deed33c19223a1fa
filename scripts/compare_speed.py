"""Compare the speed of two checkouts.

    python scripts/compare_speed.py OTHER [--pairs 5] [--full] [--cold 2] [--least 0.97]

It measures both in turns, command by command, with the Python that runs it: commands of senet-gp by their
processor time, and what the benchmark of each checkout measures (``scripts/bench.py --json``, with --full if
that is given). OTHER is the older checkout, for example one made by ``git worktree add``; do not edit either
meanwhile. A pair of measurements takes about five minutes of a core, with --full more; the first --cold pairs
also measure a cold start.

It prints each ratio on standard error as soon as it is measured, and at the end a line for each figure: the
median, the least and the greatest ratio over the pairs. A ratio above 1 means that this checkout is faster,
or uses less memory. The exit code is 1 if the median of a judged figure is below --least.

Judged figures are of memory and of processor time, which other programs hardly affect: games and node
evaluations per second, knockouts, translation; and the processor time that commands and all their workers
take together: ``--help``, an import, generations with one and with two workers, networks that learn, exact
win probabilities and verdicts, and a first start, with an empty cache of compiled code. Figures of elapsed
time are in parentheses and not judged.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent.parent
#: The runs whose generations are measured, by game and workers: the population and the number of generations.
RUNS = {
    ("senet", 1): (256, 50),
    ("senet", 2): (256, 50),
    ("tictactoe", 1): (256, 30),
    ("pursuit", 1): (256, 100),
}
#: The short commands that are measured, and how often in each pair.
COMMANDS = {"help": ("-m", "senet_gp", "--help"), "import": ("-c", "import senet_gp")}
_TIMES = 5
#: Long work: a command that does much of it, and what is added to the same command that does next to nothing,
#: whose processor seconds are taken off. FILE is a new file.
WORK = {
    "regret decisions": (
        "evolve senet --fitness regret --teacher net --no-look-ahead --population 32 --quiet --out FILE",
        ("--generations 2 --seed 1 --labelled 100000", "--generations 2 --seed 1 --labelled 256"),
    ),
    "self-play": ("learn network senet --seed 1 --out FILE", ("--games 12000", "--games 10")),
    "exact sweeps": ("table senet", ("--rule pieces=2", "--rule pieces=1")),
    "exact verdict": ("verdict senet hand:HC5", ("--rule pieces=2", "--rule pieces=1")),
}


#: Measures a checkout, and returns figures by name.
Measure = Callable[[Path], dict[str, float]]


class Kind(NamedTuple):
    """A kind of figures: those whose names match a pattern."""

    pattern: str
    higher_is_better: bool
    judged: bool


#: All figures that are compared, by their paths in the JSON output; those of ``evolve`` are of this script.
KINDS = [
    Kind(r"random_games_per_second|node_evaluations_per_second/.*", higher_is_better=True, judged=True),
    Kind(r"trees/.*/games_per_second", higher_is_better=True, judged=True),
    Kind(r"knockout_seconds/.*|knockouts/.*/seconds_translating", higher_is_better=False, judged=True),
    Kind(r"memory/.*_per_node", higher_is_better=False, judged=True),
    Kind(r"command/.*|work/.*", higher_is_better=False, judged=True),
    Kind(r"evolve/.*/generations|cold_start/processor", higher_is_better=False, judged=True),
    Kind(r"scaling/.*", higher_is_better=True, judged=False),
    Kind(r"evolve/.*/start|startup_seconds/.*|cold_start/elapsed", higher_is_better=False, judged=False),
    Kind(r"generations/.*/seconds.*", higher_is_better=False, judged=False),
]


def kind_of(name: str) -> Kind | None:
    """The kind of a figure; None if it is not compared."""
    return next((kind for kind in KINDS if re.fullmatch(kind.pattern, name)), None)


def ratios(old: dict[str, float], new: dict[str, float]) -> Iterator[tuple[str, float]]:
    """How much better the new figures are, by name, of those that both have and that are compared."""
    for name, before in old.items():
        kind, now = kind_of(name), new.get(name)
        if kind and before and now:  # else a checkout does not measure it, or it is 0
            yield name, (now / before) ** (1 if kind.higher_is_better else -1)


def run(checkout: Path, *arguments: str, **environment: str) -> tuple[str, float]:
    """Run Python in a checkout; its standard output, and its processor seconds with all its processes."""
    with TemporaryFile("w+") as printed:
        process = subprocess.Popen(  # noqa: S603 - our own
            [sys.executable, *arguments],
            cwd=checkout,
            env=os.environ | {"PYTHONPATH": str(checkout)} | environment,
            stdout=printed,
            stderr=subprocess.DEVNULL,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"python {' '.join(arguments)} failed in {checkout}, with code {process.returncode}")
        printed.seek(0)
        return printed.read(), usage.ru_utime + usage.ru_stime


def numbers(value: Any, path: str = "") -> Iterator[tuple[str, float]]:
    """All numbers in the objects of a JSON value, by their paths."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from numbers(part, f"{path}/{name}" if path else name)
    elif isinstance(value, int | float):
        yield path, value


def bench(checkout: Path, *options: str) -> dict[str, float]:
    """All figures that a checkout measures itself."""
    found = json.loads(run(checkout, "scripts/bench.py", "--json", *options)[0])
    found["trees"] = {f"{tree['tree']}, {tree['nodes']} nodes": tree for tree in found["trees"]}
    return dict(numbers(found))


def evolve(checkout: Path, game: str, workers: int) -> dict[str, float]:
    """The processor seconds of a run of one generation, and of the later generations of a longer run."""
    population, generations = RUNS[game, workers]
    short, long = (_run(checkout, game, workers, population, count) for count in (1, generations))
    name = f"evolve/{game}, {workers} worker{'s' if workers > 1 else ''}"
    return {f"{name}/start": short, f"{name}/generations": long - short}


def _run(checkout: Path, game: str, workers: int, population: int, generations: int, **more: str) -> float:
    """The processor seconds of a run."""
    with TemporaryDirectory() as directory:
        size = ("--population", str(population), "--generations", str(generations))
        how = ("--seed", "1", "--workers", str(workers), "--quiet", "--out", f"{directory}/run")
        return run(checkout, "-m", "senet_gp", "evolve", game, *size, *how, **more)[1]


def commands(checkout: Path) -> dict[str, float]:
    """The processor seconds of short commands."""
    return {
        f"command/{name}": median(run(checkout, *arguments)[1] for _ in range(_TIMES))
        for name, arguments in COMMANDS.items()
    }


def work(checkout: Path, name: str) -> dict[str, float]:
    """The processor seconds of long work."""
    command, amounts = WORK[name]
    if "def network" not in (checkout / "senet_gp/cli/learn.py").read_text(encoding="utf-8"):
        command = command.replace("learn network", "learn")  # as an older checkout calls it
    seconds = []
    for amount in amounts:
        with TemporaryDirectory() as directory:
            words = f"{command} {amount}".replace("FILE", f"{directory}/new").split()
            seconds.append(run(checkout, "-m", "senet_gp", *words)[1])
    much, little = seconds
    return {f"work/{name}": much - little}


def cold_start(checkout: Path) -> dict[str, float]:
    """The seconds of a run of one generation that finds no compiled code."""
    with TemporaryDirectory() as cache:
        begin = time.perf_counter()
        processor = _run(checkout, "senet", 2, 64, 1, SENET_GP_CACHE=cache)
        return {"cold_start/processor": processor, "cold_start/elapsed": time.perf_counter() - begin}


def main() -> None:
    """Measure in turns, and print a line for each figure."""
    parser = argparse.ArgumentParser(description="Compare the speed of another checkout with this one.")
    parser.add_argument("other", type=Path, help="the other checkout")
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--full", action="store_true", help="measure what bench --full measures")
    parser.add_argument("--cold", type=int, default=2, help="how many pairs measure a cold start")
    parser.add_argument("--least", type=float, default=0.97, help="the smallest acceptable median")
    options = parser.parse_args()
    quick: list[Measure] = [commands, *(partial(evolve, game=game, workers=count) for game, count in RUNS)]
    quick += [partial(work, name=name) for name in WORK]
    slow: Measure = lambda checkout: bench(checkout, *(["--full"] if options.full else []))  # noqa: E731
    old, new = options.other.resolve(), HERE
    found: dict[str, list[float]] = {}
    with TemporaryDirectory() as bytecode:
        # Modules of both are found translated to bytecode, whatever is there or not written elsewhere.
        os.environ["PYTHONPYCACHEPREFIX"] = bytecode
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        for measure in quick:  # so that nothing is compiled while it is measured
            measure(old), measure(new)
        for number in range(options.pairs):
            print(f"pair {number + 1} of {options.pairs} ...", file=sys.stderr)
            for measure in [*quick, slow, *([cold_start] if number < options.cold else [])]:
                turns = (old, new) if number % 2 == 0 else (new, old)
                figures = {checkout: measure(checkout) for checkout in turns}
                for name, ratio in ratios(figures[old], figures[new]):
                    found.setdefault(name, []).append(ratio)
                    print(f"{name:48} {ratio:8.3f}", file=sys.stderr)
    slower = False
    print(f"{'figure':48} {'median':>8} {'least':>8} {'greatest':>8}")
    for name, values in found.items():
        kind = kind_of(name)
        judged = kind is not None and kind.judged
        slower |= judged and median(values) < options.least
        shown = name if judged else f"({name})"
        print(f"{shown:48} {median(values):8.3f} {min(values):8.3f} {max(values):8.3f}")
    sys.exit(1 if slower else 0)


if __name__ == "__main__":
    main()
