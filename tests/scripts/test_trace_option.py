"""The script that traces an option from the command line into a run."""

from __future__ import annotations

import subprocess
import sys

import trace_option


def test_an_option_is_found_on_its_way_and_a_configuration_is_resolved_once() -> None:
    done = subprocess.run([sys.executable, trace_option.__file__], capture_output=True, text=True, check=True)
    *functions, last = done.stdout.splitlines()
    assert "senet_gp/cli/evolve: evolve" in functions
    assert len(functions) < 30
    assert last.endswith("resolved configurations: 1")
