"""The simulated costs of cores do not depend on where individuals are bred."""

from __future__ import annotations

import random

import pytest
from benchmark.overheads import Overheads, measured_costs
from benchmark.trees import bred_population

from senet_gp.benchmark.generation import GenerationFigures


def test_breeding_goes_from_the_parent_to_the_workers() -> None:
    trees = bred_population(150, 8, random.Random(1))
    generation = GenerationFigures(150, share=0.5, seconds=1600.0, seconds_breeding=400.0, seconds_saving=0.1)
    overheads = Overheads(round=0.0, batch=0.25, latency=1.0, individual=0.625)
    by_parent, by_workers = measured_costs(trees, generation, overheads)
    assert by_parent.duels == by_workers.duels
    assert len(by_parent.duels) == 4
    assert by_parent.latency == by_workers.latency == 0.75
    # Of a hundred seconds an individual outside of duels, translating is done where duels are played.
    assert by_parent.individual_alone == by_workers.individual_alone == pytest.approx(100, abs=1)
    assert (by_parent.individual_in_parent, by_parent.individual_in_worker) == (by_parent.individual_alone, 0)
    assert (by_workers.individual_in_parent, by_workers.individual_in_worker) == (0.625, 50)
