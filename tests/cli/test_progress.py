"""The progress of long commands where there is no terminal."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from commands import run_command

from senet_gp.cli import progress
from senet_gp.cli.progress import Allowance, progress_bar, progress_lines


class Clock:
    """A clock that the test sets."""

    now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


def test_what_takes_long_is_done_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(time, "perf_counter", clock)
    for takes in (0.0, 0.001, 0.1):
        clock.now = 0.0
        allowance, spent = Allowance(1 / 100, 0.5), 0.0
        assert not allowance.is_due()
        while clock.now < 1000:
            clock.now += 0.05
            if allowance.is_due():
                with allowance.spent():
                    clock.now += takes
                    spent += takes
        assert spent <= 0.011 * clock.now
        assert not takes or spent > 0.001 * clock.now


def test_a_line_is_printed_every_ten_seconds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Clock()
    monkeypatch.setattr(time, "perf_counter", clock)
    with progress_bar("games", 200, plain=progress_lines("games", 200)) as show:
        for done in range(100, 201):  # a hundred were done before
            show(done, f"{done}/200")
            clock.now += 0.25
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == [
        "games: 140/200, 70%, time left 0:00:15",
        "games: 180/200, 90%, time left 0:00:05",
    ]


def test_the_time_left_is_not_told_before_anything_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Clock()
    monkeypatch.setattr(time, "perf_counter", clock)
    show = progress_lines("solving", 1.0)
    for _ in range(2):
        show(0.25, "sweep 1")
        clock.now += 15.0
    assert capsys.readouterr().err == "solving: sweep 1, 25%\n"


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (["learn", "senet", "--hidden", "16", "--games", "300"], "games: 250/300, 83%"),
        (["table", "senet", "--out", "one.chances"], "solving: 1-1 pieces, sweep 1, 0%"),
    ],
)
def test_what_takes_minutes_says_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], line: str
) -> None:
    monkeypatch.setattr(progress, "LINE_EVERY", 0.0)
    done = run_command(*command, "--rule", "pieces=1", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert line in done.stderr.splitlines()
    assert done.stdout.count("\n") == 1


EVOLVE = "evolve hexapawn --population 8 --generations 3 --games 2 --final-games 2 --out run"
MATCH = "match hexapawn random random --games 40"
COMPARE = "learn hexapawn --compare --seeds 2 --games 10"


@pytest.mark.parametrize(
    ("variable", "line"),
    [
        ("FORCE_COLOR", EVOLVE),
        ("FORCE_COLOR", MATCH),
        ("FORCE_COLOR", COMPARE),
        ("TTY_COMPATIBLE", MATCH),
        ("TTY_INTERACTIVE", MATCH),
        ("CLICOLOR_FORCE", MATCH),
    ],
)
def test_no_log_is_told_to_move_the_cursor(variable: str, line: str, tmp_path: Path) -> None:
    forced = {variable: "1", "TERM": "xterm-256color"}
    done = run_command(*line.split(), cwd=tmp_path, environment=forced)
    assert done.returncode == 0, done.stderr
    assert re.findall(r"\x1b\[[0-9;?]*[A-HJKhlsu]", done.stdout + done.stderr) == []
