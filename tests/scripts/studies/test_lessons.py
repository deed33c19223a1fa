"""Rules that bred players have in common: what is left out of them, what they want, and what it is worth."""

from __future__ import annotations

import pytest
from studies.lessons import Effect, effects_of, rule_of, without

from primitives import vocabulary_of
from senet_gp.arena.pool import SerialPool
from senet_gp.experiments.inference import mean_interval
from senet_gp.games.registry import game_of
from senet_gp.insight import pairing
from senet_gp.insight.pairing import Pairing, SampleSize, decisions_of
from senet_gp.insight.reasons import themes_of
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer
from senet_gp.trees.text import from_lisp, to_lisp

SENET = game_of("senet", {"pieces": 2})
SHORT = vocabulary_of("senet", "short")


def player(text: str) -> ExpressionPlayer:
    return ExpressionPlayer(from_lisp(text, SHORT), SHORT, text)


def test_all_words_of_a_theme_are_left_out_and_nothing_else() -> None:
    whole = player("(sub (mul 3 lead) (sub their_moves (if_then_else contact (mine_up_to lead) 2)))")
    decisions = decisions_of(Pairing.of(whole, SENET), 1, SerialPool(), SampleSize(8, 200))
    copies = [without(whole.tree, theme, decisions) for theme in themes_of(SENET, SHORT)]
    words = ["lead", "their_moves", "mine_up_to", "contact"]
    left = [[word for word in words if word in to_lisp(copy)] for copy in copies if copy is not None]
    # The race stands inside of mine_up_to as well; contact has no theme of its game.
    assert sorted(left) == sorted(
        [words[1:], ["lead", "mine_up_to", "contact"], ["lead", "their_moves", "contact"], words[:3]]
    )


def test_choices_tell_what_players_want_and_games_what_it_is_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the race the first player moves at random."""
    monkeypatch.setattr(pairing, "USUAL", SampleSize(games=40, enough=3000))
    random_mover = [player_from_text("random", SENET)]
    (race,) = effects_of(player("lead"), random_mover, SENET, 2000)
    (moves,) = effects_of(player("(sub 5 my_moves)"), random_mover, SENET, 20)
    (safe,) = effects_of(player("(if_then_else (protected 26) 2 1)"), random_mover, SENET, 20)
    assert [one.theme.name for one in (race, moves, safe)] == ["the race", "own moves", "protected"]
    assert race.change > 0 > moves.change
    assert safe.change > 0  # a word without a theme is measured as the player uses it
    assert 20 < race.worth < 50


def test_a_rule_is_the_mean_of_players_with_an_interval_between_them() -> None:
    race = themes_of(SENET, SHORT)[0]
    rule = rule_of([Effect(race, worth, change) for worth, change in ((15, 2.0), (30, -1.0), (5, 0.5))])
    assert rule["rule"] == race.more
    assert (rule["players"], rule["agreed"]) == (3, 2)
    assert rule["worth"] == pytest.approx(50 / 3)
    assert rule["interval"] == pytest.approx(mean_interval([15, 30, 5]))
