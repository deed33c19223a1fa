"""The terminal, the page and an analysis tell the same of a decision: one best choice, one set of numbers."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import pytest
from drawn_games import choices_of

from senet_gp.arena.record import GameRecord
from senet_gp.cli.insight_view import AnalysisView
from senet_gp.engine.playthrough import Choice
from senet_gp.games.protocol import Game
from senet_gp.games.registry import game_of
from senet_gp.insight import ChanceHints, analyse, chance_source
from senet_gp.insight.chances import signed, wins
from senet_gp.serve.advice import hint_json, why_json


def first_choices(game: Game) -> list[Choice]:
    """The beginning of a random game, which has several decisions."""
    return choices_of(game, 1)[:4]


@pytest.mark.parametrize("game", [game_of("senet", {"pieces": 3}), game_of("hexapawn")], ids=str)
def test_page_terminal_and_analysis_tell_the_same(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    record = GameRecord(("random", "random"), game)
    record.choices += first_choices(game)
    analysis = analyse(record)
    shown = analysis.as_json()["choices"]
    compared = 0
    for judged, row in zip(analysis.choices, shown, strict=True):
        decision = judged.choice.decision
        if len(decision.afterstates) == 1:
            continue
        # Each asks for itself, as three users would.
        hints = ChanceHints(chance_source(game))
        page = hint_json(record, decision)
        for hint, choice, best in zip(hints.best(decision), page["choices"], row["best"], strict=True):
            assert hint.choice == choice["index"] == best["index"]
            assert hint.chance == choice["chance"] == best["chance"]
            assert list(hint.interval) == choice["interval"] == best["interval"]
            assert hint.close == choice["close"] == best["close"]
            assert hint.known == choice["known"] == best["known"]
        assert hints.verdict(decision) == page["verdict"] == row["verdict"]
        compared += 1
        one, other = row["best"][:2]
        asked = why_json(record, decision, one["index"], other["index"], None, None)
        if not analysis.exact:
            # What is compared by itself has the numbers of the list.
            said = asked["sentences"][0]
            assert all(wins(each["chance"]) in said for each in (one, other))
            told = hints.compared(decision, one["index"], other["index"])
            assert asked["sentences"] == list(told.sentences)
    assert compared
    AnalysisView(analysis, ascii_only=True).show()
    assert ("too close to call" in capsys.readouterr().out) is not analysis.exact


def test_another_seed_gives_other_numbers_to_all() -> None:
    game = game_of("senet", {"pieces": 2})
    record = GameRecord(("random", "random"), game)
    record.choices += first_choices(game)
    found, other = (analyse(record, seed=seed) for seed in (1, 2))
    (number, judged), *_ = [pair for pair in enumerate(found.choices) if pair[1].is_decision]
    for seed, analysis in ((1, found), (2, other)):
        (first, *_) = ChanceHints(chance_source(game), seed).best(judged.choice.decision)
        one = analysis.choices[number]
        assert (first.choice, first.chance) == (one.best, one.chances.value(one.best))
    assert found.as_json()["choices"] != other.as_json()["choices"]


def test_numbers_are_rounded_as_in_a_browser() -> None:
    """``toFixed`` rounds a half away from zero; Python's formats round it to the even number."""
    for thousandths in range(1001):
        chance = thousandths / 1000
        expected = Decimal(100 * chance).quantize(Decimal(1), ROUND_HALF_UP)
        assert wins(chance) == str(expected)
        assert signed(-chance) == (f"-{expected}" if expected else "0")
    assert (wins(0.525), wins(0.535), signed(0.005), signed(-0.025)) == ("53", "54", "+1", "-3")
