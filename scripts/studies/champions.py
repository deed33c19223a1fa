"""What the default experiment breeds: ten runs, and their champions against all kinds of opponents."""

from __future__ import annotations

from statistics import median
from typing import Any

from studies.pages import percent, table, with_interval
from studies.work import Study, Work

TREES = 8
#: What the paper of 1995 says that each of its unseeded champions won against each random individual, of 200.
WANTED = 145
OPPONENTS = ("random", "hand:HC1", "hand:HC5", "net")


def _measure(work: Work) -> Any:
    games = work.pick(10_000, 400)
    trees = [f"random-tree:{number}" for number in range(1, work.pick(TREES, 2) + 1)]
    size = work.pick((), ("--generations", 3, "--population", 64))
    runs = []
    for seed in range(1, work.pick(11, 2)):
        directory = f"default-{seed}"
        run = work.command("evolve", "senet", "--seed", seed, "--out", directory, *size)
        against = [work.match(directory, tree, games=200, seed=seed) for tree in trees]
        scores = {opponent: work.share(directory, opponent, games) for opponent in OPPONENTS}
        wins = [match["wins"][0] for match in against]
        runs.append({"nodes": run["nodes"], "champion": run["champion"], "wins": wins, "scores": scores})
    return {"runs": runs, "trees": [work.share(tree, "random", games)[0] for tree in trees]}


def _blocks(result: Any) -> dict[str, str]:
    runs = result["runs"]
    wins = [
        [seed, *run["wins"], f"{sum(won >= WANTED for won in run['wins'])} of {len(run['wins'])}"]
        for seed, run in enumerate(runs, 1)
    ]
    all_won = sum(min(run["wins"]) >= WANTED for run in runs)
    shares = ", ".join(percent(share, 0) for share in result["trees"])
    said = (
        f"In {all_won} of {len(runs)} runs the champion wins at least {WANTED} of 200 games against all. "
        f"Against a random mover trees 1 to {len(result['trees'])} have {shares} of the points."
    )
    strength = [
        [seed, run["nodes"], *(with_interval(*run["scores"][opponent]) for opponent in OPPONENTS)]
        for seed, run in enumerate(runs, 1)
    ]
    middle = ["median", f"{median(run['nodes'] for run in runs):g}"]
    middle += [percent(median(run["scores"][opponent][0] for run in runs)) for opponent in OPPONENTS]
    trees = [f"tree {number}" for number in range(1, len(result["trees"]) + 1)]
    return {
        "champions-145": f"{table(['seed', *trees, f'at least {WANTED}'], wins, 0)}\n\n{said}",
        "champions-strength": table(
            ["seed", "nodes", *map("`{}`".format, OPPONENTS)], [*strength, middle], 0
        ),
    }


STUDY = Study(
    "How strong are the champions of ten default runs?",
    6,
    _measure,
    _blocks,
    ("champions-145", "champions-strength"),
)
