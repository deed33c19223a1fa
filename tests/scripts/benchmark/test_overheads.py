"""The costs that cores are simulated with are the same, whoever breeds."""

from __future__ import annotations

import random

import pytest
from benchmark.overheads import Overheads, measured_costs
from benchmark.trees import bred_population

from senet_gp.benchmark.generation import GenerationFigures


def test_breeding_goes_from_the_parent_to_the_workers() -> None:
    trees = bred_population(150, 8, random.Random(1))
    generation = GenerationFigures(150, share=0.5, seconds=16.0, seconds_breeding=4.0, seconds_saving=0.1)
    overheads = Overheads(round=0.0, batch=0.25, latency=1.0, sharing=0.125, taking=0.0625)
    by_parent, by_workers = measured_costs(trees, generation, overheads)
    assert by_parent.matches == by_workers.matches
    assert len(by_parent.matches) == 4
    assert by_parent.latency == by_workers.latency == 0.75
    assert (by_parent.individual_in_worker, by_parent.sharing) == (0, 0)
    assert (by_workers.individual_in_worker, by_workers.sharing) == (0.5, 0.125)
    # Of a second an individual outside of matches, translating is done where they are played.
    assert by_parent.individual_in_parent == pytest.approx(1, abs=0.01)
    assert by_workers.individual_in_parent == pytest.approx(by_parent.individual_in_parent - 0.5 + 0.0625)
