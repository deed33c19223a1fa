"""How strong the hand-made players of Senet are: a round robin of all, and a random mover."""

from __future__ import annotations

from math import ceil
from statistics import mean
from typing import Any

from senet_gp.players.hand_senet import PLAYERS, SENET_REFERENCES
from studies.pages import table
from studies.work import Study, Work


def _measure(work: Work) -> Any:
    names = [f"hand:{name}" for name in PLAYERS]
    games = work.pick(1_000, 10)
    played = work.command("tournament", "senet", "random", *names, "--games", games)
    zero = next(one["rating"] for one in played["table"] if one["player"] == "random")
    points = dict(zip(played["players"], played["points"], strict=True))
    against = [played["players"].index(f"hand:{made.name}") for made in SENET_REFERENCES]
    return [
        {
            "player": one["player"],
            "rating": one["rating"] - zero,
            "interval": [end - zero for end in one["interval"]],
            "share": _share(points[one["player"]], one["entrant"], against, games),
        }
        for one in played["table"]
    ]


def _share(points: list[float], own: int, against: list[int], games: int) -> float:
    """The mean share of points against some players, in percent; against itself it is half."""
    return round(mean(50 if other == own else 100 * points[other] / games for other in against), 1)


def _blocks(result: Any) -> dict[str, str]:
    rows = [
        [one["player"].removeprefix("hand:"), f"{one['rating']:+.0f}", f"{one['share']:.0f}"]
        for one in result
        if one["player"] != "random"
    ]
    reach = max(abs(end - one["rating"]) for one in result for end in one["interval"])
    said = f"95 % intervals of ratings: ± {ceil(reach)} or less."
    return {"hand-made": f"{table(['player', 'rating', 'points'], rows)}\n\n{said}"}


STUDY = Study("How strong are the hand-made players of Senet?", 2, _measure, _blocks)
