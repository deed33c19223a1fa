"""All kinds of players of Senet on one scale of ratings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from senet_gp.show.plots import own_style, save
from studies.pages import table
from studies.work import ROOT, Study, Work

#: Players by what pages call them.
KNOWN = {
    "random mover": "random",
    "plain race": "expr:(sub their_distance my_distance)",
    **{f"HC{number}": f"hand:HC{number}" for number in range(1, 6)},
    "Easy": "easy",
    "Medium": "medium",
    "Hard": "hard",
    "net": "net",
    "nets": "nets",
}
#: Players of the first run of a study: the study, the variant, and their most nodes.
BRED = {
    "a minute, 8 nodes": ("strength-minute", "preset", "8"),
    "a minute, 30 nodes": ("strength-minute", "preset", "30"),
    "a minute, 200 nodes": ("strength-minute", "preset", "200"),
    "ten minutes, 30 nodes": ("strength-ten", "taught", "30"),
    "ten minutes, 200 nodes": ("strength-ten", "taught", "200"),
}


def _players() -> dict[str, str]:
    found = dict(KNOWN)
    champions = _result("champions")
    if champions:
        found["default champion"] = f"expr:{champions['runs'][0]['champion']}"
    for called, (study, variant, size) in BRED.items():
        if made := _result(study):
            found[called] = f"expr:{made[variant][0][size]['expression']}"
    return found


def _result(study: str) -> Any:
    file = ROOT / "docs" / "evidence" / f"{study}.json"
    return json.loads(file.read_text(encoding="utf-8"))["result"] if file.exists() else None


def _measure(work: Work) -> Any:
    players = work.pick(_players(), dict(list(KNOWN.items())[:3]))
    played = work.command("tournament", "senet", *players.values(), "--games", work.pick(1000, 20))
    rated = {standing["player"]: standing for standing in played["table"]}
    zero = rated["random"]["rating"]
    rows = []
    for called, text in players.items():
        low, high = (end - zero for end in rated[text]["interval"])
        rows.append({"player": called, "rating": rated[text]["rating"] - zero, "interval": [low, high]})
    return sorted(rows, key=lambda row: -row["rating"])


def _blocks(result: Any) -> dict[str, str]:
    rows = [
        [row["player"], f"{row['rating']:.0f}", "{:.0f} to {:.0f}".format(*row["interval"])] for row in result
    ]
    return {"scale": table(["player", "rating", "95 % interval"], rows)}


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


STUDY = Study("How do all players compare on one scale?", 6, _measure, _blocks, {"pictures/scale.png": _draw})
