"""The statistics of experiments err as rarely as they say."""

from __future__ import annotations

import dataclasses
from itertools import combinations

import numpy as np
import pytest
from scipy import stats
from simulated_experiments import SHAPES, called_different, intervals_that_hold

from senet_gp.engine.measurement import wilson
from senet_gp.experiments.comparison import at_best, findings_of, in_game, labels_of, short_runs
from senet_gp.experiments.inference import (
    Interval,
    holm,
    mean_interval,
    median_interval,
    p_value,
    superiority,
    superiority_interval,
)
from senet_gp.experiments.plan import Plan
from senet_gp.experiments.runs_table import RunRow
from senet_gp.runtime.errors import UsageError


def rows_of(values: dict[str, list[float]]) -> list[RunRow]:
    return [
        RunRow(name, {}, "hexapawn", seed, 5, 100, 5, 9, 3, value, 0.01, 0, 1, 1, {}, "")
        for name, own in values.items()
        for seed, value in enumerate(own, 1)
    ]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_variant_compared_with_itself_is_rarely_called_different(shape: str) -> None:
    comparisons = 60 if "alike" in shape and "few" in shape else 250
    called = called_different(SHAPES[shape], comparisons, np.random.default_rng(2))
    assert wilson(called, comparisons)[0] <= 0.05


def test_intervals_hold_the_true_value_as_often_as_they_say() -> None:
    """Those of medians hold in 92 to 95 of 100 cases."""
    medians, effects = intervals_that_hold(SHAPES["normal"]._replace(seeds=12), 100, 6)
    assert wilson(medians, 100)[1] >= 0.92
    assert wilson(effects, 100)[1] >= 0.95


def test_intervals_of_means_hold_true_values() -> None:
    rng = np.random.default_rng(3)
    means = [mean_interval(rng.normal(0.6, 0.1, 5)) for _ in range(400)]
    # Three standard errors.
    assert abs(sum(held(interval, 0.6) for interval in means) / 400 - 0.95) < 0.033


def held(interval: Interval | None, true: float) -> bool:
    return interval is not None and interval[0] <= true <= interval[1]


@pytest.mark.parametrize("shift", [0.0, 1.0, 3.0])
def test_intervals_of_effects_hold_true_effects(shift: float) -> None:
    rng, held = np.random.default_rng(6), 0
    for _ in range(300):
        a, b = rng.normal(shift, 1, 8), rng.normal(0, 1, 8)
        low, high = superiority_interval(a.tolist(), b.tolist())
        held += low <= stats.norm.cdf(shift / np.sqrt(2)) <= high
    assert wilson(held, 300)[1] >= 0.95


def test_p_values_with_ties_are_those_of_all_divisions() -> None:
    a, b = [1.0, 1.0, 2.0, 3.0], [2.0, 3.0, 3.0, 4.0, 4.0]
    together = a + b
    ranks = stats.rankdata(together)
    sums = np.array([ranks[list(chosen)].sum() for chosen in combinations(range(9), 4)])
    assert p_value(a, b) == pytest.approx(2 * (sums <= ranks[:4].sum()).mean())


def test_equal_values_are_no_difference_and_no_spread() -> None:
    assert p_value([0.5] * 9, [0.5] * 9) == 1
    assert superiority([0.5] * 3, [0.5] * 4) == 0.5
    assert median_interval([0.5] * 4) == (0.5, 0.5)
    found = findings_of(rows_of({"a": [0.5] * 9, "b": [0.5] * 9}))
    assert not found.comparisons[0].different


def test_one_run_a_variant_says_nothing_and_does_not_fail() -> None:
    found = findings_of(rows_of({"a": [0.2], "b": [0.9]}))
    assert found.summaries[0].interval is None
    assert not found.comparisons[0].different


def test_effects_and_intervals_are_those_of_the_other_side_mirrored() -> None:
    a, b = [0.1, 0.4, 0.6, 0.7], [0.4, 0.5, 0.9]
    assert superiority(a, b) == pytest.approx(1 - superiority(b, a))
    low, high = superiority_interval(a, b)
    assert superiority_interval(b, a) == pytest.approx((1 - high, 1 - low))
    low, high = superiority_interval([0.1] * 4, [0.2] * 4)
    assert (low, high > 0.2) == (0, True)


@pytest.mark.parametrize(("variants", "seeds"), [(2, 3), (2, 4), (3, 5), (6, 5), (6, 6), (3, 12)])
def test_no_values_have_a_smaller_p_than_is_said_before_the_experiment(variants: int, seeds: int) -> None:
    apart = {str(n): [n + k / seeds for k in range(seeds)] for n in range(variants)}
    least = min(one.p_corrected for one in findings_of(rows_of(apart)).comparisons)
    vary = {"population": [*range(8, 8 + variants)]}
    said = at_best(Plan.of({"game": "hexapawn", "vary": vary}, seeds=seeds))
    assert f"{least:.2g}" in said
    assert ("use at least" in said) == (least >= 0.05)


def test_what_is_said_counts_the_comparisons_within_games() -> None:
    vary = {"game": ["hexapawn", "tictactoe"], "population": [8, 9, 10]}
    small = {"fitness": "full-games", "credit": "shared"}
    assert "with 9 runs a variant the least p of 6," in at_best(Plan.of({"vary": vary, **small}, seeds=9))
    assert not at_best(Plan.of({"vary": {"game": vary["game"]}, **small}, seeds=9))
    fewer = {"game": "hexapawn", "variants": {"a": {}, "b": {"population": 8, "seeds": 2}}}
    assert "with at most 9 runs a variant" in at_best(Plan.of(fewer, seeds=9))


def test_runs_of_few_generations_are_warned_of() -> None:
    rows = rows_of({"a": [0.1, 0.2], "b": [0.3]})
    assert short_runs(rows).startswith("3 of 3 runs played fewer than 10 generations")
    long = [dataclasses.replace(row, generations=10) for row in rows]
    assert not short_runs(long)
    assert short_runs([*long, rows[0]]).startswith("1 of 4 runs")


def test_corrected_p_values_are_in_order_and_at_most_those_of_bonferroni() -> None:
    p_values = [0.01, 0.2, 0.03, 0.004]
    corrected = holm(p_values)
    assert corrected == pytest.approx([0.03, 0.2, 0.06, 0.016])
    assert all(own <= each <= 4 * own for own, each in zip(p_values, corrected, strict=True))


def test_all_pairs_within_a_game_are_corrected_together() -> None:
    rng = np.random.default_rng(8)
    means = {"a": 0.2, "b": 0.5, "c": 0.8}
    rows = rows_of({name: rng.normal(mean, 0.05, 12).tolist() for name, mean in means.items()})
    other = [dataclasses.replace(row, game="trilobite", name=f"t{row.name}") for row in rows]
    found = findings_of([*rows, *other])
    assert [(one.a, one.b) for one in found.comparisons[:3]] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert len(found.comparisons) == 6
    assert all(one.different and one.p_corrected > one.p for one in found.comparisons)


@pytest.mark.parametrize(("column", "value"), [("verdict", 1.0), ("nodes", 9.0), ("depth", 3.0)])
def test_variants_are_compared_by_other_columns(column: str, value: float) -> None:
    found = findings_of(rows_of({"a": [0.1, 0.2], "b": [0.3, 0.4]}), column)
    assert [summary.median for summary in found.summaries] == [value, value]


def test_names_are_as_short_as_they_can_be_and_their_factors_above_them() -> None:
    assert labels_of(["a,x=1,y=2", "b,x=1,y=3"])[1] == {"a,x=1,y=2": "a,y=2", "b,x=1,y=3": "b,y=3"}
    assert labels_of(["a", "b,x=1"]) == ("variant", {"a": "a", "b,x=1": "b,x=1"})
    assert labels_of(["a,x=1"]) == ("variant", {"a,x=1": "a,x=1"})
    assert labels_of(["x=1,y=2", "x=1,y=3"]) == ("y", {"x=1,y=2": "2", "x=1,y=3": "3"})
    assert labels_of(["x=1,y=2", "x=2,y=3"]) == ("x, y", {"x=1,y=2": "1, 2", "x=2,y=3": "2, 3"})
    assert labels_of(["x=1", "y=3"])[0] == "variant"


def test_levels_of_a_factor_are_compared_over_all_levels_of_the_others() -> None:
    values = {f"x={x},y={y}": [x + y / 10 + n / 100 for n in range(4)] for x in (1, 2) for y in (5, 6, 7)}
    rows = [
        dataclasses.replace(row, levels=dict(part.split("=") for part in row.name.split(",")))
        for row in rows_of(values)
    ]
    found = findings_of(rows)
    assert [(one.a, one.b) for one in found.effects] == [
        *(("x=1", "x=2"), ("y=5", "y=6"), ("y=5", "y=7"), ("y=6", "y=7")),
    ]
    assert found.effects[0].effect == 0
    assert found.effects[0].p_corrected == pytest.approx(
        4
        * p_value(
            *([v for name, own in values.items() if name.startswith(x) for v in own] for x in ("x=1", "x=2"))
        )
    )
    assert in_game(found, "hexapawn").effects[0].b == "2"
    assert len(found.as_json()["effects"]) == 4
    # One factor alone has the variants as its levels, and one that only some variants have is none of all.
    alone = [dataclasses.replace(row, levels={"x": row.name}) for row in rows]
    some = [
        dataclasses.replace(row, levels={**row.levels, **({"z": row.seed} if row.seed == 1 else {})})
        for row in rows
    ]
    assert not findings_of(alone).effects
    assert len(findings_of(some).effects) == 4


def test_a_column_that_is_not_known_or_not_there_is_refused() -> None:
    rows = rows_of({"a": [0.1], "b": [0.3]})
    with pytest.raises(UsageError, match="cannot be compared by 'luck': name one of score, verdict"):
        findings_of(rows, "luck")
    with pytest.raises(UsageError, match="nothing is proven about the champion of a with seed 1"):
        findings_of([dataclasses.replace(row, verdict=None) for row in rows], "verdict")
