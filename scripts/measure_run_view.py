"""Measure the share of a run's time that the live table and the log of ancestors take.

    python scripts/measure_run_view.py [RUNS]

It plays runs of Senet with the default options, each with its table on a terminal of its own, and measures
the time for the table and for writing ancestry.csv. (Noting the parents of one individual takes less time
than reading the clock, so it is measured afterwards, for the whole last population at once.)
"""

from __future__ import annotations

import os
import pty
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from senet_gp.arena.batches import warm_up
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.cli.run_view import run_view
from senet_gp.evolution.ancestry import Notes, row_of
from senet_gp.evolution.config import Config
from senet_gp.evolution.log_files import ANCESTRY, LogFiles
from senet_gp.evolution.loop import Evolution
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.trees.individual import Individual


class Clock:
    """Adds up the time that calls take.

    Attributes:
        seconds: the seconds of all calls so far.
        calls: the number of calls.
    """

    def __init__(self) -> None:
        self.seconds, self.calls = 0.0, 0

    def timed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with its calls timed."""

        def wrapper(*arguments: Any, **options: Any) -> Any:
            begun = time.perf_counter()
            try:
                return function(*arguments, **options)
            finally:
                self.seconds += time.perf_counter() - begun
                self.calls += 1

        return wrapper


def terminal() -> int:
    """The file descriptor of a pseudo-terminal to write to; another process reads what is written."""
    master, slave = pty.openpty()
    if os.fork() == 0:
        os.close(slave)
        try:
            while os.read(master, 1 << 16):
                pass
        except OSError:
            pass
        os._exit(0)
    os.close(master)
    return slave


class TimedLogs(LogFiles):
    """The logs of a run, which time the writing of its ancestry."""

    def __init__(self, directory: Path, clock: Clock) -> None:
        super().__init__(directory)
        self._clock = clock

    def append_row(self, name: str, row: Mapping[str, Any]) -> None:
        """Add a row to a log."""
        write = super().append_row
        (self._clock.timed(write) if name == ANCESTRY else write)(name, row)


def noted(population: Sequence[Individual]) -> None:
    """Note a population as if crossover had made it from itself."""
    notes = Notes(population)
    for child, donor in zip(population, reversed(population), strict=True):
        notes.crossed(child, child, donor)
    row_of(1, population, notes.all, 0)


def measured(seed: int, parent: Path) -> tuple[float, Clock, Clock]:
    """The seconds of a run, and the clocks of its table and of its ancestry."""
    config, table, kept = Config(seed=seed), Clock(), Clock()
    run = RunDirectory.create(parent / str(seed), config)
    run.logs = TimedLogs(run.path, kept)
    with WorkerPool() as pool, run_view(config, pool, quiet=False) as show:
        shown = table.timed(show)
        evolution = Evolution(config, pool)
        begun = time.perf_counter()
        for generation in evolution:
            run.save(generation, evolution.state)
            shown(generation)
        seconds = time.perf_counter() - begun
    for _ in range(config.generations):
        kept.timed(noted)(evolution.state.population)
    return seconds, table, kept


def main() -> None:
    """Measure, and print a line for each run."""
    os.environ["TERM"] = "xterm"
    sys.stderr = os.fdopen(terminal(), "w")
    warm_up(Config().game_value)
    print("seed   run (s)   table (ms)   share   ancestry (ms)   share")
    with tempfile.TemporaryDirectory() as place:
        for seed in range(1, int((sys.argv[1:] or ["5"])[0]) + 1):
            seconds, table, kept = measured(seed, Path(place))
            print(
                f"{seed:>4}{seconds:>10.2f}{1000 * table.seconds:>13.1f}{table.seconds / seconds:>8.2%}"
                f"{1000 * kept.seconds:>16.1f}{kept.seconds / seconds:>8.2%}"
            )


if __name__ == "__main__":
    main()
