"""What the preset strong breeds in ten minutes of processor time, at every size, beside the baseline."""

from __future__ import annotations

from typing import Any

from studies import strength
from studies.work import Study, Work

SEEDS, SECONDS = 5, 600
VARIANTS = ("preset", "baseline")


def _measure(work: Work) -> Any:
    return strength.measured_plan(work, "strength_ten", SEEDS, SECONDS, VARIANTS)


def _blocks(result: Any) -> dict[str, str]:
    return {"strength-ten": strength.by_size(result, "preset", "baseline", "net")}


STUDY = Study(
    "How strong is what ten minutes breed, at every size?",
    110,
    _measure,
    _blocks,
    ("strength-ten",),
)
