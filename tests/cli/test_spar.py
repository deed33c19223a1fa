"""A person at the terminal plays the individuals of a run."""

from __future__ import annotations

import csv
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from commands import run_command

#: Games of hexapawn end after four moves of one player at most, and a first choice there always is.
FIRST_CHOICES = "1!\n" * 50
SMALL = ("--population", "24", "--generations", "4", "--random-games", "8", "--final-games", "2")
HEXAPAWN = ("evolve", "hexapawn", *SMALL, "--out", "run")


def rows_of(run: Path) -> list[dict[str, str]]:
    with (run / "sparring.csv").open() as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def sparred(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of a run in which a person has played four games."""
    place = tmp_path_factory.mktemp("sparred")
    done = run_command(*HEXAPAWN, "--spar", "human", "--spar-every", "2", lines=FIRST_CHOICES, cwd=place)
    assert done.returncode == 0, done.stderr
    return place / "run"


def test_the_person_is_told_all_that_happens(tmp_path: Path) -> None:
    done = run_command(*HEXAPAWN, "--spar", "human", "--spar-every", "2", lines=FIRST_CHOICES, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    told = lines.index("Two individuals play you every 2 generations;")
    assert lines[told + 1] == "those that beat you are selected more often."
    headings = [line for line in lines if line.startswith("Generation ")]
    assert headings == [f"Generation {g} of 4, game {n} of 2" for g in (2, 4) for n in (1, 2)]
    # A person who moves second sees the board at the start.
    second = lines.index(headings[0])
    assert lines[second + 1].startswith("You are ○ and move second, against opponent 1, ")
    drawn = [line.split() for line in lines[second + 3 : second + 9]]
    assert [row for row in drawn if not row[0].isdecimal()] == [["○"] * 3, ["·"] * 3, ["●"] * 3]
    assert lines[lines.index(headings[1]) + 1].startswith("You are ● and move first, against opponent 2, ")
    results = [line for line in lines if " has won after " in line or " have won after " in line]
    assert len(results) == 4
    rows = rows_of(tmp_path / "run")
    for line, row in zip(results, rows, strict=True):
        assert ("You have won" in line) == (row["result"] == "lost")
        assert f"after {row['turns']} turns." in line
        before, after = float(row["chance_before"]), float(row["chance_after"])
        told = f"{after:.2%} instead of {before:.2%}"
        result = "has lost" if row["result"] == "lost" else "has beaten you"
        assert f"  opponent {row['game']} {result}: {told}" in lines
    assert "The run goes on; you play again in generation 4." in lines
    assert "The run goes on; you have played your last game." in lines
    assert "sizes.csv, sparring.csv" in done.stdout
    assert (
        max(len(line) for line in lines[: lines.index("The run goes on; you have played your last game.")])
        < 100
    )


def test_a_foreign_log_of_games_is_refused_by_a_sentence(tmp_path: Path, sparred: Path) -> None:
    shutil.copytree(sparred, tmp_path / "run")
    log = tmp_path / "run" / "sparring.csv"
    log.write_text(log.read_text().replace("won", "wo\0n").replace(",2\n", ",99\n"))
    done = run_command("resume", "run", "--generations", "5", cwd=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "sparring.csv" in done.stderr
    assert "remove it" not in done.stderr  # the run would then claim that it can be repeated


def test_a_report_does_not_promise_that_such_a_run_can_be_repeated(tmp_path: Path, sparred: Path) -> None:
    shutil.copytree(sparred, tmp_path / "run")
    report = ("report", "run", "--games", "2", "--simplify", "none", "--workers", "1", "--out", "page")
    done = run_command(*report, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "page" / "index.html").read_text()
    assert "4 games against a person have counted in this run" in page
    assert "The run is repeated" not in page


def test_a_person_who_leaves_is_told_that_the_run_goes_on(tmp_path: Path) -> None:
    for lines in ("q\n", ""):
        done = run_command(*HEXAPAWN, "--spar", "human", "--spar-every", "2", lines=lines, cwd=tmp_path)
        assert done.returncode == 0
        assert "You left. This game does not count; the run goes on without you." in done.stdout
        assert done.stdout.count("Generation 2 of 4") == 1
        assert "Generation 4 of 4" not in done.stdout
        run = tmp_path / "run"
        assert [row["result"] for row in rows_of(run)] == ["left"]
        assert (run / "champion.json").exists()
        run.rename(tmp_path / f"run{len(lines)}")


def test_a_run_goes_on_with_the_person_or_without_and_says_so(tmp_path: Path, sparred: Path) -> None:
    shutil.copytree(sparred, tmp_path / "run")
    resume = ("resume", "run", "--generations")
    without = run_command(*resume, "5", cwd=tmp_path)
    assert without.returncode == 0
    assert "4 games against a person counted in this run so far." in without.stdout
    assert "It goes on without further games against a person; --spar human adds some." in without.stdout
    sparring = (*resume, "6", "--spar", "human", "--spar-every", "3")
    again = run_command(*sparring, lines=FIRST_CHOICES, cwd=tmp_path)
    assert "Two individuals play you every 3 generations;" in again.stdout
    assert "Generation 6 of 6, game 2 of 2" in again.stdout
    assert [row["generation"] for row in rows_of(tmp_path / "run")] == ["2", "2", "4", "4", "6", "6"]
    head = (tmp_path / "run" / "config.toml").read_text().splitlines()[0]
    assert "it cannot be repeated" in head


def test_a_run_without_a_person_is_resumed_with_one(tmp_path: Path) -> None:
    assert run_command(*HEXAPAWN, cwd=tmp_path).returncode == 0
    config = tmp_path / "run" / "config.toml"
    assert "repeat it with" in config.read_text()
    sparring = ("resume", "run", "--generations", "6", "--spar", "human", "--spar-every", "6")
    assert run_command(*sparring, lines=FIRST_CHOICES, cwd=tmp_path).returncode == 0
    assert "repeat it with" not in config.read_text()
    assert len(rows_of(tmp_path / "run")) == 2


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "senet_gp", *HEXAPAWN, "--spar", "human", "--spar-every", "2"]
    session = subprocess.Popen(
        command, cwd=tmp_path, text=True, start_new_session=True, env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert session.stdout is not None
    seen = ""
    while "your choice" not in seen:
        seen += (character := session.stdout.read(1))
        assert character, seen
    os.killpg(session.pid, signal.SIGINT)
    _, error = session.communicate()
    assert session.returncode == 130
    assert "interrupted after generation 1, which is saved" in error
    assert "-m senet_gp resume run --spar human --spar-every 2" in error
    assert rows_of(tmp_path / "run") == []
    again = run_command(
        "resume", "run", "--spar", "human", "--spar-every", "2", lines=FIRST_CHOICES, cwd=tmp_path
    )
    assert again.returncode == 0
    assert len(rows_of(tmp_path / "run")) == 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--spar", "human", "--spar-every", "5"), "the run has only 4 generations"),
        (("--spar", "human"), "--spar-every is 10, but the run has only 4 generations"),
    ],
)
def test_options_that_would_do_nothing_are_refused(
    tmp_path: Path, options: tuple[str, ...], message: str
) -> None:
    done = run_command(*HEXAPAWN, *options, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert list(tmp_path.iterdir()) == []
