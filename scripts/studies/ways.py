"""What each way of breeding brings in the same time: an ablation of the preset strong for score alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from senet_gp.show.plots import own_style, save
from studies import strength
from studies.pages import table
from studies.work import Study, Work

SEEDS, SECONDS = 5, 30
#: What each variant changes, as pages say it.
CHANGES = {
    "network": "a network as teacher",
    "no-tuning": "no tuning",
    "look-ahead": "looking ahead",
    "cases-512": "512 cases instead of 4,096",
    "paper-words": "vocabulary `paper`",
    "lexicase": "lexicase selection",
    "proportional": "fitness-proportional selection",
    "paper-operators": "the paper's operators",
    "knockout": "knockouts instead of regret",
    "paper": "the paper's experiment",
}


def _measure(work: Work) -> Any:
    return strength.measured_plan(work, "ways", SEEDS, SECONDS, ("preset", *CHANGES))


def _blocks(result: Any) -> dict[str, str]:
    rows = []
    for variant, change in ({"preset": "nothing: the preset for score alone"} | CHANGES).items():
        own, preset = (strength.shares(result[name], 200, "net") for name in (variant, "preset"))
        rows.append([change, strength.mean_told(own), *strength.difference_told(own, preset)])
    head = ["changed", "against `net`", "difference from the preset", "p"]
    picture = "![The difference of each variant from the preset, with intervals](pictures/ways.png)"
    return {"ways": f"{table(head, rows)}\n\n{picture}"}


def _draw(result: Any, file: Path) -> None:
    """A forest plot: what each change costs or brings, with its interval."""
    with own_style():
        figure = Figure(figsize=(7.5, 3.6), layout="constrained")
        axes = figure.subplots()
        preset = strength.shares(result["preset"], 200, "net")
        for row, variant in enumerate(CHANGES):
            gaps = 100 * (strength.shares(result[variant], 200, "net") - preset)
            mean, reach = strength.mean_and_reach(gaps)
            axes.errorbar(mean, row, xerr=reach, fmt="o", color="tab:blue", capsize=3)
        axes.axvline(0, color="grey", linewidth=0.8)
        axes.set_yticks(range(len(CHANGES)), [change.replace("`", "") for change in CHANGES.values()])
        axes.invert_yaxis()
        axes.set_xlabel("difference from the preset, in points of 100 against net")
        save(figure, file)


STUDY = Study(
    "What does each way of breeding bring?", 48, _measure, _blocks, ("ways",), {"pictures/ways.png": _draw}
)
