"""The long versions of tests that the suite runs briefly: scripts that exit with 0 if all is well."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"

#: Each takes half a minute at most on two cores; by themselves the scripts try more.
LONG_RUNS = {
    "killed at every 23rd operation": ["kill_at_every_operation.py", "--game", "hexapawn", "--every", "23"],
    "killed at random, a run of each kind": ["kill_runs.py", "--runs", "8", "--seed", "7"],
    "workers lost": ["lose_workers.py", "--kills", "10", "--seed", "7"],
    "wrong claims of games": ["plant_claims.py", "--every", "13"],
    "memory filled": ["fill_memory.py", "400", "limit-growth", "40"],
}


@pytest.mark.slow
@pytest.mark.parametrize("command", LONG_RUNS.values(), ids=LONG_RUNS)
def test_a_long_run_ends_well(command: list[str], tmp_path: Path) -> None:
    script, *arguments = command
    done = subprocess.run(
        [sys.executable, str(SCRIPTS / script), *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
