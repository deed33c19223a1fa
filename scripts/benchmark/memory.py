"""The memory of a population, in the main process and in the workers.

It is measured in a process that holds nothing else. Memory is the unique set size, that is without the pages
that a worker shares with the main process.
"""

from __future__ import annotations

import gc
import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

import numpy as np
import psutil

from benchmark.games import WORDS, joined_tree
from senet_gp.arena.games import play_duels_in_pool, warm_up
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.engine.participants import Source
from senet_gp.engine.results import Pairings
from senet_gp.evolution.operators.variation import subtree_mutation
from senet_gp.games.senet import Senet
from senet_gp.runtime.streams import key_of, part_keys

_WORKERS = 2


@dataclass
class Watch:
    """The largest memory use observed so far, in bytes.

    Attributes:
        parent: the unique set size of this process.
        resident: its resident set size, with what it shares.
        worker: the unique set size of any of its children.
    """

    parent: int = 0
    resident: int = 0
    worker: int = 0
    stopped: threading.Event = field(default_factory=threading.Event)

    def look(self) -> None:
        """Measure this process and its children now."""
        process = psutil.Process()
        used = process.memory_full_info()
        self.parent, self.resident = max(self.parent, used.uss), max(self.resident, used.rss)
        for child in process.children():
            with suppress(psutil.Error):  # it has ended
                self.worker = max(self.worker, child.memory_full_info().uss)

    def keep_looking(self) -> None:
        """Measure again and again, until it is stopped."""
        while not self.stopped.wait(0.02):
            self.look()


@contextmanager
def watched() -> Iterator[Watch]:
    """Observe the memory use in a thread."""
    watch = Watch()
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
    game, rng = Senet(), random.Random(1)
    warm_up(game)
    first = np.arange(0, trees - 1, 2)
    pairings = Pairings(first, first + 1, part_keys(key_of(1), len(first)))
    small = [Source.of(joined_tree(WORDS, 50, rng), WORDS)] * trees
    with WorkerPool(_WORKERS) as pool:
        play_duels_in_pool(pool, small, pairings, 1, game)  # now workers hold what any work needs
        before = Watch()
        before.look()
        empty = _collected()
        population = [joined_tree(WORDS, nodes, rng) for _ in range(trees)]
        total = sum(len(individual.codes) for individual in population)
        drawn = _collected()
        with watched() as watch:
            # As in a run, the parents are kept while their children play.
            children = [subtree_mutation(parent, vocabulary=WORDS, rng=rng)[0] for parent in population]
            sources = [Source(child.codes.tobytes(), WORDS) for child in children]
            begin = time.perf_counter()
            play_duels_in_pool(pool, sources, pairings, 1, game)
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
    """The figures of :func:`measure_here`, measured in a new process."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(measure_here, trees, nodes).result()
