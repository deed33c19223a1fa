"""Standard input, output and error: all three are open, and no text that is shown commands the terminal.

This module imports nothing large, because it is imported before everything else.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator

from senet_gp.runtime.errors import SenetGpError, printable

OUTPUT = 1


class OutputError(SenetGpError):
    """Standard output cannot be written."""


def open_closed() -> None:
    """Open the standard streams that are closed, so that no file opened later takes their numbers.

    Standard input is then at its end, standard error is discarded, and standard output cannot be written.
    """
    for name, mode, flags in (
        ("stdin", "r", os.O_RDONLY),
        ("stdout", "w", os.O_RDONLY),
        ("stderr", "w", os.O_WRONLY),
    ):
        if getattr(sys, name) is None:
            # The system gives the lowest free number, which is that of this stream.
            setattr(sys, name, os.fdopen(os.open(os.devnull, flags), mode, encoding="utf-8"))


def guard() -> None:
    """From now on, show everything that is written to standard output and error; let no text command."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout = Guarded(sys.stdout)
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr = Guarded(sys.stderr, may_fail=True)


def shown(text: str) -> str:
    r"""A text of several lines as a terminal may show it, without commands to the terminal.

    Args:
        text: any text.

    Returns:
        The text with everything that is not printable, but for line feeds and tabs, as in Python's source.

    >>> print(shown("one\n\x1b[2Jtwo"))
    one
    \x1b[2Jtwo
    """
    if text.isprintable():
        return text
    return "\n".join("\t".join(map(printable, line.split("\t"))) for line in text.split("\n"))


class Guarded(io.TextIOBase):
    """A stream that writes escapes, and everything else that is not printable, as in Python's source.

    It has no ``buffer``, because click would use that to bypass it where the encoding is ASCII. A character
    that the encoding lacks becomes a question mark.

    Args:
        stream: the stream that it writes to.
        may_fail: whether a text that cannot be written is lost in silence, as on standard error.
    """

    def __init__(self, stream: io.TextIOWrapper, *, may_fail: bool = False) -> None:
        super().__init__()
        stream.reconfigure(errors="replace")
        self._stream = stream
        self._may_fail = may_fail

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the terminal or file."""
        return self._stream.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        """How characters are written that the encoding lacks."""
        return self._stream.errors

    def write(self, text: str) -> int:
        """Write a text as :func:`shown` gives it.

        Raises:
            OutputError: if it cannot be written.
            BrokenPipeError: if the reader has closed the pipe.
        """
        self.write_as_is(shown(text))
        return len(text)

    def write_as_is(self, text: str) -> None:
        """Write a text unchanged, commands to the terminal included; foreign parts must be :func:`shown`."""
        with self._refusing():
            self._stream.write(text)

    def flush(self) -> None:
        """Write what is still buffered; raises as :meth:`write` does."""
        with self._refusing():
            self._stream.flush()

    def fileno(self) -> int:
        """The number of the file."""
        return self._stream.fileno()

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self._stream.isatty()

    def writable(self) -> bool:
        """Whether it is a stream for writing; it is."""
        return True

    @contextlib.contextmanager
    def _refusing(self) -> Iterator[None]:
        """Turn a failure of the system into an :class:`OutputError`."""
        try:
            yield
        except OSError as error:
            if self._may_fail:
                return
            if isinstance(error, BrokenPipeError):
                raise
            raise OutputError(f"standard output cannot be written: {error.strerror or error}") from None
