"""The time of a generation: the share outside its duels on one core, and the speedup by more workers."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.engine import play
from senet_gp.engine.results import DuelResults
from senet_gp.evolution.checkpoint_files import CHECKPOINT_SHARE
from senet_gp.evolution.config import Config
from senet_gp.evolution.loop import Evolution, Generation
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.trees.individual import Individual


@contextmanager
def _duels_timed() -> Iterator[list[float]]:
    """Collect the seconds of each batch of duels that is played in this process."""
    seconds: list[float] = []
    original = play.play_duels

    def timed(*arguments: Any) -> DuelResults:
        begin = time.perf_counter()
        results = original(*arguments)
        seconds.append(time.perf_counter() - begin)
        return results

    with patch.object(play, "play_duels", timed):
        yield seconds


def descendants_of(evolution: Evolution, trees: Sequence[Individual]) -> Generation:
    """The generation that descends from these trees, which all have the same fitness."""
    evolution.state.population = [Individual(tree) for tree in trees]
    for individual in evolution.state.population:
        individual.fitness.values = (1,)
    return evolution.next_generation()


@dataclass(frozen=True, slots=True)
class GenerationFigures:
    """A generation of a run, on one core; times are medians over the repeats.

    Attributes:
        nodes: the mean number of nodes of the trees that were bred and played.
        share: the share of the time outside the duels: breeding, translating, statistics, logs, checkpoint.
        seconds: the seconds of the whole generation.
        seconds_breeding: the seconds of breeding.
        seconds_saving: the seconds of writing logs.
    """

    nodes: float
    share: float
    seconds: float
    seconds_breeding: float
    seconds_saving: float

    @property
    def seconds_outside(self) -> float:
        """The seconds outside the duels."""
        return self.share * self.seconds


def measure_generation(trees: Sequence[Individual], *, repeats: int) -> GenerationFigures:
    """Breed, play and save a generation from these trees, as ``senet-gp evolve`` does.

    A run writes a checkpoint after its first generation, which is not measured. Later ones are written so
    seldom that they take at most a certain share of the time; the result includes that share.

    Args:
        trees: the parents of every measured generation.
        repeats: the number of measured generations.
    """
    sizes, shares, whole, breeding, saving = [], [], [], [], []
    config = Config(population=len(trees), generations=repeats + 2)
    with TemporaryDirectory() as directory, WorkerPool(1) as pool, _duels_timed() as duels:
        run = RunDirectory.create(Path(directory) / "run", config)
        evolution = Evolution(config, pool)
        for number in range(repeats + 1):
            duels.clear()
            begin = time.perf_counter()
            generation = descendants_of(evolution, trees)
            played = time.perf_counter()
            run.save(generation, evolution.state)
            end = time.perf_counter()
            if number:
                sizes.append(generation.record["size_mean"])
                shares.append(1 - sum(duels) / (end - begin) + CHECKPOINT_SHARE)
                whole.append(end - begin)
                breeding.append(generation.seconds_breeding)
                saving.append(end - played)
    return GenerationFigures(mean(sizes), median(shares), median(whole), median(breeding), median(saving))


@dataclass(frozen=True, slots=True)
class ScalingFigures:
    """Several workers compared with one; figures are by the number of workers.

    Times are medians over the repeats. A speedup is the median of the ratios within a repeat.

    Attributes:
        nodes: the mean number of nodes of the trees that were bred and played.
        seconds: the seconds of a whole generation without saving it.
        seconds_evaluating: the seconds of its evaluation: translating all trees, and the knockout.
        speedup: the speedup of the evaluation over one worker.
        generation_speedup: the speedup of the whole generation over one worker.
    """

    nodes: float
    seconds: dict[int, float]
    seconds_evaluating: dict[int, float]
    speedup: dict[int, float]
    generation_speedup: dict[int, float]


def measure_scaling(
    populations: Sequence[Sequence[Individual]], *, workers: Sequence[int], repeats: int
) -> ScalingFigures:
    """Breed and play generations with one worker and with several, in turns.

    Args:
        populations: the parents, which take turns so that no worker remembers a program from the last turn.
        workers: the numbers of workers to compare with one.
        repeats: the number of measured generations for each number of workers.
    """
    config = Config(population=len(populations[0]), generations=repeats + 1)
    sizes: list[float] = []
    whole: dict[int, list[float]] = {number: [] for number in (1, *workers)}
    evaluating: dict[int, list[float]] = {number: [] for number in whole}
    with ExitStack() as stack:
        pools = {number: stack.enter_context(WorkerPool(number)) for number in whole}
        evolutions = {number: Evolution(config, pool) for number, pool in pools.items()}
        for repeat in range(repeats + 1):  # the first starts the workers
            for number, evolution in evolutions.items():
                begin = time.perf_counter()
                generation = descendants_of(evolution, populations[repeat % len(populations)])
                if repeat:
                    whole[number].append(time.perf_counter() - begin)
                    evaluating[number].append(generation.seconds_evaluating)
                    sizes.append(generation.record["size_mean"])
    return ScalingFigures(
        nodes=mean(sizes),
        seconds={number: median(times) for number, times in whole.items()},
        seconds_evaluating={number: median(times) for number, times in evaluating.items()},
        speedup=_ratios(evaluating),
        generation_speedup=_ratios(whole),
    )


def _ratios(seconds: dict[int, list[float]]) -> dict[int, float]:
    """The speedup over one worker, by the number of workers."""
    return {
        number: median(a / b for a, b in zip(seconds[1], times, strict=True))
        for number, times in seconds.items()
        if number > 1
    }
