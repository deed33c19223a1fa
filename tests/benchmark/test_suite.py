"""The whole benchmark, as small as can be: what it reports, not how fast anything is."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from senet_gp.benchmark import suite
from senet_gp.cli import cli

TINY = suite.Effort(
    seconds=0.002,
    repeats=1,
    counted=4,
    sizes=(50,),
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


def run(*arguments: str) -> str:
    result = CliRunner().invoke(cli, ["bench", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_all_of_it_as_json() -> None:
    found = json.loads(run("--json", "--full", "--workers", "2"))
    assert found.keys() >= CONTRACT
    assert list(found["node_evaluations_per_second"]) == ["30", "150", "500", "2500"]
    assert list(found["knockout_seconds"]) == ["150", "500"]
    assert 0 < found["outside_matches_share"] < 1
    assert [tree["nodes"] for tree in found["trees"]][:4] == [31, 153, 474, 2467]
    for tree in found["trees"]:
        per_second = tree["games_per_second"] * tree["boards_per_game"]
        assert tree["node_evaluations_per_second"] == pytest.approx(per_second * tree["nodes"])
        assert tree["instructions_per_second"] == pytest.approx(per_second * tree["instructions"])
    assert found["startup_seconds"].keys() == {"help", "import", "tiny_run"}
    assert all(plain["same_results"] for plain in found["plain_deap"].values())
    assert list(found["plain_deap"]) == ["150", "500"]
    assert list(found["scaling"]) == ["2"]
    assert [one["population"] for one in found["simulated"]] == [512, 8192]
    assert found["memory"]["trees"] == 8


def test_the_quick_one_as_tables() -> None:
    text = run()
    for words in ("random mover", "yardstick", "A whole knockout", "what is not matches", "Starts: --help"):
        assert words in text
    assert "plain DEAP" not in text
