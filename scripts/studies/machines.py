"""How fast matchbox machines learn hexapawn: against three opponents, and by each scheme."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from pathlib import Path
from statistics import fmean, median, stdev
from typing import Any

from senet_gp.engine.measurement import Z95, wilson
from senet_gp.experiments.inference import median_interval
from senet_gp.experiments.matchbox_training import teachers_from, train
from senet_gp.games.small import small_game
from senet_gp.players.matchbox import ALL, SCHEMES, MatchboxPlayer, Scheme, Window
from senet_gp.show.plots import BLUE, GREEN, ORANGE, Figure, own_style
from studies.pages import table
from studies.work import Study, Work

OPPONENTS = ("mix", "random", "self")
_COLORS = (BLUE, GREEN, ORANGE)


def _measure(work: Work) -> Any:
    machines, games = work.pick((40, 2000), (4, 300))
    of_scheme = work.pick((20, 3000), (2, 300))
    return {
        "opponents": {
            opponent: _learning(work, "last-move", opponent, machines, games) for opponent in OPPONENTS
        },
        "schemes": {name: _learning(work, name, "mix", *of_scheme) for name in SCHEMES},
    }


def _learning(work: Work, scheme: str, opponent: str, machines: int, games: int) -> dict[str, Any]:
    """What becomes of new machines, each of a seed of its own, that learn by a scheme from an opponent."""

    def measured() -> dict[str, Any]:
        curves = [curve_of(SCHEMES[scheme], opponent, games, seed) for seed in range(1, machines + 1)]
        until = [games for games in map(until_proven, curves) if games is not None]
        return {"machines": machines, "until_proven": until, **_shares(curves)}

    found: dict[str, Any] = work.keep(
        f"{machines} machines of {scheme} against {opponent}, {games} games", measured
    )
    return found


def curve_of(scheme: Scheme, opponent: str, games: int, seed: int) -> list[Window]:
    """The learning curve of a new machine."""
    game = small_game("hexapawn")
    learner = MatchboxPlayer(game, scheme)
    train(learner, teachers_from(opponent, game, scheme), games=games, seed=seed)
    return learner.curve


def until_proven(curve: list[Window]) -> int | None:
    """The games after which a machine stayed proven not to lose; None if it is not at the end."""
    proven = [*takewhile(lambda window: window.proven, reversed(curve))]
    return proven[-1].games if proven else None


def _shares(curves: list[list[Window]]) -> dict[str, list[Any]]:
    """For the end of each window, shares over the machines with their intervals."""
    proven, won = [], []
    number = len(curves)
    # A machine that has stopped keeps its last window.
    windows = [curve + curve[-1:] * (max(map(len, curves)) - len(curve)) for curve in curves]
    for place in zip(*windows, strict=True):
        count = sum(window.proven for window in place)
        proven.append([count / number, *wilson(count, number)])
        shares = [window.share_won for window in place]
        half = Z95 * stdev(shares) / number**0.5
        mean = fmean(shares)
        won.append([mean, max(0.0, mean - half), min(1.0, mean + half)])
    return {"games": [window.games for window in max(curves, key=len)], "proven": proven, "won": won}


def _blocks(result: Any) -> dict[str, str]:
    opponents, schemes = [], []
    for name, found in result["opponents"].items():
        count, machines = len(found["until_proven"]), found["machines"]
        low, high = (100 * end for end in wilson(count, machines))
        proven = f"{count} of {machines} ({low:.0f} to {high:.0f} %)"
        opponents.append([f"`{name}`", proven, _games(found["until_proven"])])
    for name, found in result["schemes"].items():
        proven = f"{len(found['until_proven'])} of {found['machines']}"
        schemes.append([f"`{name}`", *_of_scheme(SCHEMES[name]), proven, _games(found["until_proven"])])
    head = ["`--scheme`", "at first", "taken after a loss", "added after a win", "proven", "games until then"]
    return {
        "machines-opponents": table(["opponent", "proven", "games until then"], opponents),
        "machines-schemes": table(head, schemes),
    }


def _of_scheme(scheme: Scheme) -> list[str]:
    """The weights of a new machine, what it loses, the last move first, and what it wins."""
    taken = [f"{one}" if one < ALL else "all" for one in scheme.punishments]
    alike = len(taken) > 1 and len({*taken}) == 1
    added = f"{scheme.reward}" + f" ({scheme.draw_reward} if drawn)" * bool(scheme.draw_reward)
    return [f"{scheme.initial}", f"{taken[0]} from each" if alike else ", ".join(taken), added]


def _games(until: list[int]) -> str:
    """The median of the games until machines are proven, with its interval; empty if none is."""
    if not until:
        return ""
    interval = median_interval(until)
    return f"{median(until):,g}" + ("" if interval is None else " ({:,.0f} to {:,.0f})".format(*interval))


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
