"""How strength grows with the time that the preset strong has, and with size: what a picture shows."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from typing import Any

from matplotlib.figure import Figure

from senet_gp.show.plots import own_style, save
from studies import strength
from studies.pages import table
from studies.work import Study, Work, result_of

#: Seconds of processor time, and the seeds that they are measured with.
SEEDS = {15: 10, 60: 10}
#: Sizes of the picture against time.
SIZES = (15, 30, 200)


def _measure(work: Work) -> Any:
    return {
        str(seconds): strength.measured_plan(
            work, "strength_time", seeds, seconds, ("preset",), out=f"runs-{seconds}"
        )["preset"]
        for seconds, seeds in list(SEEDS.items())[: work.pick(len(SEEDS), 1)]
    }


def _all_times(result: Any) -> dict[int, Any]:
    """The runs of the preset by their seconds."""
    return {int(seconds): runs for seconds, runs in result.items()}


def _known_players() -> dict[str, float]:
    """Shares against net of players that readers know, which other studies have measured."""
    known = {"net": 0.5}
    if network := result_of("network"):
        known["hand:HC5"] = 1 - network["net"]["hand:HC5"][0]
    if champions := result_of("champions"):
        known["default champion"] = median(run["scores"]["net"][0] for run in champions["runs"])
    return known


def _blocks(result: Any) -> dict[str, str]:
    rows = [
        [
            f"{seconds:,} s",
            len(runs),
            f"{median(run['generations'] for run in runs):.0f}",
            *(strength.mean_told(strength.shares(runs, size, "net")) for size in strength.SIZES),
        ]
        for seconds, runs in _all_times(result).items()
    ]
    head = ["processor time", "runs", "generations", *(f"{size} nodes" for size in strength.SIZES)]
    picture = (
        "![Strength against processor time, for three sizes, and against size, for each time]"
        "(pictures/time.png)"
    )
    return {"strength-time": f"{table(head, rows)}\n\n{picture}"}


def _draw(result: Any, file: Path) -> None:
    """Strength against time and against size, with lines for players that readers know."""
    times = _all_times(result)
    with own_style():
        figure = Figure(figsize=(9, 3.8), layout="constrained")
        left, right = figure.subplots(1, 2, sharey=True)
        for size in SIZES:
            strength.draw_runs(
                left,
                list(times),
                [strength.shares(runs, size, "net") for runs in times.values()],
                f"{size} nodes",
            )
        left.set_xlabel("seconds of processor time")
        for seconds in times:
            columns = [strength.shares(times[seconds], size, "net") for size in strength.SIZES]
            strength.draw_runs(right, strength.SIZES, columns, f"{seconds:,} s")
        right.set_xlabel("nodes at most")
        left.set_ylabel("points of 100 against net")
        strength.name_places(left, list(times))
        strength.name_places(right, strength.SIZES)
        for name, share in _known_players().items():
            for axes in (left, right):
                axes.axhline(100 * share, color="grey", linewidth=0.8, linestyle="--", zorder=0)
            right.annotate(f" {name}", (1, 100 * share), xycoords=("axes fraction", "data"), va="center")
        for axes in (left, right):
            if axes.has_data():
                axes.legend()
        save(figure, file)


STUDY = Study(
    "How does strength grow with time and with size?",
    30,
    _measure,
    _blocks,
    ("strength-time",),
    {"pictures/time.png": _draw},
    needs=("champions", "network"),
)
