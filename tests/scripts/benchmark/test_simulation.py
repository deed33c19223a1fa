"""Simulated cores: what must hold whatever the costs."""

from __future__ import annotations

import dataclasses

import pytest
from benchmark.simulation import Costs, simulated


def test_free_handing_out_of_equal_duels_scales_until_a_round_has_too_few() -> None:
    result = simulated(512, Costs([1.0], batch=0.0, individual_alone=0.0, individual_in_parent=0.0))
    assert result.seconds[1] == 511
    # Rounds of 256 to 2 duels are halved; one worker plays the final. Batches may be a duel too long.
    assert 256 <= result.seconds[2] <= 256 + 8
    # 256, 128, 64, 32 duels on 16 cores, then 16 to 1 duels, each a second a round.
    assert 16 + 8 + 4 + 2 + 5 <= result.seconds[16] <= 16 + 8 + 4 + 2 + 5 + 8
    assert result.seconds[64] == 4 + 2 + 7


def test_what_the_parent_does_alone_is_a_bound() -> None:
    result = simulated(512, Costs([1.0], batch=0.0, individual_alone=1.0, individual_in_parent=1.0))
    assert all(seconds > 512 for seconds in result.seconds.values())
    assert result.pays_to == 2  # duels are half of it: four cores save a sixth more than two
    assert result.speedup[64] < 2


def test_handing_out_is_done_one_after_another() -> None:
    result = simulated(2, Costs([1.0], batch=0.5, individual_alone=0.0, individual_in_parent=0.0))
    assert result.seconds[1] == 1
    assert result.seconds[2] == pytest.approx(1.5)
    many = simulated(8192, Costs([0.001], batch=0.01, individual_alone=0.0, individual_in_parent=0.0))
    assert many.seconds[64] >= 64 * 4 * 0.01  # batches of the first round alone


def test_what_is_bred_in_workers_is_spread_over_the_cores() -> None:
    by_parent = Costs([1.0], batch=0.0, individual_alone=3.0, individual_in_parent=3.0)
    by_workers = dataclasses.replace(by_parent, individual_in_parent=1.5, individual_in_worker=2.0)
    alone, together = simulated(512, by_parent), simulated(512, by_workers)
    assert alone.seconds[1] == together.seconds[1] == 3 * 512 + 511
    # Sending and taking cost the parent half a second a child.
    assert alone.seconds[16] - together.seconds[16] == pytest.approx(512 * (3 - 1.5 - 2 / 16))
