"""A run that is killed goes on as if it had not been; tests/scripts/test_long_runs.py kills many."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from commands import run_command
from paused_runs import paused_run
from tiny_runs import begun, files_of, to_its_end

from senet_gp.evolution.config import Config
from senet_gp.evolution.run_directory import RunDirectory
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
    with pytest.raises(FileError, match="already exists"):
        RunDirectory.create(run, Config(seed=2))


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


@pytest.mark.usefixtures("whole_panel")
def test_one_process_at_a_time_evolves_resumes_or_extends(tmp_path: Path) -> None:
    whole = to_its_end(begun(tmp_path / "whole"))
    options = "hexapawn --population 10 --generations 4 --games 2 --random-games 4 --final-games 2 --quiet"
    evolving = paused_run(f"{options} --out run", tmp_path)
    for more in ([], ["--generations", "50"]):
        done = run_command("resume", "run", *more, cwd=tmp_path)
        assert done.returncode == 1
        assert "is being played by another process: wait for its end" in done.stderr
    evolving.send_signal(signal.SIGCONT)
    assert evolving.wait() == 0
    assert files_of(tmp_path / "run") == files_of(whole)
