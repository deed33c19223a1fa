"""The experiment of 1995: which statements of the paper hold, whether seeds help, what is learned when."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import scipy
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter
from numpy.typing import NDArray

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.experiments.inference import median_interval, p_value, superiority
from senet_gp.experiments.plan import SHIPPED, Plan, read_plan
from senet_gp.experiments.plan_file import begin_or_go_on
from senet_gp.experiments.running import Processes, play_experiment
from senet_gp.runtime.machine import available_cores
from senet_gp.show.plots import BLUE, GREEN, ORANGE, draw_grid, draw_legend, own_style, save
from studies.pages import percent, table
from studies.paper import (
    HAND_MADE,
    LONG,
    SHORT,
    UNSEEDED,
    WINNER,
    Amounts,
    Results,
    measure_as_in_1995,
    results_in,
)
from studies.paper_statements import statements
from studies.work import Study, Work

SEEDS = 10
#: The colours and lines of learning curves, variant by variant.
_COLORS = (BLUE, ORANGE, GREEN)
_STYLES = ("-", "--", "-.")
_POINTS = 120
#: The curve of a run: generations, and the share of points of the winner of each.
Curve = tuple[Sequence[float], Sequence[float]]
#: What is measured in the small budget.
_FEW = Amounts(games=20, ranked=2, knockouts=3, winners=3)


def _measure(work: Work) -> Any:
    directory = work.directory / "1995"
    if work.small:
        plan = small_plan()
        begin_or_go_on(directory, plan)
        play_experiment(directory, plan, list(plan.tasks()), Processes.of(jobs=1, workers=1))
    else:
        work.command("experiment", "1995", "--seeds", SEEDS)
        plan = read_plan("1995", seeds=SEEDS)

    amounts = work.pick(Amounts(), _FEW)

    def measured() -> Any:
        with WorkerPool(work.pick(available_cores(), 1)) as pool:
            return measure_as_in_1995(directory, plan, amounts, pool)

    results = results_in(directory, plan, work.keep(f"{plan.seeds} seeds of 1995, {amounts}", measured))
    return {
        "seeds": plan.seeds,
        "findings": [one._asdict() for one in statements(results)],
        "gains": [gain(results, variant) for variant in SHORT],
        "curves": {
            variant: [
                {generation: round(share, 4) for generation, share in run.learned(HAND_MADE).items()}
                for run in results.of(variant)
            ]
            for variant in (*SHORT, *LONG)
        },
    }


def small_plan() -> Plan:
    """A copy of the plan with few individuals, generations and games."""
    values = tomllib.loads(SHIPPED["1995"].read_text(encoding="utf-8"))
    for name, options in values["variants"].items():
        long = "generations" in options
        fewer = {"population": 16, "generations": 6 if long else 4} | ({"seeds": 1} if long else {})
        values["variants"][name] = options | fewer
    return Plan.of(values, seeds=2, games=2)


def gain(results: Results, variant: str) -> dict[str, Any]:
    """The winners of a variant's runs against the hand-made players, beside those of the unseeded runs.

    The medians have bootstrap intervals over runs; the superiority is the probability that a run of this
    variant is better than an unseeded one, where a tie counts half; p is of the Mann-Whitney test.
    """
    shares, unseeded = (results.shares(of, WINNER, HAND_MADE) for of in (variant, UNSEEDED))
    difference = scipy.stats.bootstrap(
        (shares, unseeded),
        lambda a, b, axis=-1: np.median(a, axis=axis) - np.median(b, axis=axis),
        n_resamples=9_999,
        method="percentile",
        rng=np.random.default_rng(1),
    ).confidence_interval
    return {
        "variant": variant,
        "runs": len(shares),
        "median": _with_ends(float(np.median(shares)), median_interval(shares)),
        "difference": _with_ends(float(np.median(shares) - np.median(unseeded)), difference),
        "superiority": superiority(shares, unseeded),
        "p": p_value(shares, unseeded),
    }


def _with_ends(value: float, interval: Any) -> dict[str, float]:
    return {"value": value, "low": float(interval[0]), "high": float(interval[1])}


def _blocks(result: Any) -> dict[str, str]:
    return {
        "reproduction-statements": _statements(result["findings"]),
        "reproduction-seeds": _seeds(result["gains"]),
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
        compared = [_points(gain["difference"], "+"), percent(gain["superiority"], 0), f"{gain['p']:.2g}"]
        if gain["variant"] == UNSEEDED:
            compared = ["", "", ""]
        rows.append([gain["variant"], gain["runs"], _points(gain["median"]), *compared])
    return table(["runs", "number", "median points of 100", "more than unseeded", "A12", "p"], rows)


def _points(found: Mapping[str, float], sign: str = "") -> str:
    """A share as points of 100, with its interval."""
    value, low, high = (format(100 * found[one], f"{sign}.1f") for one in ("value", "low", "high"))
    return f"{value} ({low} to {high})"


def _draw(variants: tuple[str, ...], result: Any, file: Path) -> None:
    """Draw the learning curves of some variants against the hand-made players."""
    curves: Mapping[str, Any] = {
        variant: [([*map(int, run)], [*run.values()]) for run in result["curves"][variant]]
        for variant in variants
    }
    save(_drawn(curves), file)


@own_style()
def _drawn(curves: Mapping[str, Sequence[Curve]]) -> Figure:
    """The median learning curve of some variants, with a band from the first to the third quartile."""
    figure = Figure(figsize=(7.4, 3.9), layout="constrained")
    axes = figure.subplots()
    for number, (name, runs) in enumerate(curves.items()):
        at, quartiles = _bands_of(runs)
        color = _COLORS[number]
        axes.fill_between(at, quartiles[0], quartiles[2], color=color, alpha=0.13, linewidth=0)
        axes.plot(
            at,
            quartiles[1],
            color=color,
            linestyle=_STYLES[number],
            linewidth=1.6,
            label=name,
        )
    axes.set_xlabel("generations")
    axes.set_ylabel("share of points")
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.xaxis.set_major_locator(MaxNLocator(7, integer=True, min_n_ticks=1))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
    draw_grid(axes)
    draw_legend(figure, 2)
    return figure


def _bands_of(runs: Sequence[Curve]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The quartiles of some curves at common places, where a curve is straight between its points.

    Places are from the median of the beginnings to the median of the ends; a curve that has ended keeps its
    last score.
    """
    begin, end = (float(np.median([places[at] for places, _ in runs])) for at in (0, -1))
    at = np.linspace(begin, end, _POINTS) if end > begin else np.array([begin])
    scores = np.array([np.interp(at, places, values) for places, values in runs])
    return at, np.percentile(scores, [25, 50, 75], axis=0)


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
