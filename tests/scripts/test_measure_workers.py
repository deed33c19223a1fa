"""The runs that are measured beside one another are the same, whatever workers they have."""

from __future__ import annotations

import pytest
from benchmark import generations
from benchmark.generations import measure_scaling

from senet_gp import Config

CONFIG = Config(game="hexapawn", population=16)


@pytest.mark.slow
def test_generations_are_measured_beside_one_another() -> None:
    found = measure_scaling(["1", "2"], config=CONFIG, generations=2)
    assert list(found.seconds) == ["1", "2"]
    assert list(found.speedup) == list(found.generation_speedup) == ["2"]
    assert all(0 < found.seconds_evaluating[n] < found.seconds[n] for n in found.seconds)


def test_other_runs_are_told() -> None:
    run = [generations.Played(1.0, 0.5, 30.0, winner) for winner in ("a", "b", "c", "d")]
    other = [*run[:-1], run[-1]._replace(winner="e")]
    assert generations.scaling_of({"1": run, "2": run}).speedup == {"2": 1}
    with pytest.raises(RuntimeError, match="with 2 workers the run is another one than with 1"):
        generations.scaling_of({"1": run, "2": other})
