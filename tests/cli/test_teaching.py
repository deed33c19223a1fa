"""A person teaches a machine at the terminal."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path

import pytest
from commands import assert_refused, run_command
from teaching_terminal import ANOTHER, CHOICE, PLAIN, taught
from terminal import TerminalSession

from senet_gp.arena.record import GameRecord, new_record
from senet_gp.cli.game_view import GameView
from senet_gp.cli.play_session import KeptGame, Session, Teaching, next_numbered
from senet_gp.experiments.matchbox_training import learn_at_table
from senet_gp.games.hexapawn import Hexapawn
from senet_gp.games.protocol import Decision
from senet_gp.games.small import Rulebook
from senet_gp.players.matchbox import SCHEMES, MatchboxPlayer, Tally, read_matchbox, write_matchbox
from senet_gp.runtime import interruption

ROOT = Path(__file__).resolve().parents[2]
TEACH = ("play", "hexapawn", "--against", "matchbox:new.json", "--learn", "--seed", "10")
#: With many tries every game comes to its end, and another follows.
TRIES = "".join(f"{number}!\n" for _ in range(60) for number in (1, 2, 3))


@pytest.mark.slow
def test_a_blank_machine_is_taught_until_it_wins(tmp_path: Path) -> None:
    """A session as in docs/hexapawn.md, through a real pseudo-terminal of 60 columns."""
    shown = taught("new.json", 45, 10, 60, tmp_path, "--record", "game.txt")
    assert "A blank machine, which may play any move, begins in new.json" in " ".join(shown.split())
    # A line with a command is not broken, so that it can be copied.
    lines = shown.partition("are to move.")[2].splitlines()
    assert max(len(line) for line in lines if "senet" not in line) <= 60

    machine = read_matchbox(tmp_path / "new.json")
    assert machine.scheme == SCHEMES["last-move"]
    results = [window.won - window.lost for window in machine.curve]
    assert [window.games for window in machine.curve] == list(range(1, 46))
    assert machine.people == Tally(results.count(1), 0, results.count(-1))
    assert sum(results[:10]) < -3, "at first it loses"
    assert results[-8:] == [1] * 8, "in the end it wins"
    assert f"This session: you {results.count(-1)}, the machine {results.count(1)}\n" in shown

    records = [GameRecord.read(tmp_path / f"game-{number}.txt") for number in range(1, 46)]
    assert [-(record.outcome or 0) for record in records] == results
    assert any(record.resigned for record in records)
    assert shown.count("resigns: its box here is empty.") == sum(r.resigned for r in records)
    assert shown.count("-> 0") >= results.count(-1) - 1


def test_what_is_learned_at_the_table_is_what_the_games_teach(tmp_path: Path) -> None:
    """The boxes after a session are those that the recorded games teach one by one."""
    assert run_command(*TEACH, "--record", "g.txt", cwd=tmp_path, lines=TRIES).returncode == 0
    machine, again = read_matchbox(tmp_path / "new.json"), MatchboxPlayer(Hexapawn())
    assert machine.games > 5
    for number in range(1, machine.games + 1):
        record = GameRecord.read(tmp_path / f"g-{number}.txt")
        own = [(choice.decision, choice.index) for choice in record.choices if choice.seat == 1]
        again.learn(own, -(record.outcome or 0))
    assert again.boxes == machine.boxes


def test_nothing_is_lost_when_the_person_leaves_in_the_middle(tmp_path: Path) -> None:
    with TerminalSession(*TEACH, cwd=tmp_path, **PLAIN) as session:
        while not session.wait_for(CHOICE, ANOTHER).endswith(ANOTHER):
            session.type("1!\n")
        learned = json.loads((tmp_path / "new.json").read_text())
        assert learned["games"] == 1
        session.type("\n")
        session.wait_for(CHOICE)
        os.kill(session.process.pid, signal.SIGINT)
        assert session.ended() == 130
    assert "you stopped; the machine has learned from 1 game." in session.output
    assert json.loads((tmp_path / "new.json").read_text()) == learned


class ClosedTable(GameView):
    """A table whose terminal is closed when the end of a game is to be shown."""

    def ask(self, prompt: str) -> str:
        """Choose the first move."""
        assert "choice" in prompt
        return "1!"

    def tell(self, turn: int, decision: Decision, index: int, name: str, *, own: bool = False) -> None:
        """Show a move, if it is not the last one."""
        if decision.result(index) is not None:
            raise BrokenPipeError
        super().tell(turn, decision, index, name, own=own)


@pytest.mark.parametrize("seed", range(6))
def test_a_game_is_learned_from_though_its_end_cannot_be_shown(seed: int, tmp_path: Path) -> None:
    machine, file = MatchboxPlayer(Hexapawn(), name=f"matchbox:{tmp_path}/m.json"), tmp_path / "m.json"
    write_matchbox(machine, file)
    table = ClosedTable(machine.game, ascii_only=True)
    session = Session(
        new_record(("human", machine.name), machine.game, seed),
        table,
        "senet-gp play hexapawn",
        kept=KeptGame(names=lambda: next_numbered(tmp_path / "game.txt")),
    )
    teaching = Teaching(session, machine, file)
    with pytest.raises(BrokenPipeError):
        teaching.play(seed)
    assert read_matchbox(file).games == 1
    outcome = GameRecord.read(tmp_path / "game-1.txt").outcome
    assert read_matchbox(file).people == Tally(int(outcome == -1), 0, int(outcome == 1))


def test_an_interruption_while_lines_are_walked_over_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine, file = MatchboxPlayer(Hexapawn()), tmp_path / "m.json"
    write_matchbox(machine, file)
    rulebook = Rulebook(machine.game)
    opened = machine.game.afterstates(machine.game.starts()[0])[0].position
    decision = rulebook.decision(1, rulebook.swapped(opened))
    monkeypatch.setattr(interruption, "_asked", True)
    with pytest.raises(KeyboardInterrupt):
        learn_at_table(machine, file, [(decision, 0)], -1, 1)
    again = read_matchbox(file)
    assert (again.games, again.people, len(again.curve)) == (1, Tally(0, 0, 1), 1)
    assert again.weights(decision)[0] == 0


def test_hints_say_what_a_move_gets(tmp_path: Path) -> None:
    done = run_command(*TEACH, cwd=tmp_path, lines="h\nq\n")
    assert "Every move loses, if both play perfectly after it:" in done.stdout
    hints = re.findall(r"^ +\d  (\S+) +(\S+) in (\d) moves$", done.stdout, re.MULTILINE)
    assert sorted(move for move, _, _ in hints) == ["1-4", "2-5", "3-6"]
    assert {result for _, result, _ in hints} == {"loses"}
    lengths = [int(moves) for *_, moves in hints]
    assert lengths == sorted(lengths, reverse=True)


def test_lessons_of_no_games_make_a_blank_machine(tmp_path: Path) -> None:
    done = run_command(
        "learn", "machine", "hexapawn", "--games", "0", "--out", "m.json", "--scheme", "menace", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert "Against every line of play:\n  moving second: can lose (" in done.stdout
    machine = read_matchbox(tmp_path / "m.json")
    assert (machine.games, machine.boxes, machine.curve) == (0, {}, [])
    assert machine.scheme == SCHEMES["menace"]


def test_an_unfinished_game_goes_on_in_another_session(tmp_path: Path) -> None:
    done = run_command(*TEACH, cwd=tmp_path, lines="1!\ns half.txt\nq\n")
    assert "to go on later: senet-gp play hexapawn --learn --load half.txt" in done.stdout
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    refused = run_command("play", "hexapawn", "--learn", "--load", "../half.txt", cwd=elsewhere)
    assert_refused(refused, 1, "new.json does not exist: go on in the directory in which the game was begun")
    assert not any(elsewhere.iterdir())
    again = ("play", "hexapawn", "--learn", "--load", "half.txt")
    assert run_command(*again, cwd=tmp_path, lines=TRIES).returncode == 0
    assert GameRecord.read(tmp_path / "half.txt").outcome is not None
    assert read_matchbox(tmp_path / "new.json").games > 0


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--against", "matchbox:none.json"], 1, "begin a blank machine with --learn"),
        (["--against", "matchbox:no/where.json", "--learn"], 1, "make the directory no first"),
        (
            ["--against", "matchbox:there.json", "--learn", "--scheme", "menace"],
            2,
            "--scheme would change nothing here: it is used only for a new machine",
        ),
        (
            ["--against", "matchbox:there.json", "--no-refill"],
            2,
            "--no-refill would change nothing",
        ),
    ],
)
def test_mistakes_get_one_sentence_and_begin_nothing(
    tmp_path: Path, options: list[str], code: int, message: str
) -> None:
    write_matchbox(MatchboxPlayer(Hexapawn()), tmp_path / "there.json")
    before = (tmp_path / "there.json").read_bytes()
    done = run_command("play", "hexapawn", *options, cwd=tmp_path)
    assert_refused(done, code, message)
    assert [path.name for path in tmp_path.iterdir()] == ["there.json"]
    assert (tmp_path / "there.json").read_bytes() == before


def test_a_file_of_the_name_of_the_record_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "g.txt").write_text("mine")
    options = ("--against", "matchbox:new.json", "--learn", "--record", "g.txt")
    done = run_command("play", "hexapawn", *options, lines="s g.txt\nq\n", cwd=tmp_path)
    assert "g.txt already exists" in done.stdout
    assert (tmp_path / "g.txt").read_text() == "mine"


def test_the_record_of_an_earlier_game_is_not_overwritten(tmp_path: Path) -> None:
    lines = "s a.txt\nresign!\n\ns a.txt\nquit\n"
    done = run_command(*TEACH, "--no-keep", cwd=tmp_path, lines=lines)
    assert done.stdout.count("Saved") == 1
    assert "a.txt already exists" in done.stdout


def test_between_games_words_are_understood_and_slips_begin_nothing(tmp_path: Path) -> None:
    lines = "resign!\nundo\nquitt\nboxes\nquit\n"
    done = run_command(*TEACH, cwd=tmp_path, lines=lines)
    assert done.returncode == 0
    assert "The machine has learned from the game: no choice is taken back now.\n" in done.stdout
    assert done.stdout.count("Press Enter to play another game, or type boxes or quit.\n") == 1
    assert done.stdout.count("You resign.") == 1
    assert "You stopped.\n" in done.stdout


def test_ctrl_c_says_where_the_unfinished_game_is(tmp_path: Path) -> None:
    with TerminalSession(*TEACH, "--record", "g.txt", cwd=tmp_path, **PLAIN) as session:
        session.wait_for(CHOICE)
        session.type("1!\n")
        session.wait_for(CHOICE)
        os.kill(session.process.pid, signal.SIGINT)
        assert session.ended() == 130
    assert (
        "the machine has learned from 0 games, but not from the one that is saved in g-1.txt."
        in session.output
    )
    assert len(GameRecord.read(tmp_path / "g-1.txt").choices) == 2
