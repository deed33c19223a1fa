"""How work is cut into batches, and shared among workers."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import random_tree

from primitives import vocabulary_of
from senet_gp.arena import batches
from senet_gp.arena import games as games_of_any
from senet_gp.arena.batches import cut, together, work_of_a_part
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import SerialPool
from senet_gp.engine.participants import RANDOM_MOVER, SAFE_RANDOM_MOVER, Participant, Source
from senet_gp.engine.program import translate
from senet_gp.engine.results import Pairings
from senet_gp.games.senet import Senet
from senet_gp.runtime.streams import part_keys

WORDS = vocabulary_of("senet", "extended")
MILLISECOND = 1_000_000


class Many(SerialPool):
    """A pool that says how many workers it has."""

    def __init__(self, workers: int, batch_seconds: float = 0.0) -> None:
        self._count, self._batch_seconds = workers, batch_seconds

    @property
    def workers(self) -> int:
        """So many."""
        return self._count

    @property
    def batch_seconds(self) -> float:
        """As long as this."""
        return self._batch_seconds


def sizes_of(pieces: int, time: int, pool: SerialPool) -> list[int]:
    """The numbers of pieces in each batch, if all take the same time."""
    return [part.stop - part.start for part in cut(np.full(pieces, time, np.int64), pool)]


@given(
    st.lists(st.integers(0, 10**9), max_size=300),
    st.integers(1, 20),
    st.sampled_from([0.0, 1.0]),
)
def test_all_work_is_cut_into_batches_in_its_order(work: list[int], workers: int, seconds: float) -> None:
    parts = list(cut(np.array(work, np.int64), Many(workers, seconds)))
    assert [place for part in parts for place in range(part.start, part.stop)] == list(range(len(work)))
    for part in parts:
        share = sum(work[part])
        assert part.stop - part.start == 1 or share <= max(batches._MAX_WORK, seconds * 1e9)
        if workers > 1:
            assert part.stop - part.start == 1 or share <= max(MILLISECOND, sum(work) / workers + 1)
    if work and workers == 1 and not seconds:
        assert len(parts) <= 1 + sum(work) // max(1, batches._MAX_WORK - max(work))


def test_the_last_batches_are_small() -> None:
    sizes = sizes_of(10_000, 50_000, Many(4))
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] <= 10_000 / 4 * batches._PART_OF_THE_REST
    assert sizes[-1] <= 10_000 / 4 * batches._MIN_PART
    # A little work is one batch; with one worker, so is as much as keeps no other waiting.
    assert sizes_of(5, 50_000, Many(4)) == [5]
    assert sizes_of(10_000, 50_000, Many(1)) == [6000, 4000]


def test_large_programs_are_not_all_made_at_once() -> None:
    for workers in (1, 2):
        assert max(sizes_of(100, batches._MAX_WORK // 10, Many(workers))) == 10


def test_batches_take_as_long_as_the_pool_wishes_while_every_worker_has_one() -> None:
    assert max(sizes_of(100, 100 * MILLISECOND, Many(2, 2.0))) == 20
    assert sizes_of(8, 100 * MILLISECOND, Many(4, 5.0)) == [2, 2, 2, 2]


def test_parts_of_a_bracket_are_as_many_as_each_worker_is_to_have() -> None:
    whole = 900 * MILLISECOND
    assert work_of_a_part(whole, Many(2), 3) == 150 * MILLISECOND
    assert work_of_a_part(whole, Many(1), 3) == work_of_a_part(100 * whole, Many(2), 3) == batches._MAX_WORK
    assert work_of_a_part(MILLISECOND, Many(2), 3) == batches.LITTLE_WORK
    assert work_of_a_part(whole, Many(2, 0.4), 3) == 400 * MILLISECOND


@pytest.mark.parametrize("others", [[], [SAFE_RANDOM_MOVER]], ids=["trees", "trees and others"])
def test_trees_that_are_sent_together_arrive_as_they_are(others: list[Participant]) -> None:
    """Others are sent one by one."""
    rng = random.Random(5)
    trees = [Source.of(random_tree(rng, WORDS, 9), WORDS) for _ in range(5)]
    small = vocabulary_of("hexapawn")
    assert len(pickle.dumps(together(trees))) < len(pickle.dumps(trees))
    for entrants in (trees, trees[:1], [], [*trees, Source.of(random_tree(rng, small, 5), small)]):
        arrived = pickle.loads(pickle.dumps(together([*entrants, *others])))  # noqa: S301 - our own
        assert list(together([*entrants, *others])) == list(arrived) == [*entrants, *others]


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
            played = games_of_any.play_duels_in_pool(
                pool, entrants, Pairings(first, second, part_keys(5, count)), 3, Senet()
            )
            results.append([column.tolist() for column in played])
    assert results[0] == results[1]
