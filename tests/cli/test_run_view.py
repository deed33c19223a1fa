"""What is shown while a run goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from tiny_runs import begun, files_of, to_its_end

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.cli import run_view
from senet_gp.cli.progress import Allowance
from senet_gp.cli.run_view import RunView
from senet_gp.cli.runs import Shown, play_at_terminal
from senet_gp.evolution.config import Config
from senet_gp.evolution.loop import Evolution
from senet_gp.evolution.memory import usual_limit


@pytest.mark.parametrize("drawn", [False, True])
def test_showing_a_run_does_not_change_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], drawn: bool
) -> None:
    quiet = to_its_end(begun(tmp_path / "quiet"))
    monkeypatch.setattr(Allowance, "is_due", lambda _self: True)
    monkeypatch.setattr(run_view, "_TELL_END_AFTER", 0.0)
    if drawn:
        monkeypatch.setattr(run_view.Console, "is_screen", True)
        for name, value in (("FORCE_COLOR", "1"), ("TERM", "xterm"), ("COLUMNS", "80")):
            monkeypatch.setenv(name, value)
    shown = begun(tmp_path / "shown")
    play_at_terminal(shown, workers=2, shown=Shown.ALL, memory_limit=usual_limit())
    assert files_of(shown.path) == files_of(quiet)
    said = capsys.readouterr().err
    assert "4/4" in said
    assert "games/s" in said
    assert "time left 0:00:0" in said
    assert "against the panel" in said
    assert "% to " in said
    assert run_view.MEASURING in said
    # The last table stays, and says no more that something goes on.
    assert not drawn or run_view.MEASURING not in said.rpartition("4/4")[2]


REGRET: dict[str, Any] = {
    "fitness": "regret", "vocabulary": "rich", "selection": "tournament", "look_ahead": False,
    "cases": 4, "labelled": 4, "teacher_games": 20,
}  # fmt: skip


@pytest.mark.parametrize(("options", "counted"), [({}, "games/s"), (REGRET, "decisions/s")])
def test_the_table_fits_into_eighty_columns(options: dict[str, Any], counted: str) -> None:
    config = Config(population=8, generations=3, games=1, **options)
    with WorkerPool(1) as pool:
        view = RunView(config, pool)
        generation = Evolution(config, pool).next_generation()
        generation.record.update(winner_size=1_234_567, size_mean=1_234_567.8)
        view.note(generation)
        view.rows.append(("100000/100000", "1,234,567", "1,234,567.8", "100% (100% to 100%)", "1,234,567"))
        table = run_view._table(view, generation, "time left 0:00:01")
    console = Console(width=80, record=True, file=None, quiet=False)
    with console.capture() as text:
        console.print(table)
    for part in (*view.rows[0], "generation", "winner's size", "mean size", "against the panel", counted):
        assert part in text.get()
