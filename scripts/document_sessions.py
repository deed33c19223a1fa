"""Play the recorded sessions of the documentation again, and write what the terminal shows today.

A session is an indented block that begins with ``$ senet-gp play``. What is typed in it is taken from its
prompts; it is typed again in a pseudo-terminal of 80 columns without colours::

    python scripts/document_sessions.py
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import shlex
import struct
import subprocess
import tempfile
import termios
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGES = ("play.md",)
PROMPT = re.compile(r"(?:\(\? for help\)|takes it back|q ends): ?(.*)$", re.MULTILINE)
BEGIN = "    $ senet-gp play"
INDENT = "    "
ROWS = 24
COLUMNS = 80
SECONDS = 300
#: Where the pages say that games are kept.
KEPT = r"/home/you/.local/share/senet-gp/\1-20260101-120000.txt"


def played(command: str, typed: list[str], cwd: Path, home: str) -> str:
    """What a terminal shows while these lines are typed, each at a prompt; games are kept in a home."""
    own, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}
    environment["SENET_GP_HOME"] = home
    for name in ("COLUMNS", "LINES"):
        environment.pop(name, None)
    process = subprocess.Popen(  # noqa: S603 - the command of a page of ours
        shlex.split(command), stdin=other, stdout=other, stderr=other, cwd=cwd, env=environment,
        start_new_session=True,
    )  # fmt: skip
    os.close(other)
    shown, seen = b"", 0
    lines = list(typed)
    while select.select([own], [], [], SECONDS)[0]:
        try:
            shown += os.read(own, 1 << 16)
        except OSError:  # the program has ended
            break
        if lines and PROMPT.search(shown[seen:].decode(errors="replace").replace("\r", "") + "\n"):
            seen = len(shown)
            os.write(own, f"{lines.pop(0)}\n".encode())
    os.close(own)  # so that a program that still waits for a line ends, too
    process.wait()
    text = shown.decode().replace("\r\n", "\n")
    return re.sub(rf"{re.escape(home)}/(\w+)-[-0-9]+\.txt", KEPT, text)


def played_again(page: str, cwd: Path) -> str:
    """A page with its sessions as they are today."""
    lines, done = page.split("\n"), []
    while lines:
        line = lines.pop(0)
        done.append(line)
        if not line.startswith(BEGIN):
            continue
        session = []
        while lines and (not lines[0] or lines[0].startswith(INDENT)) and not lines[0].startswith(BEGIN):
            session.append(lines.pop(0))
        typed = PROMPT.findall("\n".join(session))
        with tempfile.TemporaryDirectory() as home:
            shown = played(line.removeprefix(f"{INDENT}$ "), [text.strip() for text in typed], cwd, home)
        done += [f"{INDENT}{text}".rstrip() for text in shown.rstrip().split("\n")]
        done.append("")
    return "\n".join(done)


def main() -> None:
    """Write the pages anew."""
    with tempfile.TemporaryDirectory() as place:
        for name in PAGES:
            file = DOCS / name
            file.write_text(played_again(file.read_text(encoding="utf-8"), Path(place)), encoding="utf-8")


if __name__ == "__main__":
    main()
