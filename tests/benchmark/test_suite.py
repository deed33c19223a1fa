"""The whole benchmark, as small as possible: what it reports, not how fast anything is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from senet_gp.benchmark import plain_deap, suite
from senet_gp.cli import cli

ROOT = Path(__file__).resolve().parents[2]
TINY = suite.Effort(
    seconds=0.002,
    repeats=1,
    counted=4,
    entrants=16,
    plain_entrants=2,
    memory=(8, 200),
    cold=False,
)
CONTRACT = {
    "random_games_per_second",
    "node_evaluations_per_second",
    "knockout_seconds",
    "plain_deap",
    "scaling",
    "outside_matches_share",
}


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite, "Effort", lambda: TINY)


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(cli, ["bench", *arguments])
    assert result.exit_code == 0, result.output
    return result


@pytest.mark.slow
def test_all_of_it_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_deap, "_CHECKOUT", ROOT)  # the package may be installed elsewhere
    found = json.loads(run("--json", "--full", "--workers", "2").stdout)
    assert found.keys() >= CONTRACT
    assert list(found["node_evaluations_per_second"]) == ["30", "150", "500", "2500"]
    assert list(found["knockout_seconds"]) == ["150", "500"]
    assert 0 < found["outside_matches_share"] < 1
    for tree, nodes in zip(found["trees"], (30, 150, 500, 2500), strict=True):
        assert abs(tree["nodes"] - nodes) <= nodes / 5
        per_second = tree["games_per_second"] * tree["boards_per_game"]
        assert tree["node_evaluations_per_second"] == pytest.approx(per_second * tree["nodes"])
        assert tree["instructions_per_second"] == pytest.approx(per_second * tree["instructions"])
    assert found["startup_seconds"].keys() == {"help", "import", "tiny_run"}
    assert all(plain["same_results"] for plain in found["plain_deap"].values())
    assert list(found["plain_deap"]) == ["150", "500"]
    assert list(found["scaling"]) == list(found["workers"]["generation_speedup"]) == ["2"]
    for what in ("seconds", "seconds_evaluating"):
        assert list(found["workers"][what]) == ["1", "2"]
    assert all(found["workers"]["seconds_evaluating"][n] < found["workers"]["seconds"][n] for n in "12")
    assert found["memory"]["trees"] == 8


def test_what_is_installed_says_how_plain_deap_is_compared_with(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(plain_deap, "_CHECKOUT", tmp_path)
    monkeypatch.setattr(suite, "measure_memory", lambda *_: {})
    monkeypatch.setattr(suite, "measure_startup", lambda **_: {})
    result = run("--json", "--full")
    assert json.loads(result.stdout)["plain_deap"] == {}
    assert plain_deap.NOT_INSTALLED in result.stderr


@pytest.mark.slow
def test_the_quick_one_as_tables() -> None:
    text = run().stdout
    for words in (
        "random mover",
        "random expression",
        "A whole knockout",
        "spent on playing",
        "Starts: --help",
    ):
        assert words in text
    assert "plain DEAP" not in text
