"""A worked example of an experiment: three ways of testing individuals in hexapawn."""

from __future__ import annotations

from typing import Any

from studies.pages import table, with_interval
from studies.work import Study, Work

PLAN = """\
game = "hexapawn"
population = 60

[variants.sharing]
fitness = "full-games"
credit = "shared"

[variants.lexicase]
fitness = "full-games"
credit = "lexicase"

[variants.knockout]
fitness = "knockout"
"""


def _measure(work: Work) -> Any:
    (work.directory / "fitness.toml").write_text(PLAN, encoding="utf-8")
    seeds, games = work.pick((30, 40_000), (4, 2_000))
    found = work.command("experiment", "fitness.toml", "--seeds", seeds, "--max-games", games, "--jobs", 1)
    return {"plan": PLAN, **found}


def _blocks(result: Any) -> dict[str, str]:
    variants = [[one["name"], with_interval(one["median"], one["interval"])] for one in result["variants"]]
    comparisons = [
        [
            f"{one['a']} with {one['b']}",
            with_interval(one["effect"], one["interval"], 0),
            f"{one['p_corrected']:.2g}",
            "yes" if one["different"] else "no",
        ]
        for one in result["comparisons"]
    ]
    met = [
        [
            f"{one['a']} against {one['b']}",
            with_interval(one["share"], one["interval"]),
            f"{one['p_corrected']:.2g}",
            one["better"] or "-",
        ]
        for one in result["head_to_head"]
    ]
    tables = [
        table(["variant", "median score"], variants),
        table(["compared", "A12", "p", "significant"], comparisons),
        table(["champions against each other", "points", "p", "better"], met),
    ]
    return {
        "experiment-plan": f"```toml\n{result['plan']}```",
        "experiment-tables": "\n\n".join(tables),
        "experiment-said": _in_words(result),
    }


def _in_words(result: Any) -> str:
    found = [f"{one['a']} and {one['b']} differ" for one in result["comparisons"] if one["different"]]
    beaten: dict[str, list[str]] = {}
    for one in result["head_to_head"]:
        if one["better"]:
            beaten.setdefault(one["better"], []).append(one["b" if one["better"] == one["a"] else "a"])
    wins = [f"those of {winner} beat those of {' and '.join(losers)}" for winner, losers in beaten.items()]
    size = result["sensitivity"][0]
    said = f"By their scores {' and '.join(found) or 'no two variants differ significantly'}."
    if size["difference"] is not None:
        said += (
            f" An experiment of {size['seeds']} seeds finds a difference of {100 * size['difference']:.1f} "
            "points in 80 % of cases; a smaller one may be missed."
        )
    if wins:
        said += (
            " The score is a mean over opponents, most of them weak; of champions that play each other, "
            f"{', and '.join(wins)}."
        )
    return said


STUDY = Study(
    "Which way of testing individuals is best for hexapawn?",
    2,
    _measure,
    _blocks,
    ("experiment-plan", "experiment-tables", "experiment-said"),
)
