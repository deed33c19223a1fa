"""Measure the speedup by a second worker, for the evaluation alone and for whole generations.

    python scripts/workers_pay.py [--other CHECKOUT] [--only NAME] [--generations 20] [--workers 2]
    python scripts/workers_pay.py --runs [--other CHECKOUT]

Each contestant, a checkout with a number of workers, plays the same run in a process of its own. The
contestants take turns after every generation, so that a disturbance affects all of them. The script prints
the median seconds of elapsed time and the speedup over one worker of the same checkout, which is the median
of the ratios for the same generation. As many cores as workers should be idle.

--other adds another checkout, for example an older one. --runs instead measures the seconds of whole runs of
tic-tac-toe and Pursuit with their defaults and with --workers workers.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from senet_gp import Config

HERE = Path(__file__).resolve().parent.parent
#: The generations before the first measured one: workers start, and past winners become opponents.
WARM_UP = 3


class Evaluation(NamedTuple):
    """The subject of a measurement.

    Attributes:
        options: the options that differ from the game's defaults. If a value is a list, the first one that
            the checkout knows is used, since some have been renamed.
        nodes: the approximate nodes of the trees that every generation is bred from; 0 for an ordinary run.
    """

    options: dict[str, Any]
    nodes: int = 0


EVALUATIONS = {
    "knockout of 500 nodes": Evaluation({"game": "senet"}, nodes=500),
    "full games, hexapawn": Evaluation({"game": "hexapawn"}),
    "full games, senet": Evaluation({"game": "senet", "fitness": ["full-games", "round"], "population": 128}),
    "positions, tictactoe": Evaluation({"game": "tictactoe"}),
    "decisions, pursuit": Evaluation({"game": "pursuit"}),
}
#: The games of the whole runs with default options.
RUNS = ("tictactoe", "pursuit")


class Contestant(NamedTuple):
    """A checkout with a number of workers."""

    name: str
    checkout: Path
    workers: int


def configured(options: dict[str, Any]) -> Config:
    """The configuration with these options, with the first known value of each list."""
    from senet_gp import Config
    from senet_gp.errors import UsageError

    for name, values in options.items():
        for value in values if isinstance(values, list) else []:
            try:
                return configured(options | {name: value})
            except UsageError:
                if value == values[-1]:
                    raise
    return Config(**options)


def play(given: str, workers: int) -> None:
    """Play a generation for every line of standard input, and print its seconds, in a contestant's process.

    Only public names are used, since other checkouts have them, too.
    """
    from primitives import vocabularies
    from senet_gp import Evolution, Individual, WorkerPool, from_lisp

    task = json.loads(Path(given).read_text(encoding="utf-8"))
    config = configured(task["options"])
    vocabulary = vocabularies(config.game)[config.vocabulary]
    trees = [from_lisp(text, vocabulary) for text in task["trees"]]
    with WorkerPool(workers) as pool:
        evolution = Evolution(config, pool)
        while sys.stdin.readline():
            if trees:
                evolution.state.population = [Individual(tree) for tree in trees]
                for individual in evolution.state.population:
                    individual.fitness.values = (1,)
            begin = time.perf_counter()
            generation = evolution.next_generation()
            seconds = time.perf_counter() - begin
            figures = {"evaluation": generation.seconds_evaluating, "generation": seconds}
            print(json.dumps(figures | {"winner": generation.record["winner"]}), flush=True)


def tree_texts(nodes: int, count: int) -> list[str]:
    """Trees to breed from, a fifth larger than requested, since the paper's crossover makes trees smaller."""
    from senet_gp import to_lisp
    from senet_gp.benchmark.expressions import drawn_population

    return [to_lisp(tree) for tree in drawn_population(round(1.2 * nodes), count, random.Random(nodes))]


def started(contestant: Contestant, given: Path) -> subprocess.Popen[str]:
    """The process of a contestant."""
    return subprocess.Popen(  # noqa: S603 - our own
        [sys.executable, str(Path(__file__).resolve()), "--play", str(given), str(contestant.workers)],
        env=os.environ | {"PYTHONPATH": str(contestant.checkout)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def next_of(process: subprocess.Popen[str]) -> dict[str, Any]:
    """The figures of a contestant's next generation."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("next\n")
    process.stdin.flush()
    line = process.stdout.readline()
    if not line:
        sys.exit("a contestant has ended for the reason above")
    figures: dict[str, Any] = json.loads(line)
    return figures


def measured(
    evaluation: Evaluation, contestants: Sequence[Contestant], generations: int
) -> dict[str, list[dict[str, Any]]]:
    """The figures of each contestant's generations."""
    task = evaluation._asdict() | {"trees": tree_texts(evaluation.nodes, 512) if evaluation.nodes else []}
    found: dict[str, list[dict[str, Any]]] = {contestant.name: [] for contestant in contestants}
    with TemporaryDirectory() as directory, ExitStack() as stack:
        given = Path(directory) / "task.json"
        given.write_text(json.dumps(task), encoding="utf-8")
        processes = [stack.enter_context(started(contestant, given)) for contestant in contestants]
        for number in range(WARM_UP + generations):
            turn = number % len(contestants)
            for place in (*range(turn, len(contestants)), *range(turn)):
                figures = next_of(processes[place])
                if number >= WARM_UP:
                    found[contestants[place].name].append(figures)
        for process in processes:
            assert process.stdin is not None
            process.stdin.close()
    return found


def print_rows(name: str, contestants: Sequence[Contestant], found: dict[str, list[dict[str, Any]]]) -> None:
    """Print a row for each contestant: its medians, and its speedup over one worker."""
    for contestant in contestants:
        own = found[contestant.name]
        alone = next(
            found[other.name]
            for other in contestants
            if other.checkout == contestant.checkout and other.workers == 1
        )
        if [one["winner"] for one in own] != [one["winner"] for one in alone]:
            sys.exit(f"{name}: {contestant.name} does not play the same run as with one worker")
        cells = []
        for what in ("evaluation", "generation"):
            ratios = [a[what] / b[what] for a, b in zip(alone, own, strict=True)]
            cells.append(f"{median(one[what] for one in own):10.4f} {median(ratios):6.2f}")
        print(f"{name:24} {contestant.name:24} {' '.join(cells)}", flush=True)


def run_seconds(contestant: Contestant, game: str) -> float:
    """The elapsed seconds of a whole run of a game with its defaults."""
    with TemporaryDirectory() as directory:
        workers = ("--workers", str(contestant.workers))
        begin = time.perf_counter()
        subprocess.run(  # noqa: S603 - our own
            [
                *(sys.executable, "-m", "senet_gp", "evolve", game),
                *("--seed", "1", *workers, "--quiet", "--out", f"{directory}/run"),
            ],
            cwd=contestant.checkout,
            env=os.environ | {"PYTHONPATH": str(contestant.checkout)},
            stdout=subprocess.DEVNULL,
            check=True,
        )
        return time.perf_counter() - begin


def main() -> None:
    """Measure, and print a line for each evaluation and contestant."""
    parser = argparse.ArgumentParser(description="Measure the speedup by a second worker.")
    parser.add_argument("--other", type=Path, help="another checkout to measure as well")
    parser.add_argument("--only", help="measure only those whose names contain this")
    parser.add_argument("--generations", type=int, default=20)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--runs", action="store_true", help="instead measure whole runs with the defaults")
    parser.add_argument("--play", nargs=2, metavar=("TASK", "WORKERS"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.play:
        play(options.play[0], int(options.play[1]))
        return
    checkouts = {"other": options.other.resolve(), "this": HERE} if options.other else {"this": HERE}
    if options.runs:
        print(f"{'game':24} {'checkout':24} {'seconds':>10}")
        for game in (game for game in RUNS if not options.only or options.only in game):
            for name, checkout in checkouts.items():
                seconds = run_seconds(Contestant(name, checkout, options.workers), game)
                print(f"{game:24} {name:24} {seconds:10.1f}", flush=True)
        return
    contestants = [
        Contestant(f"{name}, {workers} worker{'s' if workers > 1 else ''}", checkout, workers)
        for name, checkout in checkouts.items()
        for workers in (1, options.workers)
    ]
    print(f"{'evaluation':24} {'contestant':24} {'evaluation':>17} {'generation':>17}")
    for name, evaluation in EVALUATIONS.items():
        if not options.only or options.only in name:
            print_rows(name, contestants, measured(evaluation, contestants, options.generations))


if __name__ == "__main__":
    main()
