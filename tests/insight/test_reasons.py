"""Why a move is better than another, in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any, cast

import numpy as np
import pytest
import senet_claims
from numpy.typing import NDArray

from primitives import vocabulary_of
from primitives.vocabulary import own_vocabularies_of
from senet_gp.engine.participants import Source
from senet_gp.engine.playthrough import choices_of_game
from senet_gp.games.protocol import Decision
from senet_gp.games.registry import GAMES, game_of, part_of
from senet_gp.games.senet import Senet
from senet_gp.games.wording import Seen, Theme, wording_of
from senet_gp.insight.hints import JudgeHints
from senet_gp.insight.judges import KnownChances, judge_of, wins
from senet_gp.insight.reasons import Reasons, reasons_of, themes_of
from senet_gp.players.exact import PerfectPlayer
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import RandomPlayer, ScoringPlayer
from senet_gp.runtime.streams import game_streams, part_keys
from senet_gp.trees.text import from_lisp

GAME = Senet(pieces=3)
#: What a square of the race is worth to the player below.
SQUARE = 0.004


class Racer(PerfectPlayer):
    """Believes that a lead in the race is all that matters, and how much."""

    def __init__(self) -> None:
        super().__init__("racer", GAME, cast("Any", None))

    def chances_to_move(self, positions: Sequence[Any]) -> NDArray[np.float64]:
        """The chances of the player to move."""
        lead = [distance(one.theirs) - distance(one.mine) for one in positions]
        return 0.5 + SQUARE * np.array(lead, float)


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
        race = [one for one in found if one.theme in {"own way", "their way", "hits"}]
        assert found[0] in race
        worth = sum(one.worth for one in race)
        assert worth == pytest.approx(SQUARE * difference, rel=0.25)
        assert sum(abs(one.worth) for one in found if one not in race) < worth
    assert seen > 8


class Whimsical(Racer):
    """Believes that any square may matter, for no reason, so that each theme is told some time."""

    def chances_to_move(self, positions: Sequence[Any]) -> NDArray[np.float64]:
        """The chances of the player to move."""
        return np.array([hash((one.mine, one.theirs)) % 1009 / 1009 for one in positions])


@cache
def whimsical(pieces: int) -> Reasons:
    """The reasons of that judge."""
    return Reasons(KnownChances(Whimsical(), Senet(pieces=pieces)))


def drawn(game: Senet, number: int) -> Iterator[tuple[Decision, tuple[int, int]]]:
    """Decisions of random games, each with two of its choices."""
    rng, random = np.random.default_rng(63), RandomPlayer()
    left = number
    for key in part_keys(63, number).tolist():
        for choice in choices_of_game((random, random), game, game_streams(key)):
            count = len(choice.decision.afterstates)
            if count > 1 and rng.random() < 1 / 5:
                one, other = rng.choice(count, 2, replace=False).tolist()
                yield choice.decision, (one, other)
                left -= 1
                if not left:
                    return


@pytest.mark.parametrize("number", [30, pytest.param(800, marks=pytest.mark.slow)])
@pytest.mark.parametrize("pieces", [3, 7])
def test_every_reason_is_true_on_the_board(pieces: int, number: int) -> None:
    told = set()
    for decision, pair in drawn(Senet(pieces=pieces), number):
        boards = [senet_claims.after(decision, index) for index in pair]
        for reason in whimsical(pieces).between(decision, *pair):
            told.add(reason.theme)
            if reason.theme == "the next throw":
                assert is_better_then(Whimsical(), decision, pair, reason.text)
            else:
                assert senet_claims.is_true(reason.text, *boards), (decision, boards, reason.text)
    themes = {theme.name for theme in part_of("senet", "themes") or () if theme.is_told}
    assert told <= {"the next throw", *themes}
    assert len(themes - told) < (len(themes) / 2 if number < 800 else 1)


def test_few_reasons_are_told_the_striking_ones_first_and_nothing_twice() -> None:
    striking = 0
    for decision, pair in drawn(Senet(), 50):
        found = [one for one in whimsical(7).between(decision, *pair) if one.theme != "the next throw"]
        speaking, against = ([one for one in found if one.worth * sign > 0] for sign in (1, -1))
        assert len(speaking) <= 3
        assert len(against) <= 2
        for told in (speaking, against):
            assert [one.striking for one in told] == sorted((one.striking for one in told), reverse=True)
            names = {one.theme for one in told}
            assert not any(names & set(one.contains) for one in told if one.striking)
            striking += sum(one.striking for one in told)
        assert sum(not one.striking for one in speaking) <= 2
    assert striking > 25


NEXT_THROW = re.compile(
    r"is better if (they|you) throw ([\d, and]+), when \1 play (.+?) (?:instead of (.+)|after both)"
)


def is_better_then(judge: Whimsical, decision: Decision, pair: Sequence[int], text: str) -> bool:
    """Whether the judge plays so with the throws that are named, and the first choice is better then."""
    found = NEXT_THROW.fullmatch(text)
    assert found is not None, text
    who, throws, own, other = found.groups()
    chances = []
    for index, said in zip(pair, (own, other or own), strict=True):
        assert decision.ends_turn(index) == (who == "they")
        seat = 1 - decision.seat if who == "they" else decision.seat
        dice = sorted(map(int, re.findall(r"\d", throws)))
        reply = decision.game.decision(decision.following(index), seat, dice)
        worth = [judged(judge, reply, one) for one in range(len(reply.afterstates))]
        assert wording_of(reply).move_text(worth.index(max(worth))) == said
        chances.append(1 - max(worth) if who == "they" else max(worth))
    return chances[0] > chances[1]


def judged(judge: Whimsical, decision: Decision, index: int) -> float:
    """What the judge thinks of a choice."""
    if decision.result(index) is not None:
        return 1.0
    chance = float(judge.chances_to_move([decision.following(index)])[0])
    return 1 - chance if decision.ends_turn(index) else chance


def test_nearly_every_difference_is_explained() -> None:
    game = Senet()
    reasons = reasons_of(judge_of(game))
    net = player_from_text("net", game)
    assert isinstance(net, ScoringPlayer)
    compared = unexplained = 0
    for decision, (index, other) in drawn(game, 200):
        chances = net.scores(decision)
        better, worse = (index, other) if chances[index] > chances[other] else (other, index)
        if chances[better] - chances[worse] > 0.01:
            compared += 1
            unexplained += not any(reason.worth > 0 for reason in reasons.between(decision, better, worse))
    assert compared > 50
    assert unexplained <= compared / 50


def test_what_the_other_can_do_next_is_not_told_where_the_turn_goes_on() -> None:
    reasons = whimsical(3)
    replies = {theme.name for theme in part_of("senet", "themes") or () if theme.replies}
    told: dict[tuple[int, ...], set[str]] = {(1, 1, 1, 2): set(), (1, 1, 1, 1): set()}
    for decision in decisions(GAME, 4):
        for throws, names in told.items():
            if not decision.position.in_water:
                again = decision.game.decision(decision.position, 0, throws)
                others = range(1, min(len(again.afterstates), 4))
                names |= {one.theme for other in others for one in reasons.between(again, 0, other)}
    assert told[1, 1, 1, 2] & replies
    assert told[1, 1, 1, 1]
    assert not told[1, 1, 1, 1] & replies


def test_the_reasons_for_a_move_are_those_against_the_other() -> None:
    reasons = reasons_of(judge_of(GAME))
    for decision in decisions(GAME, 6):
        there, back = reasons.between(decision, 0, 1), reasons.between(decision, 1, 0)
        for one in back:
            assert one.worth > 0 or one.weighs_against
        for one in there:
            same = [other for other in back if other.theme == one.theme]
            assert all(other.worth == pytest.approx(-one.worth) for other in same)


def themes() -> list[Theme]:
    return [theme for game in GAMES for theme in part_of(game, "themes") or ()]


@pytest.mark.parametrize("name", GAMES)
def test_every_theme_that_is_told_has_a_gauge_in_the_words_of_the_game(name: str) -> None:
    vocabulary = max(own_vocabularies_of(game_of(name)).values(), key=lambda one: len(one.primitives))
    for theme in part_of(name, "themes") or ():
        if theme.is_told:
            Source.of(from_lisp(theme.gauge or theme.words[0], vocabulary), vocabulary)


@pytest.mark.parametrize("theme", themes(), ids=lambda theme: theme.name)
def test_every_theme_can_be_told_of_any_two_boards(theme: Theme) -> None:
    numbers, shares = (0, 1, 2, 7), (0.0, 0.004, 0.31, 1.0)
    squares = tuple(frozenset(range(23, 23 + count)) for count in numbers)
    texts = theme.told + theme.told_more + theme.told_less
    kinds: tuple[tuple[Seen, ...], ...] = (squares,) if "here}" in texts else (numbers, shares, squares)
    for own, other in [pair for kind in kinds for pair in product(kind, kind)]:
        text = theme.text(own, other)
        if own == other:
            assert not text
            continue
        assert bool(text) <= theme.is_told
        assert text or not theme.told
        assert not re.search(r"[{}|]|\bNone\b|  ", text)
        assert not re.search(r"\b(1|one) \w+s\b(?! of)", text.replace("1 is", "").replace("1 of", ""))


def test_a_choice_that_is_clearly_worse_is_told_with_the_numbers_of_the_hint() -> None:
    hints = JudgeHints(judge_of("senet"))
    game = game_of("senet")
    # Into the water, or past it.
    decision = game.decision(game.position_from("...................o.xxoo..o.."), 0, (1, 3))
    texts = [wording_of(decision).move_text(index) for index in range(len(decision.afterstates))]
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
    game = Senet()
    decision = game.decision(game.position_from("...................oo....x...x"), 0, (2, 5))
    wins = [decision.result(n) == 1 for n in range(len(decision.afterstates))]
    assert sorted(wins) == [False, True]
    hints = JudgeHints(judge_of(game))
    (told,) = hints.compared(decision, wins.index(False), wins.index(True)).sentences
    assert told.endswith("→off wins the game; 30→off, 26→28 does not.")


def test_a_word_of_no_theme_is_one_of_its_own() -> None:
    trilobite = vocabulary_of("trilobite")
    assert part_of("trilobite", "themes") is None
    found = themes_of(trilobite.game, trilobite)
    assert {theme.name for theme in found} == {word.name for word in trilobite.primitives if word.reads_board}
    short = vocabulary_of("senet", "short")
    named = {word for theme in themes_of(game_of("senet"), short) for word in theme.words}
    assert {word.name for word in short.primitives if word.reads_board} <= named
