"""Runs: how far they are, the sizes over the generations, and the champion."""

from __future__ import annotations

from senet_gp.errors import FileError
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.evolution.run_log import read_run_logs
from senet_gp.files.reading import is_there
from senet_gp.notebooks.page import image, name_of, rendered
from senet_gp.notebooks.trees import champion_html
from senet_gp.players.champion import Champion
from senet_gp.plots import rendered as drawing_of
from senet_gp.plots.run import draw_sizes


def run_html(run: RunDirectory) -> str:
    """A run as its files tell it; a problem with a file is told in its place."""
    problems = []
    played, curve, champion = 0, "", ""
    try:
        logs = read_run_logs(run)
        played = min(len(log.generations) for log in logs)
        for number, log in enumerate(logs, 1):
            drawing = drawing_of(draw_sizes(log.generations), "svg").decode()
            where = f"Island {number}: nodes" if len(logs) > 1 else "Line chart: nodes"
            curve += image(drawing, f"{where} by generation, of the largest, the winner and the mean.")
    except FileError as error:
        problems.append(str(error))
    if is_there(run.champion_file):
        try:
            champion = champion_html(Champion.read(run.champion_file))
        except FileError as error:
            problems.append(str(error))
    return rendered(
        "run",
        run=run,
        game=name_of(run.config.game_value),
        played=played,
        curve=curve,
        champion=champion,
        problems=problems,
    )
