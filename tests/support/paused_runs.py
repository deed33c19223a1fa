"""A run in a process of its own that stops, as by SIGSTOP, behind its first checkpoint."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

_PROGRAM = """
import os, signal
from senet_gp.__main__ import main
from senet_gp.evolution.record.run_directory import RunDirectory
write = RunDirectory.write_checkpoint
def write_and_stop(run, *arguments, **options):
    write(run, *arguments, **options)
    RunDirectory.write_checkpoint = write
    os.kill(os.getpid(), signal.SIGSTOP)
RunDirectory.write_checkpoint = write_and_stop
main()
"""


def paused_run(options: str, cwd: Path, **more: Any) -> subprocess.Popen[str]:
    """Begin a run by ``evolve`` with these options, and wait until it has stopped.

    Args:
        options: those of ``evolve``, the game first.
        cwd: where it runs.
        more: arguments of ``Popen``.
    """
    command = [sys.executable, "-c", _PROGRAM, "evolve", *options.split()]
    process = subprocess.Popen(command, cwd=cwd, text=True, **more)
    _, status = os.waitpid(process.pid, os.WUNTRACED)
    assert os.WIFSTOPPED(status)
    return process
