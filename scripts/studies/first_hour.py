"""What the commands of the first hour come to: the worth of a part, and scores."""

from __future__ import annotations

from typing import Any

from studies.pages import table, with_interval
from studies.work import Study, Work

GENERATIONS = (12, 24)
OPPONENTS = ("random", "hand:HC5")


def _measure(work: Work) -> Any:
    games = work.pick(1000, 100)
    scores = []
    for generations in GENERATIONS:
        # A run that is extended to 24 generations is the same as one of 24.
        run, size = f"first-{generations}", work.pick(128, 32)
        number = work.pick(generations, generations // 6)
        work.command("evolve", "senet", "--population", size, "--generations", number, "--out", run)
        scores.append([work.share(run, opponent, games) for opponent in OPPONENTS])
    few = work.pick((), ("--games", 100))
    part = work.command("explain", f"first-{GENERATIONS[0]}", *few)["parts"][0]
    return {"scores": scores, "part": [part[key] for key in ("expression", "wins_lost", "interval")]}


def _blocks(result: Any) -> dict[str, str]:
    expression, lost, (low, high) = result["part"]
    rows = [
        [f"after {generations} generations", *(with_interval(*score) for score in scores)]
        for generations, scores in zip(GENERATIONS, result["scores"], strict=True)
    ]
    return {
        "first-hour-part": (
            f"Without `{expression}` the champion wins {100 * lost:.1f} fewer of 100 games "
            f"({100 * low:.1f} to {100 * high:.1f})."
        ),
        "first-hour-scores": table(["score", *map("against `{}`".format, OPPONENTS)], rows),
    }


STUDY = Study(
    "What do the commands of the first hour come to?",
    1,
    _measure,
    _blocks,
    ("first-hour-part", "first-hour-scores"),
)
