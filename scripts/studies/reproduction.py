"""The experiment of 1995: which statements of the paper hold, whether seeds help, what is learned when."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from senet_gp.experiments import paper, paper_findings
from senet_gp.experiments.experiment import play
from senet_gp.experiments.paper import HAND_MADE, LONG, SHORT, WINNER, MeanOverRuns, results_in
from senet_gp.experiments.paper_findings import gains, statements
from senet_gp.experiments.plan import SHIPPED, Plan, read_plan
from senet_gp.experiments.plan_file import begin_or_go_on
from senet_gp.experiments.running import Processes
from senet_gp.show.plots import save
from senet_gp.show.plots.experiment import draw_learning
from studies.pages import percent, table
from studies.work import Study, Work

SEEDS = 10
#: What is measured in the small budget, in which a game more costs more than all else.
FEW: dict[str, Any] = {"PAPER_GAMES": 2, "REFERENCE_GAMES": 2, "KNOCKOUTS": 3, "RANKED": 1}
GROUP = "hand-made players"


def _measure(work: Work) -> Any:
    if not work.small:
        told = work.command("experiment", "1995", "--seeds", SEEDS)
        return _measured_in(work, read_plan("1995", seeds=SEEDS)) | {"findings": told["findings"]}
    plan = _small_plan()
    directory = work.directory / "1995"
    with patch.multiple(paper, **FEW), patch.object(paper_findings, "_PERMUTATIONS", 99):
        begin_or_go_on(directory, plan)
        play(directory, plan, list(plan.tasks()), Processes.of(jobs=1, workers=1))
        return _measured_in(work, plan)


def _small_plan() -> Plan:
    """A copy of the plan with few individuals, generations and games."""
    values = tomllib.loads(SHIPPED["1995"].read_text(encoding="utf-8"))
    for name, options in values["variants"].items():
        long = "generations" in options
        fewer = {"population": 16, "generations": 6 if long else 4} | ({"seeds": 1} if long else {})
        values["variants"][name] = options | fewer
    return Plan.of(values, seeds=2, games=2)


def _measured_in(work: Work, plan: Plan) -> dict[str, Any]:
    """What the directory of the experiment holds."""
    results = results_in(work.directory / "1995", plan)
    return {
        "seeds": plan.seeds,
        "findings": [asdict(one) for one in statements(results)] if work.small else [],
        "gains": [asdict(gain) for gain in gains(results, WINNER)],
        "curves": {
            variant: [
                {generation: round(share, 4) for generation, share in run.learned(HAND_MADE).items()}
                for run in results.of(variant)
            ]
            for variant in (*SHORT, *LONG)
        },
    }


def _blocks(result: Any) -> dict[str, str]:
    return {
        "reproduction-statements": _statements(result["findings"]),
        "reproduction-seeds": _seeds([gain for gain in result["gains"] if gain["against"] == GROUP]),
        "reproduction-pictures": (
            "![Share of points by generation, runs of 33 generations](pictures/learning.png)\n\n"
            "![Share of points by generation, runs of 300 generations](pictures/long.png)"
        ),
    }


def _statements(findings: list[dict[str, str]]) -> str:
    rows = [
        [
            one["statement"].replace("ours: ", "*ours*: "),
            f"**{one['verdict']}**",
            one["figure"],
            one["interval"],
        ]
        for one in findings
    ]
    return table(["statement", "verdict", "our result", "95 % interval"], rows, left=4)


def _seeds(found: list[dict[str, Any]]) -> str:
    rows = []
    for gain in found:
        unseeded = gain["variant"] == paper.UNSEEDED
        compared = (
            ["", "", ""]
            if unseeded
            else [
                _points(MeanOverRuns(**gain["difference"]), "+"),
                percent(gain["superiority"], 0),
                f"{gain['p']:.2g}",
            ]
        )
        rows.append([gain["variant"], gain["runs"], _points(MeanOverRuns(**gain["median"])), *compared])
    return table(["runs", "number", "median points of 100", "more than unseeded", "A12", "p"], rows)


def _points(mean: MeanOverRuns, sign: str = "") -> str:
    """A mean of shares as points of 100, with its interval."""
    value, low, high = (format(100 * one, f"{sign}.1f") for one in (mean.value, mean.low, mean.high))
    return f"{value} ({low} to {high})"


def _draw(variants: tuple[str, ...], result: Any, file: Path) -> None:
    """Draw the learning curves of some variants against the hand-made players."""
    curves: Mapping[str, Any] = {
        variant: [([*map(int, run)], [*run.values()]) for run in result["curves"][variant]]
        for variant in variants
    }
    save(draw_learning(curves, "generations"), file)


STUDY = Study(
    "Which statements of the paper of 1995 hold when its experiment is repeated?",
    23,
    _measure,
    _blocks,
    ("reproduction-statements", "reproduction-seeds", "reproduction-pictures"),
    {
        "pictures/learning.png": partial(_draw, SHORT),
        "pictures/long.png": partial(_draw, LONG),
    },
)
