"""What a generation takes: on one core what of it is not matches, and how much faster more workers are."""

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
def _matches_timed() -> Iterator[list[float]]:
    """Note how long matches take that are played in this process."""
    seconds: list[float] = []
    original = play.play_duels

    def timed(*arguments: Any) -> DuelResults:
        begin = time.perf_counter()
        results = original(*arguments)
        seconds.append(time.perf_counter() - begin)
        return results

    with patch.object(play, "play_duels", timed):
        yield seconds


def _next_generation(evolution: Evolution, trees: Sequence[Individual]) -> Generation:
    """The generation that descends from these trees, all being equally fit."""
    evolution.state.population = [Individual(tree) for tree in trees]
    for individual in evolution.state.population:
        individual.fitness.values = (1,)
    return evolution.next_generation()


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
            matches.clear()
            begin = time.perf_counter()
            generation = _next_generation(evolution, trees)
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


@dataclass(frozen=True, slots=True)
class ScalingFigures:
    """More workers beside one; each figure by the number of workers.

    Attributes:
        nodes: of a tree, on average: of those that were bred and played.
        seconds: for a whole generation, saving apart; the median.
        seconds_evaluating: for its evaluation alone: translating all, and the whole knockout; the median.
        speedup: of the evaluation, how much faster than with one: the median of the ratios of neighbours.
        generation_speedup: the same of the whole generation.
    """

    nodes: float
    seconds: dict[int, float]
    seconds_evaluating: dict[int, float]
    speedup: dict[int, float]
    generation_speedup: dict[int, float]


def measure_scaling(
    populations: Sequence[Sequence[Individual]], *, workers: Sequence[int], repeats: int
) -> ScalingFigures:
    """Breed and play generations with one worker and with more, in turns.

    Args:
        populations: bred from one after the other, so that no program is remembered from the time before.
        workers: the numbers of workers beside one.
        repeats: how often.
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
                generation = _next_generation(evolution, populations[repeat % len(populations)])
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
    """How many times as fast as one worker others are, by their number."""
    return {
        number: median(a / b for a, b in zip(seconds[1], times, strict=True))
        for number, times in seconds.items()
        if number > 1
    }
