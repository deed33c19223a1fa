"""A simulated cluster: what must hold whatever the costs."""

from __future__ import annotations

import dataclasses
import random

import jobs_or_workers
import pytest
from benchmark.cluster_simulation import ClusterCosts, Network, experiment, islands, makespan, one_run
from benchmark.simulation import Costs, simulated

FREE = Costs([1.0], batch=0.0, individual_alone=0.0, individual_in_parent=0.0)
COSTS = ClusterCosts(local=FREE, dask=FREE, bytes=0.0, saving=0.0, checkpoint=0.0, runs=[1.0])
NETWORK = Network(latency=0.0, bytes_a_second=1000.0)


def test_free_tasks_end_as_if_each_took_the_first_idle_core() -> None:
    rng = random.Random(1)
    for cores in (1, 3, 20):
        durations = [rng.expovariate(1) for _ in range(50)]
        expected = jobs_or_workers.makespan(durations, cores)
        assert makespan(durations, cores, sending=0.0, latency=0.0) == pytest.approx(expected)


def test_sending_and_taking_are_done_one_after_the_other() -> None:
    assert makespan([1.0], 4, sending=0.5, latency=0.25, taking=2.0) == 0.5 + 0.25 + 1.0 + 2.0
    # The parent is never idle but for the first task.
    many = makespan([1.0] * 100, 10, sending=0.5, latency=0.0, taking=0.5)
    assert 100 <= many <= 102
    # While a worker does a task, its next one is on its way: the latency counts once.
    assert makespan([1.0] * 10, 1, sending=0.0, latency=0.5) == 10.5


def test_breeding_in_few_litters_uses_few_cores() -> None:
    costs = dataclasses.replace(FREE, individual_alone=3.0, individual_in_worker=3.0)
    found = one_run(512, costs, [64])
    # Sixteen litters of 32 children; the knockout is as ever.
    assert found.seconds[64] == 32 * 3.0 + simulated(512, FREE).seconds[64]
    assert found.alone == 512 * 3.0 + 511


def test_longer_batches_pay_where_sending_is_expensive() -> None:
    costs = dataclasses.replace(FREE, batch=100.0)
    short, long = (
        one_run(4096, dataclasses.replace(costs, batch_seconds=least), [4]).seconds[4] for least in (0, 1e9)
    )
    assert one_run(4096, FREE, [4]).seconds[4] < long < short


def test_islands_wait_for_each_other_and_for_the_parent() -> None:
    found = islands(32, 512, 5, COSTS, NETWORK, [16, 64])
    assert found.alone == 32 * 5 * 511
    assert (found.times(16), found.efficiency(16)) == (16, 1)
    assert found.times(64) == 32
    written = islands(32, 512, 5, dataclasses.replace(COSTS, saving=0.1, checkpoint=0.5), NETWORK, [64])
    assert written.seconds[64] == pytest.approx(5 * 511 + 32 * 512 * (5 * 0.1 + 0.5))
    sent = islands(32, 512, 5, dataclasses.replace(COSTS, bytes=2.0), NETWORK, [64])
    assert sent.seconds[64] == pytest.approx(5 * 511 + 32 * 512 * 2 / 1000)


def test_an_experiment_takes_as_long_as_its_longest_run() -> None:
    uneven = dataclasses.replace(COSTS, runs=[0.5, 1.5])
    found = experiment(90, 512, 10, uneven, NETWORK, [2, 1024])
    assert found.times(2) == pytest.approx(2, rel=0.05)
    assert found.seconds[1024] == 1.5 * 10 * 511


def test_a_network_makes_messages_slower() -> None:
    over = dataclasses.replace(COSTS, bytes=500.0).over(Network(latency=0.25, bytes_a_second=1000.0))
    assert (over.latency, over.individual_in_parent) == (0.5, 0.5)
