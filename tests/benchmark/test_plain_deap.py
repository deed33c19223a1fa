"""Plain DEAP is compared with in a checkout, and missed with one sentence elsewhere."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from senet_gp.benchmark import plain_deap
from senet_gp.benchmark.expressions import drawn_population
from senet_gp.benchmark.knockouts import measure_knockout
from senet_gp.errors import SenetGpError

ROOT = Path(__file__).resolve().parents[2]


def test_a_part_of_the_knockout_stands_for_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_deap, "_CHECKOUT", ROOT)  # the package may be installed elsewhere
    trees = drawn_population(150, 16, random.Random(3))
    ours = measure_knockout(trees, repeats=1)
    plain = plain_deap.compare_with_plain_deap(trees, ours, entrants=4, pieces=2)
    assert plain.same_results
    assert plain.entrants == 4
    assert plain.seconds_extrapolated >= ours.games / plain.games_per_second


def test_what_is_installed_runs_no_script_that_stands_beside_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = tmp_path / "scripts" / "benchmark" / "plain_deap.py"
    script.parent.mkdir(parents=True)
    script.write_text("raise AssertionError")
    monkeypatch.setattr(plain_deap, "_CHECKOUT", tmp_path)
    assert not plain_deap.has_plain_deap()
    with pytest.raises(SenetGpError, match="from a checkout"):
        plain_deap.plain_deap()
