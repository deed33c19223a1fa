"""The plans that measure the preset strong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from senet_gp.evolution.config import Config
from senet_gp.evolution.presets import preset_values
from senet_gp.experiments.plan import Budget, read_plan

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
SECONDS = Budget(max_seconds=110)
NETWORK = {"teacher": "network", "teacher_games": 100_000, "refresh": 10}
LONG = NETWORK | {"teacher_games": 800_000}
WINNERS = {"teacher": "self", "refresh": 10}
ALONE = {"objectives": ["score"]}
#: How many variants each plan has, and what some of them have of their own.
PLANS: dict[str, tuple[int, dict[str, dict[str, Any]]]] = {
    "strength": (4, {"short": {"fitness": WINNERS, "vocabulary": "short"}, "front": {"fitness": WINNERS}}),
    "strength_long": (
        4,
        {
            "front": {"fitness": LONG},
            "score": {"fitness": LONG, **ALONE},
            "taught": {"fitness": LONG | {"teacher": "nets"}, "vocabulary": "short"},
        },
    ),
    "strength_ways": (
        12,
        {
            "network": {"fitness": NETWORK, **ALONE},
            "no-tuning": {"fitness": {**WINNERS, "tune": 0}, **ALONE},
        },
    ),
}


@pytest.mark.parametrize("plan", list(PLANS))
def test_they_measure_the_preset_strong(plan: str) -> None:
    variants = read_plan(SCRIPTS / f"{plan}.toml", seeds=1, budget=SECONDS).variants
    number, own = PLANS[plan]
    assert len(variants) == number
    for name, options in own.items():
        given = {"generations": variants[name].generations, **options}
        assert variants[name] == Config.layered(preset_values("strong"), given).resolved()
