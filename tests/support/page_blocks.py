"""The code blocks of a page of documentation, run in order as its readers would run them.

A ``python`` block that begins with a comment such as ``# my_words.py`` is a file of this name; all others are
one program. A ``sh`` block holds commands of senet-gp, which are run when the program comes to them, with the
files on the path. What a ``text`` block shows must be printed, in this order; ``…`` stands for anything.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"# (\w+\.py)\n")
_BEGIN = "import shlex, subprocess, sys; sys.stdout.reconfigure(line_buffering=True); "
#: Stands on one line, so that errors name the lines of the page.
_COMMAND = "subprocess.run([sys.executable, '-m', 'senet_gp', *shlex.split({!r})[1:]], check=True)\n"


class Blocks(NamedTuple):
    """What a page holds.

    Attributes:
        files: the contents of files by name.
        program: the program; its lines are numbered as those of the page.
        shown: what it prints, block by block.
    """

    files: dict[str, str]
    program: str
    shown: list[str]


def blocks_of(page: Path) -> Blocks:
    """The blocks of a page."""
    text = page.read_text(encoding="utf-8")
    lines = ["\n"] * (text.count("\n") + 1)
    files: dict[str, str] = {}
    shown = []
    for block in _BLOCK.finditer(text):
        language, content = block.groups()
        first = text.count("\n", 0, block.start(2))
        named = _FILE.match(content)
        if language == "python" and named:
            files[named[1]] = content
        elif language == "python":
            lines[first : first + content.count("\n")] = content.splitlines(keepends=True)
        elif language == "sh":
            # A command that goes on after a backslash stands on its first line.
            joined = re.sub(r"\\\n *(.*)\n", r"\1\n\n", content)
            for number, command in enumerate(joined.splitlines()):
                if not command:
                    continue
                assert command.startswith("senet-gp "), f"{page.name}: {command}"
                lines[first + number] = _COMMAND.format(command)
        elif language == "text":
            shown.append(content)
        else:
            raise AssertionError(f"{page.name} has a block of {language}, which is not run")
    # The first line of a page is its heading.
    lines[0] = _BEGIN.rstrip("; ") + "\n"
    return Blocks(files, "".join(lines), shown)


def run_blocks(page: Path, place: Path) -> str:
    """Run the blocks of a page in an empty directory; what they print, which is what the page shows."""
    blocks = blocks_of(page)
    for name, content in blocks.files.items():
        (place / name).write_text(content, encoding="utf-8")
    program = place / f"{page.stem}_page.py"
    program.write_text(blocks.program, encoding="utf-8")
    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, [str(place), root, os.environ.get("PYTHONPATH", "")]))
    done = subprocess.run(
        [sys.executable, program],
        cwd=place,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{page.name}: {done.stderr[-2000:]}"
    wanted = ".*?".join(re.escape(part).replace("…", ".*?") for part in blocks.shown)
    assert re.search(wanted, done.stdout, re.DOTALL), f"{page.name} shows what is not printed: {done.stdout}"
    return done.stdout
