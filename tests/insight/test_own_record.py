"""A person's own games, added up."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from commands import assert_refused, run_command
from played_games import record_of
from thinned import thinned

from senet_gp.arena.record import GameRecord
from senet_gp.games.registry import game_of
from senet_gp.insight import analyse, judge_of
from senet_gp.insight.own_record import games_in, own_game, own_records


def played(
    seed: int, game: str = "senet", second: str = "random", *, person: int = 0, **parameters: int
) -> GameRecord:
    """A game of a random mover, as if it were a person, in either seat."""
    players = ("random", second) if person == 0 else (second, "random")
    record = record_of(game_of(game, parameters), seed, *players)
    record.players = ("human", second) if person == 0 else (second, "human")
    return record


def test_what_is_lost_is_the_difference_to_the_best_by_exact_chances() -> None:
    record = played(3, "tictactoe")
    found = own_game("one", record)
    assert found is not None
    judge = judge_of(record.game)
    expected = []
    for number, choice in enumerate(record.choices):
        count = len(choice.decision.afterstates)
        if choice.seat == 0 and count > 1:
            chances = judge.after(choice.decision)
            expected.append((number, float(chances.max() - chances[choice.index])))
    assert found.choices == len(expected)
    assert judge.exact
    assert found.judged is not None
    assert [one.number for one in found.judged] == [number for number, _ in expected]
    assert [one.lost for one in found.judged] == pytest.approx([lost for _, lost in expected])


@pytest.mark.parametrize(("pieces", "seed"), thinned([(7, 2), (3, 5)], kept=[1]))
def test_the_record_and_the_analysis_of_a_game_have_the_same_figures(pieces: int, seed: int) -> None:
    record = played(seed, pieces=pieces)
    record.choices = record.choices[:24]
    record.outcome = None
    found, analysis = own_game("one", record), analyse(record)
    assert found is not None
    assert found.judged is not None
    assert found.lost is not None
    accuracy = analysis.accuracies[0]
    assert accuracy.decisions == found.choices
    assert found.lost / found.choices == pytest.approx(accuracy.mean)
    marks = {one.number: one.grade.mark for one in found.judged if one.grade.mark}
    own = {number: one for number, one in enumerate(analysis.choices) if one.choice.seat == 0}
    assert marks == {number: one.mark for number, one in own.items() if one.mark}
    assert marks


@pytest.mark.parametrize("person", [0, 1])
def test_results_are_the_persons_and_opponents_have_one_name(person: int) -> None:
    record = played(1, "hexapawn", "minimax", person=person)
    found = own_game("pawns", record)
    assert found is not None
    assert found.result == (record.outcome or 0) * (1 - 2 * person)
    assert found.opponent == "Best"
    assert {choice.lost for choice in found.judged or ()} <= {0, 0.5, 1.0}


def test_games_without_one_person_are_left_out(tmp_path: Path) -> None:
    assert own_game("none", record_of(game_of("hexapawn"), 1)) is None
    both = record_of(game_of("hexapawn"), 1)
    both.players = ("human", "human")
    assert own_game("both", both) is None
    both.write(tmp_path / "both.txt")
    (tmp_path / "notes.txt").write_text("no record")
    played(1, "hexapawn").write(tmp_path / "one.txt")
    assert [Path(one.name).name for one in games_in(tmp_path)] == ["one.txt"]


def test_the_mean_of_five_games_weighs_choices(tmp_path: Path) -> None:
    for seed in range(7):
        played(seed, "hexapawn", "minimax").write(tmp_path / f"{seed}.txt")
    (record,) = own_records(games_in(tmp_path))
    last = record.games[-5:]
    lost, choices = sum(one.lost or 0 for one in last), sum(one.choices for one in last)
    assert record.means[-1] == pytest.approx(lost / choices)
    assert [row.games for row in record.opponents] == [7]


def test_the_command_adds_up_the_games_of_the_own_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SENET_GP_HOME", str(tmp_path))
    assert_refused(run_command("analyse", "--own"), 2, "play one first")
    assert_refused(run_command("analyse"), 2, "name the record of a game")
    for seed in range(3):
        played(seed, second="hand:HC5", pieces=3).write(tmp_path / f"{seed}.txt")
    played(1, "tictactoe", "minimax").write(tmp_path / "row.txt")
    told = json.loads(run_command("analyse", "--own", "--json").stdout)
    assert [one["game"] for one in told["records"]] == ["senet", "tictactoe"]
    senet = told["records"][0]
    assert all(one["date"].startswith("20") for one in senet["games"])
    assert senet["opponents"] == [
        {"name": "Hard", "games": 3, "won": senet["opponents"][0]["won"], "drawn": 0}
    ]
    assert all(one["lost"] >= 0.05 for one in senet["mistakes"])
    assert (
        sum(one["lost"] for one in senet["habits"])
        <= sum(one["lost_a_choice"] * one["choices"] for one in senet["games"]) + 1e-9
    )
    shown = run_command("analyse", str(tmp_path)).stdout
    assert " of 3 finished games won" in shown
    assert "What cost most" in shown
    assert_refused(run_command("analyse", "--own", str(tmp_path / "row.txt")), 2, "leave it out")


def test_a_game_in_which_a_choice_is_tried_again_is_practice_and_counts_nowhere(tmp_path: Path) -> None:
    first = played(4, "hexapawn", "minimax", person=1)
    first.write(tmp_path / "a.txt")
    again = replace(played(5, "hexapawn", "minimax", person=1), retried=1)
    again.write(tmp_path / "b.txt")
    # The same game once more is one of its own: only a choice that is tried again makes practice.
    first.write(tmp_path / "c.txt")
    for number, name in enumerate("abc", 1):
        os.utime(tmp_path / f"{name}.txt", (number, number))
    (record,) = own_records(games_in(tmp_path))
    assert [Path(one.name).stem for one in record.games] == ["a", "c"]
    (own, _) = record.games
    # What is told of a game is what its analysis tells.
    accuracy = analyse(first).accuracies[1]
    assert own.lost is not None
    assert (own.choices, own.lost / own.choices) == (accuracy.decisions, pytest.approx(accuracy.mean))
