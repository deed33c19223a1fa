"""Exact chances as a source of hints and analyses, in Senet with few pieces."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commands import run_command
from played_games import record_of

from senet_gp.games.registry import game_of
from senet_gp.insight.chance_sources import KnownChances, chance_source
from senet_gp.insight.chances import chances_after
from senet_gp.insight.game_analysis import analyse
from senet_gp.insight.hints import ChanceHints
from senet_gp.players.exact import perfect_player
from senet_gp.runtime.streams import game_streams

ONE = game_of("senet", {"pieces": 1})


@pytest.fixture
def source() -> KnownChances:
    found = chance_source(ONE, "minimax")
    assert isinstance(found, KnownChances)
    return found


def test_chances_are_those_that_perfect_play_chooses_by(source: KnownChances) -> None:
    perfect = perfect_player(ONE, None, "minimax")
    several = 0
    for seed in range(20):
        for choice in record_of(ONE, seed).choices:
            decision = choice.decision
            everything = range(len(decision.afterstates))
            expected = perfect.scores(decision)
            assert chances_after(source, decision, everything, 0, 1).values == pytest.approx(expected)
            assert source.preferred(decision, 0) == perfect.choose(decision, game_streams(1))
            several += len(everything) > 1
    assert several > 20


def test_a_hint_tells_the_exact_chances(source: KnownChances) -> None:
    decisions = [choice.decision for choice in record_of(ONE, 4, "random", "hand:HC5").choices]
    decision = next(one for one in decisions if len(one.afterstates) > 1)
    hints = ChanceHints(source)
    heading, best = hints.advice(decision)
    assert heading == "The result of each move, if both play perfectly after it:"
    assert len(best) == len(decision.afterstates)
    assert [words for _, words in best] == sorted((words for _, words in best), reverse=True)
    assert all(re.fullmatch(r"wins [0-9]{2}\.[0-9] of 100", words) for _, words in best)
    numbers = hints.compared(decision).sentences[0]
    assert re.fullmatch(
        r".+ better than .+: [0-9.]+ wins of 100 against [0-9.]+, under perfect play\.", numbers
    )


def test_start_luck_and_choices_explain_the_whole_result(source: KnownChances) -> None:
    for seed in range(5):
        record = record_of(ONE, seed, "random", "hand:HC5")
        found = analyse(record, source)
        assert found.start[0] == pytest.approx(0.537006, abs=1e-6)
        assert found.start[1] == (found.start[0], found.start[0])
        total = found.start[0] + found.luck.value + found.play.value
        assert total == pytest.approx((1 + (record.outcome or 0)) / 2)
        assert (found.luck.error, found.play.error, found.games) == (0, 0, 0)
        assert all(choice.lost.value >= 0.005 for choice in found.worst)


def test_perfect_play_makes_no_mistake(source: KnownChances) -> None:
    found = analyse(record_of(ONE, 3, "minimax"), source)
    assert found.accuracies[0].lost.value == 0


def test_it_is_shown_without_intervals(tmp_path: Path) -> None:
    record_of(ONE, 1, "random", "hand:HC5").write(tmp_path / "game.txt")
    done = run_command("analyse", "game.txt", "--player", "minimax", "--ascii", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Wins of 100 under perfect play of both sides" in done.stdout
    assert " to " not in done.stdout.split("Luck\n")[1]
