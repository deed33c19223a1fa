"""Old and new checkouts are each measured by the benchmark that they have."""

from __future__ import annotations

import json
from pathlib import Path

import compare_speed
import pytest


@pytest.mark.parametrize(
    ("has_script", "command"),
    [(True, [str(compare_speed.SCRIPT)]), (False, ["-m", "senet_gp", "bench"])],
)
def test_a_checkout_measures_its_speed_itself(
    has_script: bool, command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if has_script:
        (tmp_path / compare_speed.SCRIPT).parent.mkdir()
        (tmp_path / compare_speed.SCRIPT).touch()
    called = []
    tree = {"tree": "drawn", "nodes": 55, "games_per_second": 2.0}

    def run(checkout: Path, *arguments: str) -> tuple[str, float]:
        called.append((checkout, *arguments))
        return json.dumps({"random_games_per_second": 1.0, "trees": [tree]}), 3.0

    monkeypatch.setattr(compare_speed, "run", run)
    found = compare_speed.bench(tmp_path, "--full")
    assert called == [(tmp_path, *command, "--json", "--full")]
    assert found["trees/drawn, 55 nodes/games_per_second"] == 2
    assert all(compare_speed.kind_of(name) for name in found if not name.endswith("nodes"))


def test_a_ratio_above_one_is_better_and_of_what_both_have() -> None:
    old = {"random_games_per_second": 2.0, "knockout_seconds/150": 2.0, "command/help": 1.0, "other": 1.0}
    new = {"random_games_per_second": 3.0, "knockout_seconds/150": 4.0, "other": 1.0}
    found = dict(compare_speed.ratios(old, new))
    assert found == {"random_games_per_second": 1.5, "knockout_seconds/150": 0.5}
