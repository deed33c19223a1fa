"""What the default experiment breeds: ten runs, and their champions against all kinds of opponents."""

from __future__ import annotations

from statistics import fmean, median
from typing import Any

from studies import network_judges
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
        champion = run["champion"]
        regrets = network_judges.regrets([f"expr:{champion}"])[0]
        runs.append({"nodes": run["nodes"], "champion": champion, "scores": scores, "regrets": regrets})
    return {"runs": runs}


def _blocks(result: Any) -> dict[str, str]:
    runs = result["runs"]
    strength = [
        [
            seed,
            run["nodes"],
            *(percent(run["scores"][opponent][0]) for opponent in OPPONENTS),
            f"{_regret(run):.2f}",
        ]
        for seed, run in enumerate(runs, 1)
    ]
    middle = ["median", f"{median(run['nodes'] for run in runs):g}"]
    middle += [percent(median(run["scores"][opponent][0] for run in runs)) for opponent in OPPONENTS]
    middle.append(f"{median(map(_regret, runs)):.2f}")
    head = ["seed", "nodes", *map("`{}`".format, OPPONENTS), "regret"]
    intervals = [interval for run in runs for _, interval in run["scores"].values()]
    widest = max((high - low) / 2 for low, high in intervals)
    said = f"95 % intervals over games reach at most {100 * widest:.1f} points to either side."
    return {"champions-strength": f"{table(head, [*strength, middle], 0)}\n\n{said}"}


def _regret(run: Any) -> float:
    return fmean(run["regrets"])


STUDY = Study(
    "How strong are the champions of ten default runs?",
    6,
    _measure,
    _blocks,
    ("champions-strength",),
)
