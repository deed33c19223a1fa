"""The benchmark, as small as possible: what it reports, not how fast anything is."""

from __future__ import annotations

import json
import random
import re

import bench
import pytest
from benchmark.games import MAX_DEPTH, SIZES, drawn_population, drawn_tree
from compare_speed import KINDS, kind_of, numbers

TINY = bench.Effort(
    seconds=0.002,
    repeats=1,
    counted=4,
    entrants=16,
    memory=(8, 200),
    cold=False,
)
CONTRACT = {
    "random_games_per_second",
    "node_evaluations_per_second",
    "knockout_seconds",
    "scaling",
    "outside_matches_share",
}


def found(capsys: pytest.CaptureFixture[str], *options: str) -> dict:
    bench.main(["--json", *options], TINY)
    return json.loads(capsys.readouterr().out)


def test_one_object_has_all_figures(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "measure_startup", lambda **_: {})
    report = found(capsys)
    assert report.keys() >= CONTRACT
    assert list(report["node_evaluations_per_second"]) == ["30", "150", "500", "2500"]
    assert list(report["knockout_seconds"]) == ["150", "500"]
    assert 0 < report["outside_matches_share"] < 1
    for tree, nodes in zip(report["trees"], (30, 150, 500, 2500), strict=True):
        assert abs(tree["nodes"] - nodes) <= nodes / 5
        assert 0 < tree["instructions"] < tree["nodes"]
        per_second = tree["games_per_second"] * tree["boards_per_game"]
        assert tree["node_evaluations_per_second"] == pytest.approx(per_second * tree["nodes"])
        assert tree["instructions_per_second"] == pytest.approx(per_second * tree["instructions"])


@pytest.mark.slow
def test_the_full_one_measures_all_that_checkouts_are_compared_by(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report = found(capsys, "--full")
    assert report["startup_seconds"].keys() == {"help", "import", "tiny_run"}
    assert list(report["scaling"]) == list(report["workers"]["generation_speedup"]) == ["2"]
    seconds, evaluating = report["workers"]["seconds"], report["workers"]["seconds_evaluating"]
    assert list(seconds) == ["1", "2"]
    assert all(0 < evaluating[n] < seconds[n] for n in seconds)
    assert report["memory"]["trees"] == 8
    names = {name.partition("/")[0] for name in dict(numbers(report)) if kind_of(name)}
    wanted = {re.match(r"\w+", part)[0] for kind in KINDS for part in kind.pattern.split("|")}
    assert wanted - names == {"trees", "evolve", "command", "work", "cold_start"}  # compare_speed makes these


@pytest.mark.slow
def test_the_quick_one_is_told_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    bench.main([], TINY)
    first, _line, *rows = capsys.readouterr().out.splitlines()
    assert first == "| what | measured | wanted | |"
    assert all(row.count("|") == 5 for row in rows)
    assert [row for row in rows if row.startswith("| random games a second")]


@pytest.mark.parametrize("nodes", SIZES)
def test_drawn_trees_have_about_the_size_that_is_told(nodes: int) -> None:
    tree = drawn_tree(nodes, random.Random(1))
    assert abs(len(tree) - nodes) <= nodes / 5
    assert list(tree) == list(drawn_tree(nodes, random.Random(1)))


def test_those_of_a_population_differ_but_in_size_little() -> None:
    trees = drawn_population(150, 40, random.Random(3))
    assert all(120 <= len(tree) <= 180 and tree.depth <= MAX_DEPTH for tree in trees)
    assert len({tuple(node.name for node in tree) for tree in trees}) > 30
