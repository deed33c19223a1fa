"""What is said once in sections of rows is what terminal, pages and JSON show."""

from __future__ import annotations

import pytest
from played_games import record_of

from senet_gp.cli.sections import Page
from senet_gp.games.registry import game_of
from senet_gp.insight import analyse, game_analysis
from senet_gp.insight.rows import (
    CODE,
    COUNT,
    GAIN,
    INTERVAL,
    LOSS,
    MARK,
    SEAT,
    VALUE,
    Fact,
    Lines,
    Rows,
    Section,
)
from senet_gp.show.analysis_page import page_of


def test_values_are_written_by_their_kinds() -> None:
    assert [GAIN.written(0.081), GAIN.written(-0.002), LOSS.written(0.004), LOSS.written(0.3)] == [
        "+8",
        "0",
        "",
        "30",
    ]
    assert [INTERVAL.written((0.5, 0.75)), INTERVAL.written((0, 0))] == ["50.0 to 75.0", "certain"]
    assert [*map(VALUE.written, (True, -3)), COUNT.written(4000), SEAT.written("second")] == [
        "true",
        "-3",
        "4,000",
        "\N{WHITE CIRCLE}",
    ]
    assert CODE.written("x" * 151) == "x" * 147 + "..."


def test_a_section_is_the_same_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    facts = [
        Fact[str]("word", lambda word: word, "word", CODE),
        Fact[str]("letters", len, "how\nlong", COUNT),
        Fact[str]("mark", lambda word: "?" if word == "b<a" else None, "", MARK),
        Fact[str]("hidden", str.upper),
    ]
    inner = Section.of("Words", Rows.of(facts, ["hits", "b<a"], "Two words"), None, "", Lines(("+ hits",)))
    whole = Section.of("All", "What is said.", inner)
    assert whole.as_json()["blocks"][1]["blocks"] == [
        {
            "caption": "Two words",
            "columns": [
                {"heading": "word", "kind": "code", "is_figure": False},
                {"heading": "how long", "kind": "count", "is_figure": True},
                {"heading": "", "kind": "mark", "is_figure": False},
            ],
            "rows": [
                {"word": "hits", "letters": 4, "mark": None, "hidden": "HITS", "cells": ["hits", "4", ""]},
                {"word": "b<a", "letters": 3, "mark": "?", "hidden": "B<A", "cells": ["b<a", "3", "?"]},
            ],
        },
        {"lines": ["+ hits"]},
    ]
    Page(game_of("hexapawn"), ascii_only=True).show(whole)
    said = capsys.readouterr().out
    assert "HITS" not in said
    assert [line.split() for line in said.splitlines() if line.startswith("  ")] == [
        ["how"],
        ["word", "long"],
        ["hits", "4"],
        ["b<a", "3", "?"],
        ["+", "hits"],
    ]


def test_a_new_fact_of_an_analysis_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    most = Fact[game_analysis.Accuracy]("most", lambda one: max(one.lost, default=0), "the most lost", LOSS)
    monkeypatch.setattr(game_analysis, "_ACCURACY", (*game_analysis._ACCURACY, most))
    found = analyse(record_of(game_of("hexapawn"), 2))
    lost = [max(one.lost, default=0) for one in found.accuracies]
    told = found.as_json()
    assert [one["most"] for one in told["accuracy"]] == lost
    assert "the most lost" in str(told["shown"])
    assert "the most lost" in page_of(found)
    Page(found.record.game, ascii_only=True).show(found.section())
    assert "the most lost" in " ".join(capsys.readouterr().out.split())
