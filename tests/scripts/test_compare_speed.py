"""Each checkout is measured by the benchmark that it has."""

from __future__ import annotations

import json
from pathlib import Path

import compare_speed
import pytest


def test_a_checkout_measures_its_speed_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    called = []
    tree = {"tree": "drawn", "nodes": 55, "games_per_second": 2.0}

    def run(checkout: Path, *arguments: str) -> tuple[str, float]:
        called.append((checkout, *arguments))
        return json.dumps({"random_games_per_second": 1.0, "trees": [tree]}), 3.0

    monkeypatch.setattr(compare_speed, "run", run)
    found = compare_speed.bench(tmp_path, "--full")
    assert called == [(tmp_path, "scripts/bench.py", "--json", "--full")]
    assert found["trees/drawn, 55 nodes/games_per_second"] == 2
    assert all(compare_speed.kind_of(name) for name in found if not name.endswith("nodes"))


def test_a_ratio_above_one_is_better_and_of_what_both_have() -> None:
    old = {"random_games_per_second": 2.0, "knockout_seconds/150": 2.0, "command/help": 1.0, "other": 1.0}
    new = {"random_games_per_second": 3.0, "knockout_seconds/150": 4.0, "other": 1.0}
    found = dict(compare_speed.ratios(old, new))
    assert found == {"random_games_per_second": 1.5, "knockout_seconds/150": 0.5}
