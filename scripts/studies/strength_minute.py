"""What the preset strong breeds in a minute of processor time, at every size, beside the baseline."""

from __future__ import annotations

from typing import Any

from studies import strength
from studies.pages import table
from studies.work import Study, Work

SEEDS, SECONDS = 10, 60
VARIANTS = ("preset", "score", "baseline")


def _measure(work: Work) -> Any:
    return strength.measured_plan(work, "strength_minute", SEEDS, SECONDS, VARIANTS)


def _blocks(result: Any) -> dict[str, str]:
    alone = []
    for called, variant in (("score alone", "score"), ("preset", "preset")):
        shares = (strength.shares(result[variant], 200, opponent) for opponent in strength.OPPONENTS)
        alone.append([called, *map(strength.mean_told, shares)])
    return {
        "strength-minute": strength.by_size(result, "preset", "baseline", "net"),
        "strength-score-alone": table(["at most 200 nodes", "`net`", "`hand:HC5`"], alone),
    }


STUDY = Study(
    "How strong is what a minute breeds, at every size?",
    60,
    _measure,
    _blocks,
    ("strength-minute", "strength-score-alone"),
)
