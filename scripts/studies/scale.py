"""All kinds of players of Senet on one scale of ratings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from senet_gp.games.registry import game_of
from senet_gp.players.levels import levels_of
from senet_gp.show.plots import own_style, save
from studies.pages import table
from studies.ratings import above_random
from studies.work import Study, Work, result_of

#: What pages call players of the command line; levels are named beside them.
KNOWN = {
    "random": "random mover",
    "expr:(sub their_distance my_distance)": "plain race",
    **{f"hand:HC{number}": f"HC{number}" for number in range(1, 6)},
    "net": "net",
    "nets": "nets",
}
#: Players of the first run of a study: the study, the variant, and their most nodes.
BRED = {
    "a minute, 8 nodes": ("strength-minute", "preset", "8"),
    "a minute, 30 nodes": ("strength-minute", "preset", "30"),
    "a minute, 200 nodes": ("strength-minute", "preset", "200"),
    "ten minutes, 30 nodes": ("strength-ten", "preset", "30"),
    "ten minutes, 200 nodes": ("strength-ten", "preset", "200"),
}


def _players() -> dict[str, str]:
    """What pages call each player; who has two names has both."""
    found = KNOWN | {f"expr:{result_of('champions')['runs'][0]['champion']}": "default champion"}
    for level in levels_of(game_of("senet")):
        named = found.get(level.player)
        found[level.player] = f"{level.name} ({named})" if named else level.name
    for called, (study, variant, size) in BRED.items():
        found[f"expr:{result_of(study)[variant][0][size]['expression']}"] = called
    return found


def _measure(work: Work) -> Any:
    players = KNOWN if work.small else _players()
    rated = above_random(work, "senet", players, work.pick(1000, 10))
    rows = [{"player": called, **rated[text]} for text, called in players.items()]
    return sorted(rows, key=lambda row: -row["rating"])


def _blocks(result: Any) -> dict[str, str]:
    rows = [
        [row["player"], f"{row['rating']:.0f}", "{:.0f} to {:.0f}".format(*row["interval"])] for row in result
    ]
    picture = "![Ratings of all kinds of players on one axis](pictures/scale.png)"
    return {"scale": f"{table(['player', 'rating', '95 % interval'], rows)}\n\n{picture}"}


def _draw(result: Any, file: Path) -> None:
    """A point for each player on one axis."""
    with own_style():
        figure = Figure(figsize=(7, 0.26 * len(result) + 1), layout="constrained")
        axes = figure.subplots()
        for row, player in enumerate(result):
            low, high = player["interval"]
            ends = [[player["rating"] - low], [high - player["rating"]]]
            axes.errorbar(player["rating"], row, xerr=ends, fmt="o", color="tab:blue", capsize=2)
        axes.set_yticks(range(len(result)), [player["player"] for player in result])
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
    needs=("champions", "strength-minute", "strength-ten"),
)
