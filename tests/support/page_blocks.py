"""The code blocks of a page of documentation, run in order as its readers would run them.

A block of ``python`` or ``toml`` that begins with a comment such as ``# my_words.py`` is a file of this name;
all others of ``python`` are one program. A ``sh`` block holds commands of senet-gp, which are run when the
program comes to them, with the files on the path. What a ``text`` block shows must be printed, in this order;
``…`` stands for anything.
"""

from __future__ import annotations

import os
import re
import runpy
import shlex
import sys
import tempfile
import traceback
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple, NoReturn

from commands import become, forget, import_all

from senet_gp.arena.workers import FORK, VARIABLE

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"# (\w+\.(?:py|toml))\n")
#: Stands on one line, so that errors name the lines of the page.
_COMMAND = "typed({!r})\n"


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
        if language in {"python", "toml"} and named:
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
    import_all()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as error:
        pid = os.fork()
        if not pid:
            os.environ["PYTHONPATH"] = path
            _run(program, out.fileno(), error.fileno())
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        out.seek(0)
        error.seek(0)
        said, told = out.read().decode(), error.read().decode()
    assert code == 0, f"{page.name}: {told[-2000:]}"
    # Tables end in spaces, pages do not.
    printed, place_of = "\n".join(line.rstrip() for line in said.split("\n")), 0
    for part in "…".join(blocks.shown).split("…"):
        found = printed.find(part, place_of)
        assert found >= 0, f"{page.name} shows what is not printed: {part!r}"
        place_of = found + len(part)
    return said


def _run(program: Path, out: int, error: int) -> NoReturn:
    """In a forked process: be a program, which may call ``typed`` with a command of senet-gp."""
    code = 1
    try:
        forget(file.stem for file in program.parent.glob("*.py"))
        os.chdir(program.parent)
        sys.path.insert(0, str(program.parent))
        os.dup2(out, 1)
        os.dup2(error, 2)
        # Commands, which replace these objects, write to the same files.
        sys.stdout = os.fdopen(1, "w", 1, closefd=False)
        sys.stderr = os.fdopen(2, "w", 1, closefd=False)
        ours, its = Pipe()
        if not os.fork():
            ours.close()
            _answer(its)
        its.close()
        # As at a prompt: spawned workers would need a page's program under ``if __name__ == "__main__":``.
        os.environ[VARIABLE] = FORK

        def typed(command: str) -> None:
            ours.send(shlex.split(command)[1:])
            ended = ours.recv()
            assert ended == 0, f"{command} ends with {ended}"

        sys.argv = [str(program)]
        runpy.run_path(str(program), {"typed": typed}, "__main__")
        code = 0
    except BaseException:  # noqa: BLE001 - whatever it is, it is shown
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)


def _answer(connection: Connection) -> NoReturn:
    """In a process that is forked before the program begins, so that no command knows what it has done."""
    while True:
        try:
            arguments = connection.recv()
        except EOFError:
            os._exit(0)
        pid = os.fork()
        if not pid:
            become(arguments, None, (os.open(os.devnull, os.O_RDONLY), 1, 2))
        connection.send(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
