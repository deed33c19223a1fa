"""All kinds of players of Senet on one scale of ratings."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean
from typing import Any

from matplotlib.figure import Figure

from senet_gp.games.registry import game_of
from senet_gp.players.levels import levels_of
from senet_gp.show.plots import own_style, save
from studies import network_judges
from studies.pages import table
from studies.ratings import above_random
from studies.work import Study, Work, result_of

#: What pages call players of the command line; levels are named beside them.
KNOWN = {
    "random": "random mover",
    "expr:(sub their_distance my_distance)": "plain race",
    **{f"hand:HC{number}": f"HC{number}" for number in range(1, 6)},
    "net": "net",
    "nets": "nets, which teach the preset `strong`",
}
#: The runs of a way of breeding whose players are rated.
RUNS = 5


def _players() -> dict[str, list[str]]:
    """The players of each kind, by what pages call it; who has two names has both."""
    known = dict(KNOWN)
    for level in levels_of(game_of("senet")):
        named = known.get(level.player)
        known[level.player] = f"{level.name} ({named})" if named else level.name
    found = {called: [text] for text, called in known.items()}
    champions = result_of("champions")["runs"][:RUNS]
    found["default champion"] = [f"expr:{run['champion']}" for run in champions]
    for seconds, runs in result_of("strength-time").items():
        for size in ("8", "30", "200"):
            some = [f"expr:{run[size]['expression']}" for run in runs[:RUNS]]
            found[f"`strong`, {seconds} s, {size} nodes"] = some
    return found


def _measure(work: Work) -> Any:
    players = work.pick(_players(), {called: [text] for text, called in KNOWN.items()})
    texts = dict.fromkeys(text for some in players.values() for text in some)
    rated = above_random(work, "senet", texts, work.pick(1000, 10))
    rows = [
        {
            "player": called,
            "ratings": [rated[text]["rating"] for text in some],
            "interval": rated[some[0]]["interval"],
            "regret": fmean(map(fmean, network_judges.regrets(some))),
        }
        for called, some in players.items()
    ]
    return sorted(rows, key=lambda row: -fmean(row["ratings"]))


def _ends(row: Any) -> tuple[float, float]:
    """The interval of a player's rating over games, or the least and the greatest of a kind's."""
    low, high = row["interval"] if len(row["ratings"]) == 1 else (min(row["ratings"]), max(row["ratings"]))
    return low, high


def _blocks(result: Any) -> dict[str, str]:
    rows = [
        [
            row["player"],
            len(row["ratings"]) if len(row["ratings"]) > 1 else "",
            f"{fmean(row['ratings']):.0f}",
            "{:.0f} to {:.0f}".format(*_ends(row)),
            f"{row['regret']:.2f}",
        ]
        for row in result
    ]
    picture = "![Ratings of all kinds of players on one axis](pictures/scale.png)"
    head = ["player", "runs", "rating", "from … to", "regret"]
    return {"scale": f"{table(head, rows)}\n\n{picture}"}


def _draw(result: Any, file: Path) -> None:
    """A point for each kind of player on one axis."""
    with own_style():
        figure = Figure(figsize=(7, 0.26 * len(result) + 1), layout="constrained")
        axes = figure.subplots()
        for row, player in enumerate(result):
            rating, (low, high) = fmean(player["ratings"]), _ends(player)
            ends = [[rating - low], [high - rating]]
            axes.errorbar(rating, row, xerr=ends, fmt="o", color="tab:blue", capsize=2)
        axes.set_yticks(range(len(result)), [player["player"].replace("`", "") for player in result])
        axes.invert_yaxis()
        axes.grid(axis="x", color="0.9")
        axes.set_xlabel("rating: 400 points are ten to one; a random mover has 0")
        save(figure, file)


STUDY = Study(
    "How do all players compare on one scale?",
    6,
    _measure,
    _blocks,
    ("scale",),
    {"pictures/scale.png": _draw},
    needs=("champions", "strength-time"),
)
