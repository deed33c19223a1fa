"""What the end of a run shows."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tiny_runs import begun, to_its_end

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.cli import run_end
from senet_gp.cli.run_end import _tell_results, tell_champion
from senet_gp.evolution.config import Config
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.games.registry import game_of
from senet_gp.players.champion import Champion


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_no_figure_is_cut_on_narrow_terminals(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    points: dict[str, Any] = {"wins": (9871, 129), "draws": 1234, "score": 0.88}
    result = {**points, "adjusted_score": 0.98, "interval": (0.97, 1.0)}
    opponents = ["hand:HC1", "expr:(sub their_distance my_distance)"]
    results = [{**result, "players": ("c", name), "games": 20000} for name in opponents]
    _tell_results(cast("Any", SimpleNamespace(results=results, game=game_of("senet"))), [])
    shown = capsys.readouterr().out
    assert shown.count("9871") == shown.count("1234 ") == shown.count("97% to 100%") == len(opponents)
    assert shown.count("98%") == len(opponents)  # the score that the interval is of
    assert "95 % interval" in shown
    assert max(map(len, shown.splitlines()[1:-2])) <= columns


def test_after_a_longer_run_strong_opponents_and_the_growth_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(run_end, "_GAMES", 4)
    monkeypatch.setattr(run_end, "_GAMES_OF_WINNERS", 10)
    config = Config.of("senet", population=8, generations=4, games=1, final_games=2)
    run = RunDirectory.open(to_its_end(begun(tmp_path / "run", config)))
    champion = Champion.read(run.champion_file)
    with WorkerPool(1) as pool:
        tell_champion(run, champion, run_end.TELL_MORE_AFTER, pool)
        shown = capsys.readouterr().out
        tell_champion(run, champion, 0.0, pool)
    results = shown[shown.index("Against fixed opponents") :]
    opponents = [line.split()[0] for line in results.splitlines() if line.count("%") == 3]
    assert opponents[:7] == [*(f"hand:HC{number}" for number in range(1, 6)), "net", "random"]
    growth = shown[shown.index("How its strength grew") : shown.index("The run's files")]
    rows = [line.split() for line in growth.splitlines() if line.count("%") == 6]
    assert all((row[1], len(row)) == ("s", 11) for row in rows)
    generations = [int(row[2]) for row in rows]
    assert generations == sorted(set(generations))
    assert generations[-1] == 4
    assert max(map(len, growth.splitlines()[1:-1])) <= 60
    assert "How its strength grew" not in capsys.readouterr().out
