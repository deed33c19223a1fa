"""What is shown while a run goes on."""

from __future__ import annotations

import dataclasses
import time
from pathlib import Path
from typing import Any

import pytest
from configs import fitting
from tiny_runs import begun, files_of, to_its_end

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.workers import Workers
from senet_gp.cli import run_view
from senet_gp.cli.console import Console
from senet_gp.cli.options import Playing
from senet_gp.cli.progress import Allowance
from senet_gp.cli.run_view import RunView
from senet_gp.cli.runs import Shown, play_at_terminal
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.loop.node_budget import usual_limit


@pytest.mark.parametrize("seen", [False, True])
def test_showing_a_run_does_not_change_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], seen: bool
) -> None:
    quiet = to_its_end(begun(tmp_path / "quiet"))
    monkeypatch.setattr(Allowance, "is_due", lambda _self: True)
    if seen:
        monkeypatch.setattr(Console, "is_screen", True)
        for name, value in (("FORCE_COLOR", "1"), ("TERM", "xterm"), ("COLUMNS", "100")):
            monkeypatch.setenv(name, value)
    shown = begun(tmp_path / "shown")
    play_at_terminal(shown, Playing(memory_limit=usual_limit(), workers=Workers(2)), Shown.ALL)
    assert files_of(shown.path) == files_of(quiet)
    said = capsys.readouterr().err
    if not seen:
        assert said == ""
        return
    for part in ("4/4", "games/s", "0:00:0", "against the panel", "% to ", run_view.MEASURING):
        assert part in said
    # The last table stays, and says no more that something goes on.
    assert run_view.MEASURING not in said.rpartition("games/s")[2]


REGRET: dict[str, Any] = {
    "fitness": "regret", "vocabulary": "rich", "selection": "tournament", "look_ahead": False,
    "cases": 4, "labelled": 4, "teacher": "network", "teacher_games": 20,
}  # fmt: skip


@pytest.mark.parametrize(("options", "counted"), [({}, "games/s"), (REGRET, "decisions/s")])
@pytest.mark.parametrize("columns", [40, 80])
def test_the_table_fits(
    options: dict[str, Any], counted: str, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Console, "is_screen", True)
    config = fitting(population=8, generations=3, games=1, **options).resolved()
    with WorkerPool(1) as pool:
        view = RunView(config, pool)
        generation = Evolution(config, pool).next_generation()
        logged = dataclasses.replace(generation.row, winner_size=1_234_567, size_mean=1_234_567.8)
        with view.shown(quiet=False):
            view.show(dataclasses.replace(generation, row=logged, last=True))
    row = ("1/3", "1,234,567", "1,234,567.8")
    console = Console(width=columns)
    with console.capture() as captured:
        console.print(view.table(columns))
    text = captured.get()
    for part in (*row, "generation", "winner's size", "mean size", "against the panel", counted):
        assert part in text
    assert max(map(len, text.splitlines())) <= columns
    assert text.count("generation") == (1 if columns == 80 else 4)


@pytest.mark.parametrize(("minutes", "done"), [(0.0, (3, 30)), (1.0, (500, 1000))])
def test_how_much_is_done(minutes: float, done: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "perf_counter", lambda: 100.0)
    with WorkerPool(1) as pool:
        config = Config.of("senet", population=8, generations=30, games=1, minutes=minutes)
        view = RunView(config, pool, played=3, seconds=30.0)
    assert view.done == done
