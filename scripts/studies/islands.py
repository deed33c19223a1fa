"""Whether islands pay in small games: one population against four islands of a quarter of its size."""

from __future__ import annotations

from typing import Any

from studies.pages import table, with_interval
from studies.work import Study, Work, summaries

#: The plan, which docs/islands.md shows for the first of the games.
PLAN = """\
game = "hexapawn"
generations = 20
final_games = 100

[variants.one]
population = 120

[variants.ring]
population = 30
islands = 4
"""
GAMES = ("hexapawn", "trilobite")


def _measure(work: Work) -> Any:
    seeds = work.pick(16, 2)
    found = {}
    for game in GAMES:
        plan = PLAN.replace(GAMES[0], game).replace("= 20", f"= {work.pick(20, 3)}")
        (work.directory / f"{game}.toml").write_text(plan, encoding="utf-8")
        said = work.command("experiment", f"{game}.toml", "--seeds", seeds, "--jobs", 1, "--out", game)
        found[game] = {"variants": summaries(said), "comparison": said["comparisons"][0]}
    return {"seeds": seeds, "games": found}


def _blocks(result: Any) -> dict[str, str]:
    rows = []
    for game, found in result["games"].items():
        compared = found["comparison"]
        scores = [with_interval(one["median"], one["interval"]) for one in found["variants"]]
        pairs = with_interval(compared["effect"], compared["interval"], 0)
        rows.append([game, *scores, pairs, f"{compared['p']:.2f}"])
    head = ["game", "one population", "four islands", "one is better in", "p"]
    return {"islands-pay": table(head, rows)}


STUDY = Study(
    "Do islands breed stronger players in the same number of games?", 3, _measure, _blocks, ("islands-pay",)
)
