"""The experiment of 1995 from the command line."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commands import assert_refused, run_command

from senet_gp.experiments.running import path_of_run
from senet_gp.reproduction.experiment import begin_or_go_on
from senet_gp.reproduction.measuring import references_file
from senet_gp.reproduction.plan import Plan

COMMAND = [sys.executable, "-m", "senet_gp", "reproduce", "--quick"]


@pytest.mark.slow
def test_it_can_be_interrupted_and_says_how_to_go_on(tmp_path: Path) -> None:
    directory = tmp_path / "reproduction-quick"
    plan = Plan(seed=1).quick()
    begin_or_go_on(directory, plan)
    # The references have met already, which takes longest.
    references_file(directory).parent.mkdir()
    references_file(directory).touch()
    process = subprocess.Popen(
        [*COMMAND, "--workers", "2"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 120
    log = path_of_run(directory, plan.tasks()["long-unseeded-1"]) / "generations.csv"
    while not log.exists():
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    output, error = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, "")
    assert error.splitlines()[-1] == (
        "senet-gp: interrupted; what was done is saved, go on with: "
        f"{sys.executable} -m senet_gp reproduce --quick --seed 1 --out reproduction-quick."
    )
    assert not (directory / "report.md").exists()


def test_another_seed_in_the_same_directory_is_refused(tmp_path: Path) -> None:
    (tmp_path / "reproduction-quick").mkdir()
    (tmp_path / "reproduction-quick" / "mine.txt").touch()
    done = run_command("reproduce", "--quick", cwd=tmp_path)
    assert_refused(done, 1, "holds something else: choose another with --out")
