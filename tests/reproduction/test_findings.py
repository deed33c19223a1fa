"""Verdicts follow the figures: made-up results whose outcome is known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from senet_gp.evolution.log_rows import rows_of
from senet_gp.reproduction import findings as findings_module
from senet_gp.reproduction.findings import Finding, findings
from senet_gp.reproduction.measuring import HAND_MADE, RANDOM_PLAYERS
from senet_gp.reproduction.results import Results
from senet_gp.reproduction.tables import Cost, KnockoutTrial, Meeting, Step, rows_from, write_table


@pytest.fixture(autouse=True)
def few_permutations(monkeypatch: pytest.MonkeyPatch) -> None:
    """These take longest."""
    monkeypatch.setattr(findings_module, "_PERMUTATIONS", 999)


def results(
    *,
    seeded: float,
    strongly: float = 0.55,
    unseeded: float = 0.55,
    random_wins: int = 180,
    turns: float = 150.0,
    top: float = 0.3,
) -> Results:
    """Ten runs of each kind, with the given shares of points against the hand-made players, and so on."""
    rng = np.random.default_rng(1)
    generations, champions, panel, cost = [], [], [], []
    means = {
        "unseeded": unseeded,
        "seeded": seeded,
        "long-unseeded": unseeded,
        "long-seeded": seeded,
        "strongly-seeded": strongly,
    }
    for kind, mean in means.items():
        for number in range(1, 11):
            run = f"{kind}-{number}"
            share = mean + rng.normal(0, 0.02)
            for generation in (20, 33, 90) if kind.startswith("long") else (1, 33):
                generations.append(Step(run, generation, 1000, turns, 20.0, 99.0, 4.0, 9.0, 100))
                cost.append(Cost(run, generation, 0.1, 0.2, 150.0))
                panel += [
                    Meeting(run, "winner", generation, name, 200, 100, 0, share, 0, 1, 150.0)
                    for name in HAND_MADE
                ]
            for player, better in (("winner", 0.0), ("champion", 0.03)):
                for name in HAND_MADE:
                    shown = share + better + rng.normal(0, 0.001)
                    champions.append(Meeting(run, player, 33, name, 2000, 0, 0, shown, 0, 1, 150.0))
                for name in RANDOM_PLAYERS:
                    champions.append(Meeting(run, player, 33, name, 2000, 1800, 0, 0.9, 0, 1, 150.0))
                    champions.append(Meeting(run, player, 33, name, 200, random_wins, 0, 0.9, 0, 1, 150.0))
    knockouts = [
        KnockoutTrial(f"unseeded-{run}", games, trial, 1 if rng.random() < top else 17, 0.6, 0.7)
        for run in range(1, 11)
        for games in (3, 9)
        for trial in range(1, 101)
    ]
    return Results([], panel, champions, knockouts, generations, cost)


def verdict(found: list[Finding], word: str) -> str:
    (finding,) = [finding for finding in found if word in finding.statement]
    return finding.verdict


def test_what_is_so_is_found() -> None:
    found = findings(results(seeded=0.65))
    assert verdict(found, "seeded champions do") == "holds"
    assert verdict(found, "at least 145") == "holds"
    assert verdict(found, "games last") == "holds"
    assert verdict(found, "hand-made reference") == "better, not very markedly"
    assert verdict(found, "final round robin") == "better"
    assert "noisy" in verdict(found, "among the best 16")
    assert verdict(found, "still grows") == "not decided by these runs"


def test_what_is_not_so_is_found() -> None:
    found = findings(results(seeded=0.40, unseeded=0.45, random_wins=144, turns=120.0))
    assert verdict(found, "seeded champions do").startswith("does not hold")
    assert verdict(found, "at least 145") == "does not hold"
    assert verdict(found, "games last") == "does not hold: ours are shorter"
    assert verdict(found, "hand-made reference") == "worse"


@pytest.mark.parametrize(
    ("strongly", "expected"),
    [
        (0.65, "holds"),
        (0.58, "better, but not substantially"),
        (0.55, "not decided by these runs"),
        (0.45, "does not hold: they do worse"),
    ],
)
def test_runs_with_strong_seeds_are_judged_likewise(strongly: float, expected: str) -> None:
    found = findings(results(seeded=0.55, strongly=strongly))
    assert verdict(found, "seeded with V1 to V8") == expected
    assert verdict(found, "seeded champions do") == "not decided by these runs"


def test_a_chance_difference_is_not_decided() -> None:
    found = findings(results(seeded=0.555))
    assert verdict(found, "seeded champions do") == "not decided by these runs"


def test_tables_read_back(tmp_path: Path) -> None:
    rows = [Cost("a", 1, 0.5, 1.25, 100.0), Cost("b,", 2, 0.0, 1.0, 7.5)]
    write_table(tmp_path / "cost.csv", Cost, rows)
    assert rows_from(Cost, rows_of(tmp_path / "cost.csv")) == rows


@pytest.mark.parametrize(
    "wrong",
    [
        {"generation": "x"},
        {"generation": -1},
        {"generation": 1e400},
        {"memory_mb": "nan"},
        {"memory_mb": None},
        {"memory_mb": 1e999},
    ],
)
def test_an_unsound_row_is_refused(wrong: dict[str, Any]) -> None:
    sound = {"run": "a", "generation": 1, "seconds_breeding": 0, "seconds_evaluating": 1, "memory_mb": 9}
    assert len(rows_from(Cost, [sound])) == 1
    with pytest.raises((OverflowError, TypeError, ValueError)):
        rows_from(Cost, [sound | wrong])
    del sound[next(iter(wrong))]
    with pytest.raises(KeyError):
        rows_from(Cost, [sound])
