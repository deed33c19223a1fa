"""The time of a generation: the share outside its duels on one core, and the speedup by more workers."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from statistics import mean, median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

from benchmark.games import drawn_population
from senet_gp import Config, Evolution, Individual, WorkerPool
from senet_gp.arena.local_pool import pool_of
from senet_gp.engine import play
from senet_gp.engine.results import DuelResults
from senet_gp.evolution.loop.state import Generation
from senet_gp.evolution.record.checkpoint import CHECKPOINT_SHARE
from senet_gp.evolution.record.run_directory import RunDirectory

#: The ratio of the size of parents to that of their children, which the paper's crossover makes smaller.
_PARENTS = 1.2
#: The generations before the first measured one: workers start, and past winners become opponents.
_WARM_UP = 3


def parents_of(nodes: int, count: int, seed: int = 0) -> list[Individual]:
    """Parents of a population with about ``nodes`` nodes a tree."""
    larger = round(_PARENTS * nodes)
    return drawn_population(larger, count, Random(larger + seed))


def descendants_of(evolution: Evolution, trees: Sequence[Individual]) -> Generation:
    """The generation that descends from these trees, which all have the same fitness."""
    evolution.state.population = [Individual(tree) for tree in trees]
    for individual in evolution.state.population:
        individual.fitness.values = (1,)
    return evolution.next_generation()


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
                breeding.append(generation.timing.seconds_breeding)
                saving.append(end - played)
    return GenerationFigures(mean(sizes), median(shares), median(whole), median(breeding), median(saving))


@dataclass(frozen=True, slots=True)
class ScalingFigures:
    """Several workers compared with one; figures are by the workers, as ``--workers`` names them.

    Times are medians over the repeats. A speedup is the median of the ratios for the same generation.

    Attributes:
        nodes: the mean number of nodes of the trees that were bred and played.
        seconds: the seconds of a whole generation without saving it.
        seconds_evaluating: the seconds of its evaluation; in a knockout with the translation of all trees.
        speedup: the speedup of the evaluation over the first workers.
        generation_speedup: the speedup of the whole generation over the first workers.
    """

    nodes: float
    seconds: dict[str, float]
    seconds_evaluating: dict[str, float]
    speedup: dict[str, float]
    generation_speedup: dict[str, float]


class Played(NamedTuple):
    """A generation that was played; its winner tells whether all play the same run."""

    seconds: float
    evaluating: float
    nodes: float
    winner: str


def _play(connection: Connection, workers: str, config: Config, nodes: int) -> None:
    """Play generations as long as they are asked for, in a process of its own."""
    # Populations take turns, so that no process remembers programs from the generation before.
    populations = [parents_of(nodes, config.population, seed) for seed in range(3)] if nodes else []
    with pool_of(workers) as pool, suppress(EOFError):
        evolution = Evolution(config, pool)
        while True:
            number = connection.recv()
            begin = time.perf_counter()
            if populations:
                generation = descendants_of(evolution, populations[number % len(populations)])
            else:
                generation = evolution.next_generation()
            seconds, record = time.perf_counter() - begin, generation.record
            connection.send(
                Played(seconds, generation.timing.seconds_evaluating, record["size_mean"], record["winner"])
            )


@contextmanager
def _contestant(workers: str, config: Config, nodes: int) -> Iterator[Connection]:
    """A process that plays a run with these workers, a generation for each number that it is sent."""
    context = get_context("spawn")
    ours, its = context.Pipe()
    process = context.Process(target=_play, args=(its, workers, config, nodes))
    process.start()
    its.close()
    try:
        with ours:
            yield ours
    finally:
        process.join()


def measure_scaling(
    workers: Sequence[str], *, config: Config, nodes: int = 0, generations: int
) -> ScalingFigures:
    """Play the same run with different workers, in turns after every generation.

    Args:
        workers: the workers to compare, as ``--workers``; the others are compared with the first.
        config: the configuration of the run.
        nodes: breed each generation from trees of about this many nodes; 0 for an ordinary run.
        generations: the number of measured generations for each.

    Raises:
        EOFError: if a process has failed, which has said why.
        RuntimeError: if not all play the same run.
    """
    found: dict[str, list[Played]] = {name: [] for name in workers}
    with ExitStack() as stack:
        contestants = [(name, stack.enter_context(_contestant(name, config, nodes))) for name in workers]
        for number in range(_WARM_UP + generations):
            for name, connection in contestants:
                connection.send(number)
                found[name].append(connection.recv())
            contestants.append(contestants.pop(0))  # another one begins
    return scaling_of(found)


def scaling_of(found: dict[str, list[Played]]) -> ScalingFigures:
    """The figures of the generations that were played with different workers.

    Raises:
        RuntimeError: if not all play the same run.
    """
    (begins, first), *others = found.items()
    for name, own in others:
        if [played.winner for played in own] != [played.winner for played in first]:
            raise RuntimeError(f"with {name} workers the run is another one than with {begins}")
    seconds = {name: [played.seconds for played in own[_WARM_UP:]] for name, own in found.items()}
    evaluating = {name: [played.evaluating for played in own[_WARM_UP:]] for name, own in found.items()}
    return ScalingFigures(
        nodes=mean(played.nodes for played in first[_WARM_UP:]),
        seconds={name: median(times) for name, times in seconds.items()},
        seconds_evaluating={name: median(times) for name, times in evaluating.items()},
        speedup=_speedup(evaluating),
        generation_speedup=_speedup(seconds),
    )


def _speedup(seconds: dict[str, list[float]]) -> dict[str, float]:
    """The speedup of all but the first workers over these."""
    (_, alone), *others = seconds.items()
    return {name: median(a / b for a, b in zip(alone, times, strict=True)) for name, times in others}
