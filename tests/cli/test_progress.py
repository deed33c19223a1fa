"""The progress of long commands: a bar in a terminal, nothing elsewhere."""

from __future__ import annotations

import io
import re
import time
from pathlib import Path

import pytest
from commands import run_command
from terminal import on_terminal

from senet_gp.cli.progress import Allowance, progress


class Clock:
    """A clock that the test sets."""

    now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        """It is one."""
        return True

    def last_line(self) -> str:
        """What was drawn last, as it is seen."""
        drawn = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.getvalue())
        return " ".join(drawn.replace("\r", "\n").strip().splitlines()[-1].split())


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of progress."""
    clock = Clock()
    monkeypatch.setattr(time, "perf_counter", clock)
    return clock


def screen_of(monkeypatch: pytest.MonkeyPatch, columns: int = 80) -> Screen:
    """Let standard error be a terminal; pytest would replace one that a fixture makes."""
    screen = Screen()
    monkeypatch.setattr("sys.stderr", screen)
    for name, value in (("TERM", "xterm"), ("COLUMNS", str(columns)), ("NO_COLOR", "1")):
        monkeypatch.setenv(name, value)
    return screen


def test_what_takes_long_is_done_less_often(clock: Clock) -> None:
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


def test_a_bar_tells_the_time_left(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = screen_of(monkeypatch)
    with progress("games") as show:
        assert show.seen
        for done, line in (
            (1000, "games 1000/2000 -:--:-- search:2"),  # a thousand were done before
            (1250, "games 1250/2000 0:00:30 search:2"),
            (1500, "games 1500/2000 0:00:20 search:2"),
            (2000, "games 2000/2000 0:00:00 search:2"),
        ):
            show(done, 2000, "search:2")
            assert re.sub(r"[━╸╺ ]+", " ", screen.last_line()) == line
            clock.now += 10.0
    # Nothing of it stays.
    assert screen.getvalue().endswith("\x1b[1A\x1b[2K")


def test_shares_and_what_has_no_known_end(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = screen_of(monkeypatch)
    with progress("solving", as_share=True) as show:
        show(0, 20, "sweep 1")
        clock.now += 30.0
        show(5, 20, "sweep 2")
        clock.now += 30.0
        show(10, 20, "sweep 3")
        assert re.sub(r"[━╸╺ ]+", " ", screen.last_line()) == "solving 50% 0:01:00 sweep 3"
    with progress("positions") as show:
        show(1, 0)
        clock.now += 30.0
        show(12_345, 0)
        assert re.sub(r"[━╸╺ ]+", " ", screen.last_line()) == "positions 12345/?"


def test_few_steps_are_drawn_each_and_many_now_and_then(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = screen_of(monkeypatch)
    for total, drawn in ((20, 20), (1000, 4)):
        screen.truncate(0)
        with progress("steps") as show:
            for done in range(20):
                show(done, total, f"step {done}.")
                clock.now += 0.025
        assert len(set(re.findall(r"step \d+\.", screen.getvalue()))) == pytest.approx(drawn, abs=1)


@pytest.mark.parametrize("columns", [40, 60, 120])
def test_what_counts_is_seen_on_any_terminal(
    columns: int, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = screen_of(monkeypatch, columns)
    with progress("measuring") as show:
        show(0, 2000)
        clock.now += 3600.0
        show(500, 2000)
        clock.now += 3600.0
        show(1000, 2000, "a text that is much too long for it " * 9)
        line = screen.last_line()
    assert line.startswith("measuring ")
    assert "1000/2000 2:00:00" in line
    assert len(line) <= columns


def test_nothing_is_shown_without_a_terminal_or_where_it_is_not_wanted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for quiet in (False, True):
        with progress("games", quiet=quiet) as show:
            assert not show.seen
            show(1, 2, "first")
        assert capsys.readouterr() == ("", "")
        screen = screen_of(monkeypatch)
    assert screen.getvalue() == ""


LONG = [
    "learn network senet --hidden 16 --games 300 --rule pieces=1 --out n.json",
    "table senet --rule pieces=1 --out one.chances",
    "explain expr:my_moves --game hexapawn --games 20 --workers 1",
]


@pytest.mark.parametrize("line", LONG)
def test_long_work_is_silent_without_a_terminal(tmp_path: Path, line: str) -> None:
    done = run_command(*line.split(), "--json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (LONG[0], ["games", "300/300"]),
        (LONG[1], ["solving", "sweep 1"]),
        (LONG[2], ["steps", "playing on from decisions"]),
    ],
)
def test_a_terminal_shows_how_far_long_work_is(tmp_path: Path, line: str, said: list[str]) -> None:
    code, written = on_terminal(*line.split(), cwd=tmp_path)
    assert code == 0
    for part in said:
        assert part in written


EVOLVE = "evolve hexapawn --population 8 --generations 3 --games 2 --final-games 2 --out run"
MATCH = "match hexapawn random random --games 40"
LEARN = "learn machine hexapawn --games 10"


@pytest.mark.parametrize(
    ("variable", "line"),
    [
        ("FORCE_COLOR", EVOLVE),
        ("FORCE_COLOR", MATCH),
        ("FORCE_COLOR", LEARN),
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
