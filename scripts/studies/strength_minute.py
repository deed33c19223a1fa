"""What the preset strong breeds in a minute of two cores, at every size, beside the baseline."""

from __future__ import annotations

from typing import Any

from studies import strength
from studies.pages import table
from studies.work import Study, Work

SEEDS, SECONDS = 10, 110
VARIANTS = ("preset", "score", "baseline")


def measure(work: Work) -> Any:
    """The players of all runs of the plan, with their shares."""
    return measured_plan(work, "strength_minute", SEEDS, SECONDS, VARIANTS)


def measured_plan(
    work: Work, plan: str, seeds: int, seconds: int, variants: tuple[str, ...], *, out: str = "runs"
) -> Any:
    """For each variant of a plan its runs, in the order of their seeds."""
    runs = strength.played(work, plan, seeds=seeds, seconds=seconds, out=out)
    return {
        variant: [
            {"seed": seed, "generations": kept.origin["generations"]}
            | strength.measured(work, kept, f"{variant} {seed}")
            for seed, kept in strength.players(runs, variant).items()
        ]
        for variant in variants
    }


def by_size(result: Any, ours: str, other: str) -> str:
    """A table of two variants at every size, and their differences."""
    rows = []
    for size in strength.SIZES:
        cells = [f"{size} nodes"]
        for variant in (ours, other):
            cells += [
                strength.mean_told(strength.shares(result[variant], size, opponent))
                for opponent in strength.OPPONENTS
            ]
        both = [strength.shares(result[variant], size, "net") for variant in (ours, other)]
        rows.append([*cells, strength.difference_told(both[0], both[1])])
    head = ["at most", f"{ours}: `net`", "`hand:HC5`", f"{other}: `net`", "`hand:HC5`", "difference, `net`"]
    return table(head, rows)


def _blocks(result: Any) -> dict[str, str]:
    alone = [
        [
            "score alone",
            *(strength.mean_told(strength.shares(result["score"], 200, o)) for o in strength.OPPONENTS),
        ],
        [
            "preset",
            *(strength.mean_told(strength.shares(result["preset"], 200, o)) for o in strength.OPPONENTS),
        ],
    ]
    return {
        "strength-minute": by_size(result, "preset", "baseline"),
        "strength-score-alone": table(["at most 200 nodes", "`net`", "`hand:HC5`"], alone),
    }


STUDY = Study("How strong is what a minute breeds, at every size?", 70, measure, _blocks)
