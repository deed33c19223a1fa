"""How strength grows with the time that the preset strong has, and with size: what a picture shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from senet_gp.show.plots import own_style, save
from studies import strength
from studies.pages import table
from studies.strength_minute import measured_plan
from studies.work import ROOT, Study, Work

SEEDS = 5
#: Seconds of processor time that are measured here; the two studies of a minute and of ten have the others.
SECONDS = (28, 55, 330)
OTHERS = {110: "strength-minute", 1100: "strength-ten"}
SIZES = (8, 30, 200)


def _measure(work: Work) -> Any:
    return {
        str(seconds): measured_plan(
            work, "strength_time", SEEDS, seconds, ("preset",), out=f"runs-{seconds}"
        )["preset"]
        for seconds in work.pick(SECONDS, SECONDS[:1])
    }


def _all_times(result: Any) -> dict[int, Any]:
    """The runs of the preset by their seconds, also those of other studies that have been made."""
    found = {int(seconds): runs for seconds, runs in result.items()}
    for seconds, name in OTHERS.items():
        file = ROOT / "docs" / "evidence" / f"{name}.json"
        if file.exists():
            found[seconds] = json.loads(file.read_text(encoding="utf-8"))["result"]["preset"]
    return dict(sorted(found.items()))


def _blocks(result: Any) -> dict[str, str]:
    rows = [
        [
            f"{seconds:,} s",
            len(runs),
            *(strength.mean_told(strength.shares(runs, size, "net")) for size in SIZES),
        ]
        for seconds, runs in _all_times(result).items()
    ]
    head = ["processor time", "runs", *(f"at most {size} nodes" for size in SIZES)]
    return {"strength-time": table(head, rows)}


def _draw(result: Any, file: Path) -> None:
    """Strength against time and against size, with a line for hand:HC5."""
    times = _all_times(result)
    with own_style():
        figure = Figure(figsize=(9, 3.8), layout="constrained")
        left, right = figure.subplots(1, 2, sharey=True)
        for size in SIZES:
            _draw_mean(
                left,
                list(times),
                [strength.shares(runs, size, "net") for runs in times.values()],
                f"{size} nodes",
            )
        left.set_xlabel("seconds of processor time")
        for seconds in times:
            if seconds in OTHERS:
                runs = times[seconds]
                columns = [strength.shares(runs, size, "net") for size in strength.SIZES]
                _draw_mean(right, strength.SIZES, columns, f"{seconds:,} s")
        right.set_xlabel("nodes at most")
        left.set_ylabel("points of 100 against net")
        for axes in (left, right):
            axes.set_xscale("log")
            axes.xaxis.set_major_formatter("{x:,.0f}")
            axes.legend()
        save(figure, file)


def _draw_mean(axes: Axes, places: Any, columns: list[np.ndarray], label: str) -> None:
    """A line through means, each with the least and the greatest of the runs."""
    middle = 100 * np.array([np.nanmean(column) for column in columns])
    low = 100 * np.array([np.nanmin(column) for column in columns])
    high = 100 * np.array([np.nanmax(column) for column in columns])
    axes.errorbar(places, middle, yerr=[middle - low, high - middle], marker="o", capsize=3, label=label)


STUDY = Study(
    "How does strength grow with time and with size?", 40, _measure, _blocks, {"pictures/time.png": _draw}
)
