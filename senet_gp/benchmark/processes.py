"""Python programs in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence

from senet_gp import interruption
from senet_gp.errors import SenetGpError


def output_of(arguments: Sequence[str], environment: Mapping[str, str] | None = None) -> str:
    """The standard output of a Python process.

    Args:
        arguments: the arguments of the interpreter.
        environment: environment variables to set in addition to those of this process.

    Raises:
        SenetGpError: if the process fails.
        KeyboardInterrupt: if the user interrupts it.
    """
    with subprocess.Popen(  # noqa: S603 - our own
        [sys.executable, *arguments],
        env={**os.environ, **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=interruption.end_with_parent,  # noqa: PLW1509 - there is one thread
    ) as process:
        try:
            with interruption.heard_at_once():
                output, errors = process.communicate()
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        reason = (errors.strip().splitlines() or [f"exit code {process.returncode}"])[-1]
        raise SenetGpError(f"python {' '.join(arguments)} failed: {reason}")
    return output
