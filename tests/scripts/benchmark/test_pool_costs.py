"""What goes through a pool is counted, and measuring does not change what is played."""

from __future__ import annotations

import pickle
import random
import time

import pytest
from benchmark.pool_costs import MeasuringPool, measure_pools, received, seconds_to_share, timed
from benchmark.trees import bred_population

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.messages import Packer
from senet_gp.arena.pool import SerialPool
from senet_gp.evolution.config import Config


def test_tasks_bytes_and_seconds_are_those_of_the_pool() -> None:
    with WorkerPool(2) as inner:
        pool = MeasuringPool(inner)
        shared = pool.share(bytes(5000))
        found = pool.map(received, [shared] * 3)
        assert len(found) == 3
        message, _ = Packer().packed(timed, (received, shared))
        traffic = pool.traffic
        # Each of two workers has the shared value once.
        assert (traffic.tasks, traffic.sent) == (3, 3 * len(message) + 2 * len(shared.content))
        assert traffic.received == sum(len(pickle.dumps(one, pickle.HIGHEST_PROTOCOL)) for one in found)
        assert 3 * 0.05 <= traffic.work < 3
        assert pool.map(received, [shared])
        assert traffic.sent == 4 * len(message) + 2 * len(shared.content)
        with pytest.raises(TypeError, match="bad operand"):
            pool.map(abs, ["one"])


def test_overhead_is_the_time_of_workers_that_is_not_work() -> None:
    trees = bred_population(30, 64, random.Random(1))
    config = Config(population=64, generations=3)
    with WorkerPool(2) as two:
        local, alone = measure_pools([two, SerialPool()], config, trees, repeats=1)
    assert local.tasks > 1
    assert local.overhead == pytest.approx(2 * local.seconds - local.work)
    assert 0 < local.work < 2 * local.seconds
    assert min(local.sent, local.received) > 64
    assert alone.sent == 0


def test_a_shared_value_has_come_when_the_last_worker_has_it() -> None:
    with WorkerPool(2) as pool:
        pool.map(abs, range(4))
        begin = time.monotonic()
        seconds = seconds_to_share(pool, 1000)
        assert 0 < seconds < time.monotonic() - begin
