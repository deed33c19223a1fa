"""Running the program on a terminal of its own, with everything that is written to the terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from pathlib import Path

from commands import become, import_all

_SECONDS = 60


def on_terminal(
    *arguments: str, cwd: Path, lines: str = "", columns: int = 80, environment: dict[str, str] | None = None
) -> tuple[int, str]:
    """The program's exit code, and what it writes to its terminal, where these lines are typed."""
    import_all()
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    pid = os.fork()
    if not pid:
        os.close(ours)
        os.setsid()
        fcntl.ioctl(its, termios.TIOCSCTTY, 0)
        os.environ["TERM"] = "xterm-256color"
        os.environ.pop("COLUMNS", None)
        os.environ |= environment or {}
        become(list(arguments), cwd, (its, its, its))
    os.close(its)
    try:
        os.write(ours, lines.encode())
        written = _all_of(ours)
    except TimeoutError:
        os.kill(pid, signal.SIGKILL)
        raise
    finally:
        os.close(ours)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), written.decode(errors="surrogateescape")


def _all_of(terminal: int) -> bytes:
    """What is written until every process on the terminal has ended."""
    written, deadline = b"", time.monotonic() + _SECONDS
    while True:
        left = deadline - time.monotonic()
        if not select.select([terminal], [], [], max(0, left))[0]:
            raise TimeoutError(written)
        try:
            part = os.read(terminal, 1 << 16)
        except OSError:  # Linux: they have ended
            return written
        if not part:
            return written
        written += part
