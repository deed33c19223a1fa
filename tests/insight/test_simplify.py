"""Simplification by decisions, and its report."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from commands import run_command
from game_decisions import senet_decisions
from strategies import columns

from primitives import vocabulary_of
from senet_gp.arena.decisions import Decisions, all_decisions
from senet_gp.games.pursuit import Pursuit
from senet_gp.games.registry import game_of
from senet_gp.insight.simplify import (
    ChoiceComparison,
    compare_choices,
    decisions_for,
    simplify,
    with_smaller_parts,
)
from senet_gp.players.champion import Champion
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer
from senet_gp.trees.text import from_lisp, to_lisp

SENET = game_of("senet")
WORDS = vocabulary_of(SENET)
PLAYER = player_from_text("expr:(sub their_distance my_distance)", SENET)
assert isinstance(PLAYER, ExpressionPlayer)


def test_the_same_seed_gives_the_same_decisions() -> None:
    one, same, other = (decisions_for(PLAYER, SENET, 500, seed) for seed in (1, 1, 2))
    assert len(one) == 500
    assert np.array_equal(one.boards, same.boards)
    assert one.boards.shape != other.boards.shape or not np.array_equal(one.boards, other.boards)
    assert (np.diff(one.begins) > 1).all()


def test_planted_differences_are_counted() -> None:
    boards = [columns(decision) for decision in senet_decisions(2) if len(decision) > 1][:100]
    some = Decisions.of(boards, 0, complete=False)
    tree = from_lisp("my_distance", WORDS)
    changed = from_lisp("(if_then_else (mine 20) (sub 1 my_distance) my_distance)", WORDS)
    expected = 0
    for decision in boards:
        mine = _distances(decision)
        on_20 = (decision[0] >> 20 & 1).astype(bool)
        other = [1 - distance if there else distance for distance, there in zip(mine, on_20, strict=True)]
        expected += [v == max(mine) for v in mine] != [v == max(other) for v in other]
    assert expected
    agreed = compare_choices(tree, changed, WORDS, some)
    assert (agreed.decisions, agreed.differences, agreed.complete) == (100, expected, False)
    assert compare_choices(tree, tree, WORDS, some).differences == 0


def _distances(boards: np.ndarray) -> list[int]:
    return [sum(31 - square for square in range(1, 31) if int(mask) >> square & 1) for mask in boards[0]]


@pytest.mark.parametrize(
    ("agreed", "interval"),
    [
        (ChoiceComparison(3000, 0, complete=False), (0.0, 0.001)),
        (ChoiceComparison(59, 0, complete=True), (0.0, 0.0)),
        (ChoiceComparison(50, 5, complete=True), (0.1, 0.1)),
    ],
)
def test_intervals(agreed: ChoiceComparison, interval: tuple[float, float]) -> None:
    assert agreed.interval == pytest.approx(interval)


def test_an_interval_holds_the_share_seen() -> None:
    low, high = ChoiceComparison(1000, 10, complete=False).interval
    assert 0 < low < 0.01 < high < 0.02


def test_what_never_matters_is_left_out() -> None:
    """No turn lets more than a hundred squares be gone, so the second part never decides."""
    tree = from_lisp("(sub (mul my_distance (mul 30 30)) (mul their_barricade hits))", WORDS)
    some = decisions_for(PLAYER, SENET, 300, 1)
    done = with_smaller_parts(tree, WORDS, some)
    assert len(done.tree) < len(tree)
    assert compare_choices(tree, done.tree, WORDS, some).differences == 0
    allowed = with_smaller_parts(tree, WORDS, some, allowed=0.2)
    assert compare_choices(tree, allowed.tree, WORDS, some).differences <= 60


def test_moves_that_are_named_are_compared() -> None:
    game = Pursuit()
    vocabulary = vocabulary_of(game)
    whole = all_decisions(game)
    assert whole is not None
    one, same, other = (from_lisp(text, vocabulary) for text in ("own_x", "(add own_x (add 1 3))", "own_y"))
    assert compare_choices(one, same, vocabulary, whole).differences == 0
    assert compare_choices(one, other, vocabulary, whole).differences > 1000


def test_small_games_are_gone_through_whole() -> None:
    game = game_of("hexapawn")
    vocabulary = vocabulary_of(game)
    tree = from_lisp("(add move_to (if_then_else (mine move_to) my_moves 1))", vocabulary)
    done = simplify(tree, vocabulary, game, "play")
    assert done.steps[0].evidence is None
    evidence = done.steps[1].evidence
    assert evidence is not None
    assert (evidence.complete, evidence.differences) == (True, 0)
    assert len(done.tree) == 3
    assert "proven" in done.steps[1].same
    assert "proven" not in done.steps[0].same


def test_what_was_seen_in_some_decisions_is_not_called_proven() -> None:
    done = simplify(from_lisp("(add their_distance their_pieces)", WORDS), WORDS, SENET, decisions=200)
    assert done.steps[1].same == "chose the same in 200 of 200 decisions, which is observed, not proven"


def test_a_game_in_which_nobody_has_a_choice_ends_with_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("senet_gp.insight.simplify.if_solvable", lambda _game: None)
    game = game_of("trilobite", {"width": 1, "height": 3, "line": 3})
    vocabulary = vocabulary_of(game)
    done = simplify(from_lisp("(add my_moves 1)", vocabulary), vocabulary, game, decisions=20)
    evidence = done.steps[1].evidence
    assert evidence is not None
    assert (evidence.decisions, evidence.complete, evidence.interval) == (0, False, (0, 1))


def test_export_simplifies(tmp_path: Path) -> None:
    file = tmp_path / "short.json"
    command = [
        *("export", "expr:(sub (add my_moves 3) (sub 3 their_pieces))"),
        *("--simplify=play", "--decisions", "200", "--champion", str(file)),
    ]
    done = run_command(*command)
    assert done.stdout == "my_moves\n"
    assert "7 nodes, depth 2" in done.stderr
    assert "0 of 200 decisions differ" in done.stderr
    champion = Champion.read(file)
    assert to_lisp(champion.tree) == "my_moves"
    told = champion.origin["simplified"]
    assert told["kind"] == "play"
    assert told["steps"][1]["decisions"] == 200
    small = [*command[:1], "expr:(add move_to (sub 1 1))", "--game", "hexapawn", "--simplify", "--json"]
    as_json = run_command(*small)
    assert json.loads(as_json.stdout)["expression"] == "move_to"
    refused = run_command(*command[:2], "--json")
    assert refused.returncode == 2
