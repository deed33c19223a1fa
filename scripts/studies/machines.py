"""How fast matchbox machines learn hexapawn: against three opponents, and by each scheme."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from statistics import fmean, median, stdev
from typing import Any

from senet_gp import SerialPool
from senet_gp.engine.measurement import Z95, wilson
from senet_gp.experiments.inference import median_interval
from senet_gp.experiments.matchbox_schemes import LessonPlan, SchemeCurves, compare
from senet_gp.games.small import small_game
from senet_gp.players.matchbox import ALL, SCHEMES, Scheme
from senet_gp.show.plots import BLUE, GREEN, ORANGE, Figure, own_style
from studies.pages import table
from studies.work import Study, Work

OPPONENTS = ("mix", "random", "self")
_COLORS = (BLUE, GREEN, ORANGE)


def _measure(work: Work) -> Any:
    machines, games = work.pick((40, 2000), (4, 300))
    curves = {
        opponent: work.keep(
            f"learning({opponent!r}, {machines}, {games})", partial(_learning, opponent, machines, games)
        )
        for opponent in OPPONENTS
    }
    options = (
        "--games",
        work.pick(3000, 300),
        "--seeds",
        work.pick(20, 2),
        "--form",
        "boxes",
        "--workers",
        1,
    )
    return {"opponents": curves, "schemes": work.command("learn", "hexapawn", "--compare", *options)}


def _learning(opponent: str, machines: int, games: int) -> dict[str, Any]:
    """What becomes of so many new machines, each of a seed of its own, that learn from one opponent."""
    plan = LessonPlan(against=opponent, games=games)
    game, schemes, seeds = small_game("hexapawn"), {"last-move": SCHEMES["last-move"]}, range(1, machines + 1)
    (course,) = compare(game, schemes, plan, seeds=seeds, pool=SerialPool())
    return {"machines": machines, "until_proven": course.games_until_proven, **_shares(course)}


def _shares(course: SchemeCurves) -> dict[str, list[Any]]:
    """For the end of each window, shares over the machines with their intervals."""
    proven, won = [], []
    number = len(course.curves)
    for place in range(len(course.games)):
        windows = [curve[min(place, len(curve) - 1)] for curve in course.curves]
        count = sum(window.proven for window in windows)
        proven.append([count / number, *wilson(count, number)])
        shares = [window.share_won for window in windows]
        half = Z95 * stdev(shares) / number**0.5
        mean = fmean(shares)
        won.append([mean, max(0.0, mean - half), min(1.0, mean + half)])
    return {"games": course.games, "proven": proven, "won": won}


def _blocks(result: Any) -> dict[str, str]:
    opponents = [
        [f"`{name}`", *_of_proven(len(found["until_proven"]), found["machines"], found["until_proven"])]
        for name, found in result["opponents"].items()
    ]
    rows = []
    for one in result["schemes"]["schemes"]:
        name, _, _ = one["scheme"].partition(", ")
        until = one["games_until_proven"]
        proven = f"{one['proven'] * one['machines']:.0f} of {one['machines']}"
        games = "" if until is None else f"{until['median']:,g}{_in_brackets(until['interval'])}"
        rows.append([f"`{name}`", *_of_scheme(SCHEMES[name]), proven, games])
    head = ["`--scheme`", "at first", "taken after a loss", "added after a win", "proven", "games until then"]
    return {
        "machines-opponents": table(["opponent", "proven", "games until then"], opponents),
        "machines-schemes": table(head, rows),
    }


def _of_scheme(scheme: Scheme) -> list[str]:
    """The weights of a new machine, what it loses, the last move first, and what it wins."""
    taken = [f"{one}" if one < ALL else "all" for one in scheme.punishments]
    alike = len(taken) > 1 and len({*taken}) == 1
    added = f"{scheme.reward}" + f" ({scheme.draw_reward} if drawn)" * bool(scheme.draw_reward)
    return [f"{scheme.initial}", f"{taken[0]} from each" if alike else ", ".join(taken), added]


def _of_proven(count: int, machines: int, until: list[int]) -> list[str]:
    """How many machines are proven, and after how many games."""
    low, high = (100 * end for end in wilson(count, machines))
    shown = f"{count} of {machines} ({low:.0f} to {high:.0f} %)"
    return [shown, f"{median(until):,g}{_in_brackets(median_interval(until))}" if until else ""]


def _in_brackets(interval: Any) -> str:
    return "" if interval is None else " ({:,.0f} to {:,.0f})".format(*interval)


@own_style()
def _draw(result: Mapping[str, Any], path: Path) -> None:
    figure = Figure(figsize=(7.2, 5.6), layout="constrained")
    upper, lower = figure.subplots(2, 1, sharex=True)
    for (name, found), color in zip(result["opponents"].items(), _COLORS, strict=True):
        for axes, key in ((upper, "proven"), (lower, "won")):
            share, low, high = zip(*found[key], strict=True)
            axes.plot(found["games"], share, color=color, label=name)
            axes.fill_between(found["games"], low, high, color=color, alpha=0.2, linewidth=0)
    upper.set_ylabel("machines proven not to lose")
    lower.set_ylabel("games won")
    lower.set_xlabel("games learned from")
    for axes in (upper, lower):
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.yaxis.set_major_formatter(lambda share, _place: f"{share:.0%}")
        axes.set_ylim(-0.02, 1.02)
        axes.grid(color="0.9")
    upper.legend(title="opponent", frameon=False)
    figure.savefig(path, dpi=120, metadata={"Software": None})


STUDY = Study(
    "How fast do matchbox machines learn hexapawn, by opponent and by scheme?",
    3,
    _measure,
    _blocks,
    ("machines-opponents", "machines-schemes"),
    {"hexapawn/curve.png": _draw},
)
