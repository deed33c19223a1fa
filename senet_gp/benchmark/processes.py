"""Python in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence

from senet_gp import interruption
from senet_gp.errors import SenetGpError


def output_of(arguments: Sequence[str], environment: Mapping[str, str] | None = None) -> str:
    """What Python prints when it is started with these arguments, and comes to its end.

    Args:
        arguments: of the interpreter.
        environment: variables to be set besides those that are.

    Raises:
        SenetGpError: if it fails.
        KeyboardInterrupt: if the person has asked for it meanwhile.
    """
    done = subprocess.run(  # noqa: S603 - our own
        [sys.executable, *arguments],
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    interruption.check()
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        raise SenetGpError(f"python {' '.join(arguments)} failed: {reason}")
    return done.stdout
