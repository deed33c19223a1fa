"""Verdicts follow the figures: made-up results whose outcome is known."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from senet_gp.arena.panel import RANDOM_TREES
from senet_gp.engine.measurement import Measurement
from senet_gp.evolution.state import GenerationRow, TimingRow
from senet_gp.experiments import paper_findings
from senet_gp.experiments.paper import CHAMPION, DUELS, HAND_MADE, SEEDS, WINNER, PaperRun, Results
from senet_gp.experiments.paper_findings import Statement, gains, statements


def generation(number: int, turns: float) -> GenerationRow:
    """A generation of which all else is 0."""
    zeros: dict[str, Any] = dict.fromkeys((one.name for one in dataclasses.fields(GenerationRow)), 0)
    return GenerationRow(
        **zeros | {"generation": number, "games": 1000, "mean_turns": turns, "size_mean": 20.0}
    )


@pytest.fixture(autouse=True)
def few_permutations(monkeypatch: pytest.MonkeyPatch) -> None:
    """These take longest."""
    monkeypatch.setattr(paper_findings, "_PERMUTATIONS", 999)


def results(
    *,
    seeded: float,
    strongly: float = 0.55,
    unseeded: float = 0.55,
    random_wins: int = 180,
    turns: float = 150.0,
    top: float = 0.3,
    later: float = 0.0,
) -> Results:
    """Ten runs of each variant, with the given shares of points against the hand-made players, and so on."""
    rng = np.random.default_rng(1)
    means = {
        "unseeded": unseeded,
        "seeded": seeded,
        "long-unseeded": unseeded,
        "long-seeded": seeded,
        "strongly-seeded": strongly,
    }
    runs = []
    for variant, mean in means.items():
        for number in range(1, 11):
            share = mean + rng.normal(0, 0.02)
            scores = {
                player: {
                    **{name: Measurement(200, 0, 0, share + better, 200.0) for name in (*HAND_MADE, *SEEDS)},
                    **{name: Measurement(200, random_wins, 0, 0.9, 200.0) for name in RANDOM_TREES},
                }
                for player, better in ((WINNER, 0.0), (CHAMPION, 0.03 + rng.normal(0, 0.001)))
            }
            ranks = {games: tuple(1 if rng.random() < top else 17 for _ in range(100)) for games in DUELS}
            curve = {
                of: share + (later if of > 33 else 0) + rng.normal(0, 0.01) for of in (1, 20, 33, 60, 90)
            }
            length = 90 if variant.startswith("long") else 33
            runs.append(
                PaperRun(
                    variant=variant,
                    number=number,
                    generations=[generation(number, turns) for number in range(1, length + 1)],
                    times=[TimingRow(number, 0.1, 0.2, 150.0) for number in range(1, length + 1)],
                    scores=scores,
                    curve={of: dict.fromkeys(HAND_MADE, found) for of, found in curve.items()},
                    ranks=ranks if variant == "unseeded" else {},
                )
            )
    return Results(tuple(runs), {})


def verdict(found: list[Statement], word: str) -> str:
    (finding,) = [finding for finding in found if word in finding.statement]
    return finding.verdict


def test_what_is_so_is_found() -> None:
    found = statements(results(seeded=0.65))
    assert verdict(found, "seeded champions do") == "holds"
    assert verdict(found, "at least 145") == "holds"
    assert verdict(found, "games last") == "holds"
    assert verdict(found, "hand-made reference") == "better, not very markedly"
    assert verdict(found, "final round robin") == "better"
    assert "noisy" in verdict(found, "among the best 16")
    assert verdict(found, "still grows") == "not decided by these runs"


def test_what_is_not_so_is_found() -> None:
    found = statements(results(seeded=0.40, unseeded=0.45, random_wins=144, turns=120.0))
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
    found = statements(results(seeded=0.55, strongly=strongly))
    assert verdict(found, "seeded with V1 to V8") == expected
    assert verdict(found, "seeded champions do") == "not decided by these runs"


def test_a_chance_difference_is_not_decided() -> None:
    found = statements(results(seeded=0.555))
    assert verdict(found, "seeded champions do") == "not decided by these runs"


@pytest.mark.parametrize(("later", "verdict_"), [(0.1, "it does"), (-0.1, "it falls")])
def test_later_winners_are_compared_with_those_at_the_paper_s_end(later: float, verdict_: str) -> None:
    assert verdict(statements(results(seeded=0.55, later=later)), "still grows") == verdict_


@pytest.mark.parametrize("player", [WINNER, CHAMPION])
def test_variants_are_compared_against_no_player_they_began_with(player: str) -> None:
    rows = list(gains(results(unseeded=0.5, seeded=0.5, strongly=0.6), player))
    assert [(row.against, row.variant) for row in rows] == [
        *((group, variant) for group in ("random expressions", "hand-made players")
          for variant in ("unseeded", "seeded", "strongly-seeded")),
        ("S1 to S8", "unseeded"),
        ("S1 to S8", "strongly-seeded"),
    ]  # fmt: skip
    for row in rows:
        assert row.runs == 10
        if row.variant != "strongly-seeded" or row.against == "random expressions":
            assert row.difference.low <= 0 <= row.difference.high
            assert row.p > 0.05
        else:
            assert row.difference.low > 0.05
            assert row.superiority > 0.9
            assert row.p < 0.01
