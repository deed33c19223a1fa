"""A full disk, a directory that turns read-only: one sentence, nothing damaged, and the run goes on later."""

from __future__ import annotations

import ctypes
import dataclasses
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from commands import run_command
from paused_runs import paused_run
from tiny_runs import TINY, begun, files_of, to_its_end

from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.evolution.run import run as playing
from senet_gp.runtime.errors import FileError

#: Checkpoints of this population are among the larger files.
CONFIG = dataclasses.replace(TINY, population=60)
EVOLVE = (
    "evolve hexapawn --population 60 --games 2 --random-games 4 --final-games 2 "
    "--log individuals --generations"
)
_PR_CAPBSET_DROP, _CAP_DAC_OVERRIDE = 24, 1


@pytest.fixture(scope="module")
def whole_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of a run that was not stopped."""
    return to_its_end(begun(tmp_path_factory.mktemp("whole") / "run", CONFIG))


@pytest.fixture(scope="module")
def whole(whole_run: Path) -> dict[str, bytes]:
    """The files of that run."""
    return files_of(whole_run)


def command(arguments: str) -> list[str]:
    return [sys.executable, "-m", "senet_gp", *arguments.split(), "--quiet", "--workers", "1"]


def assert_refused(done: subprocess.CompletedProcess[str], reason: str) -> None:
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert done.stdout in {"", "run\n"}, "evolve --quiet has named its directory"
    assert reason in done.stderr


def refused(
    arguments: str, place: Path, reason: str, before: Callable[[], object] | None = None
) -> subprocess.CompletedProcess[str]:
    done = run_command(*arguments.split(), "--quiet", "--workers", "1", cwd=place, before=before)
    assert_refused(done, reason)
    return done


@pytest.mark.parametrize("more", [20, 300])
def test_files_that_may_not_grow(tmp_path: Path, whole: dict[str, bytes], more: int) -> None:
    """Like a quota: a write beyond the limit of a file writes the first part and fails."""
    most_bytes = len(whole["config.toml"]) + more  # of which a checkpoint has more

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

    done = refused(f"{EVOLVE} 4 --out run", tmp_path, "cannot be written: File too large", limit)
    assert any(name in done.stderr for name in ("checkpoint.json", "champion.json", "sizes.csv"))
    refused("resume run", tmp_path, "cannot be written: File too large", limit)
    assert files_of(to_its_end(RunDirectory.open(tmp_path / "run"))) == whole


@pytest.mark.parametrize(
    "arguments",
    [
        "report {run} --out new --games 2",
        "report {run} --out there --games 2",
        "export {run} --front --format svg --out new",
    ],
)
def test_directories_that_could_not_be_filled_are_not_left(
    tmp_path: Path, whole_run: Path, arguments: str
) -> None:
    (tmp_path / "there").mkdir()
    command = arguments.format(run=whole_run).split()

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))

    done = run_command(*command, cwd=tmp_path, before=limit)
    assert_refused(done, "cannot be written: File too large")
    assert [*tmp_path.rglob("*")] == [tmp_path / "there"]
    assert run_command(*command, cwd=tmp_path).returncode == 0


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 32 KiB, where one may be mounted."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=32k", "tmpfs", str(place)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("nothing can be mounted here; test_files_that_may_not_grow stands for this")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)  # noqa: S607


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there is no tmpfs")
@pytest.mark.parametrize("used", [0, 16])
def test_a_full_disk(small_disk: Path, whole: dict[str, bytes], used: int) -> None:
    filler = small_disk / "filler"
    filler.write_bytes(b"x" * (used << 10))
    full = "cannot be written: No space left on device"
    refused(f"{EVOLVE} 4 --out run", small_disk, full)
    left = files_of(small_disk / "run")
    if "checkpoint.json" in left:
        refused("resume run", small_disk, full)
    filler.unlink()
    resize = ["mount", "-o", "remount,size=1m", str(small_disk)]
    subprocess.run(resize, check=True)
    assert files_of(to_its_end(RunDirectory.open(small_disk / "run"))) == whole


def as_owner() -> None:
    """Let file modes hold for root too, from the next program on, where the system can."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(_PR_CAPBSET_DROP, _CAP_DAC_OVERRIDE, 0, 0, 0)


@pytest.fixture
def modes_hold(tmp_path: Path) -> None:
    """Skip where a directory cannot be made read-only."""
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o555)
    touch = ["touch", str(closed / "file")]
    if not subprocess.run(touch, capture_output=True, check=False, preexec_fn=as_owner).returncode:
        pytest.skip("modes do not hold for root here")


@pytest.mark.slow
@pytest.mark.usefixtures("modes_hold")
def test_a_directory_that_turns_read_only(tmp_path: Path) -> None:
    run = tmp_path / "run"
    options = f"{EVOLVE.removeprefix('evolve ')} 40 --out run --quiet --workers 1"
    # Nothing else is forked meanwhile.
    evolving = paused_run(options, tmp_path, stderr=subprocess.PIPE, preexec_fn=as_owner)
    run.chmod(0o555)
    evolving.send_signal(signal.SIGCONT)
    try:
        _, said = evolving.communicate()
        assert (evolving.returncode, said.count("\n")) == (1, 1)
        assert "cannot be written: Permission denied" in said
        before = files_of(run)
        done = subprocess.run(
            command("resume run --generations 50"), cwd=tmp_path, capture_output=True, text=True, check=False,
            preexec_fn=as_owner,
        )  # fmt: skip
        assert_refused(done, "run is read-only: give yourself the right to write it")
        assert files_of(run) == before
    finally:
        run.chmod(0o755)
    whole = to_its_end(begun(tmp_path / "whole", dataclasses.replace(CONFIG, generations=40)))
    assert files_of(to_its_end(RunDirectory.open(run))) == files_of(whole)


def test_the_first_error_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = begun(tmp_path / "run")

    def fail() -> None:
        raise FileError("the second")

    monkeypatch.setattr(run, "write_checkpoint", fail)
    with pytest.raises(FileError, match="the first"), run.locked():
        raise FileError("the first")
    with pytest.raises(FileError, match="the second"), run.locked():
        pass


def test_no_message_says_that_something_is_saved_that_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = begun(tmp_path / "run")

    def stopped(*_arguments: object, **_options: object) -> None:
        raise KeyboardInterrupt

    def fail() -> None:
        raise FileError("checkpoint.json cannot be written")

    monkeypatch.setattr(playing, "best_finalist", stopped)
    monkeypatch.setattr(run, "write_checkpoint", fail)
    monkeypatch.setattr(run, "save", lambda *_arguments: None)
    with pytest.raises(FileError, match="cannot be written"):
        to_its_end(run)
    assert run.config == TINY.resolved()
