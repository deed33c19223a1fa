"""How a player plays, in plain words: all that is told is counted again, slowly and in plain Python."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from statistics import mean
from typing import Any

import pytest

from primitives import vocabulary_of
from primitives.types import Truth
from primitives.vocabulary import own_vocabularies_of
from senet_gp.arena.decisions import Decisions, MetDecision
from senet_gp.arena.pool import SerialPool
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.registry import GAMES, game_of, part_of
from senet_gp.games.wording import Theme
from senet_gp.insight import way_of_play as module
from senet_gp.insight.pairing import Pairing, SampleSize, decisions_of
from senet_gp.insight.way_of_play import Contrast, Rate, WayOfPlay, Wish, way_in
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer
from senet_gp.trees.plain import value
from senet_gp.trees.sums import constant
from senet_gp.trees.text import from_lisp, to_lisp

#: Players made by hand, bred ones, and some that hardly anybody would write.
PLAYERS = [
    ("senet", "hand:HC1"),
    ("senet", "hand:HC5"),
    ("senet", "hand:S3"),
    ("senet", "hand:S8"),
    ("senet", "expr:(add my_moves (sub hits (add (mul (add 22 their_moves) my_distance) their_moves)))"),
    ("senet", "expr:5"),
    ("hexapawn", "expr:(sub my_pieces (mul 2 their_pieces))"),
    ("hexapawn", "expr:(sub my_moves (add their_moves their_moves))"),
    ("tictactoe", "expr:(add (if_then_else (mine 5) 9 1) (if_then_else (mine 1) 3 1))"),
    ("trilobite", "expr:(sub my_pieces move_to)"),
    ("pursuit", "expr:(add own_last_move (if_then_else (greater own_x 1) 1 3))"),
    ("pursuit", "expr:2"),
]  # fmt: skip
#: The same for tests; one of those of Senet by hand stands for all of them, for each takes long.
ROWS = [
    pytest.param(game, text, marks=[pytest.mark.slow] * (text in {"hand:HC1", "hand:S3", "hand:S8"}))
    for game, text in PLAYERS
]


@cache
def met(game: str, text: str) -> tuple[ExpressionPlayer, Game, Decisions]:
    of = game_of(game)
    player = player_from_text(text, of)
    assert isinstance(player, ExpressionPlayer)
    return player, of, decisions_of(Pairing.of(player, of), 3, SerialPool(), SampleSize(4, 50))


@cache
def told(game: str, text: str) -> WayOfPlay:
    return way_in(*met(game, text))


def every(decision: Decision) -> range:
    return range(len(decision.afterstates))


def gauged(theme: Theme, decision: Decision) -> list[int]:
    """The gauge of a theme after every choice, by the plain meanings of its words."""
    largest = max(own_vocabularies_of(decision.game).values(), key=lambda one: len(one.primitives))
    tree = from_lisp(theme.gauge, largest)
    return [value(tree, largest, decision.view(index)) for index in every(decision)]


def without(player: ExpressionPlayer, theme: Theme, decisions: Sequence[Decision]) -> ExpressionPlayer:
    """The player with the mean of each question of a theme in its place, written into its text."""
    text, vocabulary = to_lisp(player.tree), player.vocabulary
    squares = [f"({word} {n})" for word, n in re.findall(r"\((mine|protected) (\d+)\)", theme.gauge)]
    for asked in [*theme.words, *(squares if not theme.words else [])]:
        if re.search(rf"(?<![\w]){re.escape(asked)}(?![\w])", text):
            kind = vocabulary.by_name[asked.strip("()").split()[0]].result
            question = from_lisp(
                f"(if_then_else {asked} 1 (sub 1 1))" if kind is Truth else asked, vocabulary
            )
            usual = mean(
                mean(value(question, vocabulary, one.view(n)) for n in every(one)) for one in decisions
            )
            number = int(usual >= 0.5) if kind is Truth else round(usual)
            text = re.sub(
                rf"(?<![\w]){re.escape(asked)}(?![\w])", to_lisp(constant(number, kind, vocabulary)), text
            )
    return ExpressionPlayer(from_lisp(text, vocabulary), vocabulary, "without")


def spread(decisions: Decisions, most: int) -> list[MetDecision]:
    """So many decisions, evenly over the games."""
    count = len(decisions.met)
    return [*decisions.met] if count <= most else [decisions.met[n * count // most] for n in range(most)]


def early(decisions: Decisions) -> list[bool]:
    found = []
    for number, one in enumerate(decisions.met):
        same = [n for n, other in enumerate(decisions.met) if other.game_number == one.game_number]
        found.append(same.index(number) < len(same) / 2)
    return found


@pytest.mark.parametrize(("game", "text"), ROWS)
def test_what_a_player_seeks_is_what_it_chooses_otherwise_without(game: str, text: str) -> None:
    player, _, sampled = met(game, text)
    decisions = [one.decision(game_of(game)) for one in sampled.met]
    halves = early(sampled)
    own = [player.possible(decision) for decision in decisions]
    wishes = told(game, text).wishes
    assert [wish.changed for wish in wishes] == sorted((wish.changed for wish in wishes), reverse=True)
    for wish in wishes:
        copy = without(player, wish.theme, decisions)
        others = [copy.possible(decision) for decision in decisions]
        changed = [one != other for one, other in zip(own, others, strict=True)]
        assert wish.changed == pytest.approx(mean(changed))
        assert wish.early == pytest.approx(mean(c for c, half in zip(changed, halves, strict=True) if half))
        assert wish.late == pytest.approx(
            mean(c for c, half in zip(changed, halves, strict=True) if not half)
        )
        more = [
            values[one[0]] - values[other[0]]
            for decision, one, other in zip(decisions, own, others, strict=True)
            if one[0] != other[0]
            for values in [gauged(wish.theme, decision)]
        ]
        assert wish.more == (mean(more) > 0)


@pytest.mark.parametrize(("game", "text"), ROWS)
def test_habits_and_draws_by_lot_are_counted_as_they_come(game: str, text: str) -> None:
    player, of, sampled = met(game, text)
    decisions = [(one.decision(of), one.chosen) for one in sampled.met]
    found = told(game, text)
    for theme, rate in found.habits:
        assert theme.always
        done = occasions = 0
        looked_at = [(one.decision(of), one.chosen) for one in spread(sampled, 600)]
        for decision, index in looked_at if theme.seen else decisions:
            if theme.seen:
                values = [theme.good * bool(theme.seen(decision, n)) for n in every(decision)]
            else:
                values = [theme.good * one for one in gauged(theme, decision)]
            occasions += min(values) < max(values)
            done += values[index] > min(values)
        assert rate == Rate(done, occasions)
    if not found.fixed and not of.policy:
        lots = sum(len(player.possible(decision)) > 1 for decision, _ in decisions)
        assert found.lots == Rate(lots, len(decisions))
    if found.fixed and of.policy:
        assert {of.named_moves[index] for _, index in decisions} == {found.fixed.split()[-1].rstrip(".")}
    elif found.fixed:
        assert all(player.possible(decision) == [*every(decision)] for decision, _ in decisions)


@pytest.mark.parametrize(("game", "text"), ROWS)
def test_what_a_player_does_at_once_is_counted_as_it_comes(game: str, text: str) -> None:
    _, of, sampled = met(game, text)
    found = told(game, text)
    if found.fixed:
        return
    decisions = [(one.decision(of), one.chosen) for one in spread(sampled, module._LOOKED_AT)]

    def counted(good: Callable[[Decision, int], bool], can: Callable[[Decision], bool] = bool) -> Rate:
        rates = [
            (good(decision, index), {good(decision, n) for n in every(decision)})
            for decision, index in decisions
            if can(decision)
        ]
        return Rate(sum(one for one, both in rates if len(both) > 1), sum(len(both) > 1 for _, both in rates))

    def holds(decision: Decision, index: int) -> bool:
        if decision.result(index) is not None:
            return True
        answers = of.decision(of.swapped(decision.afterstates[index].position), 1 - decision.seat, ())
        return all(answers.result(n) != 1 for n in every(answers))

    def nothing_wins(decision: Decision) -> bool:
        return all(decision.result(n) != 1 for n in every(decision))

    assert found.wins == counted(lambda decision, n: decision.result(n) == 1)
    assert found.survives == counted(lambda decision, n: decision.result(n) != -1)
    assert found.stops == (Rate(0, 0) if of.stochastic else counted(holds, nothing_wins))


@pytest.mark.parametrize(("game", "text"), [row for row in ROWS if row.values[0] == "senet"])
def test_comparisons_are_those_with_the_mean_of_all_moves(game: str, text: str) -> None:
    _, of, sampled = met(game, text)
    found = told(game, text)
    looked_at = spread(sampled, module._LOOKED_CLOSELY)
    for one in found.comparisons:
        assert one.theme.seen is not None
        own, drawn = [], []
        for place in looked_at:
            decision = place.decision(of)
            alike = [n for n in every(decision) if decision.result(n) is None]
            alike = [n for n in alike if decision.ends_turn(n) or not one.theme.replies]
            seen: dict[int, Any] = {n: one.theme.seen(decision, n) for n in alike}
            if place.chosen in seen and None not in seen.values():
                own.append(seen[place.chosen])
                drawn.append(mean(seen.values()))
        assert (one.own, one.drawn) == (pytest.approx(mean(own)), pytest.approx(mean(drawn)))


@pytest.mark.parametrize(("game", "text"), ROWS)
def test_the_paragraph_is_short_and_has_no_word_of_a_formula(game: str, text: str) -> None:
    sentences = told(game, text).sentences
    assert 1 <= len(sentences) <= 5
    for sentence in sentences:
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "_" not in sentence
        assert not re.search(r"\byour?\b|\{|\}|\|", sentence)
    names = {word.name for word in vocabulary_of(game_of(game)).primitives if "_" in word.name}
    assert not names & set(re.findall(r"\w+", " ".join(sentences)))


@pytest.mark.parametrize("game", list(GAMES))
def test_every_rule_can_be_told_of_somebody_else(game: str) -> None:
    for theme in part_of(game, "themes") or ():
        for more in (True, False):
            wish = Wish(theme, more=more, changed=0.5, early=0.7, late=0.1, steady=True, decisions=1000)
            (first, *others) = way(wishes=(wish,)).sentences
            assert re.match(r"Above all it tries (not )?to [a-z]|It does not (mind|care) ", first)
            assert "you" not in " ".join([first, *others])


def way(**measured: Any) -> WayOfPlay:
    nothing = Rate(0, 0)
    whole: dict[str, Any] = {"fixed": "", "wishes": (), "habits": (), "comparisons": (), "beginning": ()}
    rates = dict.fromkeys(("wins", "stops", "survives", "perfect", "lots"), nothing)
    return WayOfPlay(**(whole | rates | measured))


def test_what_was_measured_is_what_is_told() -> None:
    themes = {theme.name: theme for theme in part_of("senet", "themes")}

    def wish(name: str, changed: float, early: float, late: float, *, more: bool = True) -> Wish:
        return Wish(
            themes[name], more=more, changed=changed, early=early, late=late, steady=True, decisions=1000
        )

    found = way(
        wishes=(
            wish("the race", 0.5, 0.5, 0.5),
            wish("their moves", 0.3, 0.3, 0.3, more=False),
            wish("own pairs", 0.1, 0.1, 0.1, more=False),
            wish("the water", 0.05, 0.01, 0.09, more=False),
        ),
        habits=((themes["hits"], Rate(84, 100)), (themes["the water"], Rate(50, 50))),
        comparisons=(Contrast(themes["their threats"], 0.12, 0.19, 1.0),),
    )
    assert found.sentences == (
        "Above all it tries to be ahead: without that, other moves would be best in 50 of 100 turns.",
        "It also tries to leave them few moves (30) and to stay out of the water (5).",
        "It does not mind single pieces.",
        "It looks at the water mostly late in a game: there 9 of 100 choices hang on that, early 1.",
        "Where it has the choice, it hits in 84 of 100 turns; it always stays out of the water.",
    )
    assert way(comparisons=found.comparisons).text == (
        "Compared with moves drawn by lot, it lets them hit it in only 12 of 100 turns instead of 19."
    )
    turned = way(wishes=(wish("the race", 0.5, 0.2, 0.8), wish("own moves", 0.4, 0.7, 0.1)))
    assert turned.sentences[-1] == (
        "Early in a game it tries most to keep many moves for the next throws, late to be ahead."
    )
    assert way(habits=(found.habits[1],)).text == "Where it has the choice, it always stays out of the water."
    small = way(wins=Rate(99, 100), stops=Rate(0, 40), survives=Rate(29, 29), perfect=Rate(299, 300))
    assert small.text == (
        "When it can win at once, it does in 99 of 100 turns; when they threaten to win and it can prevent "
        "that, it never does. Where moves differ under perfect play, it chooses one of the best in 99 of 100 "
        "turns."
    )


def test_the_beginning_is_what_a_player_may_play_first() -> None:
    assert told("tictactoe", PLAYERS[8][1]).beginning == ("5",)
    game = game_of("hexapawn")
    player, _, _ = met("hexapawn", PLAYERS[7][1])
    first = game.decision(game.starts()[0], 0, ())
    wanted = [first.notation(index) for index in player.possible(first)]
    assert list(told("hexapawn", PLAYERS[7][1]).beginning) == wanted
