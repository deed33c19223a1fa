"""Two worked examples of experiments: ways of testing individuals, and two factors of breeding."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

from scipy import stats

from studies.pages import percent, table, with_interval
from studies.work import Study, Work

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
FACTORS = """\
population = 30
fitness = "full-games"
credit = "shared"

[vary]
game = ["hexapawn", "tictactoe"]
selection = ["proportional", "tournament", "double-tournament"]
crossover = ["paper", "leaf-biased"]
"""
#: The columns that are kept of the runs of the second example.
COLUMNS = ("game", "selection", "crossover", "score")


def _measure(work: Work) -> Any:
    for name, plan in (("fitness", PLAN), ("factors", FACTORS)):
        (work.directory / f"{name}.toml").write_text(plan, encoding="utf-8")
    seeds, games = work.pick((30, 40_000), (4, 2_000))
    found = work.command("experiment", "fitness.toml", "--seeds", seeds, "--max-games", games, "--jobs", 1)
    seeds = work.pick(10, 2)
    work.command("experiment", "factors.toml", "--seeds", seeds, "--max-games", games, "--jobs", 1)
    with (work.directory / "factors" / "runs.csv").open(encoding="utf-8") as file:
        runs = [",".join(row[column] for column in COLUMNS) for row in csv.DictReader(file)]
    kept = {name: found[name] for name in ("variants", "comparisons")}
    return {"plan": PLAN, **kept, "factors": FACTORS, "runs": runs}


def effects(runs: Sequence[str]) -> Iterator[tuple[str, dict[str, float], float]]:
    """Of each factor the median rank of its levels within games, and the p value of Kruskal and Wallis."""
    rows = [dict(zip(COLUMNS, run.split(","), strict=True)) for run in runs]
    ranks: list[float] = [0.0] * len(rows)
    for game in {row["game"] for row in rows}:
        own = [number for number, row in enumerate(rows) if row["game"] == game]
        found = stats.rankdata([float(rows[number]["score"]) for number in own]) / len(own)
        for number, rank in zip(own, found, strict=True):
            ranks[number] = float(rank)
    for factor in ("selection", "crossover"):
        levels: dict[str, list[float]] = {}
        for row, rank in zip(rows, ranks, strict=True):
            levels.setdefault(row[factor], []).append(rank)
        medians = {level: median(own) for level, own in levels.items()}
        yield factor, medians, float(stats.kruskal(*levels.values()).pvalue)


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
    factors = [
        [factor, level, f"{middle:.2f}", f"{p:.2g}"]
        for factor, medians, p in effects(result["runs"])
        for level, middle in medians.items()
    ]
    return {
        "experiment-factors-plan": f"```toml\n{result['factors']}```",
        "experiment-factors": table(["factor", "level", "median rank", "p"], factors, left=2),
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
    "Which way of testing individuals is best for hexapawn, and do selection and crossover matter?",
    2,
    _measure,
    _blocks,
    (
        "experiment-plan",
        "experiment-tables",
        "experiment-said",
        "experiment-factors-plan",
        "experiment-factors",
    ),
)
