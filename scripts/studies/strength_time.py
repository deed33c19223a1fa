"""How strength grows with the time that the preset strong has, and with size: what a picture shows."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from senet_gp.show.plots import own_style, save
from studies import strength
from studies.pages import table
from studies.work import Study, Work, result_of

#: Seconds of processor time, and the seeds that they are measured with.
SEEDS = {15: 10, 60: 10, 600: 5}
#: Sizes of the picture against time, and of the table by commands.
SIZES = (15, 30, 200)
CHOSEN = (30, 200)


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
    times = _all_times(result)
    picture = (
        "![Strength against processor time, for three sizes, and against size, for each time]"
        "(pictures/time.png)"
    )
    return {
        "strength-time": f"{_by_size_and_time(times)}\n\n{picture}",
        "choosing-presets": _by_command(times),
    }


def _by_size_and_time(times: dict[int, Any]) -> str:
    """A row for each size and time; p compares the regret with that of the shortest time at this size."""
    shortest, *longer = times
    places = [(size, seconds) for size in strength.SIZES for seconds in longer]
    p_values = strength.corrected(
        (strength.regrets(times[seconds], size), strength.regrets(times[shortest], size))
        for size, seconds in places
    )
    told = dict(zip(places, p_values, strict=True))
    rows = [
        [
            size,
            f"{seconds:,} s",
            _generations(runs),
            *_told(runs, size),
            told.get((size, seconds), ""),
        ]
        for size in strength.SIZES
        for seconds, runs in times.items()
    ]
    head = ["nodes at most", "processor time", "generations", "`net`", "`hand:HC5`", "regret", "p"]
    return table(head, rows)


def _generations(runs: Any) -> str:
    return f"{median(run['generations'] for run in runs):.0f}"


def _told(runs: Any, size: int) -> list[str]:
    """The shares of players of a size, and their regret."""
    against = [strength.mean_told(strength.shares(runs, size, opponent)) for opponent in strength.OPPONENTS]
    return [*against, strength.mean_told(strength.regrets(runs, size), 3, 1)]


def _by_command(times: dict[int, Any]) -> str:
    """What one command breeds in some time, as means over runs."""
    champions = result_of("champions")["runs"]
    seconds, _ = result_of("speed")["commands"]["`senet-gp evolve senet`"]
    own = np.array([[run["scores"]["hand:HC5"][0], np.mean(run["regrets"])] for run in champions])
    told = [strength.mean_told(own[:, 0]), strength.mean_told(own[:, 1], 3, 1)]
    nodes = f"{median(run['nodes'] for run in champions):.0f}"
    rows = [["`evolve senet`", f"{seconds:.0f} s", 30, nodes, *told]]
    rows += [
        [
            "`evolve senet --preset strong`",
            f"{given:,} s",
            _generations(runs),
            f"at most {size}",
            *_told(runs, size)[1:],
        ]
        for given, runs in times.items()
        for size in CHOSEN
    ]
    return table(["command", "processor time", "generations", "nodes", "`hand:HC5`", "regret"], rows)


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
    75,
    _measure,
    _blocks,
    ("strength-time", "choosing-presets"),
    {"pictures/time.png": _draw},
    needs=("champions", "network", "speed"),
)
