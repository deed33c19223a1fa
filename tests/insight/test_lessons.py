"""Rules that players have in common: what is left out of them, what they want, and what it is worth."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from commands import assert_refused, run_command

from primitives import vocabulary_of
from senet_gp.arena.pool import SerialPool
from senet_gp.engine.exact_table import chance_table
from senet_gp.experiments.inference import mean_interval
from senet_gp.games.registry import game_of
from senet_gp.insight.lessons import Bred, RuleOfPlay, judged_exactly, judged_in_games, lessons_of, themes_of
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.interruption import no_progress
from senet_gp.trees.text import from_lisp, to_lisp

SENET = game_of("senet", {"pieces": 2})
RICH = vocabulary_of("senet", "short")
AHEAD_AND_FEW_MOVES = "(sub (mul 3 lead) (sub their_moves (if_then_else contact (mine_up_to lead) 2)))"


def player(text: str) -> ExpressionPlayer:
    return ExpressionPlayer(from_lisp(text, RICH), RICH, text)


def even(players: Sequence[Player], _key: int) -> Sequence[float]:
    """Judge all alike."""
    return [0.5] * len(players)


def lessons(
    bred: Sequence[Bred], judge: Callable[[Sequence[Player], int], Sequence[float]]
) -> list[RuleOfPlay]:
    return lessons_of(bred, SENET, judge, seed=1, pool=SerialPool(), show=no_progress)


def test_all_words_of_a_theme_are_left_out_and_nothing_else() -> None:
    seen: list[str] = []

    def judge(players: Sequence[Player], _key: int) -> Sequence[float]:
        seen.extend(to_lisp(one.tree) for one in players if isinstance(one, ExpressionPlayer))
        return [0.5] * len(players)

    found = lessons([Bred("run", player(AHEAD_AND_FEW_MOVES))], judge)
    whole, *copies = seen
    assert whole == to_lisp(player(AHEAD_AND_FEW_MOVES).tree)
    assert len(copies) == len(found) == 4  # race, their moves, pieces behind, and contact, which has no theme
    words = ["lead", "their_moves", "mine_up_to", "contact"]
    left = [[word for word in words if word in copy] for copy in copies]
    # The race stands inside of mine_up_to as well.
    assert sorted(left) == sorted(
        [words[1:], ["lead", "mine_up_to", "contact"], ["lead", "their_moves", "contact"], words[:3]]
    )


def test_choices_tell_what_players_want() -> None:
    found = lessons(
        [Bred("run", player("(sub lead their_moves)")), Bred("run", player("(sub 5 my_moves)"))],
        even,
    )
    wants = {lesson.theme.name: lesson.more for lesson in found}
    assert wants == {"the race": True, "their moves": False, "own moves": False}
    assert all(lesson.agreed == 1 for lesson in found)


def test_worth_is_the_mean_of_runs_with_an_interval_between_them() -> None:
    worth = {"lead": 0.10, "(add lead 1)": 0.30, "(add lead 2)": 0.05, "(add lead 3)": 0.20}
    bred = [Bred(f"run {number % 3}", player(text)) for number, text in enumerate(worth)]

    def judge(players: Sequence[Player], _key: int) -> Sequence[float]:
        return [0.6, *(0.6 - worth[players[0].name] for _ in players[1:])]

    (lesson,) = lessons(bred, judge)
    assert (lesson.runs, lesson.players) == (3, 4)
    assert lesson.worth == pytest.approx(100 * (0.15 + 0.30 + 0.05) / 3)
    assert lesson.interval == pytest.approx(mean_interval([15, 30, 5]))
    assert not lesson.helps


def test_games_and_exact_chances_judge_alike() -> None:
    """Without the race this player moves at random, as far as exact win probabilities and games tell."""
    bred = [Bred("run", player("lead"))]
    random_mover = player_from_text("random", SENET)
    by_games = judged_in_games([random_mover], SENET, games=2000, pool=SerialPool())
    (lesson,), (exact,) = (
        lessons(bred, judge) for judge in (by_games, judged_exactly(chance_table(SENET), games=2000))
    )
    assert (
        lesson.sentence
        == exact.sentence
        == "Be ahead: have fewer squares left to go than they, and bear pieces off."
    )
    # docs/small_games.md: the plain race gives away 15 of 100 wins, a random mover 35.
    assert exact.worth == pytest.approx(20, abs=2)
    assert 20 < lesson.worth < 50


def test_a_word_of_no_theme_is_one_of_its_own() -> None:
    hexapawn = vocabulary_of("hexapawn")
    found = themes_of(hexapawn.game, hexapawn)
    assert {theme.name for theme in found} == {word.name for word in hexapawn.primitives if word.reads_board}
    named = {word for theme in themes_of(SENET, RICH) for word in theme.words}
    assert {word.name for word in RICH.primitives if word.reads_board} <= named


def test_players_of_two_vocabularies_are_refused() -> None:
    paper = vocabulary_of("senet", "paper")
    other = ExpressionPlayer(from_lisp("my_moves", paper), paper, "other")
    with pytest.raises(UsageError, match="different vocabularies"):
        lessons([Bred("a", player("lead")), Bred("b", other)], even)


def test_players_that_name_moves_are_refused() -> None:
    done = run_command("explain", "expr:own_x", "--game", "pursuit", "--lessons")
    assert_refused(done, 2, "players of pursuit name their moves and do not compare boards")


def test_the_command_line(tmp_path: Path) -> None:
    options = ["--game", "senet", "--games", "40", "--workers", "1"]
    texts = ["expr:(sub lead their_moves)", "expr:(sub lead my_exposed)"]
    found = json.loads(run_command("explain", *texts, "--lessons", *options, "--json").stdout)
    assert [found["game"], found["judged_by"]] == ["senet", "by 40 games against net"]
    assert {one["theme"] for one in found["lessons"]} == {"the race", "their moves", "own pairs"}
    printed = run_command("explain", texts[0], "--lessons", *options).stdout
    assert "what 1 player of 1 run has in common" in printed
    assert "Be ahead" in printed
    assert_refused(run_command("explain", *texts), 2, "one PLAYER is explained at a time")
    needs_lessons = run_command("explain", texts[0], "--table", str(tmp_path / "x"))
    assert_refused(needs_lessons, 2, "--table would change nothing here: it is used only with --lessons")
