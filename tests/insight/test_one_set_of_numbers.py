"""Terminal, page, analysis and record tell the same of a decision: one judge, one set of numbers."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from decimal import ROUND_HALF_UP, Decimal

import pytest
from drawn_games import choices_of
from played_games import played
from thinned import thinned

from senet_gp.arena.record import GameRecord
from senet_gp.engine.playthrough import Choice
from senet_gp.games.protocol import Game
from senet_gp.games.registry import game_of
from senet_gp.insight import JudgeHints, analyse, judge_of
from senet_gp.insight.judges import signed, wins
from senet_gp.insight.own_record import own_game
from senet_gp.serve.advice import chance_json, hint_json, why_json

GAMES_ASKED = [game_of("senet"), *(game_of("senet", {"pieces": n}) for n in (1, 3)), game_of("hexapawn")]


@pytest.mark.parametrize("game", thinned(GAMES_ASKED, kept=(0, 1, 3)), ids=str)
def test_page_terminal_analysis_and_record_tell_the_same(game: Game) -> None:
    compare(game, choices_of(game, 1)[:8], range(8))


@pytest.mark.slow
@pytest.mark.parametrize("key", range(10))
@pytest.mark.parametrize("pieces", [3, 7])
def test_two_hundred_hints_of_twenty_games(pieces: int, key: int) -> None:
    game = game_of("senet", {"pieces": pieces})
    choices = played(game, key)[1]
    open_ones = [number for number, choice in enumerate(choices) if len(choice.decision.afterstates) > 1]
    compare(game, choices, random.Random(key).sample(open_ones, 10))


def compare(game: Game, choices: Sequence[Choice], numbers: Collection[int]) -> None:
    """See that all who tell of these choices of a game tell the same, and the highest first."""
    record = GameRecord(("human", "random"), game)
    record.choices += choices
    analysis = analyse(record)
    own = own_game("one", record)
    assert own is not None
    lost = {one.number: one for one in own.judged or ()}
    compared = 0
    for number, (judged, row) in enumerate(zip(analysis.choices, analysis.as_json()["choices"], strict=True)):
        if number not in numbers:
            continue
        decision = judged.choice.decision
        # Each asks for itself, as several users would.
        hints = JudgeHints(judge_of(game))
        found, page = hints.judged(decision), hint_json(record, decision)
        assert found.chances.tolist() == judged.judgement.chances.tolist()
        hinted, rows = page["best"]["rows"], row["best"]["rows"]
        assert [one["index"] for one in hinted] == list(found.shown)
        assert [one["index"] for one in rows] == list(dict.fromkeys([*found.shown, row["index"]]))
        for choice, best in zip(hinted, rows, strict=False):
            assert choice["chance"] == best["chance"] == found.chance(choice["index"])
            assert choice["known"] == best["known"]
            assert choice["note"] == best["note"]
        chances = [choice["chance"] for choice in hinted]
        assert chances == sorted(chances, reverse=True)
        assert page["verdict"] == row["verdict"]
        bar = chance_json(record, number)["chance"]
        assert bar == pytest.approx(1 - chances[0] if decision.seat else chances[0])
        if number in lost:
            assert lost[number].lost == row["lost"]
            assert lost[number].grade == judged.grade
        if len(decision.afterstates) == 1:
            continue
        compared += 1
        one, other = rows[:2]
        asked = why_json(record, decision, one["index"], other["index"], None, None)
        told = hints.compared(decision, one["index"], other["index"])
        assert asked["sentences"] == list(told.sentences)
        # Who reads the sentences and who reads the rows sees the same one ahead.
        assert told.better in {None, one["index"]}
        if not found.words:
            said = asked["sentences"][0]
            assert "wins the game" in said or all(wins(each["chance"]) in said for each in (one, other))
    assert compared


def test_numbers_are_rounded_as_in_a_browser() -> None:
    """``toFixed`` rounds a half away from zero; Python's formats round it to the even number."""
    for thousandths in range(1001):
        chance = thousandths / 1000
        expected = Decimal(100 * chance).quantize(Decimal(1), ROUND_HALF_UP)
        assert wins(chance) == str(expected)
        assert signed(-chance) == (f"-{expected}" if expected else "0")
    assert (wins(0.525), wins(0.535), signed(0.005), signed(-0.025)) == ("53", "54", "+1", "-3")
