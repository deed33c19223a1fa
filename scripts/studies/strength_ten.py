"""What the preset strong breeds in ten minutes of two cores, at every size, beside the baseline."""

from __future__ import annotations

from typing import Any

from studies import strength
from studies.work import Study, Work

SEEDS, SECONDS = 5, 1100
VARIANTS = ("preset", "taught", "baseline")


def _measure(work: Work) -> Any:
    return strength.measured_plan(work, "strength_ten", SEEDS, SECONDS, VARIANTS)


def _blocks(result: Any) -> dict[str, str]:
    return {
        "strength-ten": strength.by_size(result, "preset", "baseline"),
        "strength-taught": strength.by_size(result, "taught", "preset"),
    }


STUDY = Study(
    "How strong is what ten minutes breed, at every size?",
    280,
    _measure,
    _blocks,
    ("strength-ten", "strength-taught"),
)
