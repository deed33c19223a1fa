"""Running the program on a terminal: with lines typed beforehand, or in answer to what it shows."""

from __future__ import annotations

import codecs
import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from pathlib import Path
from typing import Self

from commands import Forked, become, import_all
from patience import PATIENCE


def on_terminal(
    *arguments: str,
    cwd: Path,
    lines: str = "",
    columns: int = 80,
    environment: dict[str, str] | None = None,
    after: str = "",
) -> tuple[int, str]:
    """The program's exit code, and what it writes to its terminal, where these lines are typed.

    They are typed at once, or after the program has written a certain text.
    """
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
        written = _all_of(ours, after) if after else b""
        os.write(ours, lines.encode())
        written += _all_of(ours)
    except TimeoutError:
        os.kill(pid, signal.SIGKILL)
        raise
    finally:
        os.close(ours)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), written.decode(errors="surrogateescape")


class TerminalSession:
    """A program on a pseudo-terminal of 80 columns and 24 rows, which is killed if it outlives its ``with``.

    Attributes:
        process: the program; it leads a process group.
        output: what it has written so far.
    """

    def __init__(self, *arguments: str, cwd: Path | None = None, **environment: str) -> None:
        import_all()
        self._terminal, its = pty.openpty()
        pid = os.fork()
        if not pid:
            os.close(self._terminal)
            os.setsid()
            os.environ |= {"TERM": "dumb", "COLUMNS": "80", "LINES": "24", **environment}
            become(list(arguments), cwd, (its, its, its))
        self.process = Forked(pid)
        os.close(its)
        self.output = ""
        self._seen = 0
        # A part may end within a character.
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()  # does nothing if it has ended
        self.process.wait()
        os.close(self._terminal)

    def wait_for(self, *texts: str) -> str:
        """Read until one of these has come behind what was waited for before; what was read, it included."""
        deadline = time.monotonic() + PATIENCE
        while not (ends := [found + len(text) for text in texts if (found := self._place_of(text)) >= 0]):
            if time.monotonic() > deadline:
                raise TimeoutError(self.output)
            if select.select([self._terminal], [], [], 0.1)[0]:
                try:
                    self.output += self._decoder.decode(os.read(self._terminal, 1 << 16))
                except OSError:  # Linux: it has ended
                    raise EOFError(f"the program ended without {texts}: {self.output}") from None
        begin, self._seen = self._seen, min(ends)
        return self.output[begin : self._seen]

    def _place_of(self, text: str) -> int:
        return self.output.find(text, self._seen)

    def type(self, text: str) -> None:
        """Type a text."""
        os.write(self._terminal, text.encode())

    def ended(self) -> int:
        """Read what is left and wait for the end; the exit code."""
        with contextlib.suppress(EOFError):
            self.wait_for()
        return self.process.wait()


def _all_of(terminal: int, until: str = "") -> bytes:
    """What is written until a text is, or until every process on the terminal has ended."""
    written, deadline = b"", time.monotonic() + PATIENCE
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
        if until and until.encode() in written:
            return written
