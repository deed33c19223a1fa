"""``senet-gp table``, also with ``--tree``, and ``verdict``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import assert_refused, run_command

from primitives import vocabulary_of
from senet_gp.games.senet import Senet
from senet_gp.games.trilobite import Trilobite
from senet_gp.players.champion import Champion
from senet_gp.trees.text import from_lisp


def test_a_table_is_made_shown_set_by_hand_and_played_from(tmp_path: Path) -> None:
    done = run_command(
        "table", "tictactoe", "--out", "table.txt", "--show", "xx.oo....", "--json", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert [report[key] for key in ("game", "combinations", "source_filter", "kept", "with_a_move")] == [
        "tictactoe", 19683, 4277, 4536, 4520,
    ]  # fmt: skip
    assert (report["classes"], report["entry"]["move"], report["entry"]["leads_to"]) == (630, "3", "won")
    again = run_command("table", "tictactoe", "--out", "table.txt", cwd=tmp_path)
    assert again.returncode == 1
    assert "already exists" in again.stderr

    found = json.loads(run_command("verdict", "tictactoe", "table:table.txt", "--json", cwd=tmp_path).stdout)
    assert [seat["worst"] for seat in found["seats"]] == [0, 0]
    file = tmp_path / "table.txt"
    file.write_text(file.read_text().replace(" xx.oo....   3    won", " xx.oo....   9      ?"))
    shown = run_command("table", "tictactoe", "--from", "table.txt", "--show", "xx.oo....", cwd=tmp_path)
    assert "plays 9: to entry" in shown.stdout
    file.write_text(file.read_text().replace(" xx.oo....   9 ", " xx.oo....   1 "))
    wrong = run_command("verdict", "tictactoe", "table:table.txt", cwd=tmp_path)
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert "'1' is not a move here: the moves are 3, 6, 7, 8, 9" in wrong.stderr


def test_a_reduced_table_is_made_shown_and_played_from(tmp_path: Path) -> None:
    made = run_command("table", "tictactoe", "--reduced", "--out", "reduced.txt", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    rows = dict(line.strip().rsplit(maxsplit=1) for line in made.stdout.splitlines()[:-1])
    assert rows["orders in which the board can be filled (9!)"] == "362880"
    assert (rows["games that can be played"], rows["ways to fill the board"]) == ("255168", "19683")
    assert rows["entries of this reduced table"] == "630"
    # Two crosses and a nought, in the source's two ways of writing; the noughts are to move.
    for text in ("xx......o", "[-1,-1,0,0,0,0,0,0,1]"):
        shown = run_command(
            "table", "tictactoe", "--from", "reduced.txt", "--show", text, cwd=tmp_path
        ).stdout
        assert "oo......x, x (noughts) to move" in shown
        assert "  by symmetry the entry of ..o..ox..\n" in shown
        assert "plays 3: to entry" in shown
    found = json.loads(
        run_command("verdict", "tictactoe", "table:reduced.txt", "--json", cwd=tmp_path).stdout
    )
    assert [seat["worst"] for seat in found["seats"]] == [0, 0]


def test_a_tree_begins_at_a_position_in_any_form() -> None:
    texts = ("oo......x", "xx......o", "-1,-1,0,0,0,0,0,0,1")
    trees = {run_command("table", "tictactoe", "--tree", "--position", text).stdout for text in texts}
    assert len(trees) == 1
    assert trees.pop().startswith("tictactoe from oo......x, x (noughts) to move\n")


def test_a_tree_is_counted_rated_and_drawn(tmp_path: Path) -> None:
    done = run_command("table", "trilobite", "--tree", "--dot", "tree.dot", "--json", cwd=tmp_path)
    report = json.loads(done.stdout)
    assert [report[key] for key in ("nodes", "leaves", "distinct", "move")] == [3278, 1310, 694, 6]
    assert (report["ratings"], report["reply_ratings"]) == ([0, 0, 0], [1, 1, 0])
    assert (tmp_path / "tree.dot").read_text().startswith('digraph "trilobite" {')
    text = run_command(
        "table", "trilobite", "--tree", "--rule", "width=4", "--rule", "height=3", "--rule", "line=4"
    ).stdout
    assert "12031 distinct positions" in text
    assert "ratings:    0   0   0   0" in text


def test_a_tree_is_drawn_into_a_picture(tmp_path: Path) -> None:
    done = run_command("table", "hexapawn", "--tree", "--plot", "tree.png", "--depth", "3", cwd=tmp_path)
    assert "the longest line: 7 moves, 4 of the player to move, 3 of the opponent" in done.stdout
    assert (tmp_path / "tree.png").read_bytes().startswith(b"\x89PNG")


def test_a_verdict_is_printed() -> None:
    text = run_command("verdict", "pursuit", "minimax").stdout
    assert "moving first: never loses" in text
    assert text.endswith("  perfect\n")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["table", "pursuit", "--tree"], 2, "pursuit can go on for ever, so it has no tree"),
        (["table", "hexapawn", "--tree", "--rule", "width=4"], 2, "hexapawn has no parameter 'width'"),
        (
            ["table", "tictactoe", "--tree", "--plot", "tree.svg"],
            2,
            "a picture of more than 4000 nodes cannot be read",
        ),
        (["table", "hexapawn", "--tree", "--plot", "tree.txt"], 2, "tree.txt cannot be drawn"),
        (
            ["table", "tictactoe", "--tree", "--position", "xxx.oo..."],
            2,
            "a line is complete, so the game is over",
        ),
        (["table", "chess"], 2, "there is no "),
        (["table", "tictactoe", "--from", "nothing"], 1, "nothing does not exist"),
        (["table", "tictactoe", "--show", "zz"], 2, "a position of tictactoe is 9 characters"),
        (
            ["table", "tictactoe", "--show", "zz"],
            2,
            "or x the crosses, who begin), or 9 numbers -1 (a cross)",
        ),
        (["table", "tictactoe", "--reduced", "--from", "t"], 2, "--reduced makes a new table"),
        (["verdict", "tictactoe", "table:"], 2, "'table:' is not a player: write table, or table:FILE"),
    ],
)
def test_mistakes_get_one_sentence(tmp_path: Path, arguments: list[str], code: int, message: str) -> None:
    done = run_command(*arguments, cwd=tmp_path)
    assert_refused(done, code, message)
    assert list(tmp_path.iterdir()) == []


def test_senet_with_one_piece_is_solved_written_played_and_judged_by(tmp_path: Path) -> None:
    one = ("senet", "--rule", "pieces=1")
    made = run_command("table", *one, "--out", "one.chances", "--show", "--json", cwd=tmp_path)
    report = json.loads(made.stdout)
    assert (report["game"], report["parameters"], report["positions"]) == ("senet", {"pieces": 1}, 870)
    assert report["first_mover_chance"] == report["entry"]["chance"] == pytest.approx(0.5370062, abs=1e-6)
    judged = run_command(
        "verdict",
        *one,
        "table:one.chances",
        "--table",
        "one.chances",
        "--games",
        "100",
        "--json",
        cwd=tmp_path,
    )
    found = json.loads(judged.stdout)
    assert list(found) == ["game", "player", "parameters", "regret", "games", "interval", "seats"]
    assert found["regret"] == 0
    assert [seat["seat"] for seat in found["seats"]] == ["first", "second"]
    assert_refused(run_command("table", "senet"), 2, "1 to 3 pieces a side, not 7")


def test_a_verdict_has_the_rules_that_the_champion_was_bred_for(tmp_path: Path) -> None:
    vocabulary = vocabulary_of("senet")
    tree = from_lisp("(sub their_distance my_distance)", vocabulary)
    Champion(tree, vocabulary, Senet(pieces=1)).write(tmp_path / "one.json")
    judged = run_command("verdict", "senet", "one.json", cwd=tmp_path)
    assert judged.stdout.startswith("one.json at senet with 1 piece, against perfect play:\n")
    wide = Trilobite(width=4)
    row = from_lisp("my_moves", vocabulary_of(wide))
    Champion(row, vocabulary_of(wide), wide).write(tmp_path / "wide.json")
    assert run_command("verdict", "trilobite", "wide.json", cwd=tmp_path).returncode == 0
    other = run_command("verdict", "senet", "one.json", "--rule", "pieces=3", cwd=tmp_path)
    assert_refused(other, 2, "name the player table:FILE, or in verdict --table FILE")
