"""The memory of a population, in the main process and in the workers.

    python -m senet_gp.benchmark.memory TREES NODES

Run as a program, it measures in a process that holds nothing else and prints one JSON object. Memory is the
unique set size, that is without the pages that a worker shares with the main process.
"""

from __future__ import annotations

import gc
import json
import random
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import psutil

from primitives import vocabulary_of
from senet_gp.arena.batches import play_duels, warm_up
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.benchmark.expressions import WORDS, joined_tree
from senet_gp.benchmark.processes import output_of
from senet_gp.engine.participants import Source
from senet_gp.engine.results import Pairings
from senet_gp.evolution.variation import subtree_mutation
from senet_gp.games.senet import Senet
from senet_gp.streams import key_of, part_keys

_WORKERS = 2


@dataclass
class _Watch:
    """The largest unique set sizes of this process and of any of its children so far, in bytes."""

    parent: int = 0
    worker: int = 0
    stopped: threading.Event = field(default_factory=threading.Event)

    def look(self) -> None:
        process = psutil.Process()
        self.parent = max(self.parent, process.memory_full_info().uss)
        for child in process.children():
            self.worker = max(self.worker, child.memory_full_info().uss)

    def keep_looking(self) -> None:
        while not self.stopped.wait(0.02):
            self.look()


@contextmanager
def _watched() -> Iterator[_Watch]:
    watch = _Watch()
    watch.look()
    thread = threading.Thread(target=watch.keep_looking)
    thread.start()
    try:
        yield watch
    finally:
        watch.stopped.set()
        thread.join()
        watch.look()


def _collected() -> int:
    """The unique set size of this process in bytes, after a garbage collection."""
    gc.collect()
    return int(psutil.Process().memory_full_info().uss)


def measure_here(trees: int, nodes: int) -> dict[str, Any]:
    """Draw a population, breed from it and play a round of single games, all in this process.

    Args:
        trees: the size of the population.
        nodes: the smallest number of nodes of a tree.
    """
    vocabulary, game, rng = vocabulary_of("senet", WORDS), Senet(), random.Random(1)
    warm_up(game)
    first = np.arange(0, trees - 1, 2)
    pairings = Pairings(first, first + 1, part_keys(key_of(1), len(first)))
    small = [Source.of(joined_tree(vocabulary, 50, rng), vocabulary)] * trees
    with WorkerPool(_WORKERS) as pool:
        play_duels(pool, small, pairings, 1, game)  # now workers hold what any work needs
        before = _Watch()
        before.look()
        empty = _collected()
        population = [joined_tree(vocabulary, nodes, rng) for _ in range(trees)]
        total = sum(len(individual.codes) for individual in population)
        drawn = _collected()
        with _watched() as watch:
            # As in a run, the parents are kept while their children play.
            children = [subtree_mutation(parent, vocabulary=vocabulary, rng=rng)[0] for parent in population]
            sources = [Source(child.codes.tobytes(), vocabulary) for child in children]
            begin = time.perf_counter()
            play_duels(pool, sources, pairings, 1, game)
            seconds = time.perf_counter() - begin
    return {
        "trees": trees,
        "nodes": total / trees,
        "instructions": sum(len(source.program.code) for source in sources) / trees,
        "population_bytes_per_node": (drawn - empty) / total,
        "parent_peak_bytes_per_node": (watch.parent - empty) / total,
        "worker_peak_bytes_per_node": (watch.worker - before.worker) / total,
        "seconds_playing": seconds,
    }


def measure_memory(trees: int, nodes: int) -> dict[str, Any]:
    """Measure in a new process.

    Args:
        trees: the size of the population.
        nodes: the smallest number of nodes of a tree.

    Returns:
        The figures of :func:`measure_here`.

    Raises:
        SenetGpError: if the process fails.
    """
    text = output_of(["-m", "senet_gp.benchmark.memory", str(trees), str(nodes)])
    figures: dict[str, Any] = json.loads(text)
    return figures


if __name__ == "__main__":
    print(json.dumps(measure_here(int(sys.argv[1]), int(sys.argv[2]))))  # noqa: T201
