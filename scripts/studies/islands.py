"""Whether islands pay: one population of hexapawn against four islands of a quarter of its size."""

from __future__ import annotations

from typing import Any

from studies.pages import table, with_interval
from studies.work import Study, Work

#: The plan, which docs/islands.md shows.
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
WHO = {"one": "one population of 120", "ring": "four islands of 30"}


def _measure(work: Work) -> Any:
    plan = PLAN if not work.small else PLAN.replace("generations = 20", "generations = 3")
    (work.directory / "islands.toml").write_text(plan, encoding="utf-8")
    seeds = work.pick(16, 2)
    found = work.command("experiment", "islands.toml", "--seeds", seeds, "--jobs", 1, "--out", "islands")
    return {"seeds": seeds, "variants": found["variants"], "comparison": found["comparisons"][0]}


def _blocks(result: Any) -> dict[str, str]:
    rows = [
        [WHO[one["name"]], f"{one['games']:,.0f}", with_interval(one["median"], one["interval"])]
        for one in result["variants"]
    ]
    compared = result["comparison"]
    better = with_interval(compared["effect"], compared["interval"], 0)
    shown = "a difference" if compared["different"] else "no difference is shown"
    said = (
        f"Medians of {result['seeds']} seeds with 95 % intervals. One population is better than the islands "
        f"in {better} of the pairs of runs, ties counting half, p = {compared['p']:.2f}: {shown}."
    )
    head = ["variant", "games a run", "share of points against the fixed opponents"]
    return {"islands-pay": f"{table(head, rows)}\n\n{said}"}


STUDY = Study("Do islands breed stronger players in the same number of games?", 3, _measure, _blocks)
