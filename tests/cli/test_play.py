"""Playing at the terminal: through a pipe, and through a real pseudo-terminal."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from commands import assert_refused, errors_of, run_command
from terminal import TerminalSession, on_terminal

from senet_gp.arena.record import GameRecord
from senet_gp.cli.output import program

PLAY = ("play", "senet", "--seed", "5")


def piped(lines: str, *options: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return run_command(*PLAY, *options, lines=lines, cwd=cwd)


PROMPT = "your choice"


def test_a_turn_in_a_real_terminal(tmp_path: Path) -> None:
    with TerminalSession(*PLAY, "--against", "random-tree:2", "--ascii", cwd=tmp_path) as session:
        session.wait_for(PROMPT)
        assert "You (x) throw 1 and 2." in session.output
        assert "any     2     3 water house" in session.output
        session.type("3\n")
        session.wait_for("u takes it back")
        session.type("u\n")
        session.wait_for(PROMPT)
        session.type("nonsense\n")
        session.wait_for("'nonsense' is not a move: write 9>12")
        session.wait_for(PROMPT)
        session.type("h\n")
        session.wait_for("Too close to call: the first of these is not clearly the best.")
        session.wait_for(PROMPT)
        session.type("m\n")
        session.wait_for("  14  14>17")
        session.wait_for(PROMPT)
        session.type("rules\n")
        session.wait_for("Four sticks say how far,")
        session.wait_for(PROMPT)
        session.type("3+2 2+1\n")  # the order does not matter, if it is legal
        session.wait_for("cannot be played")
        session.wait_for(PROMPT)
        session.type("4-5\n")  # a beginning is enough
        session.wait_for("   2  4>5*>7*      hits 2")
        session.wait_for("4-5 ... and then")
        session.type("u\n")
        session.wait_for("... 4 more (m)")
        session.wait_for(PROMPT)
        session.type("2+1 3+2\n")
        session.wait_for("   (x)    x     o    (o)    o")  # 5 to 1: what this move would change
        session.wait_for("u takes it back")
        session.type("\n")
        session.wait_for("  1 x You throw 1 and 2: 2>3*>5*, hits 2")
        session.wait_for("  2 o random-tree:2 throws ")
        session.wait_for(PROMPT)
        session.type("s game.txt\n")
        session.wait_for("Saved; to go on later: ")
        session.wait_for("-m senet_gp play senet --load game.txt")
        session.wait_for(PROMPT)
        session.type("q\n")
        session.wait_for("The game is not finished.")
        assert session.ended() == 0
    # Only commands, which are copied, are not broken.
    broken = [line for line in session.output.splitlines() if "-m senet_gp play" not in line]
    assert max(map(len, broken)) <= 80
    assert session.output.isascii()
    assert len(GameRecord.read(tmp_path / "game.txt").choices) == 2


def test_ctrl_c_ends_the_game_and_keeps_it(tmp_path: Path) -> None:
    with TerminalSession(*PLAY, "--record", "game.txt", cwd=tmp_path) as session:
        session.wait_for(PROMPT)
        session.type("1!\n")
        session.wait_for(PROMPT)
        os.killpg(session.process.pid, signal.SIGINT)
        session.wait_for("it is saved in game.txt")
        assert session.ended() == 130
    assert GameRecord.read(tmp_path / "game.txt").choices
    assert "Traceback" not in session.output


def test_end_of_input_ends_the_game() -> None:
    done = piped("1!\n")
    assert done.returncode == 0
    assert "The input has ended. The game is not finished." in done.stdout
    assert done.stderr == ""


def test_a_whole_game_through_a_pipe_is_recorded_and_replayed(tmp_path: Path) -> None:
    done = piped(
        "1!\n" * 500, "--rule", "pieces=2", "--record", "game.txt", "--second", "--ascii", cwd=tmp_path
    )
    assert done.returncode == 0
    assert " won the game." in done.stdout
    record = GameRecord.read(tmp_path / "game.txt")
    assert record.outcome in {1, -1}
    assert record.players[1] == "human"
    replay = run_command("replay", "game.txt", "--ascii", cwd=tmp_path)
    assert replay.stdout.count("throws") == len(record.choices)
    assert replay.stdout.rstrip().endswith("wins.")
    refused = piped("", "--load", "game.txt", cwd=tmp_path)
    assert refused.returncode == 2
    assert "not an unfinished game" in refused.stderr


@pytest.mark.parametrize(
    "game",
    [
        ("senet", "--against", "random", "--rule", "pieces=2"),
        ("senet", "--rule", "pieces=2", "--second"),
        ("pursuit", "--against", "random"),
    ],
)
def test_a_game_that_is_left_goes_on_as_it_would_have(game: tuple[str, ...], tmp_path: Path) -> None:
    """A game has the same throws wherever it is left, and however often it is saved."""
    moves = "".join(f"{number}!\n" for number in (2, 1, 0, 1)) * 60
    whole = run_command("play", *game, "--seed", "5", "--record", "whole.txt", cwd=tmp_path, lines=moves)
    assert whole.returncode == 0
    for own in (1, 3, 6):
        name = f"left-{own}.txt"
        lines = moves.split("\n")
        begun = run_command(
            "play", *game, "--seed", "5", cwd=tmp_path, lines="\n".join([*lines[:own], f"s {name}", "q", ""])
        )
        assert f"Saved; to go on later: senet-gp play {game[0]} --load {name}" in begun.stdout
        again = run_command("play", game[0], "--load", name, cwd=tmp_path, lines="\n".join(lines[own:]))
        assert again.returncode == 0
        assert "To play the same game again" not in again.stdout
        assert "The game goes on as it would have without the break)" in again.stdout
        assert (tmp_path / name).read_text() == (tmp_path / "whole.txt").read_text()


def test_what_a_record_does_not_tell_is_drawn_anew(tmp_path: Path) -> None:
    assert piped("1!\n" * 3, "--record", "game.txt", cwd=tmp_path).returncode == 0
    text = (tmp_path / "game.txt").read_text()
    before = GameRecord.from_text(text)
    loaded = ("play", "senet", "--load", "game.txt")
    refused = run_command(*loaded, "--seed", "6", cwd=tmp_path)
    assert refused.returncode == 2
    assert "game.txt already says how its random numbers go on: leave out --seed." in refused.stderr
    lines = text.replace("record 2", "record 1").splitlines(keepends=True)
    (tmp_path / "game.txt").write_text("".join(line for line in lines if not line.startswith("streams")))
    done = run_command(*loaded, "--seed", "6", cwd=tmp_path, lines="1!\n" * 3)
    assert "(The record has no random streams, so new ones are drawn: --seed 6)" in done.stdout
    after = GameRecord.read(tmp_path / "game.txt")
    assert len(after.choices) > len(before.choices)
    assert after.choices[: len(before.choices)] == before.choices


def test_a_game_is_saved_again_into_its_own_file(tmp_path: Path) -> None:
    done = piped("s a.txt\n1!\ns a.txt\nq\n", cwd=tmp_path)
    assert done.stdout.count("Saved; to go on later") == 2
    assert GameRecord.read(tmp_path / "a.txt").choices


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--against", "human"], 2, "a person plays only at the terminal"),
        (["--against", "nobody"], 2, "there is no player 'nobody'"),
        (["--hint", "nobody"], 2, "there is no player 'nobody'"),
        (["--rule", "pieces=0"], 2, "pieces a side in Senet is 0, but it must be from 1 to 7"),
        (["--record", "taken.txt"], 1, "taken.txt already exists"),
        (["--load", "nothing.txt"], 1, "nothing.txt does not exist"),
        (["--load", "taken.txt"], 1, "this is not a game record"),
        (["--load", "taken.txt", "--second"], 2, "the record of --load already names"),
        (["--record", "no/where.txt"], 1, "no/where.txt cannot be written: make the directory no first"),
        (["--record", "x" * 5000], 1, "cannot be written: File name too long"),
    ],
)
def test_mistakes_get_one_sentence(tmp_path: Path, options: list[str], code: int, message: str) -> None:
    (tmp_path / "taken.txt").write_text("mine")
    done = piped("", *options, cwd=tmp_path)
    assert_refused(done, code, message)
    assert (tmp_path / "taken.txt").read_text() == "mine"


def test_mistakes_at_the_prompt_are_told_and_asked_again(tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    done = piped(
        "0\n99\n9*3\n14-2\ns\ns taken\ns no/such/place\nm\nm\nh\n000000099\nu\n1\nwhat\nu\nQ\n",
        cwd=tmp_path,
    )
    assert done.returncode == 0
    for message in (
        "there is no choice 0: choose from 1 to 14.",
        "there is no choice 99: choose from 1 to 14.",
        "'9*3' is not a move",
        "14-2 cannot be played: a piece moves back only if none can move 2 forward, and this one can.",
        "write s FILE to save the game.",
        "taken already exists: choose another name, or remove it.",
        "no/such/place cannot be written: make the directory no/such first.",
        "there are no more choices.",
        "there is no choice 000000099: choose from 1 to 14.",
        "there is no choice to take back",
    ):
        assert message in done.stdout
    assert done.stdout.count(PROMPT) == 14
    assert done.stdout.count("u takes it back") == 2


def test_the_game_is_saved_when_nobody_reads_any_more(tmp_path: Path) -> None:
    lines = "1!\\n" * 300
    play = f"{sys.executable} -m senet_gp {' '.join(PLAY)} --rule pieces=3 --record game.txt"
    assert errors_of(f"printf '{lines}' | {play} | head -200", tmp_path) == ""
    # So many lines are not written before something is played.
    assert len(GameRecord.read(tmp_path / "game.txt").choices) > 1


def test_hints_are_wins_of_100_if_the_named_player_plays_on() -> None:
    done = piped("h\nwhy\nwhy 3\nwhy 4>\nq\n", "--against", "random", "--hint", "hand:HC4")
    assert "Wins of 100 if both play on as hand:HC4 (95 % intervals, 1,000 games each):" in done.stdout
    assert "Too close to call: the first of these is not clearly the best. Wins" in done.stdout
    shown = r"^ +(\d+)  \S.* (\d+) wins of 100 \((\d+) to (\d+)\)(?:, too close to call)?$"
    hints = re.findall(shown, done.stdout, re.MULTILINE)
    assert len(hints) == 5
    assert all(0 < int(low) <= int(chance) <= int(high) < 100 for _, chance, low, high in hints)
    asked_why = re.findall(
        r"(?:better|worse) than \S.*: it wins \d+ of 100, |too close to call\.$", done.stdout, re.MULTILINE
    )
    assert len(asked_why) == 2
    assert "choices begin so: write the whole moves, or the number of a choice." in done.stdout


def test_signs_fit_the_terminal() -> None:
    sound = {"LC_ALL": "en_US.UTF-8", "TERM": "xterm"}
    for encoding, variable, fancy in [
        ("utf-8", {}, True),
        ("ascii", {}, False),
        ("utf-8", {"LC_ALL": "C"}, False),
        ("utf-8", {"TERM": "dumb"}, False),
    ]:
        done = run_command(*PLAY, lines="q\n", encoding=encoding, environment=sound | variable)
        assert done.returncode == 0
        assert ("●" in done.stdout) == fancy
        assert done.stdout.isascii() != fancy


@pytest.mark.parametrize(
    ("options", "environment", "coloured"),
    [
        ((), {}, True),
        ((), {"NO_COLOR": "1"}, False),
        ((), {"TERM": "dumb"}, False),
        (("--ascii",), {}, False),
    ],
)
def test_colours_where_they_are_wanted(
    tmp_path: Path, options: tuple[str, ...], environment: dict[str, str], coloured: bool
) -> None:
    plain = {"NO_COLOR": "", "LC_ALL": "C.UTF-8"}
    code, written = on_terminal(
        *PLAY, "--rule", "pieces=3", *options,
        cwd=tmp_path, lines="1!\nrules\nq\n", columns=60, environment=plain | environment,
    )  # fmt: skip
    assert code == 0
    assert ("\x1b[" in written) == coloured
    # Lines that are typed ahead may not be echoed, so that the answer stands behind the prompt.
    shown = re.sub(r"\x1b\[[0-9;]*m", "", written).replace("(? for help): ", "(? for help):\n").splitlines()
    assert max(map(len, shown)) <= 60
    assert any("(●)" in line or "(x)" in line for line in shown)
    assert any(line.startswith("home, of 3: ") for line in shown)


def test_a_short_game_is_offered_where_there_is_one() -> None:
    assert "A short game: senet-gp play senet --rule pieces=3\n" in piped("q\n").stdout
    assert "A short game" not in piped("q\n", "--rule", "pieces=3").stdout
    assert "A short game" not in run_command("play", "hexapawn", lines="q\n").stdout


def test_only_choices_are_told_and_shown() -> None:
    """With one piece a side the player seldom has a choice; each move that is made for them is shown."""
    done = piped("1!\n" * 30, "--rule", "pieces=1", "--against", "random")
    told = [line for line in done.stdout.splitlines() if " You throw " in line]
    assert any(line.endswith(", your only choice") for line in told)
    assert done.stdout.count("home, of 1: ") >= len([line for line in told if "no move" not in line])


def test_commands_are_told_as_the_program_was_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "senet-gp"
    own.touch(mode=0o755)
    monkeypatch.setattr(sys, "orig_argv", ["py thon", "-m", "senet_gp"])
    for called, told in (
        ("senet-gp", "senet-gp"),
        (str(own), str(own)),
        ("/x/senet_gp/__main__.py", "'py thon' -m senet_gp"),
        ("/x/pytest/__main__.py", "senet-gp"),
    ):
        monkeypatch.setattr(sys, "argv", [called])
        assert program() == told
    monkeypatch.setattr(sys, "argv", [str(own)])
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program() == "senet-gp"
