"""The statistics of experiments err as rarely as they say."""

from __future__ import annotations

import dataclasses
from itertools import combinations

import numpy as np
import pytest
from scipy import stats
from simulated_experiments import SHAPES, called_different, detectable_shift, errors_of

from senet_gp.engine.measurement import wilson
from senet_gp.experiments.comparison import findings_of, labels_of
from senet_gp.experiments.inference import (
    ALPHA,
    POWER,
    Interval,
    detectable_effect,
    effect_of_shift,
    holm,
    mean_interval,
    median_interval,
    noise_of,
    p_value,
    power_of,
    seeds_needed,
    shift_of_effect,
    superiority,
    superiority_interval,
)
from senet_gp.experiments.run_tables import RunRow
from senet_gp.runtime.errors import UsageError


def rows_of(values: dict[str, list[float]], error: float = 0.01) -> list[RunRow]:
    return [
        RunRow(name, "hexapawn", seed, 5, 100, 5, 9, 3, value, error, 0, 1)
        for name, own in values.items()
        for seed, value in enumerate(own, 1)
    ]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_variant_compared_with_itself_is_rarely_called_different(shape: str) -> None:
    comparisons = 60 if "alike" in shape and "few" in shape else 250
    called = called_different(SHAPES[shape], 0.0, comparisons, np.random.default_rng(2))
    assert wilson(called, comparisons)[0] <= 0.05


@pytest.mark.parametrize("shape", ["normal", "few"])
def test_the_difference_that_is_said_to_be_found_is_found(shape: str) -> None:
    shift = detectable_shift(SHAPES[shape], np.random.default_rng(1))
    assert shift is not None
    found = called_different(SHAPES[shape], shift, 500, np.random.default_rng(3)) / 500
    assert found == pytest.approx(POWER, abs=0.05)


def test_a_page_names_the_difference_that_experiments_of_its_size_find() -> None:
    rng = np.random.default_rng(4)
    found = findings_of(rows_of({name: rng.normal(0.6, 0.1, 20).tolist() for name in ("a", "b")}))
    (one,) = found.sensitivities
    assert one.difference is not None
    a, b = rng.normal(one.difference, one.deviation, (1000, 20)), rng.normal(0, one.deviation, (1000, 20))
    hits = stats.mannwhitneyu(a, b, axis=1).pvalue < 0.05
    assert hits.mean() == pytest.approx(POWER, abs=0.05)
    assert one.seeds_for(one.difference) == pytest.approx(20, abs=1)


def test_intervals_hold_the_true_value_as_often_as_they_say() -> None:
    """Those of medians hold in 92 to 95 of 100 cases."""
    errors = errors_of(SHAPES["normal"]._replace(seeds=12), 100, 6)
    assert errors.median_held[2] >= 0.92
    assert errors.effect_held[2] >= 0.95


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
        effect = superiority(rng.normal(shift, 1, 8).tolist(), rng.normal(0, 1, 8).tolist())
        low, high = superiority_interval(effect, 8, 8)
        held += low <= effect_of_shift(shift) <= high
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
    assert found.sensitivities[0].difference == 0


def test_one_run_a_variant_says_nothing_and_does_not_fail() -> None:
    found = findings_of(rows_of({"a": [0.2], "b": [0.9]}))
    assert found.summaries[0].interval is None
    assert found.sensitivities[0].effect is None
    assert not found.comparisons[0].different


def test_effects_and_intervals_are_those_of_the_other_side_mirrored() -> None:
    a, b = [0.1, 0.4, 0.6, 0.7], [0.4, 0.5, 0.9]
    assert superiority(a, b) == pytest.approx(1 - superiority(b, a))
    low, high = superiority_interval(superiority(a, b), 4, 3)
    assert superiority_interval(superiority(b, a), 3, 4) == pytest.approx((1 - high, 1 - low))
    assert superiority_interval(0.0, 4, 4)[0] == 0
    assert superiority_interval(0.0, 4, 4)[1] > 0.2


def test_nothing_is_found_where_no_division_is_rare_enough() -> None:
    """The two most extreme of the 20 divisions into three and three values have a p value of 1/10."""
    assert power_of(1.0, 3, alpha=0.1) == 0
    assert power_of(1.0, 3, alpha=0.11) > 0


def test_power_grows_with_seeds_and_effects() -> None:
    assert power_of(0.7, 10, ALPHA) < power_of(0.7, 20, ALPHA) < power_of(0.8, 20, ALPHA)
    assert power_of(0.7, 20, ALPHA) == pytest.approx(power_of(0.3, 20, ALPHA))
    for seeds in (8, 15, 40):
        effect = detectable_effect(seeds, ALPHA)
        assert effect is not None
        assert seeds_needed(effect + 1e-6, ALPHA) in {seeds, seeds + 1}
        assert effect_of_shift(shift_of_effect(effect)) == pytest.approx(effect)
    assert seeds_needed(0.5, ALPHA) is None


def test_corrected_p_values_are_in_order_and_at_most_those_of_bonferroni() -> None:
    p_values = [0.01, 0.2, 0.03, 0.004]
    corrected = holm(p_values)
    assert corrected == pytest.approx([0.03, 0.2, 0.06, 0.016])
    assert all(own <= each <= 4 * own for own, each in zip(p_values, corrected, strict=True))


def test_noise_of_games_is_told_from_noise_of_seeds() -> None:
    rng = np.random.default_rng(7)
    true = rng.normal(0.6, 0.05, 2000)
    noise = noise_of((true + rng.normal(0, 0.03, 2000)).tolist(), [0.03] * 2000)
    assert noise.seeds == pytest.approx(0.05, rel=0.1)
    assert noise.games == pytest.approx(0.03)


def test_all_pairs_within_a_game_are_corrected_together() -> None:
    rng = np.random.default_rng(8)
    means = {"a": 0.2, "b": 0.5, "c": 0.8}
    rows = rows_of({name: rng.normal(mean, 0.05, 12).tolist() for name, mean in means.items()})
    other = [dataclasses.replace(row, game="trilobite", variant=f"t{row.variant}") for row in rows]
    found = findings_of([*rows, *other])
    assert [(one.a, one.b) for one in found.comparisons[:3]] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert len(found.comparisons) == 6
    assert all(one.different and one.p_corrected > one.p for one in found.comparisons)


@pytest.mark.parametrize(("column", "value"), [("verdict", 1.0), ("nodes", 9.0), ("depth", 3.0)])
def test_variants_are_compared_by_other_columns(column: str, value: float) -> None:
    found = findings_of(rows_of({"a": [0.1, 0.2], "b": [0.3, 0.4]}), column)
    assert [summary.median for summary in found.summaries] == [value, value]
    assert found.summaries[0].noise is None


def test_names_are_as_short_as_they_can_be() -> None:
    assert labels_of(["a,x=1,y=2", "b,x=1,y=3"]) == {"a,x=1,y=2": "a,y=2", "b,x=1,y=3": "b,y=3"}
    assert labels_of(["a", "b,x=1"]) == {"a": "a", "b,x=1": "b,x=1"}
    assert labels_of(["a,x=1"]) == {"a,x=1": "a"}


def test_a_column_that_is_not_known_or_not_there_is_refused() -> None:
    rows = rows_of({"a": [0.1], "b": [0.3]})
    with pytest.raises(UsageError, match="cannot be compared by 'luck': name one of score, verdict"):
        findings_of(rows, "luck")
    with pytest.raises(UsageError, match="nothing is proven about the champion of a with seed 1"):
        findings_of([dataclasses.replace(row, first=None) for row in rows], "verdict")
