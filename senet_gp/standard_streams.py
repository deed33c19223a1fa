"""Standard input, output and error: all three are open, and their text contains no terminal commands.

This module imports nothing heavy, because it is used before everything else.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator

from senet_gp.errors import SenetGpError, printable

INPUT, OUTPUT, ERROR = 0, 1, 2


class OutputError(SenetGpError):
    """Standard output cannot be written."""


def open_closed() -> None:
    """Open the standard streams that are closed, so that no file opened later takes their numbers.

    Such an input is at its end, such an error stream discards its text, and such an output cannot be written.
    """
    for number, name in ((INPUT, "stdin"), (OUTPUT, "stdout"), (ERROR, "stderr")):
        try:
            os.fstat(number)
        except OSError:
            # The system gives the lowest free number, so another one must be moved.
            opened = os.open(os.devnull, os.O_WRONLY if number == ERROR else os.O_RDONLY)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
        if getattr(sys, name) is None:
            mode = "r" if number == INPUT else "w"
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def guard() -> None:
    """Make everything written to standard output and error safe for terminals from now on."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout = Guarded(sys.stdout)
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr = GuardedError(sys.stderr)


def shown(text: str) -> str:
    """A text of several lines without control characters for terminals."""
    if text.isprintable():
        return text
    return "\n".join("\t".join(map(printable, line.split("\t"))) for line in text.split("\n"))


class Guarded(io.TextIOBase):
    """A stream on which characters that are not printable become escape sequences as in Python's source.

    It has no ``buffer``, which click would use to bypass it if the encoding is ASCII. Characters that the
    encoding lacks become question marks.
    """

    def __init__(self, stream: io.TextIOWrapper) -> None:
        super().__init__()
        stream.reconfigure(errors="replace")
        self._stream = stream

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the terminal or file."""
        return self._stream.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        """How characters that the encoding lacks are handled."""
        return self._stream.errors

    def write(self, text: str) -> int:
        """Write a text, made safe for terminals.

        Raises:
            OutputError: if it cannot be written.
            BrokenPipeError: if the reader has closed the pipe.
        """
        self.write_as_is(shown(text))
        return len(text)

    def write_as_is(self, text: str) -> None:
        """Write terminal commands; the caller must have made untrusted parts safe."""
        with self._told():
            self._stream.write(text)

    def flush(self) -> None:
        """Write what is in the buffer; it raises the same exceptions as :meth:`write`."""
        with self._told():
            self._stream.flush()

    def fileno(self) -> int:
        """The number of the file."""
        return self._stream.fileno()

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self._stream.isatty()

    def writable(self) -> bool:
        """True."""
        return True

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Turn errors into a message of one sentence."""
        try:
            yield
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(f"standard output cannot be written: {error.strerror or error}") from None


class GuardedError(Guarded):
    """Standard error: failing to write a message is no reason to stop."""

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        with contextlib.suppress(OSError):
            yield
