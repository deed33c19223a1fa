"""Standard input, output and error: all three are there, and no terminal takes what is shown for a command.

Nothing heavy is imported here: this comes before everything else.
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
    """Open what this process was started without: a file opened later must not take its place.

    Input is then at its end, nobody reads what goes to standard error, and standard output cannot be written.
    """
    for number, name in ((INPUT, "stdin"), (OUTPUT, "stdout"), (ERROR, "stderr")):
        try:
            os.fstat(number)
        except OSError:
            # The lowest number that is free is given out, and those below are not.
            opened = os.open(os.devnull, os.O_WRONLY if number == ERROR else os.O_RDONLY)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
        if getattr(sys, name) is None:
            mode = "r" if number == INPUT else "w"
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def guard() -> None:
    """From here on everything that is written to standard output and error is shown, and never obeyed."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout = Guarded(sys.stdout)
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr = GuardedError(sys.stderr)


def shown(text: str) -> str:
    """A text of some lines as a terminal shows it, and takes no part of it for a command."""
    if text.isprintable():
        return text
    return "\n".join("\t".join(map(printable, line.split("\t"))) for line in text.split("\n"))


class Guarded(io.TextIOBase):
    """A stream on which escapes, and whatever else is not printable, stand as in Python's source.

    It has no ``buffer``, by which click would write around it where the encoding is ASCII. What the encoding
    lacks becomes a question mark.
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
        """What becomes of what the encoding lacks."""
        return self._stream.errors

    def write(self, text: str) -> int:
        """Write a text, shown.

        Raises:
            OutputError: if it cannot be written.
            BrokenPipeError: if whoever read it has seen enough.
        """
        self.write_as_is(shown(text))
        return len(text)

    def write_as_is(self, text: str) -> None:
        """Write what is for the terminal, from somebody who has shown what is a stranger's."""
        with self._told():
            self._stream.write(text)

    def flush(self) -> None:
        """Write what is still to be written; raises as :meth:`write`."""
        with self._told():
            self._stream.flush()

    def fileno(self) -> int:
        """The number of the file."""
        return self._stream.fileno()

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self._stream.isatty()

    def writable(self) -> bool:
        """Whether it can be written: it may be tried."""
        return True

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Tell in a sentence that it cannot be written."""
        try:
            yield
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(f"standard output cannot be written: {error.strerror or error}") from None


class GuardedError(Guarded):
    """Standard error: that nobody can be told something is no reason to stop."""

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        with contextlib.suppress(OSError):
            yield
