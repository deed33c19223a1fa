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
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.games.registry import game_of
from senet_gp.players.champion import Champion, PlayersBySize
from senet_gp.trees.text import to_infix


@pytest.mark.parametrize("columns", [64, 80, 120])  # what is piped breaks no word, so it may need 62
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


@pytest.mark.parametrize("columns", [40, 80])
def test_a_run_of_score_and_size_ends_with_its_front(
    columns: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    options = {"population": 30, "generations": 3, "games": 2, "random_games": 4, "opponents": 1}
    config = Config.of("trilobite", objectives=["score", "nodes"], until="generations", **options)
    run = RunDirectory.open(to_its_end(begun(tmp_path / "run", config)))
    champion = Champion.read(run.champion_file)
    sizes = PlayersBySize.read(run.sizes_file)
    assert champion.tree.packed == sizes.champion.tree.packed
    with WorkerPool(1) as pool:
        tell_champion(run, champion, 0.0, pool)
    shown = capsys.readouterr().out
    assert "Against fixed opponents" not in shown
    table = shown[shown.index("The strongest players of each size") : shown.index("The champion is")]
    assert all(f" {len(one.tree)} " in table for one in sizes.front)
    assert table.count("champion") == 1
    assert to_infix(sizes.front[0].tree, champion.vocabulary).strip() in table
    assert "The champion is the strongest of them." in shown
    assert "--front --format csv" in shown


def test_only_a_run_with_the_usual_tests_names_a_preset(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    few = {"population": 8, "generations": 1, "final_games": 2, "parameters": {"pieces": 1}}
    for options, named in (({"games": 1}, True), ({"fitness": "full-games", "games": 1}, False)):
        config = Config.of("senet", **few, **options)
        run = RunDirectory.open(to_its_end(begun(tmp_path / str(named), config)))
        with WorkerPool(1) as pool:
            tell_champion(run, Champion.read(run.champion_file), 0.0, pool)
        shown = capsys.readouterr().out
        assert ("evolve senet --rule pieces=1 --preset strong --minutes 1" in shown) == named
        assert "a minute of a core" not in shown  # it was measured with all pieces


def test_after_a_longer_run_strong_opponents_and_the_growth_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(run_end, "panel_games", lambda _champion: 4)
    monkeypatch.setattr(run_end, "_GAMES_OF_WINNERS", 10)
    config = Config.of("senet", population=8, generations=4, games=1, final_games=2)
    run = RunDirectory.open(to_its_end(begun(tmp_path / "run", config)))
    champion = Champion.read(run.champion_file)
    with WorkerPool(1) as pool:
        tell_champion(run, champion, run_end.TELL_MORE_AFTER, pool)
        shown = capsys.readouterr().out
        tell_champion(run, champion, 0.0, pool)
    assert "A minute of --preset strong on one core comes, on average, to 43% with 30 nodes and" in shown
    # An installed program has no pages beside it.
    assert "docs/" not in shown
    results = shown[shown.index("Against fixed opponents") :]
    opponents = [line.split()[0] for line in results.splitlines() if line.count("%") == 3]
    assert opponents[:7] == [*(f"hand:HC{number}" for number in range(1, 6)), "net", "random"]
    growth = shown[shown.index("How strength grew") : shown.index("The run's files")]
    rows = [line.split() for line in growth.splitlines() if line.count("%") == 6]
    assert all((row[1], len(row)) == ("s", 11) for row in rows)
    generations = [int(row[2]) for row in rows]
    assert generations == sorted(set(generations))
    assert generations[-1] == 4
    assert max(map(len, growth.splitlines()[1:-1])) <= 60
    assert "How strength grew" not in capsys.readouterr().out
