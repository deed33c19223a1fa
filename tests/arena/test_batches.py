"""How games are shared among workers."""

from __future__ import annotations

import pickle
import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from strategies import random_tree

from primitives import vocabulary_of
from senet_gp.arena import batches
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.engine.participants import RANDOM_MOVER, Source
from senet_gp.engine.program import translate
from senet_gp.engine.results import Pairings
from senet_gp.games.senet import Senet
from senet_gp.streams import part_keys

WORDS = vocabulary_of("senet", "extended")


@given(st.lists(st.integers(1, 10_000), max_size=300), st.integers(1, 20))
def test_batches_hold_everything_once_and_the_last_are_small(work: list[int], workers: int) -> None:
    parts = list(batches.batches_of(np.array(work, np.int64), workers))
    assert [place for part in parts for place in range(part.start, part.stop)] == list(range(len(work)))
    for part in parts:
        share = sum(work[part])
        assert part.stop - part.start == 1 or workers == 1 or share <= sum(work) / workers
    if work and workers == 1:
        assert len(parts) <= 1 + sum(work) // (batches.MAX_WORK - max(work))


def test_large_programs_are_not_all_made_at_once() -> None:
    work = np.full(100, batches.MAX_WORK // 10, np.int64)
    for workers in (1, 2):
        assert max(part.stop - part.start for part in batches.batches_of(work, workers)) == 10


def test_sources_are_their_trees_programs_and_small() -> None:
    rng = random.Random(2)
    for nodes in (1, 40, 3000):
        tree = random_tree(rng, WORDS, nodes)
        source = Source.of(tree, WORDS)
        message = pickle.dumps(source, pickle.HIGHEST_PROTOCOL)
        again = pickle.loads(message)  # noqa: S301 - our own
        assert again == source
        assert len(message) < 2 * len(tree) + 400
        assert np.array_equal(again.program.code, translate(tree, WORDS).code)
        assert again.size == len(tree)


def test_workers_play_the_same_matches() -> None:
    """The trees have very different sizes, and the duels very different lengths."""
    rng = random.Random(3)
    trees = [random_tree(rng, WORDS, nodes) for nodes in (3, 500, 40, 5, 1200, 9)]
    entrants = [*(Source.of(tree, WORDS) for tree in trees), RANDOM_MOVER]
    count = 60
    first, second = np.arange(count) % 7, np.arange(count) // 7 % 7
    results = []
    for workers in (1, 2):
        with WorkerPool(workers) as pool:
            played = batches.play_duels(
                pool, entrants, Pairings(first, second, part_keys(5, count)), 3, Senet()
            )
            results.append([column.tolist() for column in played])
    assert results[0] == results[1]
