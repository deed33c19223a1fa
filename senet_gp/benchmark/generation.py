"""What a generation spends on everything but its matches."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.engine import play
from senet_gp.engine.results import MatchResults
from senet_gp.evolution.config import Config
from senet_gp.evolution.loop import Evolution
from senet_gp.evolution.run_directory import CHECKPOINT_SHARE, RunDirectory
from senet_gp.trees.individual import Individual


@contextmanager
def _matches_timed() -> Iterator[list[float]]:
    """Note how long matches take that are played in this process."""
    seconds: list[float] = []
    original = play.play_matches

    def timed(*arguments: Any) -> MatchResults:
        begin = time.perf_counter()
        results = original(*arguments)
        seconds.append(time.perf_counter() - begin)
        return results

    with patch.object(play, "play_matches", timed):
        yield seconds


@dataclass(frozen=True, slots=True)
class GenerationFigures:
    """A generation of a run, on one core.

    Attributes:
        nodes: of a tree, on average: of those that were bred and played.
        share: of the whole, what was spent on breeding, translating, statistics, logs and checkpoint; the
            median.
        seconds: for the whole generation; the median.
        seconds_breeding: for breeding alone; the median.
        seconds_saving: for logs alone; the median.
    """

    nodes: float
    share: float
    seconds: float
    seconds_breeding: float
    seconds_saving: float

    @property
    def seconds_outside(self) -> float:
        """Seconds outside of the matches."""
        return self.share * self.seconds


def measure_generation(trees: Sequence[Individual], *, repeats: int) -> GenerationFigures:
    """Breed, play and save one generation from these trees, so often, as ``senet-gp evolve`` does it.

    A run writes its checkpoint after the first generation, which is not measured, and then seldom enough to
    take but a certain share of its time, which is added.
    """
    sizes, shares, whole, breeding, saving = [], [], [], [], []
    config = Config(population=len(trees), generations=repeats + 2)
    with TemporaryDirectory() as directory, WorkerPool(1) as pool, _matches_timed() as matches:
        run = RunDirectory.create(Path(directory) / "run", config)
        evolution = Evolution(config, pool)
        for number in range(repeats + 1):
            evolution.state.population = [Individual(tree) for tree in trees]
            for individual in evolution.state.population:
                individual.fitness.values = (1,)
            matches.clear()
            begin = time.perf_counter()
            generation = evolution.next_generation()
            played = time.perf_counter()
            run.save(generation, evolution.state)
            end = time.perf_counter()
            if number:
                sizes.append(generation.record["size_mean"])
                shares.append(1 - sum(matches) / (end - begin) + CHECKPOINT_SHARE)
                whole.append(end - begin)
                breeding.append(generation.seconds_breeding)
                saving.append(end - played)
    return GenerationFigures(mean(sizes), median(shares), median(whole), median(breeding), median(saving))
