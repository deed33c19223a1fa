"""Kinds of runs compared: against counting, and against all rearrangements."""

from __future__ import annotations

from itertools import combinations
from math import isnan

import numpy as np
import pytest

from senet_gp.reproduction.comparison import compared, effect_of
from senet_gp.reproduction.measuring import PANEL, SEEDS
from senet_gp.reproduction.results import Results
from senet_gp.reproduction.tables import Meeting, Step


def superiority(values: tuple[float, ...], others: tuple[float, ...]) -> float:
    """By counting pairs."""
    return sum((a > b) + (a == b) / 2 for a in values for b in others) / (len(values) * len(others))


@pytest.mark.parametrize(
    ("values", "others"),
    [((0.5, 0.7, 0.9), (0.4, 0.6, 0.65, 0.3)), ((0.1, 0.2), (0.8, 0.9, 0.7)), ((0.5, 0.51), (0.4, 0.6))],
)
def test_the_effect_is_what_counting_says(values: tuple[float, ...], others: tuple[float, ...]) -> None:
    effect = effect_of(values, others)
    assert effect.superiority == pytest.approx(superiority(values, others))
    assert effect.difference.value == pytest.approx(np.median(values) - np.median(others))
    everything = (*values, *others)
    far = abs(effect.superiority - 0.5)
    as_far = []
    for chosen in combinations(range(len(everything)), len(values)):
        mine = tuple(everything[index] for index in chosen)
        rest = tuple(value for index, value in enumerate(everything) if index not in chosen)
        as_far.append(abs(superiority(mine, rest) - 0.5) >= far - 1e-9)
    assert effect.p == pytest.approx(np.mean(as_far))


def test_equal_values_are_no_effect() -> None:
    effect = effect_of([0.5, 0.6, 0.7], [0.5, 0.6, 0.7])
    assert (effect.difference.value, effect.superiority, effect.p) == (0, 0.5, 1)


def test_a_single_run_has_no_interval() -> None:
    assert isnan(effect_of([0.4], [0.3, 0.5]).difference.low)


def made_up(means: dict[str, float]) -> Results:
    """Eight runs of each kind, whose champions have the mean shares that are asked for."""
    rng = np.random.default_rng(4)
    steps, champions = [], []
    for kind, mean in means.items():
        for number in range(1, 9):
            run = f"{kind}-{number}"
            steps.append(Step(run, 1, 10, 150.0, 20.0, 99.0, 4.0, 9.0, 100))
            share = mean + rng.normal(0, 0.02)
            for player in ("winner", "champion"):
                champions += [
                    Meeting(run, player, 1, name, 2000, 0, 0, share, 0, 1, 150.0)
                    for name in (*PANEL, *(() if kind == "seeded" else SEEDS))
                ]
    return Results([], [], champions, [], steps, [])


def test_kinds_are_compared_against_no_player_they_began_with() -> None:
    rows = list(compared(made_up({"unseeded": 0.5, "seeded": 0.5, "strongly-seeded": 0.6}), "winner"))
    assert [(row.against, row.kind) for row in rows] == [
        *((group, kind) for group in ("random expressions", "hand-made players")
          for kind in ("unseeded", "seeded", "strongly-seeded")),
        ("S1 to S8", "unseeded"),
        ("S1 to S8", "strongly-seeded"),
    ]  # fmt: skip
    for row in rows:
        assert row.runs == 8
        if row.effect is None:
            assert row.kind == "unseeded"
        elif row.kind == "seeded":
            assert row.effect.difference.low < 0 < row.effect.difference.high
            assert row.effect.p > 0.05
        else:
            assert row.effect.difference.low > 0.05
            assert row.effect.superiority > 0.9
            assert row.effect.p < 0.01
