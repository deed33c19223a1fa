"""The small games through the same verbs as Senet."""

from __future__ import annotations

import dataclasses
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from commands import assert_refused, run_command
from thinned import thinned

from senet_gp.arena.record import GameRecord
from senet_gp.cli.table import _print_summary
from senet_gp.games.registry import game_of
from senet_gp.games.small import small_games
from senet_gp.players.position_table import TableSummary


@pytest.mark.parametrize(("game", "move"), [("hexapawn", "1"), ("tictactoe", "5"), ("trilobite", "7")])
def test_a_person_plays_to_the_end_and_the_record_reads_back(tmp_path: Path, game: str, move: str) -> None:
    # All moves are tried again and again; illegal ones are refused in a sentence.
    tries = "".join(f"{number}!\n" for _ in range(6) for number in [move, *range(10)])
    done = run_command("play", game, "--against", "minimax", "--ascii", "--record", "game.txt", "--seed", "1",
               cwd=tmp_path, lines=tries)  # fmt: skip
    assert done.returncode == 0
    assert "Best has won the game." in done.stdout or "nobody has won" in done.stdout
    replayed = run_command("replay", "game.txt", "--ascii", cwd=tmp_path)
    assert replayed.returncode == 0
    assert replayed.stdout.startswith(f"{game_of(game).title}: x ")
    assert "End of the record: " in replayed.stdout


def test_pursuit_is_played_and_told_in_words() -> None:
    done = run_command(
        "play", "pursuit", "--against", "random", "--seed", "2", "--ascii", lines="?\nwest\nr!\n1!\n"
    )
    assert "  left, right, up, down\n" in done.stdout
    assert "'west' is not a move here: the moves are left, right, up, down; help lists" in done.stdout
    assert "such as left!" in done.stdout
    assert "right (loses)" in done.stdout
    assert "x You play right, loses" in done.stdout
    assert "o random has won the game." in done.stdout


def test_a_person_resigns(tmp_path: Path) -> None:
    lines = "h\nwhy\n2!\nresign\n\nresign\nyes\n"
    done = run_command("play", "hexapawn", "--ascii", "--record", "r.txt", lines=lines, cwd=tmp_path)
    assert done.returncode == 0
    assert "Every move loses, if both play perfectly after it:" in done.stdout
    assert "x You resign.\no Easy has won the game.\n" in done.stdout
    record = GameRecord.read(tmp_path / "r.txt")
    assert record.result == "o won, x resigned"
    assert len(record.choices) == 2


def test_a_machine_learns_at_the_terminal(tmp_path: Path) -> None:
    assert (
        run_command(
            "learn", "machine", "hexapawn", "--games", "1", "--out", "m.json", cwd=tmp_path
        ).returncode
        == 0
    )
    before = json.loads((tmp_path / "m.json").read_text())["games"]
    tries = "".join(f"{number}!\n" for _ in range(6) for number in (1, 2, 3))
    done = run_command(
        "play", "hexapawn", "--against", "matchbox:m.json", "--learn", cwd=tmp_path, lines=tries
    )
    assert done.returncode == 0
    after = json.loads((tmp_path / "m.json").read_text())["games"]
    assert after > before
    assert f"The machine has learned from {before + 1} games; m.json is written." in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "hexapawn", "--against", "minimax", "--learn"], "only a machine can learn"),
        (["match", "senet", "minimax", "random"], "Senet is solved with 1 to 3 pieces a side, not 7"),
        (["match", "hexapawn", "hand:HC1", "random"], "hexapawn has no hand-made players"),
        (["match", "pursuit", "search:2:expr:own_x", "random"], "it cannot look ahead"),
        (["match", "trilobite", "random", "random", "--rule", "width=40"], "40"),
        (["match", "trilobite", "random", "random", "--rule", "width"], "is not NAME=NUMBER"),
        (["match", "hexapawn", "random", "random", "--rule", "width=3"], "hexapawn has no parameter 'width'"),
        (["verdict", "senet", "random"], "Senet is solved with 1 to 3 pieces a side, not 7"),
        (["match", "hexapawn", "human", "random", "--json"], "leave out human or --json"),
        (["match", "trilobite", "random", "random", "--rule", "width=4", "--rule", "width=5"], "given twice"),
        (
            ["match", "trilobite", "random", "random", "--rule", "width=-3"],
            "is -3, but it must be from 1 to 31",
        ),
    ],
)
def test_mistakes_get_one_sentence(arguments: list[str], message: str) -> None:
    done = run_command(*arguments)
    assert_refused(done, 2, message)


@pytest.mark.parametrize("game", thinned(small_games(), kept=[0, 1]))
def test_players_of_all_kinds_meet(game: str) -> None:
    done = run_command(
        "tournament", game, "random", "random-tree:1", "minimax", "table", "--games", "4", "--json"
    )
    table = json.loads(done.stdout)["table"]
    assert {row["player"] for row in table} == {"random", "random-tree:1", "minimax", "table"}
    assert all(row["losses"] <= 2 * 4 for row in table if row["player"] in {"minimax", "table"})


def test_a_person_is_an_entrant_of_a_tournament() -> None:
    tries = "".join(f"{number}!\n" for _ in range(12) for number in range(1, 10))
    done = run_command("tournament", "tictactoe", "human", "random", "--games", "2", lines=tries)
    assert done.returncode == 0
    assert "human" in done.stdout.partition("rating")[2]
    assert done.stdout.startswith("Tic-tac-toe, 2 games with you at the board.\n")
    beginnings = re.findall(r"Game (\d) of 2\nYou are (.) and move (\w+), against random", done.stdout)
    assert [(number, place) for number, _, place in beginnings] == [("1", "first"), ("2", "second")]
    assert len(re.findall(r"(?:You have|random has|nobody has) won", done.stdout)) == 2
    left = run_command("match", "tictactoe", "human", "random", "--games", "2", lines="q\n")
    assert left.returncode == 130
    assert left.stderr == "senet-gp: you left, so the games end here, and nothing is saved.\n"


def test_two_people_share_a_terminal(tmp_path: Path) -> None:
    first_wins = "1!\n4!\n2!\n5!\n3!\n"
    asked = ("match", "tictactoe", "human", "human", "--games", "2", "--workers", "1", "--record", "games")
    done = run_command(*asked, cwd=tmp_path, lines=2 * first_wins)
    assert done.returncode == 0, done.stderr
    for one, other in ((1, 2), (2, 1)):
        told = done.stdout.split(f"Game {one} of 2\n")[1].split("Game 2")[0]
        first, second = re.findall(r"^human \d, you \((.)\) are to move\.$", told, re.MULTILINE)[:2]
        assert told.startswith(f"human {one} is {first} and moves first, against human {other}.\n")
        assert f"\nhuman {other}, you ({second}) are to move.\n" in told
        turns = re.findall(r"(\d) . human (\d) plays (\d)", told)
        people = (one, other, one, other, one)
        assert turns == [
            (str(turn), str(who), square)
            for turn, (who, square) in enumerate(zip(people, "14253", strict=True), 1)
        ]
        assert f"{first} human {one} has won after 5 turns." in told
        # What has changed since the own last choice is marked, and the last move.
        assert len(re.findall(r"^ .*\(.\)", told, re.MULTILINE)) == 5
    assert "1 won by  human 1" in done.stdout
    assert GameRecord.read(tmp_path / "games" / "game-2.txt").players == ("human 2", "human 1")
    knockout = ("tournament", "tictactoe", "human", "human", "--knockout", "--games", "1")
    done = run_command(*knockout, lines=first_wins)
    assert re.search("human [12] wins the duel against human [12] on points, and with it", done.stdout)
    assert len(re.findall("Game|game 1, best of 1", done.stdout)) == 1


def test_looking_ahead_helps_in_hexapawn() -> None:
    text = "expr:(sub my_moves their_moves)"
    done = run_command("match", "hexapawn", f"search:7:{text}", "random", "--games", "20", "--json")
    report = json.loads(done.stdout)
    assert report["wins"][0] >= 15
    assert report["game"] == "hexapawn"


@pytest.mark.parametrize("game", ["hexapawn", "pursuit"])
def test_a_champion_is_evolved_proven_exported_and_played(tmp_path: Path, game: str) -> None:
    options = ["--population", "20", "--generations", "2", "--final-games", "10"]
    done = run_command("evolve", game, *options, "--out", "run", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Against every line of play" in done.stdout
    verdict = json.loads(run_command("verdict", game, "run", "--json", cwd=tmp_path).stdout)
    assert [seat["seat"] for seat in verdict["seats"]] == ["first", "second"]
    assert (
        run_command("export", "run", "--format", "python", "--out", "player.py", cwd=tmp_path).returncode == 0
    )
    alone = subprocess.run([sys.executable, "-I", "player.py"], cwd=tmp_path, capture_output=True, check=True)
    assert alone.stdout.startswith(b"checked on 12 boards\n")
    report = json.loads(
        run_command("match", game, "run", "random", "--games", "20", "--json", cwd=tmp_path).stdout
    )
    assert sum(report["wins"]) + report["draws"] == 20


def test_a_match_of_pursuit_tells_how_many_games_were_lost_by_a_repeated_move() -> None:
    match = ("match", "pursuit", "random-tree:1", "random", "--games", "200")
    self_losses = json.loads(run_command(*match, "--json").stdout)["self_losses"]
    assert sum(self_losses) > 100
    lines = run_command(*match).stdout.splitlines()
    place = lines.index(f"lost by the move that the loser made: {sum(self_losses) / 200:.1%} of the games")
    assert [line.split() for line in lines[place + 1 : place + 3]] == [
        [str(self_losses[0]), "by", "random-tree:1"],
        [str(self_losses[1]), "by", "random"],
    ]
    assert "repeating" not in run_command("match", "hexapawn", "random", "random", "--games", "10").stdout


def test_table_says_why_verdict_counts_more_positions() -> None:
    kept = json.loads(run_command("table", "pursuit", "--json").stdout)["kept"]
    seats = json.loads(run_command("verdict", "pursuit", "random", "--json").stdout)["seats"]
    assert all(kept < seat["positions"] <= 2 * kept for seat in seats)
    remark = " ".join(run_command("table", "pursuit").stdout.split())
    assert "verdict counts one twice in which both players can be to move" in remark


@pytest.mark.parametrize(("symmetries", "told"), [(1, False), (8, True)])
def test_classes_of_positions_are_told_where_the_board_has_symmetries(
    symmetries: int, told: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    numbers = {field.name: 5 for field in dataclasses.fields(TableSummary)} | {"symmetries": symmetries}
    _print_summary(TableSummary(**numbers))  # type: ignore[arg-type]
    assert ("symmetries" in capsys.readouterr().out) is told
