"""Playing at the terminal: through a pipe, and through a real pseudo-terminal."""

from __future__ import annotations

import contextlib
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
from senet_gp.games.registry import game_of
from senet_gp.games.wording import wording_of
from senet_gp.players.human import Listing
from senet_gp.runtime.errors import UsageError

PLAY = ("play", "senet", "--seed", "5")


def piped(lines: str, *options: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return run_command(*PLAY, *options, lines=lines, cwd=cwd)


PROMPT = "your choice"


def is_whole(line: str) -> bool:
    """Whether a line holds a command or a file, which are copied, so that it is not broken."""
    return "senet-gp " in line or "-m senet_gp " in line or "saved in" in line


def test_a_turn_in_a_real_terminal(tmp_path: Path) -> None:
    with TerminalSession(*PLAY, "--against", "random-tree:2", "--ascii", cwd=tmp_path) as session:
        session.wait_for(PROMPT)
        assert "You (x) throw 1 and 2." in session.output
        assert "any     2     3 water house" in session.output
        session.type("3\n")
        session.wait_for("undo takes it back")
        session.type("u\n")
        session.wait_for(PROMPT)
        session.type("nonsense\n")
        session.wait_for("'nonsense' is not a move: write 9>12")
        session.wait_for(PROMPT)
        session.type("h\n")
        session.wait_for("about equal")
        session.wait_for(PROMPT)
        session.type("m\n")
        session.wait_for("  14  14>17")
        session.wait_for(PROMPT)
        session.type("rules\n")
        session.wait_for("Two players race")
        session.wait_for(PROMPT)
        session.type("3+2 2+1\n")  # the order does not matter, if it is legal
        session.wait_for("cannot be played")
        session.wait_for(PROMPT)
        session.type("4-5\n")  # a beginning is enough
        session.wait_for("   4  4>5*>7*      hits 2")
        session.wait_for("4-5 ... and then")
        session.type("u\n")
        session.wait_for("... lines left: 4; type more")
        session.wait_for(PROMPT)
        session.type("2+1 3+2\n")
        session.wait_for("   (x)    x     o    (o)    o")  # 5 to 1: what this move would change
        session.wait_for("undo takes it back")
        session.type("\n")
        session.wait_for("  1 x You throw 1 and 2: 2>3*>5*, hits 2")
        session.wait_for("  2 o random-tree:2 throws ")
        session.wait_for(PROMPT)
        session.type("s game.txt\n")
        session.wait_for("Saved; to go on later: ")
        session.wait_for("senet-gp play senet --load game.txt")
        session.wait_for(PROMPT)
        session.type("q\n")
        session.wait_for("The game is not finished.")
        assert session.ended() == 0
    # Only commands, which are copied, are not broken.
    broken = [line for line in session.output.splitlines() if not is_whole(line)]
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
    # The last move of before is shown again.
    last = before.choices[-1]
    assert f"{last.turn:3} {'●○'[last.seat]} " in done.stdout.partition("your choice")[0]


def test_a_game_is_saved_again_into_its_own_file(tmp_path: Path) -> None:
    done = piped("s a.txt\n1!\ns a.txt\nq\n", cwd=tmp_path)
    assert done.stdout.count("Saved; to go on later") == 2
    assert GameRecord.read(tmp_path / "a.txt").choices


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--against", "human"], 2, "a person plays only at the terminal"),
        (["--against", "nobody"], 2, "there is no player 'nobody'"),
        (["--rule", "pieces=2", "--table", "nowhere.table"], 1, "nowhere.table"),
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
        "14-2 cannot be played: by ",
        "name a file, such as save game.txt.",
        "taken already exists: choose another name, or remove it.",
        "no/such/place cannot be written: make the directory no/such first.",
        "there are no more choices.",
        "there is no choice 000000099: choose from 1 to 14.",
        "you have made no choice that could be taken back.",
        "Press Enter to play 2→3*, 14→16, or type undo to choose again; hint",
    ):
        assert message in done.stdout
    assert done.stdout.count(PROMPT) == 14
    assert done.stdout.count("undo takes it back") == 2


def test_the_game_is_saved_when_nobody_reads_any_more(tmp_path: Path) -> None:
    lines = "1!\\n" * 300
    play = f"{sys.executable} -m senet_gp {' '.join(PLAY)} --rule pieces=3 --record game.txt"
    assert errors_of(f"printf '{lines}' | {play} | head -200", tmp_path) == ""
    # So many lines are not written before something is played.
    assert len(GameRecord.read(tmp_path / "game.txt").choices) > 1


def test_hints_are_wins_of_100_the_best_first() -> None:
    done = piped("h\nwhy\nwhy 3\nwhy 4>\nq\n", "--against", "random")
    assert "Wins of 100 as the network net judges, looking two turns ahead:" in " ".join(done.stdout.split())
    shown = r"^ +(\d+)  \S.* (\d+) wins of 100(?:, about equal|, probably worse)?$"
    hints = [int(chance) for _, chance in re.findall(shown, done.stdout, re.MULTILINE)]
    assert len(hints) == 5
    assert hints == sorted(hints, reverse=True)
    asked_why = re.findall(
        r"(?:better|worse) than \S.*: \d+ wins of 100 |about equal\.$", done.stdout, re.MULTILINE
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
        after="(? for help): ",
    )  # fmt: skip
    assert code == 0
    assert ("\x1b[" in written) == coloured
    # Lines that are typed ahead may not be echoed, so that the answer stands behind the prompt.
    shown = re.sub(r"\x1b\[[0-9;]*m", "", written).replace("(? for help): ", "(? for help):\n").splitlines()
    assert max(len(line) for line in shown if not is_whole(line)) <= 60
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


def kept_in(home: Path) -> list[Path]:
    """The games that are kept in a person's own folder."""
    return sorted(home.glob("*.txt"))


def test_words_do_what_letters_do_and_a_slip_is_told_the_word() -> None:
    done = piped("hnt\nhelpp\nxyzzy\nmore\nboard\nwhy 3\n1\nh\nhint\nno\nundo\nexit\n", "--no-keep")
    assert done.returncode == 0
    assert "'hnt' is no move and no command: perhaps you mean hint.\n" in done.stdout
    assert "'helpp' is no move and no command: perhaps you mean help.\n" in done.stdout
    assert "help lists all that you can type.\n" in done.stdout
    assert "  14  14→17\n" in done.stdout
    assert " ".join(done.stdout.split()).count("Wins of 100 as the network net judges") == 2, (
        "also while a choice is confirmed"
    )
    assert "It is not played: choose again.\n" in done.stdout
    assert "you have made no choice that could be taken back.\n" in done.stdout
    assert done.stdout.endswith("You left the game. The game is not finished.\n")


def test_undo_takes_back_choice_after_choice_with_the_same_throws(tmp_path: Path) -> None:
    """Whoever plays on as before has the same game; a choice that was made for the person is no step."""
    own = ("--rule", "pieces=3", "--against", "search:1:hand:HC4")
    straight = piped("1!\n" * 6 + "quit\n", *own, "--record", "a.txt", cwd=tmp_path)
    lines = "1!\n2!\n1!\nundo\nu\nundo\n" + "1!\n" * 6 + "quit\n"
    back = piped(lines, *own, "--record", "b.txt", cwd=tmp_path)
    assert back.stdout.count("Taken back: ") == 3
    assert "and what came after it. The throws stay the same.\n" in back.stdout
    assert (tmp_path / "b.txt").read_text() == (tmp_path / "a.txt").read_text()
    # Also what has moved since the last choice is marked as it was.
    assert back.stdout.partition("Taken back: ")[2].rpartition("Taken back: ")[2].count("(○)") >= 1
    assert straight.stdout.splitlines()[-12:-3] == back.stdout.splitlines()[-12:-3]


def test_undo_in_a_game_that_goes_on_and_where_throws_are_unknown(tmp_path: Path) -> None:
    piped("1!\n1!\nquit\n", "--record", "game.txt", cwd=tmp_path)
    choices = len(GameRecord.read(tmp_path / "game.txt").choices)
    again = run_command("play", "senet", "--load", "game.txt", lines="undo\nundo\nquit\n", cwd=tmp_path)
    assert again.stdout.count("Taken back: ") == 2
    assert len(GameRecord.read(tmp_path / "game.txt").choices) < choices
    piped("1!\n1!\nquit\n", "--record", "other.txt", cwd=tmp_path)
    text = (tmp_path / "other.txt").read_text().replace("seed: 5\n", "")
    (tmp_path / "other.txt").write_text(text)
    done = run_command("play", "senet", "--load", "other.txt", lines="undo\nquit\n", cwd=tmp_path)
    assert "the record does not tell the seed of its throws, so no move can be taken back.\n" in done.stdout
    assert (tmp_path / "other.txt").read_text() == text


def test_a_game_is_kept_unless_that_is_not_wanted(tmp_path: Path) -> None:
    own = {"SENET_GP_HOME": str(tmp_path / "home")}
    lines = "1!\nquit\n"
    assert "saved in" not in run_command(*PLAY, "--no-keep", lines=lines, environment=own).stdout
    assert "saved in" not in run_command(*PLAY, lines="quit\n", environment=own).stdout, "nothing was played"
    named = run_command(*PLAY, "--record", "game.txt", lines=lines, environment=own, cwd=tmp_path)
    assert "The game is saved in game.txt.\nTo go on with it: " in named.stdout
    assert not kept_in(tmp_path / "home")
    for number in (1, 2):
        done = run_command(*PLAY, lines=lines, environment=own)
        assert len(kept_in(tmp_path / "home")) == number, "the first is not overwritten"
    (file,) = re.findall(r"^The game is saved in (.*)\.$", done.stdout, re.MULTILINE)
    go_on = f"To go on with it: senet-gp play senet --load {file}\n"
    assert done.stdout.endswith(go_on)
    assert len(GameRecord.read(file).choices) == 2
    again = run_command("play", "senet", "--load", file, lines=lines, environment=own)
    assert again.stdout.endswith(go_on)
    assert len(GameRecord.read(file).choices) > 2


def test_a_game_goes_on_where_it_cannot_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = piped_at(tmp_path / "file" / "home", "1!\n1!\nquit\n")
    assert done.returncode == 0
    assert done.stdout.count("This game is not saved, because ") == 1
    assert " 3 ● You throw" in done.stdout
    assert "saved in" not in done.stdout


def piped_at(home: Path, lines: str, *options: str) -> subprocess.CompletedProcess[str]:
    return run_command(*PLAY, *options, lines=lines, environment={"SENET_GP_HOME": str(home)})


def test_what_can_be_done_after_a_game(tmp_path: Path) -> None:
    rest = ("--rule", "pieces=1", "--against", "random", "--second")
    done = piped_at(tmp_path, "1!\n" * 200, *rest)
    assert " won the game.\n" in done.stdout
    (file,) = kept_in(tmp_path)
    assert done.stdout.endswith(
        f"The game is saved in {file}.\n"
        f"To see which choices lost most: senet-gp analyse {file}\n"
        "To play again: senet-gp play senet --rule pieces=1 --against random --second\n"
    )
    assert GameRecord.read(file).outcome is not None
    against_easy = piped_at(tmp_path / "other", "1!\n" * 200, "--rule", "pieces=1").stdout
    assert (
        "To see what your opponent cares for: senet-gp explain easy --game senet --rule pieces=1\n"
        in against_easy
    )


def test_each_game_that_a_machine_learns_from_is_kept(tmp_path: Path) -> None:
    teach = ("play", "hexapawn", "--against", "matchbox:new.json", "--learn", "--seed", "10")
    tries = "".join(f"{number}!\n" for _ in range(10) for number in (1, 2, 3)) + "quit\n"
    own = {"SENET_GP_HOME": str(tmp_path / "home")}
    done = run_command(*teach, lines=tries, environment=own, cwd=tmp_path)
    records = [GameRecord.read(file) for file in kept_in(tmp_path / "home")]
    assert len(records) > 2
    assert len(records) == done.stdout.count("The game is saved in ")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGKILL])
def test_a_game_is_there_however_the_program_ends(number: signal.Signals, tmp_path: Path) -> None:
    home = tmp_path / "home"
    # Tests that are started by nohup would hand on that nobody minds a terminal that is closed.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    with TerminalSession(*PLAY, cwd=tmp_path, SENET_GP_HOME=str(home)) as session:
        session.wait_for(PROMPT)
        session.type("1!\n")
        session.wait_for(PROMPT)
        os.killpg(session.process.pid, number)
        code = session.ended()
    (file,) = kept_in(home)
    if number != signal.SIGKILL:
        assert code == 130
        assert f"you left the game in turn 3; it is saved in home/{file.name}.\r\n" in session.output
        assert f"senet-gp play senet --load home/{file.name}\r\n" in session.output
    assert "Traceback" not in session.output
    assert [path.name for path in home.iterdir()] == [file.name]
    assert len(GameRecord.read(file).choices) == 2
    replay = run_command("replay", str(file))
    assert replay.returncode == 0
    assert replay.stdout.count(" throw") == 2


def test_what_is_typed_before_the_first_prompt_is_not_played(tmp_path: Path) -> None:
    with TerminalSession(*PLAY, "--no-keep", "--ascii", cwd=tmp_path) as session:
        session.type("1!\n1!\n")
        session.wait_for(PROMPT)
        session.type("board\n1!\n")
        session.wait_for("  1 x You throw")
        session.wait_for(PROMPT)
        session.type("quit\n")
        assert session.ended() == 0
    assert session.output.count(PROMPT) == 3
    assert " 3 x You" not in session.output


@pytest.mark.parametrize("columns", [80, 100])
def test_many_choices_are_sorted_and_share_lines(columns: int) -> None:
    game = game_of("senet")
    listing = Listing(wording_of(game.decision(game.starts()[0], 0, (1, 3))))
    lines = []
    with contextlib.suppress(UsageError):
        while True:
            lines += listing.next_lines(columns)
    shown = [line for line in lines if "lines left" not in line]
    assert max(map(len, lines)) <= columns
    assert shown[0] == "  2→3*          1  4→7*      2  12→15     3  14→17"
    assert shown[-1] == "  14→18        39  alone"
    first = [int(line.split("→")[0]) for line in shown]
    assert first == sorted(first)
    numbers = [int(number) for line in shown for number in re.findall(r"  (\d+)  ", line)]
    assert numbers == list(range(1, 40))
    assert listing.chosen("14-17") is None
    own = list(listing.next_lines(columns))
    assert [line.split()[0] for line in own] == ["3", "8", "13", "20", "28", "36", "39"]
    assert all("14→1" in line for line in own)


def test_what_is_new_to_a_person_is_explained_once() -> None:
    done = piped("1!\n" * 30, "--rule", "pieces=2", "--against", "random", "--no-keep")
    assert done.stdout.count("Throws are shown in rising order; you may play them in any.\n") == 1
    assert (
        done.stdout.count("Type the number of a choice, or moves such as 15→19, 6→10, and press Enter.\n")
        == 1
    )
    assert done.stdout.count(", your only choice\n") > 1
    assert done.stdout.count("There was only one choice, so it was made for you.\n") == 1
    small = run_command("play", "hexapawn", lines="1!\nquit\n")
    assert "rising order" not in small.stdout


@pytest.mark.parametrize("columns", [40, 60, 80, 200])
def test_nothing_is_cut_at_any_width(columns: int, tmp_path: Path) -> None:
    code, written = on_terminal(
        *PLAY, "--no-keep", "--ascii",
        cwd=tmp_path, lines="help\nmore\n1\n\nquit\n", columns=columns, after="(? for help): ",
    )  # fmt: skip
    assert code == 0
    # What follows a question stands in its line if what was typed was echoed before.
    shown = re.sub(r"(for help\)|back): ", r"\1:\n", written).splitlines()
    told = " ".join(written.split())
    assert "take back your last choice among several, and all that came after it" in told
    assert "12>13*, 14>16 hits 1" in told
    narrow = "The board is 59 columns wide, but your terminal has only 40: make it wider."
    assert told.count(narrow) == (columns == 40)
    squares = re.compile(r"[<>]? +([.xo()] *)+|[<>]? +(\d+ +)+\d+")
    texts = [line for line in shown if not is_whole(line) and not squares.fullmatch(line)]
    assert max(map(len, texts)) <= min(columns, 100)
    # What goes on in another line stands below the last column of its list.
    if columns == 60:
        assert "  undo, u       take back your last choice among several,\n" in written.replace("\r", "")
        assert "\n                and all that came after it\n" in written.replace("\r", "")


def test_enter_alone_says_what_to_type() -> None:
    done = run_command("play", "tictactoe", "--no-keep", "--seed", "1", lines="\n\n5\nplay\n\nquit\n")
    assert done.stdout.count("Type one of these moves, and press Enter.\n") == 3
    assert "Press Enter to play 5, or type undo to choose again" in done.stdout
    assert " 1 ● You play 5\n" in done.stdout


def test_a_choice_is_taken_back_before_a_machine_learns_from_it(tmp_path: Path) -> None:
    teach = ("play", "hexapawn", "--against", "matchbox:new.json", "--learn", "--seed", "10", "--no-keep")
    done = run_command(*teach, "--record", "g.txt", lines="1!\nundo\n3!\nquit\n", cwd=tmp_path)
    assert "Taken back: 1-4 in turn 1, and what came after it.\n" in done.stdout
    (tmp_path / "g-1.txt").rename(tmp_path / "back.txt")
    run_command(*teach, "--record", "g.txt", lines="3!\nquit\n", cwd=tmp_path)
    first = [str(GameRecord.read(tmp_path / name).choices[0]) for name in ("back.txt", "g-1.txt")]
    assert first[0] == first[1]


def test_no_statistics_are_loaded_before_the_first_board() -> None:
    program = (
        "import sys; from senet_gp.cli import play_session; from senet_gp.insight import hints\n"
        "sys.exit(bool({'scipy.stats', 'scipy.optimize'} & {*sys.modules}))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
