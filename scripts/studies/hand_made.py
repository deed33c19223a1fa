"""How strong the hand-made players of Senet are: a round robin of all, and a random mover."""

from __future__ import annotations

from math import ceil
from statistics import mean
from typing import Any

from senet_gp.players.hand_senet import PLAYERS, SENET_REFERENCES
from studies.pages import table
from studies.ratings import above_random
from studies.work import Study, Work


def _measure(work: Work) -> Any:
    rated = above_random(work, "senet", [f"hand:{name}" for name in PLAYERS], work.pick(1_000, 10))
    against = [f"hand:{made.name}" for made in SENET_REFERENCES]
    return [
        {
            "player": player,
            "rating": one["rating"],
            "interval": one["interval"],
            # Against itself a player has half.
            "share": round(100 * mean(one["points"].get(other, 0.5) for other in against), 1),
        }
        for player, one in sorted(rated.items(), key=lambda item: -item[1]["rating"])
    ]


def _blocks(result: Any) -> dict[str, str]:
    rows = [
        [one["player"].removeprefix("hand:"), f"{one['rating']:+.0f}", f"{one['share']:.0f}"]
        for one in result
        if one["player"] != "random"
    ]
    reach = max(abs(end - one["rating"]) for one in result for end in one["interval"])
    said = f"95 % intervals of ratings: ± {ceil(reach)} or less."
    return {"hand-made": f"{table(['player', 'rating', 'points'], rows)}\n\n{said}"}


STUDY = Study("How strong are the hand-made players of Senet?", 2, _measure, _blocks, ("hand-made",))
