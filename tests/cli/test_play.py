"""Playing at the terminal: through a pipe, and through a real pseudo-terminal."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commands import assert_refused, errors_of, run_command

from senet_gp.arena.record import GameRecord

PLAY = [sys.executable, "-m", "senet_gp", "play", "senet", "--seed", "5"]


def piped(lines: str, *options: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return run_command(*PLAY[3:], *options, lines=lines, cwd=cwd)


class TerminalSession:
    """A game in a pseudo-terminal of 80 columns and 24 rows."""

    def __init__(self, *options: str, cwd: Path | None = None, **environment: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [*PLAY, *options], stdin=slave, stdout=slave, stderr=slave, cwd=cwd, start_new_session=True,
            env={**os.environ, "TERM": "dumb", "COLUMNS": "80", "LINES": "24", **environment},
        )  # fmt: skip
        os.close(slave)
        self.output = ""
        self.seen = 0

    def wait_for(self, text: str, timeout: float = 60) -> None:
        """Read until the text has come behind what was waited for before."""
        deadline = time.monotonic() + timeout
        while (found := self.output.find(text, self.seen)) < 0:
            assert time.monotonic() < deadline, self.output
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    self.output += os.read(self.master, 65536).decode()
                except OSError:
                    pytest.fail(f"the program ended without {text!r}: {self.output}")
        self.seen = found + len(text)

    def type(self, text: str) -> None:
        """Type a text."""
        os.write(self.master, text.encode())

    def ended(self) -> int:
        """Wait for the end; the exit code."""
        code = self.process.wait(timeout=30)
        os.close(self.master)
        return code


PROMPT = "your choice"


def test_a_turn_in_a_real_terminal(tmp_path: Path) -> None:
    session = TerminalSession("--against", "random-tree:2", "--ascii", cwd=tmp_path)
    session.wait_for(PROMPT)
    assert "You (x) throw 1 and 2." in session.output
    assert "any     2     3 water house" in session.output
    session.type("3\n")
    session.wait_for("u takes it back")
    session.type("u\n")
    session.wait_for(PROMPT)
    session.type("nonsense\n")
    session.wait_for("'nonsense' is not a move: write 9+3")
    session.wait_for(PROMPT)
    session.type("h\n")
    session.wait_for("random-tree:2 would play the first of these")
    session.wait_for(PROMPT)
    session.type("m\n")
    session.wait_for("  14  ")
    session.wait_for(PROMPT)
    session.type("3+2 2+1\n")  # the order does not matter, if it is legal
    session.wait_for("cannot be played")
    session.wait_for(PROMPT)
    session.type("2+1 3+2\n")
    session.wait_for("u takes it back")
    session.type("\n")
    session.wait_for("  1 x human throws 1 and 2: 2+1 3+2, hits 2")
    session.wait_for("  2 o random-tree:2 throws ")
    session.wait_for(PROMPT)
    session.type("s game.txt\n")
    session.wait_for("Saved; to go on later: senet-gp play senet --load game.txt")
    session.wait_for(PROMPT)
    session.type("q\n")
    session.wait_for("The game is not finished.")
    assert session.ended() == 0
    assert max(len(line) for line in session.output.splitlines()) <= 110
    assert session.output.isascii()
    assert len(GameRecord.read(tmp_path / "game.txt").choices) == 2


def test_ctrl_c_ends_the_game_and_keeps_it(tmp_path: Path) -> None:
    session = TerminalSession("--record", "game.txt", cwd=tmp_path)
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
        (["--hint", "random"], 2, "random has no evaluation function, so it cannot give hints"),
        (["--rule", "pieces=0"], 2, "1 to 7 pieces a side, not 0"),
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
        "14-2 cannot be played: a piece moves back only if none can move 2 forward.",
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
    program = f"printf '{lines}' | {' '.join(PLAY)} --rule pieces=3 --record game.txt | head -200"
    assert errors_of(program, tmp_path) == ""
    # So many lines are not written before something is played.
    assert len(GameRecord.read(tmp_path / "game.txt").choices) > 1


def test_hints_come_from_the_player_that_is_named() -> None:
    done = piped("h\nq\n", "--against", "random", "--hint", "expr:hits")
    assert "expr:hits would play the first of these" in done.stdout
    without = piped("h\nq\n", "--against", "random")
    assert "there are no hints in this game: name an expression with --hint." in without.stdout


def test_signs_fit_the_terminal() -> None:
    sound = {"LC_ALL": "en_US.UTF-8", "TERM": "xterm"}
    for encoding, variable, fancy in [
        ("utf-8", {}, True),
        ("ascii", {}, False),
        ("utf-8", {"LC_ALL": "C"}, False),
        ("utf-8", {"TERM": "dumb"}, False),
    ]:
        done = run_command(*PLAY[3:], lines="q\n", encoding=encoding, environment=sound | variable)
        assert done.returncode == 0
        assert ("●" in done.stdout) == fancy
        assert done.stdout.isascii() != fancy
