"""A person at a real pseudo-terminal teaches a blank hexapawn machine, as in the session of docs/hexapawn.md.

The person opens with each pawn in turn and then asks for a hint at every move. They play a move that wins or,
if there is none, one that loses as late as possible; among equal moves the seed decides.
"""

from __future__ import annotations

import os
import pty
import random
import re
import select
import subprocess
import sys
from pathlib import Path

CHOICE, ANOTHER = "your choice (? for help): ", "q ends: "
_OPENINGS = ("1-4", "2-5", "3-6")
_HINT = re.compile(r"^ +(\d+)  (\S+) +(wins|loses) in (\d+) moves?$", re.MULTILINE)
_SECONDS = 120


class Terminal:
    """A program in a pseudo-terminal.

    Attributes:
        process: the program.
        output: all that it has written.
    """

    def __init__(self, arguments: list[str], columns: int, directory: Path) -> None:
        self._master, slave = pty.openpty()
        self.process = subprocess.Popen(
            arguments,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=directory,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm", "NO_COLOR": "1", "COLUMNS": str(columns), "LINES": "24"}
            | {"LC_ALL": "C.UTF-8"},
        )
        os.close(slave)
        self.output = ""
        self._read = 0

    def wait_for(self, *prompts: str) -> str:
        """The output up to the first of these prompts, or up to the end.

        Raises:
            TimeoutError: if nothing is written for long.
        """
        while True:
            ends = [
                end + len(prompt) for prompt in prompts if (end := self.output.find(prompt, self._read)) >= 0
            ]
            if ends:
                begin, self._read = self._read, min(ends)
                return self.output[begin : self._read]
            if not select.select([self._master], [], [], _SECONDS)[0]:
                raise TimeoutError(self.output[self._read :])
            try:
                self.output += os.read(self._master, 1 << 16).decode().replace("\r", "")
            except OSError:  # the program has ended
                return self.output[self._read :]

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self._master, f"{line}\n".encode())

    def end(self) -> int:
        """Wait until the program ends; its exit code."""
        self.wait_for("\0")
        os.close(self._master)
        return self.process.wait()


def taught(machine: str, games: int, seed: int, columns: int, directory: Path, *options: str) -> str:
    """Teach a machine in this many games; returns everything that the terminal has shown."""
    play = [
        sys.executable,
        "-m",
        "senet_gp",
        "play",
        "hexapawn",
        "--against",
        f"matchbox:{machine}",
        "--learn",
    ]
    terminal = Terminal([*play, "--seed", str(seed), *options], columns, directory)
    rng = random.Random(seed)
    played, opened = 0, False
    while played < games:
        shown = terminal.wait_for(CHOICE, ANOTHER)
        if shown.endswith(ANOTHER):
            played, opened = played + 1, False
            terminal.type("" if played < games else "q")
        elif shown.endswith(CHOICE) and not opened:
            opened = True
            terminal.type(f"{_OPENINGS[played % 3]}!")
        elif hints := _HINT.findall(shown):
            terminal.type(f"{rng.choice(_best(hints))}!")
        elif shown.endswith(CHOICE):
            terminal.type("h")
        else:
            break
    terminal.end()
    return terminal.output


def _best(hints: list[tuple[str, str, str, str]]) -> list[str]:
    """The numbers of the winning moves or, if there are none, of those that lose last."""
    _, _, gets, moves = hints[0]
    return [hint[0] for hint in hints if hint[2] == gets and (gets == "wins" or hint[3] == moves)]
