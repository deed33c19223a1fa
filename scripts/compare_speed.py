"""Compare the speed of two checkouts.

    python scripts/compare_speed.py OTHER [--pairs 5] [--full] [--least 0.97]

It measures both in turns, command by command, with the Python that runs it: generations of some games by
``senet-gp evolve --workers 1``, and everything that ``scripts/measure_speed.py --json`` measures (with --full
if that is given). For a checkout without that script, ``senet-gp bench`` measures the same. OTHER is the
older checkout, for example one made by ``git worktree add``; do not edit either meanwhile. A pair of
measurements takes about four minutes of a core, with --full more.

It prints a line for each figure: the median, the least and the greatest ratio over the pairs. A ratio above 1
means that this checkout is faster, or uses less memory. The exit code is 1 if the median of a judged figure
is below --least.

Judged figures are of processor time, which other programs hardly affect: games and node evaluations per
second, knockouts, translation, and the comparison with plain DEAP. Starts and figures of elapsed time
(generations, workers) are in parentheses and not judged.
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
#: The script of a checkout that measures everything; older checkouts have ``senet-gp bench`` for it.
SCRIPT = Path("scripts", "measure_speed.py")
#: The runs whose generations are measured, by game: the population and the number of generations.
RUNS = {
    "senet": (256, 50),
    "tictactoe": (256, 30),
    "pursuit": (256, 100),
}


class Kind(NamedTuple):
    """A kind of figures: those whose names match a pattern."""

    pattern: str
    higher_is_better: bool
    judged: bool


#: All figures that are compared, by their paths in the JSON output; those of ``evolve`` are of this script.
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
    """The kind of a figure; None if it is not compared."""
    return next((kind for kind in KINDS if re.fullmatch(kind.pattern, name)), None)


def run(checkout: Path, *arguments: str) -> tuple[str, float]:
    """Run Python in a checkout; its standard output and its processor seconds."""
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
    """All figures that a checkout measures itself."""
    measure = [str(SCRIPT)] if (checkout / SCRIPT).exists() else ["-m", "senet_gp", "bench"]
    found = json.loads(run(checkout, *measure, "--json", *options)[0])
    found["trees"] = {f"{tree['tree']}, {tree['nodes']} nodes": tree for tree in found["trees"]}
    return dict(numbers(found))


def evolve(checkout: Path, game: str) -> dict[str, float]:
    """The processor seconds of a run of one generation, and of the later generations of a longer run."""
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
    parser.add_argument("--least", type=float, default=0.97, help="the smallest acceptable median")
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
            continue  # a checkout does not measure it, or it is 0
        ratios = [(b[name] / a[name]) ** (1 if kind.higher_is_better else -1) for a, b in pairs]
        slower |= kind.judged and median(ratios) < options.least
        shown = name if kind.judged else f"({name})"
        print(f"{shown:48} {median(ratios):8.3f} {min(ratios):8.3f} {max(ratios):8.3f}")
    sys.exit(1 if slower else 0)


if __name__ == "__main__":
    main()
