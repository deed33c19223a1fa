"""The plans of scripts/strength.toml and scripts/strength_long.toml."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from senet_gp.evolution.config import Config
from senet_gp.evolution.presets import preset_values
from senet_gp.experiments.plan import read_plan

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
#: What limits a run, and how much it teaches its network: these follow from the time.
OWN = {"teacher_games", "minutes", "generations"}
#: What each variant has of its own.
VARIANTS: dict[str, dict[str, Any]] = {
    "network": {"teacher": "network"},
    "self": {"teacher": "self", "look_ahead": True, "labelled": 8192, "refresh": 25},
}


def common(config: Config) -> dict[str, Any]:
    return {name: value for name, value in vars(config).items() if name not in OWN}


@pytest.mark.parametrize("plan", ["strength", "strength_long"])
def test_they_measure_the_preset_strong(plan: str) -> None:
    strong = common(Config.from_values(preset_values("strong")))
    variants = read_plan(SCRIPTS / f"{plan}.toml", seeds=1).variants
    assert {name: common(config) for name, config in variants.items()} == {
        name: {**strong, **own} for name, own in VARIANTS.items()
    }
