"""One pool that several threads use at once: their results are those of one thread."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

from senet_gp.arena.executor_pool import ExecutorPool
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.match import play_match
from senet_gp.arena.pool import Pool, SerialPool, Shared, WorkerError

POOLS: dict[str, Callable[[], Pool]] = {
    "one worker": lambda: WorkerPool(1),
    "workers": lambda: WorkerPool("fork:2"),
    "executor": lambda: ExecutorPool(ProcessPoolExecutor(2, get_context("fork")), closes=True),
}


def matches(pool: Pool, seeds: range) -> list[Any]:
    return [play_match("hand:S1", "random", games=40, seed=seed, pool=pool).wins for seed in seeds]


def squares(pool: Pool, numbers: range) -> list[int]:
    """Tasks so short that nearly all of the time goes by in the pool itself."""
    return pool.map(square, [(number, Shared(number)) for number in numbers])


def square(number: int, same: Shared[int]) -> int:
    return number * same.value


@pytest.fixture(scope="module")
def alone() -> list[Any]:
    """80 matches of one thread."""
    return matches(SerialPool(), range(80))


def in_two_threads(function: Callable[..., Any], *arguments: Sequence[Any]) -> list[Any]:
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # so that one interrupts the other everywhere
    try:
        with ThreadPoolExecutor(2) as threads:
            return list(threads.map(function, *arguments))
    finally:
        sys.setswitchinterval(usual)


@pytest.mark.parametrize("kind", POOLS)
def test_matches_of_two_threads_are_those_of_one(kind: str, alone: list[Any]) -> None:
    with POOLS[kind]() as pool:
        pool.map(abs, [-1, -2])  # so that workers are forked before there are threads
        halves = in_two_threads(matches, [pool, pool], [range(40), range(40, 80)])
    assert halves[0] + halves[1] == alone


@pytest.mark.parametrize("kind", POOLS)
def test_short_tasks_of_two_threads_are_those_of_one(kind: str) -> None:
    ranges = [range(500), range(500, 1000)]
    with POOLS[kind]() as pool:
        pool.map(abs, [-1, -2])
        assert in_two_threads(squares, [pool, pool], ranges) == [[n * n for n in part] for part in ranges]


def test_a_task_that_is_asked_for_after_the_end_of_its_pool_is_refused() -> None:
    pool = WorkerPool("fork:2")
    task = pool.submit(signal.pause)
    pool.close()
    with pytest.raises(WorkerError, match="the pool was closed before it had done this task"):
        task.result()
