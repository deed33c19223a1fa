"""Wrong claims of games that are planted: each has its place in the example games."""

from __future__ import annotations

import pytest
from plant_claims import PACKAGE, PLANTS


@pytest.mark.parametrize("name", PLANTS)
def test_each_has_one_place(name: str) -> None:
    plant = PLANTS[name]
    text = (PACKAGE / f"{plant.game}.py").read_text(encoding="utf-8")
    assert text.count(plant.old) == 1
