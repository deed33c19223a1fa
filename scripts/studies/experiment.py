"""A worked example of an experiment: ways of testing individuals."""

from __future__ import annotations

from typing import Any

from studies.pages import percent, table, with_interval
from studies.work import Study, Work, summaries

PLAN = """\
game = "hexapawn"
population = 30

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
    return {"plan": PLAN, "variants": summaries(found), "comparisons": found["comparisons"]}


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
    tables = [
        table(["variant", "median score"], variants),
        table(["compared", "A12", "p", "significant"], comparisons),
    ]
    return {
        "experiment-plan": f"```toml\n{result['plan']}```",
        "experiment-tables": "\n\n".join(tables),
        "experiment-said": _in_words(result),
    }


def _in_words(result: Any) -> str:
    differing = [f"{one['a']} and {one['b']} differ" for one in result["comparisons"] if one["different"]]
    if differing:
        return f"By their scores {' and '.join(differing)}."
    ends = [end for one in result["comparisons"] for end in one["interval"]]
    return (
        "No two variants differ significantly. They need not be equal: by the intervals of A12, one may "
        f"score more than another in {percent(min(ends), 0)} to {percent(max(ends), 0)} of pairs of runs."
    )


STUDY = Study(
    "Which way of testing individuals is best for hexapawn?",
    2,
    _measure,
    _blocks,
    ("experiment-plan", "experiment-tables", "experiment-said"),
)
