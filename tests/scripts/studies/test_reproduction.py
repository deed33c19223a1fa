"""Verdicts on the paper of 1995 follow the figures: made-up results whose outcome is known."""

from __future__ import annotations

import dataclasses
from typing import Any

import evidence
import numpy as np
import pytest
from studies import paper_statements
from studies.paper import CHAMPION, DUELS, HAND_MADE, WINNER, PaperRun, Results, Score
from studies.paper_statements import statements
from studies.reproduction import gain

from senet_gp.arena.panel import RANDOM_TREES
from senet_gp.evolution.loop.logbook import GenerationRow, TimingRow


def generation(number: int, turns: float) -> GenerationRow:
    """A generation of which all else is 0."""
    zeros: dict[str, Any] = dict.fromkeys((one.name for one in dataclasses.fields(GenerationRow)), 0)
    return GenerationRow(
        **zeros | {"generation": number, "games": 1000, "mean_turns": turns, "size_mean": 20.0}
    )


@pytest.fixture(autouse=True)
def few_permutations(monkeypatch: pytest.MonkeyPatch) -> None:
    """These take longest."""
    monkeypatch.setattr(paper_statements, "_PERMUTATIONS", 999)


def results(
    *,
    seeded: float = 0.55,
    strongly: float = 0.55,
    unseeded: float = 0.55,
    random_wins: int = 180,
    turns: float = 150.0,
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
                player: dict.fromkeys(HAND_MADE, Score(100, share + better))
                | dict.fromkeys(RANDOM_TREES, Score(random_wins, 0.9))
                for player, better in ((WINNER, 0.0), (CHAMPION, 0.03 + rng.normal(0, 0.001)))
            }
            ranks = {games: [1 if rng.random() < 0.3 else 17 for _ in range(100)] for games in DUELS}
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
    return Results(runs)


def verdict(found: Results, word: str) -> str:
    (statement,) = [one for one in statements(found) if word in one.statement]
    return statement.verdict


@pytest.mark.parametrize(
    ("word", "made", "expected"),
    [
        ("games last", {}, "holds"),
        ("games last", {"turns": 120.0}, "does not hold: ours are shorter"),
        ("at least 145", {}, "holds"),
        ("at least 145", {"random_wins": 144}, "does not hold"),
        ("hand-made reference", {"seeded": 0.65}, "better, not very markedly"),
        ("hand-made reference", {"seeded": 0.40, "unseeded": 0.45}, "worse"),
        ("seeded champions do", {"seeded": 0.65}, "holds"),
        ("seeded champions do", {"seeded": 0.58}, "better, but not substantially"),
        ("seeded champions do", {"seeded": 0.555}, "not decided by these runs"),
        ("seeded champions do", {"seeded": 0.45}, "does not hold: they do worse"),
        ("seeded with V1 to V8", {"strongly": 0.65}, "holds"),
        ("seeded with V1 to V8", {"seeded": 0.65}, "not decided by these runs"),
        ("final round robin", {}, "better"),
        ("among the best 16", {}, "knockouts of best-of-three are noisy"),
        ("still grows", {}, "not decided by these runs"),
        ("still grows", {"later": 0.1}, "it does"),
        ("still grows", {"later": -0.1}, "it falls"),
    ],
)
def test_a_verdict_is_that_of_the_figures(word: str, made: dict[str, float], expected: str) -> None:
    assert verdict(results(**made), word) == expected  # type: ignore[arg-type]


def test_seeded_runs_are_compared_with_unseeded_ones() -> None:
    made = results(unseeded=0.5, seeded=0.5, strongly=0.6)
    alike, better = (gain(made, variant) for variant in ("seeded", "strongly-seeded"))
    assert alike["difference"]["low"] <= 0 <= alike["difference"]["high"]
    assert alike["p"] > 0.05
    assert better["difference"]["low"] > 0.05
    assert better["superiority"] > 0.9
    assert better["p"] < 0.01


@pytest.mark.slow
def test_a_small_repetition_still_comes_out() -> None:
    assert evidence.check("reproduction") == []
