"""What the default experiment breeds: ten runs, and their champions against all kinds of opponents."""

from __future__ import annotations

from statistics import median
from typing import Any

from studies.pages import percent, table
from studies.work import Study, Work

OPPONENTS = ("random", "hand:HC1", "hand:HC5", "net")


def _measure(work: Work) -> Any:
    games = work.pick(10_000, 400)
    size = work.pick((), ("--generations", 3, "--population", 64))
    runs = []
    for seed in range(1, work.pick(11, 2)):
        directory = f"default-{seed}"
        run = work.command("evolve", "senet", "--seed", seed, "--out", directory, *size)
        scores = {opponent: work.share(directory, opponent, games) for opponent in OPPONENTS}
        runs.append({"nodes": run["nodes"], "champion": run["champion"], "scores": scores})
    return {"runs": runs}


def _blocks(result: Any) -> dict[str, str]:
    runs = result["runs"]
    strength = [
        [seed, run["nodes"], *(percent(run["scores"][opponent][0]) for opponent in OPPONENTS)]
        for seed, run in enumerate(runs, 1)
    ]
    middle = ["median", f"{median(run['nodes'] for run in runs):g}"]
    middle += [percent(median(run["scores"][opponent][0] for run in runs)) for opponent in OPPONENTS]
    head = ["seed", "nodes", *map("`{}`".format, OPPONENTS)]
    intervals = [interval for run in runs for _, interval in run["scores"].values()]
    widest = max((high - low) / 2 for low, high in intervals)
    said = f"95 % intervals over games reach at most {100 * widest:.1f} points to either side."
    return {"champions-strength": f"{table(head, [*strength, middle], 0)}\n\n{said}"}


STUDY = Study(
    "How strong are the champions of ten default runs?",
    6,
    _measure,
    _blocks,
    ("champions-strength",),
)
