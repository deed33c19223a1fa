"""Games watched, recorded and replayed: through a pipe, and on a terminal by keys."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path

import pytest
from commands import assert_refused, run_command
from terminal import TerminalSession, on_terminal

from senet_gp.arena.match import play_match
from senet_gp.arena.pool import SerialPool
from senet_gp.arena.record import MAX_RECORDED, GameRecord, Recorder
from senet_gp.cli import game_view
from senet_gp.cli.game_view import ShownGame
from senet_gp.cli.watch import _Walk
from senet_gp.runtime.errors import FileError, UsageError

WATCH = ("watch", "hexapawn", "random", "minimax", "--seed", "3", "--ascii")


def test_a_game_is_watched_through_a_pipe_and_saved(tmp_path: Path) -> None:
    done = run_command(*WATCH, "--record", "game.txt", cwd=tmp_path)
    assert done.returncode == 0
    record = GameRecord.read(tmp_path / "game.txt")
    assert record.players == ("random", "minimax")
    assert done.stdout.count(" plays ") == len(record.choices)
    assert "End of the game: minimax wins." in done.stdout
    again = run_command(*WATCH, cwd=tmp_path)
    assert again.stdout == done.stdout.replace("Saved in game.txt.\n", "")
    assert_refused(run_command(*WATCH, "--record", "game.txt", cwd=tmp_path), 1, "game.txt already exists")
    human = run_command("watch", "hexapawn", "human", "random")
    assert_refused(human, 2, "a person plays only at the terminal")


# With the second seed, the first turn has more throws than are held at a time, and so several choices.
@pytest.mark.parametrize(("seed", "turn"), [(1, 2), (2118671559, 1)])
def test_who_stops_watching_keeps_what_was_played(tmp_path: Path, seed: int, turn: int) -> None:
    watch = ("watch", "senet", "random", "random", "--delay", "30", "--record", "game.txt", f"--seed={seed}")
    with TerminalSession(*watch, cwd=tmp_path) as session:
        session.wait_for("  1 ")
        os.killpg(session.process.pid, signal.SIGINT)
        session.wait_for(f"you stopped watching in turn {turn}; it is saved in game.txt.")
        assert session.ended() == 130
    record = GameRecord.read(tmp_path / "game.txt")
    assert (len(record.choices), record.outcome) == (1, None)
    assert record.streams is not None


def replayed(record: GameRecord, lines: str, cwd: Path, delay: str = "0") -> str:
    record.write(cwd / "game.txt")
    code, written = on_terminal("replay", "game.txt", "--ascii", "--delay", delay, cwd=cwd, lines=lines)
    assert code == 0
    return written.replace("\r\n", "\n")


def test_a_record_is_walked_to_and_fro(tmp_path: Path) -> None:
    run_command(*WATCH, "--record", "watched.txt", cwd=tmp_path)
    record = GameRecord.read(tmp_path / "watched.txt")
    moves = [f"{choice.turn:3} {'xo'[choice.seat]} " for choice in record.choices]
    last = len(moves)
    assert last > 3
    told = replayed(record, "b\n\n\nb\n3\nx\n" + "\n" * (last - 3) + "\n", tmp_path)
    assert "type b, p, q or the number of a turn" in told
    order = re.findall("|".join(moves), told)
    assert order == [moves[0], moves[1], moves[0], moves[2], *moves[3:]]
    assert told.count("End of the record: minimax wins.") == 1
    assert "End of the record" not in replayed(record, "q\n", tmp_path)


def test_the_game_plays_on_by_itself_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run_command(*WATCH, "--record", "game.txt", cwd=tmp_path)
    record, waits = GameRecord.read(tmp_path / "game.txt"), []
    monkeypatch.setattr(game_view, "line_within", waits.append)
    _Walk(ShownGame(record, ascii_only=True), 0.5)._answer("p")
    told = capsys.readouterr().out
    assert told.count(" plays ") == len(record.choices)
    assert waits == [0.5] * (len(record.choices) - 1)
    assert told.endswith("(Enter ends.)\n")


def test_a_line_stops_playing_on(tmp_path: Path) -> None:
    run_command(*WATCH, "--record", "watched.txt", cwd=tmp_path)
    record = GameRecord.read(tmp_path / "watched.txt")
    told = replayed(record, "p\n\nq\n", tmp_path, delay="30")
    assert "  1 x " in told
    assert "  2 o " not in told


@pytest.mark.parametrize("game", ["hexapawn", "senet"])
def test_a_recorded_match_is_the_same_match(tmp_path: Path, game: str) -> None:
    asked = {"game": game, "games": 5, "seed": 6}
    recorder = Recorder.into(tmp_path / "games", 5)
    report = play_match("random-tree:2", "random", **asked, recorder=recorder, pool=SerialPool())
    assert report == play_match("random-tree:2", "random", **asked)
    records = [GameRecord.read(tmp_path / "games" / f"game-{number}.txt") for number in range(1, 6)]
    won = sum((record.outcome == 1) == (record.players[0] == "random") for record in records)
    assert won == report.wins[1]
    assert sum(record.turns for record in records) / 5 == report.mean_turns


def test_a_match_records_on_the_command_line(tmp_path: Path) -> None:
    asked = ("match", "hexapawn", "random", "minimax", "--games", "3", "--workers", "1", "--json")
    done = run_command(*asked, "--record", "new/games", cwd=tmp_path)
    assert json.loads(done.stdout) == json.loads(run_command(*asked, cwd=tmp_path).stdout)
    assert sorted(path.name for path in (tmp_path / "new" / "games").iterdir()) == [
        f"game-{number}.txt" for number in (1, 2, 3)
    ]
    assert_refused(run_command(*asked, "--record", "new/games", cwd=tmp_path), 1, "not empty")
    with pytest.raises(UsageError, match="at most 10,000 games"):
        Recorder.into(tmp_path / "more", MAX_RECORDED + 1)
    (tmp_path / "file").write_text("mine")
    with pytest.raises(FileError, match="not empty"):
        Recorder.into(tmp_path / "file", 1)


def test_a_person_who_leaves_a_match_keeps_the_games_that_ended(tmp_path: Path) -> None:
    asked = ("match", "tictactoe", "human", "random", "--games", "99", "--workers", "1", "--record", "games")
    moves = "".join(f"{square}!\n" for square in range(1, 10))
    done = run_command(*asked, cwd=tmp_path, lines=3 * moves)
    assert "those that have ended are in games" in done.stderr
    record = GameRecord.read(tmp_path / "games" / "game-1.txt")
    assert record.outcome is not None
    assert record.players == ("human", "random")
