"""The benchmark of development, as small as possible: what it reports, not how fast anything is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from benchmark import suite
from compare_speed import KINDS, kind_of, numbers

from senet_gp.benchmark import plain_deap
from senet_gp.benchmark.suite import Effort

TINY = Effort(
    seconds=0.002,
    repeats=1,
    counted=4,
    sizes=(50,),
    entrants=16,
    plain_entrants=2,
    memory=(8, 200),
    cold=False,
)


@pytest.mark.slow
def test_all_that_speed_is_judged_by_is_measured() -> None:
    measured = suite.measure(full=False, workers=1, effort=TINY, tell=lambda _: None)
    found = measured.as_json()
    assert [tree["nodes"] for tree in found["trees"]][:4] == [31, 153, 474, 2467]
    assert list(found["node_evaluations_per_second"]) == ["30", "150", "500", "2500"]
    assert [tree["tree"] for tree in found["trees"]] == [*["yardstick"] * 4, "bred, 30", "bred, 100"]
    for tree in found["trees"]:
        per_second = tree["games_per_second"] * tree["boards_per_game"]
        assert tree["node_evaluations_per_second"] == pytest.approx(per_second * tree["nodes"])
        assert tree["ratio"] > 0
        assert tree["ratio_per_turn"] > 0
    assert found["yardstick"].keys() == {"random_games_per_second", "random_ratio"}
    assert found["knockouts"]["150"]["entrants"] == 16
    assert found["random_games_per_second"] == measured.random.games_per_second


@pytest.mark.slow
def test_what_checkouts_are_compared_by_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_deap, "_CHECKOUT", Path(__file__).resolve().parents[3])
    measured = suite.measure(full=True, workers=2, effort=TINY, tell=lambda _: None)
    names = {name.partition("/")[0] for name in dict(numbers(measured.as_json())) if kind_of(name)}
    wanted = {re.match(r"\w+", part)[0] for kind in KINDS for part in kind.pattern.split("|")}
    assert names | {"trees", "evolve"} == wanted
