"""A run that is killed goes on as if it had not been; tests/scripts/test_long_runs.py kills many."""

from __future__ import annotations

import errno
import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from commands import killed_at_flush, run_command
from paused_runs import paused_run
from thinned import thinned
from tiny_runs import TINY_COMMAND, begun, files_of, to_its_end

from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.runtime.errors import FileError
from senet_gp.runtime.files import locked

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no SIGKILL")


def test_a_run_that_was_stopped_before_it_began_can_be_started_again(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    with pytest.raises(FileError, match=r"not a complete run directory: .*, start it again with .* --out$"):
        RunDirectory.open(run)
    for name in ("provenance.json", ".config.toml.k3_x9abc.senet-gp-partial"):
        (run / name).touch()
        with pytest.raises(FileError, match="is not a complete run directory"):
            RunDirectory.open(run)
    (run / "thesis.tex").touch()
    with pytest.raises(FileError, match="is not a run directory: it holds no"):
        RunDirectory.open(run)
    with pytest.raises(FileError, match="already exists"):
        RunDirectory.create(run, Config())
    (run / "thesis.tex").unlink()
    assert RunDirectory.create(run, Config(seed=2), "evolve").config == RunDirectory.open(run).config
    with pytest.raises(FileError, match=r"already exists: go on by --go-on or senet-gp resume .*run, or"):
        RunDirectory.create(run, Config(seed=2))
    (run / "champion.json").touch()
    with pytest.raises(FileError, match="already exists: choose another directory with --out, or remove it"):
        RunDirectory.create(run, Config(seed=2))


@pytest.mark.parametrize(
    "arguments",
    [
        "table hexapawn --out new",
        "table senet --rule pieces=1 --out new",
        "export hand:HC1 --format svg --out new",
        "report {run} --games 2 --out there",
    ],
    ids=lambda text: text.split()[0],
)
def test_a_command_removes_what_it_left_when_it_was_killed(tmp_path: Path, run: Path, arguments: str) -> None:
    command = arguments.format(run=run).split()
    (tmp_path / "there").mkdir()
    killed = run_command(*command, cwd=tmp_path, before=killed_at_flush(1))
    assert killed.returncode == -signal.SIGKILL
    partial = [path for path in tmp_path.rglob(".*") if path.name.endswith(".senet-gp-partial")]
    assert len(partial) == 1
    assert run_command(*command, cwd=tmp_path).returncode == 0
    assert [*tmp_path.rglob(".*")] == []


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of a run that has ended."""
    return to_its_end(begun(tmp_path_factory.mktemp("ended") / "run"))


HOLDING = """
import os, sys, time
from pathlib import Path
from senet_gp.runtime.files import locked
with locked(Path(sys.argv[1]), ""):
    if os.fork() == 0:
        print(os.getpid(), flush=True)
        time.sleep(60)
        os._exit(0)
    time.sleep(60)
"""


def test_the_workers_of_a_killed_run_do_not_keep_it_locked(tmp_path: Path) -> None:
    """They live until they are done with their batch, but no process waits for that."""
    file = tmp_path / "file"
    file.touch()
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(file)], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert holder.stdout is not None
    child = int(holder.stdout.readline())
    with pytest.raises(FileError, match="by another"), locked(file, "by another"):
        pass
    holder.kill()
    holder.wait()
    os.kill(child, 0)  # is there still
    with locked(file, "by another"):
        pass
    os.killpg(holder.pid, signal.SIGKILL)
    holder.stdout.close()


def test_a_file_that_was_replaced_while_it_was_being_locked_is_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.touch()
    sound = Path.open

    def opened(path: Path, mode: str) -> object:
        found = sound(path, mode)
        (tmp_path / "other").touch()
        (tmp_path / "other").replace(path)
        return found

    monkeypatch.setattr(Path, "open", opened)
    with pytest.raises(FileError, match="by another"), locked(file, "by another"):
        pass


def refuse_locks(number: int) -> None:
    """In a forked process: let the system answer each request for a lock with this error."""

    def flock(_file: object, _operation: int) -> None:
        raise OSError(number, os.strerror(number))

    fcntl.flock = flock


@pytest.mark.usefixtures("whole_end")
@pytest.mark.parametrize(
    "error",
    thinned([errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL], kept=[0]),
    ids=os.strerror,
)
def test_a_file_system_without_locks_is_told_of_once_and_stops_nothing(tmp_path: Path, error: int) -> None:
    """As some NFS: a run takes several locks, in its directory and for its plan."""
    usual = to_its_end(begun(tmp_path / "usual"))
    done = run_command(
        *(*TINY_COMMAND, "--quiet", "--out", "run"), cwd=tmp_path, before=lambda: refuse_locks(error)
    )
    assert done.returncode == 0
    assert done.stderr == (
        "senet-gp: the file system of run has no locks, so a second process that changes the same files is "
        "not refused: let only one change them.\n"
    )
    assert files_of(tmp_path / "run") == files_of(usual)


def test_a_lock_that_fails_for_another_reason_is_told_as_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setattr(fcntl, "flock", fcntl.flock)
    refuse_locks(errno.EIO)
    with pytest.raises(FileError, match="file cannot be locked: Input/output error"), locked(file, "another"):
        pass


@pytest.mark.slow
@pytest.mark.usefixtures("whole_end")
def test_one_process_at_a_time_evolves_resumes_or_extends(tmp_path: Path) -> None:
    whole = to_its_end(begun(tmp_path / "whole"))
    options = "hexapawn --population 10 --generations 4 --games 2 --random-games 4 --final-games 2 --quiet"
    evolving = paused_run(f"{options} --log individuals --out run", tmp_path)
    for more in ([], ["--generations", "50"]):
        done = run_command("resume", "run", *more, cwd=tmp_path)
        assert done.returncode == 1
        assert "is being played by another process: wait for its end" in done.stderr
    evolving.send_signal(signal.SIGCONT)
    assert evolving.wait() == 0
    assert files_of(tmp_path / "run") == files_of(whole)
