"""A pool is a protocol: one over ``concurrent.futures``, and one that does everything itself."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

from senet_gp.arena.executor_pool import ExecutorPool
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.match import round_robin
from senet_gp.arena.pool import Pool, SerialPool, Shared, WorkerError
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.games.registry import game_of
from senet_gp.players.parsing import player_from_text
from senet_gp.trees.text import to_lisp


def square_after(number: int, seconds: float) -> int:
    time.sleep(seconds)
    return number * number


def refuse(number: int) -> int:
    if number == 3:
        raise ValueError(f"not {number}")
    return number


def die_always(_number: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def futures_pool() -> ExecutorPool:
    """Two workers of ``concurrent.futures``."""
    return ExecutorPool(ProcessPoolExecutor(2, get_context("fork")), closes=True)


def champions_and_games(pool: Pool) -> tuple[Any, ...]:
    """The results of a tournament, and of a run of a few generations."""
    game = game_of("senet")
    players = [player_from_text(text, game) for text in ("random", "hand:S1", "hand:S2", "random-tree:3")]
    tournament = round_robin(players, key=5, pool=pool, game=game, games=40)
    runs = []
    for config in (
        Config(population=24, generations=3, seed=4, final_games=4),
        Config.from_values({"game": "hexapawn", "population": 12, "generations": 3, "seed": 4}),
    ):
        evolution = Evolution(config, pool)
        records = [generation.record for generation in evolution]
        runs.append((records, [to_lisp(tree) for tree in evolution.state.population], evolution.champion()))
    return tournament.points.tolist(), runs


def test_every_pool_gives_the_same_results() -> None:
    with SerialPool() as alone:
        expected = champions_and_games(alone)
    with WorkerPool(1) as one, WorkerPool(3) as three, futures_pool() as futures:
        for pool in (one, three, futures):
            assert champions_and_games(pool) == expected


def add_shared(number: int, shared: Shared[list[int]]) -> int:
    return number + sum(shared.value)


def test_another_pool_holds_to_what_pools_hold_to() -> None:
    with futures_pool() as pool:
        assert pool.map(square_after, [(n, 0.01 * (n % 3)) for n in range(9)]) == [n * n for n in range(9)]
        with pytest.raises(ValueError, match="not 3"):
            pool.map(refuse, [(n,) for n in range(8)])
        shared = Shared([1, 2, 3])
        assert pool.map(add_shared, [(n, shared) for n in range(20)]) == [n + 6 for n in range(20)]
        with pytest.raises(WorkerError):
            pool.map(die_always, [(1,), (2,)])


def test_what_one_process_does_is_done_when_it_is_handed_in() -> None:
    done: list[int] = []

    def note(number: int) -> int:
        done.append(number)
        return refuse(number)

    with SerialPool() as pool:
        tasks = [pool.submit(note, number) for number in (1, 3, 2)]
        assert done == [1, 3, 2]
        assert all(task.done() for task in tasks)
        assert (tasks[0].result(), tasks[2].result()) == (1, 2)
        with pytest.raises(ValueError, match="not 3"):
            tasks[1].result()
        shared = Shared(done)
        assert shared.value is done
        with pytest.raises(ValueError, match="not 3"):
            pool.map(note, [(3,), (4,)])
    assert done == [1, 3, 2, 3], "nothing is done behind what has failed"


_noted: list[int] = []


def _note(number: int) -> None:
    _noted.append(number)


def test_an_executor_prepares_each_thing_once() -> None:
    with ThreadPoolExecutor(2) as executor:
        with ExecutorPool(executor) as pool:
            for number in (1, 1, 2, 1):
                pool.prepare(_note, number)
        assert _noted == [1, 2]
        # An executor of one's own stays open.
        assert executor.submit(pow, 2, 3).result() == 8
