"""All verbs on a real terminal, and with names that are made to command it."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commands import run_command
from terminal import on_terminal
from thinned import thinned
from tiny_runs import result_in
from written_files import written as files

import senet_gp
from senet_gp.cli import VERBS
from senet_gp.runtime.errors import quoted
from senet_gp.runtime.standard_streams import shown

#: A title for the window, a bell, a colour, rich's markup, writing from right to left, a line of its own.
EVIL = "\x1b]0;owned\x07\x1b[31m[red]x[/nothing]\u202e\nforged\x9b2J"
#: How that is shown.
SHOWN = "\\x1b]0;owned\\x07\\x1b[31m[red]x[/nothing]\\u202e\\nforged\\x9b2J"
EVOLVE = (
    "evolve hexapawn --population 10 --generations 2 --games 2 --random-games 4 --final-games 2 --workers 1"
)


def commands() -> dict[str, tuple[list[str], int, bool]]:
    """By name: a command's arguments, its exit code, and whether the evil name is shown as a whole."""
    run, file = f"{EVIL}-run", f"{EVIL}-file"
    return {
        "evolve": ([*EVOLVE.split(), "--out", f"{EVIL}-new"], 0, False),
        "evolve there": ([*EVOLVE.split(), "--out", run], 1, True),
        "resume": (["resume", run], 0, True),
        "resume nothing": (["resume", f"{EVIL}-nothing"], 1, True),
        "report": (["report", run, "--games", "2", "--simplify", "none", "--workers", "1"], 0, True),
        "match": (["match", "hexapawn", run, "random", "--games", "4", "--workers", "1"], 0, True),
        "match nobody": (["match", "hexapawn", EVIL, "random"], 2, True),
        "tournament": (["tournament", "hexapawn", run, "random", "--games", "4", "--workers", "1"], 0, False),
        "knockout": (["tournament", "hexapawn", run, "random", "--games", "5", "--knockout"], 0, True),
        "play": (["play", "hexapawn", "--against", run, "--record", f"{EVIL}-record"], 0, False),
        "watch": (["watch", "hexapawn", run, "random", "--delay", "0"], 0, True),
        "replay": (["replay", file], 0, True),
        "analyse": (["analyse", file, "--workers", "1"], 0, False),
        "serve": (["serve", "--dir", EVIL], 2, True),
        "replay nothing": (["replay", EVIL], 1, True),
        "learn": (["learn", "machine", "hexapawn", "--games", "20", "--out", f"{EVIL}.json"], 0, True),
        "learn nothing": (["learn", "boxes", EVIL], 1, True),
        "export": (["export", run, "--format", "dot", "--out", f"{EVIL}.dot"], 0, True),
        "export nothing": (["export", EVIL], 2, True),
        "explain": (["explain", run, "--games", "20", "--workers", "1"], 0, True),
        "the experiment of 1995": (["experiment", "1995", "--out", file], 1, True),
        "experiment": (["experiment", EVIL], 1, True),
        "doctor": (["doctor", EVIL], 2, False),
        "doctor --compile": (["doctor", "--compile", EVIL], 2, False),
        "verdict": (["verdict", "hexapawn", run], 0, True),
        "table": (["table", "hexapawn", "--from", EVIL], 1, True),
        "table --tree": (["table", "trilobite", "--tree", "--dot", file], 1, True),
        "verb": ([EVIL], 2, True),
        "option": (["match", f"--{EVIL}"], 2, True),
        "parameter": (["play", "senet", "--rule", f"{EVIL}=1"], 2, False),
    }


def test_all_verbs_are_tried() -> None:
    assert {name.split()[0] for name in commands()} >= set(VERBS)


@pytest.mark.parametrize("name", list(commands()))
def test_no_name_commands_the_terminal(tmp_path: Path, name: str) -> None:
    shutil.copytree(files() / "run", tmp_path / f"{EVIL}-run")
    record = (files() / "records" / "hexapawn.txt").read_text()
    evil_line = EVIL.replace("\n", "\\n")
    (tmp_path / f"{EVIL}-file").write_text(record.replace("x: random", f"x: {evil_line}"), encoding="utf-8")
    arguments, code, whole = commands()[name]
    after = "? for help" if name == "play" else ""  # what is typed before its first prompt is not read
    ended, written = on_terminal(*arguments, cwd=tmp_path, lines="h\nq\nq\n", columns=200, after=after)
    assert "Traceback" not in written
    assert ended == code, written
    for part in ("\x1b]", "\x07", "\x1b[31m", "\x9b", "\u202e", "\nforged"):
        assert part not in written, repr(part)
    assert not whole or SHOWN in written.replace("\r\n", "")


def test_only_one_module_draws_and_nothing_writes_around_the_guard() -> None:
    """A console of rich's own would have its commands shown, and a stream's bytes would not be guarded."""
    top = Path(senet_gp.__file__).parent
    around = [
        str(file.relative_to(top))
        for file in top.rglob("*.py")
        for text in [file.read_text(encoding="utf-8")]
        if any(
            part in text for part in ("from rich.console import Console", "stdout.buffer", "stderr.buffer")
        )
    ]
    assert around == []


def test_what_is_shown_is_what_a_shell_reads_back() -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash here")
    for name in (EVIL, "it's", "a b", "\\\x1b3'ä\udcff", "-x", "$HOME`id`\t"):
        assert quoted(name).isprintable()
        said = subprocess.run([bash, "-c", f"printf %s {quoted(name)}"], capture_output=True, check=True)
        shown = said.stdout.decode(errors="surrogateescape")
        assert (shown[:1] == "-", os.path.normpath(shown)) == (False, name), "as a path, and no option"
    assert quoted("runs/0001") == shlex.quote("runs/0001") == "runs/0001"


def test_lines_stay_lines() -> None:
    assert shown("a\n\tb ä ●\n") == "a\n\tb ä ●\n"
    assert shown("a\x1b[1m\nb\r\n") == "a\\x1b[1m\nb\\r\n"


@pytest.mark.parametrize("columns", [1, 20])
def test_tables_of_a_narrow_terminal(tmp_path: Path, columns: int) -> None:
    """They are cut, and nothing fails."""
    players = ["random", "minimax", "random-tree:1"]
    for arguments in (
        ["tournament", "hexapawn", *players, "--games", "4", "--workers", "1"],
        [*EVOLVE.split(), "--out", f"run-{columns}"],
        [
            "explain",
            str(files() / "champions" / "hexapawn.json"),
            "--games",
            "20",
            "--workers",
            "1",
        ],
    ):
        code, written = on_terminal(*arguments, cwd=tmp_path, columns=columns)
        assert code == 0, written
        assert "Traceback" not in written


def started_with(shell: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """What a shell runs in which ``senet_gp`` stands for the program."""
    program = f'senet_gp() {{ "{sys.executable}" -m senet_gp "$@"; }}; {shell}'
    return subprocess.run(["sh", "-c", program], cwd=cwd, capture_output=True, text=True, check=False)  # noqa: S607


@pytest.mark.parametrize(
    ("shell", "code", "said"),
    thinned(
        [
            ("senet_gp --version >&-", 1, "standard output cannot be written: Bad file descriptor"),
            (
                "senet_gp --version >/dev/full",
                1,
                "standard output cannot be written: No space left on device",
            ),
            ("senet_gp match --help >&-", 1, "standard output cannot be written: Bad file descriptor"),
            ("senet_gp --version 2>&-", 0, ""),
            ("senet_gp --version <&- 2>&-", 0, ""),
            ("senet_gp --version >&- 2>&-", 1, ""),
            ("senet_gp frobnicate 2>&-", 2, ""),
            ("senet_gp frobnicate 2>/dev/full", 2, ""),
            ("senet_gp frobnicate <&- >&-", 2, "No such command 'frobnicate'"),
            ("senet_gp play hexapawn <&- >out", 0, ""),
            ("senet_gp export hand:S8 >/dev/full", 1, "standard output cannot be written: No space left"),
            ("senet_gp export hand:S8 --out kept >&- 2>&-", 0, ""),
            ("senet_gp export hand:S8 --out kept 2>/dev/full", 0, ""),
        ],
        kept=(1, 4, 7, 10, 11, 13),
    ),
)
def test_streams_that_are_closed_or_full(tmp_path: Path, shell: str, code: int, said: str) -> None:
    if "/dev/full" in shell and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    done = started_with(shell, tmp_path)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert said in done.stderr
    assert done.stderr.count("\n") == bool(said)
    if "kept" in shell:
        assert (tmp_path / "kept").read_text().startswith("(")


@pytest.mark.usefixtures("whole_end")
def test_a_run_without_any_stream_writes_into_its_files_alone(tmp_path: Path) -> None:
    """The number of a closed stream must not be given to a file: messages would be written into it."""
    whole = run_command(*EVOLVE.split(), "--out", "whole", cwd=tmp_path)
    assert whole.returncode == 0, whole.stderr
    # The directory cannot be printed, so nothing is played.
    assert started_with(f"senet_gp {EVOLVE} --quiet --out run <&- >&- 2>&-", tmp_path).returncode == 1
    assert not (tmp_path / "run" / "checkpoint.json").exists()
    done = started_with("senet_gp resume run --quiet --workers 1 <&- >&- 2>&-", tmp_path)
    assert done.returncode == 0
    for name in ("config.toml", "champion.json", "checkpoint.json", "generations.csv"):
        assert result_in(tmp_path / "run" / name) == result_in(tmp_path / "whole" / name)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_terminals_of_other_encodings(tmp_path: Path, encoding: str) -> None:
    for arguments in (
        ["tournament", "hexapawn", "random", "minimax", "--games", "4", "--workers", "1"],
        ["replay", str(files() / "records" / "hexapawn.txt")],
    ):
        done = run_command(*arguments, cwd=tmp_path, encoding=encoding)
        assert (done.returncode, done.stderr) == (0, "")
        assert "random" in done.stdout
