"""Runs with different workers are compared; tests/scripts/test_bench.py measures some."""

from __future__ import annotations

import pytest
from benchmark import generations


def test_other_runs_are_told() -> None:
    run = [generations.Played(1.0, 0.5, 30.0, winner) for winner in ("a", "b", "c", "d")]
    other = [*run[:-1], run[-1]._replace(winner="e")]
    assert generations.scaling_of({"1": run, "2": run}).speedup == {"2": 1}
    with pytest.raises(RuntimeError, match="with 2 workers the run is another one than with 1"):
        generations.scaling_of({"1": run, "2": other})
