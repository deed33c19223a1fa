"""Why a move is better than another, in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from senet_gp.engine.playthrough import choices_of_game
from senet_gp.games.protocol import Decision
from senet_gp.games.registry import GAMES, game_of, part_of
from senet_gp.games.senet import Senet
from senet_gp.games.wording import Theme, wording_of
from senet_gp.insight.hints import JudgeHints
from senet_gp.insight.judgement import wins
from senet_gp.insight.judges import KnownChances, judge_of
from senet_gp.insight.reasons import Reasons
from senet_gp.players.player import RandomPlayer
from senet_gp.runtime.streams import Streams, game_streams, part_keys

GAME = Senet(pieces=3)
#: What a square of the race is worth to the player below.
SQUARE = 0.004


class Racer:
    """Believes that a lead in the race is all that matters, and how much."""

    name = "racer"
    participant = None

    def chances_to_move(self, positions: Sequence[Any]) -> NDArray[np.float64]:
        """The chances of the player to move."""
        lead = [distance(one.theirs) - distance(one.mine) for one in positions]
        return 0.5 + SQUARE * np.array(lead, float)

    def choose(self, decision: Decision, streams: Streams) -> int:
        """Any choice."""
        return RandomPlayer().choose(decision, streams)


def distance(pieces: int) -> int:
    """The squares that pieces have still to go, by their definition."""
    return sum(31 - square for square in range(1, 31) if pieces >> square & 1)


def decisions(game: Senet, number: int) -> Iterator[Decision]:
    """Decisions of random games, none of which ends the game."""
    random = RandomPlayer()
    for key in part_keys(5, number).tolist():
        for choice in list(choices_of_game((random, random), game, game_streams(key)))[3:20:6]:
            if not any(choice.decision.result(n) for n in range(len(choice.decision.afterstates))):
                yield choice.decision


def test_the_reasons_of_a_judge_who_counts_one_thing_are_that_thing_and_its_worth() -> None:
    reasons = Reasons(KnownChances(Racer(), GAME))
    seen = 0
    for decision in decisions(GAME, 12):
        before = [distance(one.position.theirs) - distance(one.position.mine) for one in decision.afterstates]
        best, worst = int(np.argmax(before)), int(np.argmin(before))
        difference = before[best] - before[worst]
        if difference * SQUARE < 0.01:
            continue
        seen += 1
        found = reasons.between(decision, best, worst)
        race = [one for one in found if one.theme in {"own way", "their way"}]
        assert found[0] in race
        worth = sum(one.worth for one in race)
        assert worth == pytest.approx(SQUARE * difference, rel=0.25)
        assert sum(abs(one.worth) for one in found if one not in race) < worth
    assert seen > 8


def test_what_the_other_can_do_next_is_not_told_where_the_turn_goes_on() -> None:
    reasons = Reasons(judge_of(GAME))
    replies = {theme.name for theme in part_of("senet", "themes") or () if theme.replies}
    position = GAME.position_from("o.......x.o...x.....x...o.....")
    told = {}
    for throws in ((1, 1, 1, 2), (1, 1, 1, 1)):
        decision = GAME.decision(position, 0, throws)
        assert decision.ends_turn(0) == (2 in throws)
        others = range(1, len(decision.afterstates))
        told[throws] = {one.theme for other in others for one in reasons.between(decision, 0, other)}
    assert told[1, 1, 1, 2] & replies
    assert not told[1, 1, 1, 1] & replies


def test_the_reasons_for_a_move_are_those_against_the_other() -> None:
    reasons = Reasons(judge_of(GAME))
    for decision in decisions(GAME, 6):
        there, back = reasons.between(decision, 0, 1), reasons.between(decision, 1, 0)
        for one in back:
            assert one.worth > 0 or one.weighs_against
        for one in there:
            same = [other for other in back if other.theme == one.theme]
            assert all(other.worth == pytest.approx(-one.worth) for other in same)


def themes() -> list[Theme]:
    return [theme for game in GAMES for theme in part_of(game, "themes") or ()]


@pytest.mark.parametrize("theme", themes(), ids=lambda theme: theme.name)
def test_every_theme_can_be_told_of_any_two_boards(theme: Theme) -> None:
    for own, other, count in product((0, 1, 2, 7), (0, 1, 2, 7), (0, 1, 2, 3)):
        if own == other:
            continue
        text = theme.text(own, other, ["23", "24", "25"][:count])
        assert bool(text) <= theme.is_told
        assert text or not theme.told
        assert not re.search(r"[{}|]|\bNone\b|  ", text)
        assert not re.search(r"\b(1|one) \w+s\b(?! of)", text.replace("1 is", "").replace("16 throws", ""))


def test_a_choice_that_is_clearly_worse_is_told_with_the_numbers_of_the_hint() -> None:
    hints = JudgeHints(judge_of("senet"))
    game = game_of("senet")
    # Into the water, or past it.
    decision = game.decision(game.position_from("...................o.xxoo..o.."), 0, (1, 3))
    texts = [wording_of(decision).told(index) for index in range(len(decision.afterstates))]
    bad, good = texts.index("23→27"), texts.index("23→26, 22→23")
    found = hints.compared(decision, bad, good)
    assert found.better == good
    assert found.sentences[0].startswith("23→27 is worse than 23→26, 22→23: ")
    assert found.sentences[1].startswith("23→26, 22→23 keeps you out of the water")
    chances = list(map(wins, hints.judged(decision).chances))
    assert found.sentences[0].endswith(f": {chances[bad]} wins of 100 against {chances[good]}.")


def test_equal_choices_are_about_equal_and_each_has_its_points() -> None:
    hints = JudgeHints(judge_of("senet"))
    equal = 0
    for decision in decisions(game_of("senet"), 3):
        found = hints.judged(decision)
        first, second = found.order[:2]
        told = hints.compared(decision, second, first)
        assert (told.better is None) == found.is_equal(first, second) == ("about equal" in told.text)
        equal += told.better is None
    assert equal


def test_in_small_games_the_line_of_perfect_play_is_told() -> None:
    hints = JudgeHints(judge_of("hexapawn"))
    game = game_of("hexapawn")
    decision = game.decision(game.position_from("xxx.o.o.o"), 1, ())
    names = [decision.notation(index) for index in range(len(decision.afterstates))]
    told = hints.compared(decision, names.index("9-6"), names.index("9x5")).sentences
    assert told == (
        "9-6 loses in 2 moves, 9x5 wins in 5 moves, if both play perfectly.",
        "After 9-6: they 5x7 and win.",
        "After 9x5: they 1x5, you 7-4, they 3-6, you 4-1 and win.",
    )


def test_a_move_that_wins_at_once_needs_no_other_reason() -> None:
    game = Senet(pieces=2)
    decision = game.decision(game.position_from("...................oo....x...x"), 0, (2, 5))
    wins = [decision.result(n) == 1 for n in range(len(decision.afterstates))]
    assert sorted(wins) == [False, True]
    hints = JudgeHints(judge_of(game))
    (told,) = hints.compared(decision, wins.index(False), wins.index(True)).sentences
    assert told.endswith("→off wins the game; 30→off, 26→28 does not.")
