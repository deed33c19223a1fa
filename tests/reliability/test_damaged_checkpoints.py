"""The last two checkpoints are kept; a damaged one is recognised, and the one before is used."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import run_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tiny_runs import TINY, begun, files_of, play_until, to_its_end

from senet_gp.evolution.record.checkpoint import FORMAT, VERSION, digest_of, read_checkpoint
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.runtime.documents import read_document
from senet_gp.runtime.errors import FileError

LAST, BEFORE = "checkpoint.json", "checkpoint-before.json"


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that was played without pause."""
    return to_its_end(begun(tmp_path_factory.mktemp("ended") / "run"))


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with checkpoints after the second and the third of its four generations."""
    run = begun(tmp_path_factory.mktemp("stopped") / "run")
    for generations in (2, 3):
        play_until(run, generations)
    return run.path


@pytest.fixture
def run(stopped: Path, tmp_path: Path) -> RunDirectory:
    """That run, to be damaged."""
    return RunDirectory.open(Path(shutil.copytree(stopped, tmp_path / "run")))


def generation_of(path: Path) -> int:
    generation: int = read_document(path, FORMAT, VERSION, dict)["generation"]
    return generation


def test_the_last_two_are_kept(ended: Path, stopped: Path) -> None:
    assert [generation_of(ended / name) for name in (LAST, BEFORE)] == [4, 3]
    assert [generation_of(stopped / name) for name in (LAST, BEFORE)] == [3, 2]


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda file: file.write_bytes(file.read_bytes()[:-100]), "is not a senet-gp checkpoint file"),
        (lambda file: file.write_bytes(b""), "is not a senet-gp checkpoint file"),
        (
            lambda file: file.write_bytes(file.read_bytes().replace(b'"generation":3', b'"generation":2', 1)),
            "is damaged: its content does not match its checksum",
        ),
        (lambda file: file.write_bytes(b"\xff" + file.read_bytes()[1:]), "is not a text file"),
        (lambda file: file.unlink(), "does not exist"),
    ],
)
def test_the_one_before_a_damaged_one_is_used_and_that_is_said(
    run: RunDirectory,
    ended: Path,
    damage: Callable[[Path], object],
    reason: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    damage(run.path / LAST)
    assert run.load_state().generation == 2
    said = capsys.readouterr().err
    assert reason in said
    assert "so the run resumes from generation 2, which is in checkpoint-before.json" in said
    assert said.count("\n") == 1
    # The damaged one is never kept as the one before, and what logs had beyond it is cut off.
    assert files_of(to_its_end(run, workers=2)) == files_of(ended)
    assert (run.path / "timing.csv").read_text().count("\n") == 1 + TINY.generations
    assert capsys.readouterr().err == ""


# The fixtures are only read.
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7), cut=st.booleans())
def test_no_flipped_bit_and_no_cut_goes_unnoticed(
    stopped: Path, tmp_path: Path, place: float, bit: int, *, cut: bool
) -> None:
    good = (stopped / LAST).read_bytes()
    at = int(place * len(good))
    damaged = good[:at] if cut else good[:at] + bytes([good[at] ^ 1 << bit]) + good[at + 1 :]
    run = RunDirectory.open(stopped)
    file = tmp_path / LAST
    file.write_bytes(damaged)
    sound = read_checkpoint(stopped / LAST, run.config, digest_of(run.config))
    try:
        read = read_checkpoint(file, run.config, digest_of(run.config))
    except FileError:
        return
    # Only what means nothing can be changed: the end of the last line, a blank.
    assert read.generation == sound.generation
    assert read.population == sound.population


def resumed(path: Path) -> subprocess.CompletedProcess[str]:
    return run_command("resume", str(path), "--workers", "1", "--quiet")


def test_if_both_are_damaged_one_sentence_says_so_and_nothing_changes(run: RunDirectory) -> None:
    for name in (LAST, BEFORE):
        (run.path / name).write_bytes((run.path / name).read_bytes()[:-1000])
    (run.path / ".checkpoint.json.abcd1234.senet-gp-partial").touch()
    with (run.path / "generations.csv").open("a") as log:
        log.write("4,half a li")
    before = {path.name: path.read_bytes() for path in run.path.iterdir()}
    done = resumed(run.path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    cut = "is not a senet-gp checkpoint file: it is cut short, or something else"
    assert f"{LAST} {cut}, and " in done.stderr
    assert f"{BEFORE} {cut}: the run cannot be resumed" in done.stderr
    assert {path.name: path.read_bytes() for path in run.path.iterdir()} == before


def test_a_log_that_fits_the_one_before_is_gone_on_with(
    run: RunDirectory, ended: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = run.path / "generations.csv"
    log.write_bytes(log.read_bytes()[:-5])  # the line of generation 3 is cut short
    assert run.load_state().generation == 2
    assert "should have a line for each of 3 generations; so the run resumes" in capsys.readouterr().err
    assert files_of(to_its_end(run)) == files_of(ended)


def test_a_log_that_fits_neither_is_refused(run: RunDirectory) -> None:
    log = run.path / "generations.csv"
    log.write_text("".join(log.read_text().splitlines(keepends=True)[:2]))
    before = files_of(run.path)
    with pytest.raises(
        FileError, match=r"each of 3 generations, and .* each of 2 generations: the run cannot"
    ):
        run.load_state()
    assert files_of(run.path) == before


@pytest.mark.parametrize("name", ["generations.csv", "timing.csv"])
def test_a_line_cut_short_by_a_kill_is_written_again(run: RunDirectory, ended: Path, name: str) -> None:
    with (run.path / name).open("a") as log:
        log.write("4,12")
    assert files_of(to_its_end(run)) == files_of(ended)
    assert (run.path / name).read_text().count("\n") == 1 + TINY.generations


def test_a_run_that_lost_all_checkpoints_is_not_begun_again(run: RunDirectory) -> None:
    """That would throw away the log of what has been played."""
    (run.path / LAST).unlink()
    (run.path / BEFORE).unlink()
    with pytest.raises(FileError, match="does not exist: the run cannot be resumed"):
        run.load_state()
    assert (run.path / "generations.csv").read_text().count("\n") == 4


def test_only_what_a_kill_left_of_our_files_is_removed(run: RunDirectory) -> None:
    left = [".checkpoint.json.abcd_123.senet-gp-partial", ".generations.csv.xxxxxxxx.senet-gp-partial"]
    kept = [
        "checkpoint.json.original",
        "checkpoint.json.abcd_123",
        ".checkpoint.json.swp",
        ".notes.txt.abcd_123.senet-gp-partial",
        "generations.csv.senet-gp-partial",
    ]
    for name in left + kept:
        (run.path / name).touch()
    run.load_state()
    names = {path.name for path in run.path.iterdir()}
    assert names >= set(kept)
    assert names.isdisjoint(left)
