"""The plans of scripts/strength.toml and scripts/strength_long.toml."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from senet_gp.evolution.config import Config
from senet_gp.evolution.presets import preset_values
from senet_gp.experiments.plan import read_plan

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
#: What the variants differ in, and what limits a run.
OWN = {"teacher", "teacher_games", "minutes", "generations"}


def common(config: Config) -> dict[str, Any]:
    return {name: value for name, value in vars(config).items() if name not in OWN}


@pytest.mark.parametrize("plan", ["strength", "strength_long"])
def test_they_measure_the_preset_strong(plan: str) -> None:
    strong = common(Config.from_values(preset_values("strong")))
    variants = read_plan(SCRIPTS / f"{plan}.toml", seeds=1).variants
    assert "network" in variants
    assert {name: common(config) == strong for name, config in variants.items()} == dict.fromkeys(
        variants, True
    )
