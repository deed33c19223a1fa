"""Compare the speed of another checkout with that of this one.

    python scripts/compare_speed.py OTHER [--pairs 5] [--full] [--least 0.97]

Both are measured in turns, command by command, with the Python that runs this script: generations of some
games by ``senet-gp evolve --workers 1``, and all of ``scripts/measure_speed.py --json``, with --full its
--full; where a checkout has no such script, its ``senet-gp bench`` measures the same. OTHER is the older one,
such as ``git worktree add`` makes; neither may be edited meanwhile. A pair takes some four minutes of a core,
with --full more.

A line is printed for each figure: the median of the pairs' ratios, the least, and the greatest. Above 1 this
checkout is faster, or smaller. Exit code 1 says that the median of a figure is below --least.

What is judged is the processor's time, so other programs matter little: games and node evaluations a second
(of large trees, mostly scoring), knockouts, translation, and plain DEAP beside them. Starts, and what is
measured by the clock (generations, workers), stand in parentheses and are not judged.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent.parent
#: What measures all of the speed in a checkout; older ones have a verb for it.
SCRIPT = Path("scripts", "measure_speed.py")
#: Runs whose generations are measured: the game, the size of the population, and how many generations.
RUNS = {
    "senet": (256, 50),
    "tictactoe": (256, 30),
    "pursuit": (256, 100),
}


class Kind(NamedTuple):
    """The figures whose names match."""

    pattern: str
    higher_is_better: bool
    judged: bool


#: All figures that are told, by their paths in the JSON objects that are printed; ``evolve`` has our own.
KINDS = [
    Kind(r"random_games_per_second|node_evaluations_per_second/.*", higher_is_better=True, judged=True),
    Kind(r"trees/bred.*/games_per_second", higher_is_better=True, judged=True),
    Kind(r"knockout_seconds/.*|knockouts/.*/seconds_translating", higher_is_better=False, judged=True),
    Kind(r"plain_deap/.*/speedup_in_total", higher_is_better=True, judged=True),
    Kind(r"memory/.*_per_node", higher_is_better=False, judged=True),
    Kind(r"evolve/.*/generations", higher_is_better=False, judged=True),
    Kind(r"scaling/.*", higher_is_better=True, judged=False),
    Kind(r"evolve/.*/start|startup_seconds/.*", higher_is_better=False, judged=False),
    Kind(r"generations/.*/seconds.*", higher_is_better=False, judged=False),
]


def kind_of(name: str) -> Kind | None:
    """A figure; None if it was not measured."""
    return next((kind for kind in KINDS if re.fullmatch(kind.pattern, name)), None)


def run(checkout: Path, *arguments: str) -> tuple[str, float]:
    """The output and the processor seconds of Python in a checkout."""
    with TemporaryFile("w+") as printed:
        process = subprocess.Popen(  # noqa: S603 - our own
            [sys.executable, *arguments],
            cwd=checkout,
            env=os.environ | {"PYTHONPATH": str(checkout)},
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
    """All of the speed, as a checkout measures it itself."""
    measure = [str(SCRIPT)] if (checkout / SCRIPT).exists() else ["-m", "senet_gp", "bench"]
    found = json.loads(run(checkout, *measure, "--json", *options)[0])
    found["trees"] = {f"{tree['tree']}, {tree['nodes']} nodes": tree for tree in found["trees"]}
    return dict(numbers(found))


def evolve(checkout: Path, game: str) -> dict[str, float]:
    """The processor time of a run of one generation, and of those that follow it in a longer one."""
    population, generations = RUNS[game]
    seconds = []
    for count in (1, generations):
        with TemporaryDirectory() as directory:
            size = ("--population", str(population), "--generations", str(count))
            how = ("--seed", "1", "--workers", "1", "--quiet", "--out", f"{directory}/run")
            seconds.append(run(checkout, "-m", "senet_gp", "evolve", game, *size, *how)[1])
    return {f"evolve/{game}/start": seconds[0], f"evolve/{game}/generations": seconds[1] - seconds[0]}


def main() -> None:
    """Measure in turns, and print a line for each figure."""
    parser = argparse.ArgumentParser(description="Compare the speed of another checkout with this one.")
    parser.add_argument("other", type=Path, help="the other checkout")
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--full", action="store_true", help="measure what bench --full measures")
    parser.add_argument("--least", type=float, default=0.97, help="the least median that is well")
    options = parser.parse_args()
    measures: list[Callable[[Path], dict[str, float]]] = [partial(evolve, game=game) for game in RUNS]
    measures.append(lambda checkout: bench(checkout, *(["--full"] if options.full else [])))
    old, new = options.other.resolve(), HERE
    for measure in measures[:-1]:  # so that nothing is compiled while it is measured
        measure(old), measure(new)
    pairs = []
    for number in range(options.pairs):
        print(f"pair {number + 1} of {options.pairs} ...", file=sys.stderr)
        found: dict[Path, dict[str, float]] = {old: {}, new: {}}
        for measure in measures:
            for checkout in (old, new) if number % 2 == 0 else (new, old):
                found[checkout] |= measure(checkout)
        pairs.append((found[old], found[new]))
    slower = False
    print(f"{'figure':48} {'median':>8} {'least':>8} {'greatest':>8}")
    for name in pairs[0][0]:
        kind = kind_of(name)
        if kind is None or not all(of.get(name) for pair in pairs for of in pair):
            continue  # one of them does not measure it, or it is 0
        ratios = [(b[name] / a[name]) ** (1 if kind.higher_is_better else -1) for a, b in pairs]
        slower |= kind.judged and median(ratios) < options.least
        shown = name if kind.judged else f"({name})"
        print(f"{shown:48} {median(ratios):8.3f} {min(ratios):8.3f} {max(ratios):8.3f}")
    sys.exit(1 if slower else 0)


if __name__ == "__main__":
    main()
